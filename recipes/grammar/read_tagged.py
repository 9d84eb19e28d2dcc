"""Sentences with parts of speech, or with trees, of each data set."""

import functools

from recipes.datasets.prepared import prepared

TREEBANKS = ("sample", "gum", "wsj")


def read_tagged(data, context, sizes=None):
    """Reads sentences with their tags.

    Args:
        data: `"ewt"`, or the name of a treebank.
        context: The `Context` of the run; see `prepared`.
        sizes: Dict from splits to numbers of sentences, the first ones.

    Returns:
        A dict from splits to lists of `(words, tags)`.
    """
    tags = "xpos" if data == "ewt" else "tags"
    return {
        split: [
            (_texts(example["words"]), _texts(example[tags]))
            for example in examples[: (sizes or {}).get(split)]
        ]
        for split, examples in _examples(data, context).items()
    }


def read_parsed(data, context, sizes=None):
    """Reads trees; see `read_tagged`.

    Returns:
        A dict from splits to lists of `Tree`s.
    """
    from keras_tpr.trees import from_brackets

    return {
        split: [
            from_brackets(example["tree"].decode())
            for example in examples[: (sizes or {}).get(split)]
        ]
        for split, examples in _examples(data, context).items()
    }


def split_sizes(settings):
    """The numbers of sentences that settings ask for, by split."""
    names = ("validation", "test", "test2", "section_22", "section_23")
    return {
        "train": settings.train_sentences,
        **dict.fromkeys(names, settings.eval_sentences),
    }


def _examples(data, context):
    return prepared(_builder(data), context)


def _builder(data):
    if data == "ewt":
        from recipes.datasets.ud_pos import UdPos

        return UdPos
    if data == "gum":
        from recipes.datasets.gum_trees import GumTrees

        return GumTrees
    from recipes.datasets.ptb_trees import PtbTrees

    return functools.partial(PtbTrees, config=data)


def _texts(values):
    return [value.decode() for value in values]
