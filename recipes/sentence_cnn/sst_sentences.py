"""The sentiment treebank as sentences and phrases with a class each."""

from recipes.datasets.labelled_sentences import UNDECIDED, LabelledSentences
from recipes.datasets.sst_trees import CLASS_NAMES

# Class of the treebank -> class of the binary task; neutral has none.
_BINARY = {0: 0, 1: 0, 3: 1, 4: 1}
BINARY_NAMES = ("negative", "positive")


def sst_sentences(trees, binary, phrases, neutral=False):
    """The sentences of trees, or all their phrases.

    Args:
        trees: List of `Tree`s of the treebank.
        binary: Whether there are two classes; what is neutral is left out.
        phrases: Whether every labelled phrase is an example of its own, as in
            training. Each is there once for each of its classes.
        neutral: Whether, of two classes, what is neutral counts as half of
            each.

    Returns:
        `LabelledSentences` of lists of words.
    """
    seen = set()
    sentences, labels = [], []
    for tree in trees:
        for node in tree.preorder() if phrases else [tree]:
            label = int(node.label)
            if binary:
                label = _BINARY.get(label, UNDECIDED if neutral else None)
            if label is None:
                continue
            words = tuple(node.words())
            if phrases and (words, label) in seen:
                continue
            seen.add((words, label))
            sentences.append(list(words))
            labels.append(label)
    return LabelledSentences(
        sentences, labels, BINARY_NAMES if binary else CLASS_NAMES
    )


def read_sst(settings, context, binary):
    """All splits: phrases to train on, sentences to validate and to test on.

    Args:
        settings: Settings with `phrases`, and with `neutral` if `binary`.
        context: The `Context` of the run.
        binary: See `sst_sentences`.

    Returns:
        A dict from `train`, `validation` and `test` to `LabelledSentences`.
    """
    from keras_tpr.trees import from_brackets
    from recipes.datasets.prepared import prepared
    from recipes.datasets.sst_trees import SstTrees

    splits = {}
    for split, source in prepared(SstTrees, context).items():
        trees = [
            from_brackets(example["tree"].decode(), unescape=True)
            for example in source
        ]
        training = split == "train"
        splits[split] = sst_sentences(
            trees,
            binary,
            phrases=training and settings.phrases,
            neutral=training and binary and settings.neutral,
        )
    return splits
