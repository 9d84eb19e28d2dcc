"""Constituency trees from the roles of an autoencoder."""

import dataclasses
from typing import Any, Literal

from recipes.grammar.grammar_settings import GrammarSettings
from recipes.grammar.grammar_steps import TaggerPlan
from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import setting

# The tagger of each row, and the options of its parser.
_FULL = TaggerPlan(own_words=True)
_PUBLISHED = {"row_network": "roles", "bit_encoding": "alternating"}
PLANS = {
    "best tree of phrases": (_FULL, {"row_network": "spans"}),
    "phrases without roles": (
        TaggerPlan(role_source=None, own_words=True),
        {"row_network": "spans"},
    ),
    "rows of roles": (_FULL, _PUBLISHED),
    "rows of roles, boundaries": (
        _FULL,
        {**_PUBLISHED, "bit_encoding": "boundary"},
    ),
    "rows of untrained roles": (
        TaggerPlan(own_words=True, trained_roles=False),
        _PUBLISHED,
    ),
    "rows of random roles": (
        TaggerPlan(own_words=True, role_source="random"),
        _PUBLISHED,
    ),
    "rows of word vectors": (
        TaggerPlan(own_words=True, role_source="words"),
        _PUBLISHED,
    ),
}
ROWS = {
    "": "predicted",
    ", gold rows": "gold",
    ", gold rows and NULL": "gold_null",
}


@dataclasses.dataclass(frozen=True)
class ATPLParseSettings(GrammarSettings):
    """One parser of the table, and its training."""

    data: Literal["gum", "sample", "wsj"] = setting(
        "gum", "GUM, or the Penn Treebank: its sample, or sections 00 to 24"
    )
    model: Literal[
        "best tree of phrases",
        "phrases without roles",
        "rows of roles",
        "rows of roles, boundaries",
        "rows of untrained roles",
        "rows of random roles",
        "rows of word vectors",
    ] = setting("best tree of phrases", "how trees are found, and of what")
    epochs: int = setting(12, "passes; the best one on validation is kept")
    batch_size: int = setting(16, "sentences in one update")
    tagger_epochs: int = setting(8, "passes; the best one is kept")
    parser_units: int = setting(
        200, "of the parser's LSTMs in each direction; 512 as published"
    )
    parser_layers: int = setting(2, "of them, where phrases have scores")
    hidden: int = setting(200, "between the ends of a phrase and its labels")
    parser_dropout: float = setting(0.4, "where phrases have scores")
    max_layers: int = setting(20, "the highest row")
    longest: int = setting(
        80, "words of a training sentence; others, few, take too much memory"
    )
    share_from: int | None = setting(
        6,
        "the first row that shares its weights; none: as published, 107 "
        "million weights for few trees",
    )

    def __post_init__(self):
        super().__post_init__()
        self.require_at_least(
            1,
            "tagger_epochs",
            "parser_units",
            "parser_layers",
            "hidden",
            "longest",
        )
        self.require_at_least(2, "max_layers", "share_from")
        self.require(
            "parser_dropout",
            "at least 0 and below 1",
            lambda rate: 0 <= rate < 1,
        )


@dataclasses.dataclass(frozen=True)
class ATPLParseData:
    """The trees, and the first steps.

    Args:
        trees: Dict from splits to lists of `Tree`s.
        tagger: A trained `zoo.ATPLTagger`.
        details: Facts for the report.
    """

    trees: dict
    tagger: Any
    details: dict


def prepare(settings, context):
    """Reads the trees, and trains autoencoder and tagger on their words."""
    from recipes.grammar.grammar_steps import (
        make_autoencoder,
        make_tagger,
        tagger_training,
    )
    from recipes.grammar.read_tagged import read_parsed, split_sizes
    from recipes.grammar.shared_step import facts_of, shared_step

    settings.check_files()
    trees = read_parsed(settings.data, context, split_sizes(settings))
    tagged = {
        split: [(tree.words(), tree.tags()) for tree in rows]
        for split, rows in trees.items()
    }
    plan, _ = PLANS[settings.model]
    autoencoder, details = make_autoencoder(settings, tagged, plan, context)
    tagger = make_tagger(settings, tagged, plan, autoencoder)
    training = tagger_training(settings, tagged, tagger, settings.tagger_epochs)
    facts = facts_of(settings, *_OF_PARSER) | dataclasses.asdict(plan)
    best = shared_step("tagger", tagger, training, facts, context)
    if best:
        details["tagger: accuracy on validation"] = round(
            best["val_accuracy"], 4
        )
    return ATPLParseData(trees, tagger, details)


def build(settings, data):
    """The parser of one row."""
    import zoo
    from recipes.grammar.tree_labels import tree_labels

    _, options = PLANS[settings.model]
    if options["row_network"] == "spans":
        options = {
            **options,
            "layers": settings.parser_layers,
            "hidden": settings.hidden,
            "dropout": settings.parser_dropout,
        }
    else:
        options = {
            **options,
            "share_from": settings.share_from,
            "factors": settings.factors,
        }
    return zoo.atpl_parser(
        tagger=data.tagger,
        labels=tree_labels(data.trees["train"]),
        max_layers=settings.max_layers,
        units=settings.parser_units,
        **options,
    )


