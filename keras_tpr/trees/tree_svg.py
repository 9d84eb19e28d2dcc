"""Trees drawn as SVG."""

import re
from xml.sax.saxutils import escape, quoteattr

from keras_tpr.trees.svg_text import cells, color_on, xml_text
from keras_tpr.trees.tree_layout import lay_out
from keras_tpr.trees.value_colors import NO_COLOR, value_colors

_ORIENTATIONS = ("auto", "vertical", "horizontal")
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_FONT_SIZE = 13
_CELL = 0.6 * _FONT_SIZE  # width of a character in a monospaced font
_BOX_HEIGHT = 20
_PADDING = 5  # between the text and the edge of its box
_GAP = 8  # between neighbours along the sentence
_LEVEL = 44  # from a level to the next, drawn from top to bottom
_LEVEL_GAP = 22  # between levels, drawn from left to right
_MARGIN = 12
_WIDEST = 960  # of pages; what is wider is drawn from left to right


def tree_svg(
    tree,
    values=None,
    value_range=None,
    colors=None,
    orientation="auto",
    title=None,
):
    """Draws a tree as an SVG picture, for a page or a file of its own.

    Long sentences are drawn from left to right, with a line for each word,
    so that they stay readable without scrolling sideways. Pointing at a node
    shows its words and its value. The picture needs no other file, and readers
    that speak name it by its title.

    Args:
        tree: A `Tree`.
        values: A number for each node in postorder, as in a `TreeBatch`; NaN
            for a node without. Nodes are coloured from red, the least, over
            white to blue, the greatest.
        value_range: The values that are fully red and fully blue, by default
            the least and the greatest of `values`.
        colors: A colour such as `"#ffcc00"` for each node in postorder, in
            place of `values`.
        orientation: `"vertical"`, with the root on top, `"horizontal"`, with
            the root at the left, or `"auto"`, vertical for short sentences.
        title: What the picture shows; by default the sentence.

    Returns:
        A string that begins with `<svg`.

    Raises:
        ValueError: If there is not one value or colour for each node, if both
            are given, or if a colour or `orientation` is malformed.

    Example:

    >>> from keras_tpr.trees import from_brackets, tree_svg
    >>> tree = from_brackets("(4 (2 a) (3 gem))")
    >>> svg = tree_svg(tree, values=[2, 3, 4], value_range=(0, 4))
    >>> svg.startswith("<svg"), svg.count("<rect")
    (True, 4)
    """
    if orientation not in _ORIENTATIONS:
        raise ValueError(
            f"`orientation` must be one of {_ORIENTATIONS}. Received "
            f"{orientation!r}."
        )
    colors = _node_colors(tree.size, values, value_range, colors)
    layout = lay_out(tree, _label_width, _word_width)
    vertical = orientation == "vertical" or (
        orientation == "auto" and layout.length <= _WIDEST
    )
    if not vertical:
        layout = lay_out(tree, _line_height, _line_height)
    drawing = _Drawing(layout, vertical, values, colors)
    return drawing.svg(" ".join(tree.words()) if title is None else title)


def _node_colors(size, values, value_range, colors):
    """A colour for each node in postorder."""
    if values is not None and colors is not None:
        raise ValueError("Give either `values` or `colors`, not both.")
    if value_range is not None and values is None:
        raise ValueError(
            f"`value_range={value_range!r}` is that of `values`. Give those."
        )
    given, name = (values, "values") if colors is None else (colors, "colors")
    if given is None:
        return [NO_COLOR] * size
    if len(given) != size:
        raise ValueError(
            f"`{name}` must have one entry for each of the {size} nodes, in "
            f"postorder. Received {len(given)}."
        )
    if colors is None:
        return value_colors(values, value_range)
    for color in colors:
        if not isinstance(color, str) or not _COLOR.fullmatch(color):
            raise ValueError(
                '`colors` must be such as "#ffcc00", six hexadecimal digits '
                f"behind a #. Received {color!r}."
            )
    return list(colors)


