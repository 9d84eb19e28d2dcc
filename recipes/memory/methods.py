"""The methods of Table 3 of bAbI, in the order of its columns; data only."""

# Method -> the module of this package with `train(settings, data, seed)`.
METHODS = {
    "ngram": "train_ngram",
    "lstm": "train_lstm",
    "svm": "train_svm",
    **dict.fromkeys(
        ("memnn", "am", "am_ng", "am_nl", "am_ng_nl", "am_multilinear"),
        "train_memnn",
    ),
    "memn2n": "train_memn2n",
}
# Not in the table, and run only where they are named.
FURTHER = ("am_multilinear", "memn2n")
