"""Files of constituency trees, as parsers are trained on them."""

from keras_tpr.trees import (
    TreeFormatError,
    clean,
    read_trees,
    to_brackets,
)
from recipes.datasets.data_format_error import DataFormatError


def read_constituency_trees(lines, path):
    """Reads the trees of a file without what parsers leave out.

    Args:
        lines: The lines of the file.
        path: Its path, for errors.

    Returns:
        A list of `Tree`s without traces, function tags and outer bracket;
        words keep their escapes.

    Raises:
        DataFormatError: If a tree is malformed, or nothing is left of it.
    """
    trees = []
    try:
        for number, tree in enumerate(read_trees(lines), start=1):
            trees.append(clean(tree))
            if trees[-1] is None:
                raise DataFormatError(
                    f"{path}, tree {number}: it has traces only, no words."
                )
    except TreeFormatError as error:
        raise DataFormatError(f"{path}: {error}") from error
    return trees


def count_words(trees):
    """The number of words of all trees."""
    return sum(len(tree.word_nodes()) for tree in trees)


def tree_features():
    """The TFDS features of a tree: see `tree_example`."""
    import tensorflow_datasets as tfds

    text = tfds.features.Text()
    return tfds.features.FeaturesDict(
        {
            "id": text,
            "tree": text,
            "words": tfds.features.Sequence(text),
            "tags": tfds.features.Sequence(text),
        }
    )


def tree_example(identity, tree):
    """A tree as TFDS stores it."""
    return {
        "id": identity,
        "tree": to_brackets(tree),
        "words": tree.words(),
        "tags": tree.tags(),
    }
