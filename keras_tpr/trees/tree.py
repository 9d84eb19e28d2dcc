"""The tree that every reader yields and every function of trees takes."""

import operator

from keras_tpr.trees.word_order import word_order


class Tree:
    """A labelled, ordered tree over the words of a sentence.

    A node has children, a word, or both. In a constituency tree the leaves
    have the words: a leaf is a pre-terminal such as `(NN dog)`, or in the
    Stanford Sentiment Treebank a word with its class, `(2 dog)`. In a
    dependency tree every node has a word, and its children are its
    dependents.

    Trees are immutable, compare by value and can be keys of a dict. Nothing
    here recurses, so that trees may be as deep as memory allows.

    Args:
        label: A hashable value, such as a category, a class or a relation;
            None if the node has no label. Readers of text give strings.
        children: Trees, from left to right.
        word: A string; None if the node has no word of its own.
        position: The place of the word in the sentence, from 0, where words
            do not come in preorder: in dependency trees, as heads stand behind
            some dependents, and where branches cross. Either all words of a
            tree have a position or none has.

    Attributes:
        label: See above.
        children: A tuple.
        word: See above.
        position: See above.

    Raises:
        TypeError: If a child is not a tree, the word not a string, or the
            position not an integer.
        ValueError: If there is neither word nor child, if the position is
            negative, or if there is a position but no word.

    Example:

    >>> from keras_tpr.trees import Tree
    >>> dog = Tree("NP", [Tree("DT", word="a"), Tree("NN", word="dog")])
    >>> tree = Tree("S", [dog, Tree("VBZ", word="barks")])
    >>> tree.words(), tree.tags()
    (['a', 'dog', 'barks'], ['DT', 'NN', 'VBZ'])
    >>> tree.size, tree.height
    (5, 2)
    """

    __slots__ = ("label", "children", "word", "position")

    def __init__(self, label, children=(), word=None, position=None):
        children = _checked_children(children)
        if word is None:
            if not children:
                raise ValueError(
                    "A node needs `children` or a `word`. Received neither, "
                    f"with `label={label!r}`."
                )
        elif not isinstance(word, str):
            raise TypeError(
                f"`word` must be a string or None. Received {word!r}."
            )
        if position is not None:
            position = _checked_position(position, word)
        set_attribute = object.__setattr__
        set_attribute(self, "label", label)
        set_attribute(self, "children", children)
        set_attribute(self, "word", word)
        set_attribute(self, "position", position)

    @property
    def is_leaf(self):
        """Whether there are no children."""
        return not self.children

    @property
    def size(self):
        """The number of nodes."""
        return sum(1 for _ in self.preorder())

    @property
    def height(self):
        """The number of edges from here down to the deepest leaf."""
        return self.fold(lambda node, heights: 1 + max(heights, default=-1))

    def preorder(self):
        """Iterates over all nodes, each before its children."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children[::-1])

    def postorder(self):
        """Iterates over all nodes, each behind its children."""
        nodes, stack = [], [self]
        while stack:
            node = stack.pop()
            nodes.append(node)
            stack.extend(node.children)
        return reversed(nodes)

    def fold(self, function):
        """Computes a value from the leaves up to this node.

        Args:
            function: Called for every node behind its children, as
                `function(node, values)` with the list of the children's
                values. Returns the value of the node.

        Returns:
            The value of this node.

        Example:

        >>> from keras_tpr.trees import from_brackets
        >>> tree = from_brackets("(S (NP (DT a) (NN dog)) (VBZ barks))")
        >>> tree.fold(lambda node, values: sum(values) or len(node.word))
        9
        """
        values = []  # of nodes whose parent is still to come
        for node in self.postorder():
            first = len(values) - len(node.children)
            values[first:] = [function(node, values[first:])]
        return values[0]

    def leaves(self):
        """A list of the nodes without children, from left to right."""
        return [node for node in self.preorder() if not node.children]

    def word_nodes(self):
        """A list of the nodes with a word, in the order of the sentence.

        In a constituency tree these are the pre-terminals.
        """
        nodes = list(self.preorder())
        return [nodes[place] for place in word_order(nodes)]

    def words(self):
        """A list of the words, in the order of the sentence."""
        return [node.word for node in self.word_nodes()]

    def tags(self):
        """A list of the labels of the nodes with a word, in their order.

        They are parts of speech in a constituency tree, relations in a
        dependency tree.
        """
        return [node.label for node in self.word_nodes()]

    def replace(self, **changes):
        """A copy of this node with other arguments.

        Args:
            **changes: Arguments of `Tree`.

        Returns:
            A tree.
        """
        arguments = {name: getattr(self, name) for name in self.__slots__}
        return Tree(**{**arguments, **changes})

    def map_labels(self, function):
        """A tree of the same shape with other labels.

        Args:
            function: Called with every label; returns the new one.

        Returns:
            A tree.

        Example:

        >>> from keras_tpr.trees import from_brackets
        >>> tree = from_brackets("(3 (2 a) (4 gem))").map_labels(int)
        >>> tree.label, tree.tags()
        (3, [2, 4])
        """
        return self.fold(
            lambda node, children: Tree(
                function(node.label), children, node.word, node.position
            )
        )

    def map_words(self, function):
        """A tree of the same shape with other words.

        Args:
            function: Called with every word; returns the new one.

        Returns:
            A tree.

        Example:

        >>> from keras_tpr.trees import from_brackets
        >>> from_brackets("(3 (2 A) (4 Gem))").map_words(str.lower).words()
        ['a', 'gem']
        """

        def node_with_word(node, children):
            word = node.word if node.word is None else function(node.word)
            return Tree(node.label, children, word, node.position)

        return self.fold(node_with_word)

    def __setattr__(self, name, value):
        raise AttributeError(
            f"A tree cannot be changed: `{name}` was assigned to. "
            f"`tree.replace({name}=...)` gives a changed copy."
        )

    def __delattr__(self, name):
        raise AttributeError(f"A tree cannot be changed: `{name}` was deleted.")

    def __eq__(self, other):
        if not isinstance(other, Tree):
            return NotImplemented
        if self is other:
            return True
        # Equal up to some node, both have as many nodes up to there; equal
        # throughout, they end together.
        return all(
            map(
                operator.eq,
                map(_own_values, self.preorder()),
                map(_own_values, other.preorder()),
            )
        )

    def __hash__(self):
        return hash(tuple(map(_own_values, self.preorder())))

    def __reduce__(self):
        return _from_own_values, (list(map(_own_values, self.preorder())),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __repr__(self):
        parts, stack = [], [self]
        while stack:
            item = stack.pop()
            if isinstance(item, str):
                parts.append(item)
                continue
            parts.append(f"Tree({item.label!r}")
            stack.append(_end_of_repr(item))
            if item.children:
                parts.append(", [")
                stack.append("]")
                for i, child in enumerate(reversed(item.children)):
                    stack.extend([", ", child] if i else [child])
        return "".join(parts)


def _checked_children(children):
    children = tuple(children)
    for child in children:
        if not isinstance(child, Tree):
            raise TypeError(
                f"`children` must be trees. Received {child!r} among them."
            )
    return children


def _checked_position(position, word):
    try:
        position = operator.index(position)
    except TypeError as error:
        raise TypeError(
            f"`position` must be an integer. Received {position!r}."
        ) from error
    if position < 0:
        raise ValueError(
            f"`position` must not be negative. Received {position}."
        )
    if word is None:
        raise ValueError(
            f"`position={position}` is that of a word. Give `word`."
        )
    return position


def _own_values(node):
    """Values of one node; those of all in preorder make up the tree."""
    return node.label, len(node.children), node.word, node.position


def _from_own_values(values):
    stack = []
    for label, num_children, word, position in reversed(values):
        # The children lie on the stack, the first of them on top.
        children = stack[len(stack) - num_children :][::-1]
        del stack[len(stack) - num_children :]
        stack.append(Tree(label, children, word, position))
    return stack[0]


def _end_of_repr(node):
    end = "" if node.word is None else f", word={node.word!r}"
    if node.position is not None:
        end += f", position={node.position}"
    return end + ")"
