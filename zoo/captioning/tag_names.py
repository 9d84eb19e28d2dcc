"""The names of image tags: words as captions have them."""

from zoo.word_splitting import lower_case


def tag_names(class_names):
    """Checks the tags of a detector.

    Args:
        class_names: the tags, words in lower case.

    Returns:
        A list of them.

    Raises:
        TypeError: if they are no list of texts.
        ValueError: if there is none, one is there twice, or one could never
            be found in a caption.
    """
    if isinstance(class_names, (str, bytes)) or not hasattr(
        class_names, "__iter__"
    ):
        raise TypeError(
            "`class_names` must be a list of tags, such as "
            f'`["dog", "cat"]`. Received: {class_names!r}.'
        )
    names = list(class_names)
    if not names:
        raise ValueError(
            "`class_names` is empty. Give the tags, or `num_tags` alone."
        )
    for place, name in enumerate(names):
        if not isinstance(name, str):
            raise TypeError(
                "`class_names` must be texts. Received: "
                f"class_names[{place}]={name!r}."
            )
        if lower_case(name) != name or name.split() != [name]:
            raise ValueError(
                f"`class_names[{place}]` is {name!r}. Tags are compared with "
                "the lower-cased words of captions: give single words in "
                "lower case, without white space."
            )
        if name in names[:place]:
            raise ValueError(
                "`class_names` must be different tags. Received "
                f"{name!r} more than once: leave it out."
            )
    return [str(name) for name in names]
