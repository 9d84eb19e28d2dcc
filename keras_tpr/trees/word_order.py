"""The order of words in a sentence, by their nodes in a tree."""


def word_order(nodes):
    """Places of the nodes that have a word, in the order of the sentence.

    Args:
        nodes: All nodes of a tree, in preorder.

    Returns:
        A list of places in `nodes`.

    Raises:
        ValueError: If some words have a position and some have none, or if
            two have the same one.
    """
    places = [i for i, node in enumerate(nodes) if node.word is not None]
    positions = {nodes[i].position for i in places}
    if positions == {None}:
        return places
    if None in positions or len(positions) < len(places):
        found = [(nodes[i].word, nodes[i].position) for i in places[:20]]
        raise ValueError(
            "Either each word of a tree has a `position` of its own, or none "
            f"has one. Received {found}."
        )
    return sorted(places, key=lambda i: nodes[i].position)
