"""The networks of the DCNN paper's experiments; data only.

A Convolutional Neural Network for Modelling Sentences (ACL 2014), section 5.
Vocabularies are those published and two ids more, for padding and for unknown
words.
"""

SST_CLASSES = (
    "very negative",
    "negative",
    "neutral",
    "positive",
    "very positive",
)
TREC_CLASSES = ("ABBR", "DESC", "ENTY", "HUM", "LOC", "NUM")
POLARITY = ("negative", "positive")

CONFIGS = {
    "sst_binary": {
        "vocabulary_size": 15_450,
        "embedding_dim": 48,
        "widths": (7, 5),
        "maps": (6, 14),
        "k_top": 4,
        "class_names": POLARITY,
        "splitting": "treebank",
    },
    "sst_fine": {
        "vocabulary_size": 15_450,
        "embedding_dim": 48,
        "widths": (10, 7),
        "maps": (6, 12),
        "k_top": 5,
        "class_names": SST_CLASSES,
        "splitting": "treebank",
    },
    "trec": {
        # Neither the vocabulary nor `k` and folding are published: the words
        # are those of the questions, the others as for `sst_binary`.
        "vocabulary_size": 9_594,
        "embedding_dim": 32,
        "widths": (8,),
        "maps": (5,),
        "k_top": 4,
        "class_names": TREC_CLASSES,
        "splitting": "treebank",
    },
    "twitter": {
        "vocabulary_size": 76_645,
        "embedding_dim": 60,
        "widths": (7, 5),
        "maps": (6, 14),
        "k_top": 4,
        "class_names": POLARITY,
        "splitting": "tweet",
    },
}
