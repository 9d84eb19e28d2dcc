"""The check of datasets that classifiers of sentences are given."""

import keras


def check_dataset(data, name="x", labelled=False):
    """Raises an error unless a dataset is one of batches.

    Args:
        data: a `tf.data.Dataset`; of others, which do not say what they hold,
            only those are refused that are known not to work.
        name: what errors call it.
        labelled: whether there shall be labels.

    Raises:
        TypeError: for a `keras.utils.PyDataset`.
        ValueError: if there are no batches, or no labels.
    """
    if isinstance(data, keras.utils.PyDataset):
        raise TypeError(
            f"`{name}` is a `PyDataset`, {type(data).__name__}, whose "
            "sentences cannot be encoded on the way: give a "
            "`tf.data.Dataset` of batches, or sentences in memory."
        )
    spec = getattr(data, "element_spec", None)
    if spec is None:
        return
    parts = spec if isinstance(spec, tuple) else (spec,)
    if labelled and len(parts) < 2:
        raise ValueError(
            f"Batches of `{name}` have no labels: they must be `(sentences, "
            f"labels)`. Received: {spec!r}."
        )
    sentences = parts[0]
    if isinstance(sentences, dict):
        sentences = sentences.get("token_ids")
    rank = getattr(getattr(sentences, "shape", None), "rank", None)
    least = 1 if getattr(sentences, "dtype", None) == "string" else 2
    if rank is not None and rank < least:
        raise ValueError(
            f"`{name}` is a dataset of single sentences: put them into "
            f"batches, `{name}.batch(50)`. Received: {spec!r}."
        )
