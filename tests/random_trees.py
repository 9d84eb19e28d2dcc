"""Trees of random shapes."""

from keras_tpr.trees import Tree


def random_tree(rng, leaves, max_children=2, min_children=2, words=4):
    """A tree whose nodes have classes from 0 to 4 and words `w0`, `w1`, ...

    Args:
        rng: a NumPy generator.
        leaves: number of leaves.
        max_children, min_children: children of a node that is no leaf; with
            a minimum of 1 there are unary nodes, a third of the height.
        words: number of different words.
    """

    def node(children=()):
        word = f"w{rng.integers(words)}"
        return Tree(int(rng.integers(5)), children, None if children else word)

    row = [node() for _ in range(leaves)]
    while len(row) > 1 or (min_children == 1 and rng.random() < 0.3):
        count = min(len(row), int(rng.integers(min_children, max_children + 1)))
        first = int(rng.integers(len(row) - count + 1))
        row[first : first + count] = [node(row[first : first + count])]
    return row[0]
