"""Small models of grammar, and sentences for them."""

import zoo

WORDS = ("a", "red", "dog", "cat", "runs", "sits", "(")
TREES = [
    "(S (NP (DT a) (NN dog)) (VP (VBZ runs)))",
    "(S (NP (DT a) (JJ red) (NN cat)) (VP (VBZ sits) (ADVP (RB red))))",
    "(NP (NN dog))",
    "(NP (DT a) (NN cat))",
    "(S (NP (NN cat)) (VP (VBZ runs)))",
    "(S (NP (DT a) (NN dog)) (VP (VBZ sits)))",
    "(S (NP (JJ red) (NN dog)) (VP (VBZ runs)))",
    "(NP (DT a) (JJ red) (NN dog))",
]
TAGS = ("DT", "JJ", "NN", "RB", "VBZ")
LABELS = ("NP", "S", "VP", "ADVP", "S+VP")
VECTORS = {
    word: [float(len(word)), place / 10.0, 1.0]
    for place, word in enumerate(("a", "zebra", "dog", "runs"))
}
# What goes beyond the paper.
WIDE = {
    "concat_words": True,
    "embedding": VECTORS,
    "embedding_dim": 3,
    "affix_buckets": 40,
    "affix_dim": 2,
}


def autoencoder():
    return zoo.atpl_autoencoder(vocabulary=WORDS, dim=4, units=6)


def tagger(**options):
    options.setdefault("autoencoder", autoencoder())
    return zoo.atpl_tagger(class_names=TAGS, units=6, factors=5, **options)


def parser(part=None, **options):
    options = {"max_layers": 5, "units": 6, "factors": 4, **options}
    part = tagger() if part is None else part
    return zoo.atpl_parser(tagger=part, labels=LABELS, **options)