class _Drawing:
    """A layout with lengths and colours, as SVG."""

    def __init__(self, layout, vertical, values, colors):
        self.layout = layout
        self.vertical = vertical
        places = _postorder_places(layout)
        self.colors = [colors[place] for place in places]
        self.values = None if values is None else [values[p] for p in places]
        self.levels = self._levels()

    def svg(self, title):
        size = self._size()
        width, height = (round(length + 2 * _MARGIN) for length in size)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f"aria-label={quoteattr(xml_text(title))} "
            f'width="{width}" height="{height}" '
            f'viewBox="{-_MARGIN} {-_MARGIN} {width} {height}" '
            # Otherwise pages that make pictures fit make text too small.
            f'style="max-width:none" font-size="{_FONT_SIZE}" '
            'font-family="ui-monospace,Menlo,Consolas,monospace" '
            'text-anchor="middle">',
            f"<title>{_escaped(title)}</title>",
            f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="{width}" '
            f'height="{height}" fill="#ffffff"/>',
            f'<path d="{self._branches()}" fill="none" stroke="#767676"/>',
            f'<path d="{self._word_lines()}" fill="none" stroke="#b0b0b0" '
            'stroke-dasharray="2 3"/>',
            *map(self._node, range(len(self.layout.nodes))),
            *map(self._word, range(len(self.layout.words))),
            "</svg>",
        ]
        return "\n".join(parts)

    def _levels(self):
        """Where each level is across the sentence, and the words last."""
        num_levels = max(self.layout.depths) + 1
        if self.vertical:
            return [_BOX_HEIGHT / 2 + _LEVEL * i for i in range(num_levels + 1)]
        widths = [0] * num_levels
        for node, depth in zip(
            self.layout.nodes, self.layout.depths, strict=True
        ):
            widths[depth] = max(widths[depth], _box_width(node))
        levels, edge = [], 0
        for width in widths:
            levels.append(edge + width / 2)
            edge += width + _LEVEL_GAP
        return [*levels, edge]

    def _size(self):
        across = self.levels[-1] + _BOX_HEIGHT / 2
        if self.vertical:
            return self.layout.length, across
        nodes = [self.layout.nodes[place] for place in self.layout.words]
        longest = max(_text_width(node.word) for node in nodes)
        return self.levels[-1] + longest, self.layout.length

    def _point(self, along, across):
        return (along, across) if self.vertical else (across, along)

    def _node_point(self, place):
        layout = self.layout
        level = self.levels[layout.depths[place]]
        return self._point(layout.centers[place], level)

    def _branches(self):
        lines = []
        for place, parent in enumerate(self.layout.parents):
            if parent is not None:
                lines.append(
                    _line(self._node_point(parent), self._node_point(place))
                )
        return "".join(lines)

    def _word_lines(self):
        lines = []
        for place, along in zip(
            self.layout.words, self.layout.word_centers, strict=True
        ):
            # The text is in the way, drawn from top to bottom.
            end = self.levels[-1] - (_BOX_HEIGHT / 2 if self.vertical else 4)
            lines.append(
                _line(self._node_point(place), self._point(along, end))
            )
        return "".join(lines)

    def _node(self, place):
        node = self.layout.nodes[place]
        x, y = self._node_point(place)
        width, color = _box_width(node), self.colors[place]
        return (
            f"<g><title>{_escaped(self._description(place))}</title>"
            f'<rect x="{x - width / 2:.1f}" y="{y - _BOX_HEIGHT / 2:.1f}" '
            f'width="{width:.1f}" height="{_BOX_HEIGHT}" rx="4" '
            f'fill="{color}" stroke="#767676"/>'
            f'<text x="{x:.1f}" y="{y:.1f}" dy="0.35em" '
            f'fill="{color_on(color)}">{_escaped(_label(node))}</text></g>'
        )

    def _word(self, i):
        node = self.layout.nodes[self.layout.words[i]]
        x, y = self._point(self.layout.word_centers[i], self.levels[-1])
        anchor = "" if self.vertical else ' text-anchor="start"'
        return (
            f'<text x="{x:.1f}" y="{y:.1f}" dy="0.35em"{anchor} '
            f'fill="#000000">{_escaped(node.word)}</text>'
        )

    def _description(self, place):
        """What pointing at a node shows."""
        first, last = self.layout.spans[place]
        covered = [
            self.layout.nodes[i].word
            for i in self.layout.words[first : min(last + 1, first + 20)]
        ]
        text = f"{_label(self.layout.nodes[place])}: {' '.join(covered)}"
        if last - first >= 20:
            text += " ..."
        if self.values is not None:
            text += f" ({self.values[place]:.4g})"
        return text


def _postorder_places(layout):
    """For each node in preorder its place in postorder."""
    sizes = [1] * len(layout.nodes)
    for place in reversed(range(1, len(sizes))):
        sizes[layout.parents[place]] += sizes[place]
    # All that precede in preorder precede in postorder, but the ancestors;
    # and so does all that is below.
    return [
        place + size - 1 - depth
        for place, (size, depth) in enumerate(
            zip(sizes, layout.depths, strict=True)
        )
    ]


def _label_width(node):
    return _box_width(node) + _GAP


def _word_width(node):
    return _text_width(node.word) + _GAP


def _line_height(node):
    return _BOX_HEIGHT + 2


def _box_width(node):
    return max(_text_width(_label(node)), _CELL) + 2 * _PADDING


def _label(node):
    return "·" if node.label is None else str(node.label)


def _line(start, end):
    return f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"


def _text_width(text):
    return cells(text) * _CELL


def _escaped(text):
    return escape(xml_text(text))
