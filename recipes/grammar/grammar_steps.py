"""The autoencoder and the tagger that the recipes train first."""

import collections
import dataclasses

from keras_tpr.trees.bracket_escapes import unescape_word
from recipes.grammar.grammar_batches import GrammarBatches
from recipes.grammar.shared_step import shared_step
from recipes.grammar.training_plan import falling_adam, training_plan

AUTOENCODER = (
    "seed",
    "batch_size",
    "min_count",
    "dim",
    "autoencoder_units",
    "autoencoder_epochs",
    "autoencoder_learning_rate",
)


@dataclasses.dataclass(frozen=True)
class TaggerPlan:
    """What a tagger is made of.

    Args:
        role_source: See `zoo.atpl_tagger`.
        trained_roles: Whether the autoencoder is trained.
        own_words: Whether the LSTM reads word vectors and affixes, too.
        head: See `zoo.atpl_tagger`.
        plain_words: Whether it reads word vectors alone, wide enough for as
            many weights as those that depend on the word.
    """

    role_source: str | None = "roles"
    trained_roles: bool = True
    own_words: bool = False
    head: str = "factored"
    plain_words: bool = False


def vocabulary_of(sentences, min_count):
    """Words, most frequent first, of lists of words."""
    counts = collections.Counter(
        unescape_word(word) for words in sentences for word in words
    )
    words = sorted(counts, key=lambda word: (-counts[word], word))
    return [
        word
        for word in words
        if counts[word] >= min_count and not any(map(str.isspace, word))
    ]


def make_autoencoder(settings, tagged, plan, context):
    """The autoencoder, trained on the words of the training sentences.

    Args:
        settings: `GrammarSettings`.
        tagged: Dict from splits to lists of `(words, tags)`.
        plan: A `TaggerPlan`.
        context: The `Context` of the run.

    Returns:
        `(autoencoder, details)`: a `zoo.ATPLAutoencoder`, and facts for the
        report.
    """
    import zoo

    words = {
        split: [words for words, _ in tagged[split]]
        for split in ("train", "validation")
    }
    model = zoo.atpl_autoencoder(
        vocabulary=vocabulary_of(words["train"], settings.min_count),
        dim=settings.dim,
        units=settings.autoencoder_units,
    )
    needed = plan.trained_roles and plan.role_source in ("roles", "words")
    if not needed or not settings.autoencoder_epochs:
        return model, {}
    batches = {
        split: GrammarBatches(model, sentences, settings.batch_size)
        for split, sentences in words.items()
    }
    updates = settings.autoencoder_epochs * batches["train"].updates_per_epoch
    model.compile(falling_adam(settings.autoencoder_learning_rate, updates))
    training = training_plan(
        batches["train"],
        batches["validation"],
        settings,
        "val_loss",
        "min",
        settings.autoencoder_epochs,
    )
    facts = {name: getattr(settings, name) for name in AUTOENCODER}
    best = shared_step("autoencoder", model, training, facts, context)
    return model, {
        "autoencoder: words written again on validation": round(
            best["val_accuracy"], 4
        )
    }


def make_tagger(settings, tagged, plan, autoencoder):
    """An untrained tagger.

    Args:
        settings, tagged, plan: See `make_autoencoder`.
        autoencoder: What it returned.
    """
    import zoo

    tags = sorted({tag for _, names in tagged["train"] for tag in names})
    options, vectors = {}, None
    if plan.own_words:
        words = {w for split in tagged.values() for ws, _ in split for w in ws}
        vectors = settings.word_vectors(map(unescape_word, words))
        options = {
            "concat_words": True,
            "embedding": vectors,
            "affix_buckets": settings.affix_buckets,
            "affix_dim": settings.affix_dim,
        }
    size = settings.embedding_dim
    if vectors:
        size = len(next(iter(vectors.values())))
    if plan.plain_words:
        options, size = {"concat_words": True}, 2 * settings.factors
    return zoo.atpl_tagger(
        autoencoder=autoencoder,
        class_names=tags,
        units=settings.units,
        factors=settings.factors,
        embedding_dim=size,
        role_source=plan.role_source,
        head=plan.head,
        dropout=settings.dropout,
        **options,
    )


def tagger_training(settings, tagged, model, epochs):
    """Compiles a tagger, and says how it is trained.

    Tags of the validation sentences that no training sentence has are none.
    """
    batches = {
        split: GrammarBatches(
            model,
            [words for words, _ in tagged[split]],
            settings.batch_size,
            [known_tags(tags, model) for _, tags in tagged[split]],
        )
        for split in ("train", "validation")
    }
    updates = epochs * batches["train"].updates_per_epoch
    model.compile(falling_adam(settings.learning_rate, updates))
    return training_plan(
        batches["train"],
        batches["validation"],
        settings,
        "val_accuracy",
        "max",
        epochs,
    )


def known_tags(tags, model):
    """Tags with those that are no class as the first one."""
    names = set(model.class_names)
    return [tag if tag in names else model.class_names[0] for tag in tags]
