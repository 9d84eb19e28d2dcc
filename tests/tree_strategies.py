"""Random trees for hypothesis, and trees deeper than Python may recurse."""

from hypothesis import strategies as st

from keras_tpr.trees import Tree, from_parents

# Anything but a bracket or a blank of ASCII, so no-break spaces, too.
WORDS = st.text(
    st.characters(exclude_characters="() \t\n\r\f\v", codec="utf-8"),
    min_size=1,
    max_size=6,
)
LABELS = st.sampled_from(["S", "NP", "VP", "NN", "-LRB-", "0", "$", ":"])


def constituency_trees(words=WORDS, labels=LABELS, max_children=4):
    """Trees with words at their leaves only."""
    leaves = st.builds(
        lambda label, word: Tree(label, word=word), labels, words
    )

    def inner(children):
        children = st.lists(children, min_size=1, max_size=max_children)
        return st.builds(Tree, labels, children)

    return st.recursive(leaves, inner, max_leaves=20)


@st.composite
def dependency_parents(draw, max_words=12, projective=False):
    """Heads of the words of a sentence, from 1, and 0 for the root."""
    size = draw(st.integers(1, max_words))
    heads = [0] * size
    if projective:
        _draw_heads(draw, heads)
        return heads
    order = draw(st.permutations(range(size)))
    for place in range(1, size):
        heads[order[place]] = order[draw(st.integers(0, place - 1))] + 1
    return heads


def _draw_heads(draw, heads):
    """Draws a head for every part of a sentence, so that none cross."""
    parts = [(0, len(heads), 0)]
    while parts:
        start, end, head_of_part = parts.pop()
        if start == end:
            continue
        head = draw(st.integers(start, end - 1))
        heads[head] = head_of_part
        # On both sides there may be several dependents.
        for first, last in ((start, head), (head + 1, end)):
            middle = draw(st.integers(first, last))
            parts += [(first, middle, head + 1), (middle, last, head + 1)]


@st.composite
def dependency_trees(draw, projective=False):
    """Trees with a word at every node."""
    heads = draw(dependency_parents(projective=projective))
    words = draw(st.lists(WORDS, min_size=len(heads), max_size=len(heads)))
    labels = draw(st.lists(LABELS, min_size=len(heads), max_size=len(heads)))
    return from_parents(heads, words, labels)


def right_branching(num_words=3000):
    """(S (D w0) (S (D w1) ... (D w2999)))."""
    tree = Tree("D", word=f"w{num_words - 1}")
    for i in reversed(range(num_words - 1)):
        tree = Tree("S", [Tree("D", word=f"w{i}"), tree])
    return tree


def left_branching(num_words=3000):
    """(S (S ... (D w0)) (D w2999))."""
    tree = Tree("D", word="w0")
    for i in range(1, num_words):
        tree = Tree("S", [tree, Tree("D", word=f"w{i}")])
    return tree


def unary_chain(length=2000):
    """(A1999 (A1998 ... (NN word)))."""
    tree = Tree("NN", word="word")
    for i in range(length):
        tree = Tree(f"A{i}", [tree])
    return tree


def dependency_chain(num_words=3000):
    """Every word depends on the one behind it."""
    heads = [*range(2, num_words + 1), 0]
    return from_parents(heads, [f"w{i}" for i in range(num_words)])


DEEP_TREES = {
    "right branching": right_branching,
    "left branching": left_branching,
    "unary chain": unary_chain,
    "dependency chain": dependency_chain,
}
