"""Parts of speech from the roles of an autoencoder."""

import dataclasses
from typing import Any, Literal

from recipes.grammar.grammar_settings import GrammarSettings
from recipes.grammar.grammar_steps import TaggerPlan
from recipes.recipe import PresetCard, Recipe
from recipes.running.settings import setting

# What the rows of the table are made of.
PLANS = {
    "roles and words": TaggerPlan(own_words=True),
    "words without roles": TaggerPlan(role_source=None, own_words=True),
    "roles": TaggerPlan(),
    "untrained roles": TaggerPlan(trained_roles=False),
    "random roles": TaggerPlan(role_source="random"),
    "word vectors": TaggerPlan(role_source="words"),
    "BLSTM": TaggerPlan(role_source=None, head="dense", plain_words=True),
}
SPLITS = ("validation", "test")


@dataclasses.dataclass(frozen=True)
class ATPLPosSettings(GrammarSettings):
    """One tagger of the table, and its training."""

    data: Literal["ewt", "sample", "gum"] = setting(
        "ewt", "UD English EWT; sample: that of the Penn Treebank, or GUM"
    )
    model: Literal[
        "roles and words",
        "words without roles",
        "roles",
        "untrained roles",
        "random roles",
        "word vectors",
        "BLSTM",
    ] = setting("roles and words", "what the tagger reads")
    epochs: int = setting(10, "passes; the best one on validation is kept")
    batch_size: int = setting(16, "sentences in one update")


@dataclasses.dataclass(frozen=True)
class ATPLPosData:
    """The sentences, and the first step.

    Args:
        tagged: Dict from splits to lists of `(words, tags)`.
        autoencoder: A `zoo.ATPLAutoencoder`.
        details: Facts for the report.
    """

    tagged: dict
    autoencoder: Any
    details: dict


def prepare(settings, context):
    """Reads the sentences, and trains the autoencoder on their words."""
    from recipes.grammar.grammar_steps import make_autoencoder
    from recipes.grammar.read_tagged import read_tagged, split_sizes

    settings.check_files()
    tagged = read_tagged(settings.data, context, split_sizes(settings))
    autoencoder, details = make_autoencoder(
        settings, tagged, PLANS[settings.model], context
    )
    return ATPLPosData(tagged, autoencoder, details)


def build(settings, data):
    """The tagger of one row."""
    from recipes.grammar.grammar_steps import make_tagger

    return make_tagger(
        settings, data.tagged, PLANS[settings.model], data.autoencoder
    )


def train(settings, data, model):
    """The weights kept are those with the best accuracy on validation."""
    from recipes.grammar.grammar_steps import tagger_training

    return tagger_training(settings, data.tagged, model, settings.epochs)


def evaluate(settings, data, model, context):
    """Accuracy of all words and of unseen ones, beside NLTK's tagger."""
    from recipes.grammar.perceptron import perceptron_scores
    from recipes.grammar.speed import speed
    from recipes.grammar.tag_examples import tag_examples
    from recipes.grammar.tag_scores import tag_scores
    from recipes.running.evaluation import Evaluation

    seen = {word for words, _ in data.tagged["train"] for word in words}
    scores = {}
    for split in SPLITS:
        sentences = [words for words, _ in data.tagged[split]]
        with context.progress.phase(f"score {split}"):
            found = model.tag(sentences)
        scores[split] = tag_scores(found, data.tagged[split], seen)
    with context.progress.phase("perceptron of NLTK"):
        peer = perceptron_scores(data.tagged, "test", settings.seed, context)
    scores["test, perceptron of NLTK"] = peer
    pairs = data.tagged["test"][:500]
    roles = model.roles([words for words, _ in pairs])
    details = {
        "sentences": {k: len(rows) for k, rows in data.tagged.items()},
        **data.details,
        **speed(model.tag, sentences),
        "roles and tags": _clusters(roles, [tags for _, tags in pairs]),
    }
    return Evaluation(
        scores=scores,
        notes=[*settings.notes, *_notes(settings)],
        sections=[tag_examples(model, found, data.tagged["test"])],
        details=details,
    )


def export(settings, data, model):
    """The best tagger of a treebank whose licence lets models be passed on."""
    free = settings.data == "ewt" and settings.model == "roles and words"
    return model if free else None


def _clusters(roles, tags):
    from zoo.atpl.role_clusters import role_clusters

    found = role_clusters(roles, tags)
    kept = ("purity", "nmi", "chance_purity", "chance_nmi", "num_clusters")
    return {name: round(found[name], 4) for name in kept}


def _notes(settings):
    if settings.data != "sample":
        return []
    return [
        "The sample's licence forbids passing on models that were trained on "
        "it, so that there is no preset."
    ]


RECIPE = Recipe(
    name="atpl_pos",
    title="ATPL tagger of parts of speech, and what its roles add",
    paper=(
        "Huang et al., Attentive Tensor Product Learning, AAAI 2019, table 2: "
        ".973 and .974 on sections 22 and 23 of the Penn Treebank, a baseline "
        ".972 and .973. Here the data are others, and smaller."
    ),
    settings=ATPLPosSettings,
    prepare=prepare,
    build=build,
    train=train,
    evaluate=evaluate,
    export=export,
    metric=("roles and words: test", "accuracy"),
    preset=PresetCard(
        name="atpl_pos_ewt_en",
        model="atpl_tagger",
        data="ud_pos",
        licence="CC BY-SA 4.0",
        storage="float16",
    ),
    rows={name: {"model": name} for name in PLANS},
    variants={
        # A preset below 10 MB.
        "small": {"glove_words": 3000, "factors": 64},
        "smoke": {
            "epochs": 1,
            "autoencoder_epochs": 1,
            "autoencoder_units": 8,
            "dim": 8,
            "units": 8,
            "factors": 6,
            "embedding_dim": 6,
            "affix_buckets": 50,
            "affix_dim": 4,
            "train_sentences": 60,
            "eval_sentences": 20,
        },
    },
)
