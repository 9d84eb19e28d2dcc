"""The check of datasets that models of stories learn from."""


def check_dataset(data, needs_support=False):
    """Raises if batches of a `tf.data.Dataset` lack what is learned.

    Args:
        data: what is given to `fit`; other datasets do not say what they hold.
        needs_support: whether supporting facts are needed.

    Raises:
        ValueError: if batches have no answers, or no supporting facts.
    """
    spec = getattr(data, "element_spec", None)
    if spec is None:
        return
    if not isinstance(spec, tuple) or len(spec) < 2:
        raise ValueError(
            "Batches of the dataset have no answers: they must be `(x, y)`, a "
            "dict of `story` and `question`, and the answers. Received: "
            f"{spec!r}."
        )
    if needs_support and isinstance(spec[0], dict) and "support" not in spec[0]:
        raise ValueError(
            "Batches of the dataset have no `x['support']`: this model is "
            "trained with the supporting facts of each question, a list of "
            "their places in the story. `zoo.memn2n` needs none. Received: "
            f"{sorted(spec[0])}."
        )
