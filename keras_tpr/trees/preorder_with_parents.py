"""Nodes of a tree together with the places of their parents."""


def preorder_with_parents(tree):
    """Lists the nodes of a tree, each before its children.

    Args:
        tree: A `Tree`.

    Returns:
        A list of nodes, and for each the place of its parent in that list,
        None for the root.
    """
    nodes, parents = [], []
    stack = [(tree, None)]
    while stack:
        node, parent = stack.pop()
        place = len(nodes)
        nodes.append(node)
        parents.append(parent)
        stack.extend((child, place) for child in node.children[::-1])
    return nodes, parents