def train(settings, data, model):
    """The weights kept are those with the best F1 on validation."""
    from recipes.grammar.grammar_batches import GrammarBatches
    from recipes.grammar.training_plan import falling_adam, training_plan
    from recipes.grammar.validation_f1 import ValidationF1

    batches = {
        split: GrammarBatches(model, trees, settings.batch_size)
        for split, trees in (
            ("train", _short(data.trees["train"], settings.longest)),
            (
                "validation",
                _readable(
                    model, _short(data.trees["validation"], settings.longest)
                ),
            ),
        )
    }
    updates = settings.epochs * batches["train"].updates_per_epoch
    model.compile(falling_adam(settings.learning_rate, updates))
    return training_plan(
        batches["train"],
        batches["validation"],
        settings,
        "val_f1",
        "max",
        callbacks=(ValidationF1(model, data.trees["validation"]),),
    )


def evaluate(settings, data, model, context):
    """Brackets of predicted rows, and what comes of labels alone."""
    from recipes.grammar.parse_examples import parse_examples
    from recipes.grammar.speed import speed
    from recipes.running.evaluation import Evaluation

    scores, parses = {}, {}
    tests = [
        split for split in data.trees if split not in ("train", "validation")
    ]
    for split in ("validation", *tests):
        for name, rows in ROWS.items():
            with context.progress.phase(f"score {split}{name}"):
                found = model.parse(data.trees[split], rows=rows)
            parses[split, rows] = found
            scores[split + name] = _scores(data.trees[split], found)
    first = tests[0]
    words = [tree.words() for tree in data.trees[first]]
    details = {
        "trees": {split: len(trees) for split, trees in data.trees.items()},
        **data.details,
        **speed(model.parse, words),
    }
    return Evaluation(
        scores=scores,
        notes=[*settings.notes, *_notes(settings)],
        sections=[
            parse_examples(model, data.trees[first], parses[first, "predicted"])
        ],
        details=details,
    )


def export(settings, data, model):
    """The best parser of a treebank whose licence lets models be passed on."""
    free = settings.data == "gum" and settings.model == "best tree of phrases"
    return model if free else None


# Settings that the tagger does not depend on.
_OF_PARSER = (
    "model",
    "epochs",
    "parser_units",
    "parser_layers",
    "hidden",
    "parser_dropout",
    "max_layers",
    "longest",
    "share_from",
)


def _short(trees, longest):
    return [tree for tree in trees if len(tree.words()) <= longest]


def _readable(model, trees):
    """Trees without tags and labels that the model does not know."""
    kept = []
    for tree in trees:
        try:
            model.encode([tree], labelled=True)
        except ValueError:
            continue
        kept.append(tree)
    return kept


def _scores(gold, found):
    from keras_tpr.metrics import bracketing_scores

    names = ("f1", "recall", "precision", "complete_match", "tagging_accuracy")
    every = bracketing_scores(gold, found)
    short = bracketing_scores(gold, found, max_length=40)
    return {
        **{name: every[name] for name in names},
        "f1, up to 40 words": short["f1"],
    }


def _notes(settings):
    if settings.data == "sample":
        return [
            "The sample's licence forbids passing on models that were trained "
            "on it, so that there is no preset."
        ]
    if settings.data == "gum":
        return [
            "Trees of GUM are a parser's, not corrected by hand: scores "
            "measure agreement with it."
        ]
    return []


RECIPE = Recipe(
    name="atpl_parse",
    title="ATPL constituency parser, and what its roles add",
    paper=(
        "Huang et al., Attentive Tensor Product Learning, AAAI 2019, table 3: "
        "F1 .900 and .908 on sections 22 and 23 of the Penn Treebank, with "
        "gold rows .963 and .965. Here the data are others, and smaller; where "
        "phrases have scores, the network is not the paper's."
    ),
    settings=ATPLParseSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    export=export,
    metric=("best tree of phrases: test", "f1"),
    preset=PresetCard(
        name="atpl_parse_gum_en",
        model="atpl_parser",
        data="gum_trees",
        licence="annotations CC BY 4.0; texts CC BY, CC BY-SA or CC BY-NC-SA",
        storage="float16",
    ),
    rows={name: {"model": name} for name in PLANS},
    variants={
        # A preset below 10 MB, and as many passes as it takes.
        "small": {
            "epochs": 6,
            "tagger_epochs": 5,
            "glove_words": 1,
            "min_count": 4,
            "factors": 32,
            "units": 128,
            "affix_buckets": 4096,
            "affix_dim": 40,
            "parser_units": 150,
            "hidden": 150,
        },
        "smoke": {
            "epochs": 1,
            "tagger_epochs": 1,
            "autoencoder_epochs": 1,
            "autoencoder_units": 8,
            "dim": 8,
            "units": 8,
            "factors": 6,
            "embedding_dim": 6,
            "affix_buckets": 50,
            "affix_dim": 4,
            "parser_units": 8,
            "parser_layers": 1,
            "hidden": 8,
            "max_layers": 4,
            "share_from": 3,
            "train_sentences": 60,
            "eval_sentences": 10,
        },
    },
)
