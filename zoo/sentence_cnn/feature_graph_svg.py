"""Feature graphs drawn as SVG."""

from xml.sax.saxutils import escape, quoteattr

from keras_tpr.trees.svg_text import cells, color_on, xml_text
from keras_tpr.trees.value_colors import value_colors

_FONT_SIZE = 13
_CELL = 0.6 * _FONT_SIZE  # width of a character in a monospaced font
_GAP = 14  # between words
_LEVEL = 72  # from a layer to the next
_RADIUS = 9
_MARGIN = 16
_POSITIVE, _NEGATIVE = "#4393c3", "#d6604d"


def feature_graph_svg(graph, words, root):
    """Draws a feature graph: words below, the class on top.

    Circles are features, blue if their value is positive and red if it is
    negative; lines are as wide as what the lower end adds to the upper one,
    with the same colours. Pointing at a feature shows the words it sees.

    Args:
        graph: a `keras_tpr.analysis.FeatureGraph`.
        words: the words of the sentence.
        root: what stands on top, such as the predicted class.

    Returns:
        A string that begins with `<svg`.

    Example:

    >>> from keras_tpr.analysis import FeatureGraph, FeatureNode
    >>> from zoo.sentence_cnn.feature_graph_svg import feature_graph_svg
    >>> word = FeatureNode(0, 0, 0, place=1, value=0.0, first=1, last=1)
    >>> feature = FeatureNode(1, 3, 2, place=0, value=0.5, first=1, last=1)
    >>> graph = FeatureGraph([word, feature], [(1, 0, 0.4)], [(1, 0.2)])
    >>> svg = feature_graph_svg(graph, ["so", "good"], "positive")
    >>> svg.startswith("<svg"), svg.count("<circle")
    (True, 1)
    """
    centers, width = _word_places(words)
    top = max([0, *(node.layer for node in graph.nodes)]) + 1
    width = max(width, _text_width(root) + 2 * _GAP)
    points = _points(graph, centers, top, width)
    crown = (width / 2, 0.0)
    height = top * _LEVEL
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f"aria-label={quoteattr(xml_text(' '.join(words)))} "
        f'width="{round(width + 2 * _MARGIN)}" '
        f'height="{round(height + 2 * _MARGIN)}" '
        f'viewBox="{-_MARGIN} {-_MARGIN} {round(width + 2 * _MARGIN)} '
        f'{round(height + 2 * _MARGIN)}" style="max-width:none" '
        f'font-size="{_FONT_SIZE}" text-anchor="middle" '
        'font-family="ui-monospace,Menlo,Consolas,monospace">',
        f'<rect x="{-_MARGIN}" y="{-_MARGIN}" width="100%" height="100%" '
        'fill="#ffffff"/>',
        *_lines(
            [(points[a], points[b], weight) for a, b, weight in graph.edges]
        ),
        *_lines([(crown, points[a], weight) for a, weight in graph.roots]),
        *(
            _feature(graph, place, points[place])
            for place, node in enumerate(graph.nodes)
            if node.layer
        ),
        *(
            f'<text x="{x:.1f}" y="{height:.1f}" dy="0.35em">'
            f"{_escaped(word)}</text>"
            for x, word in zip(centers, words, strict=True)
        ),
        _box(root, crown),
        "</svg>",
    ]
    return "\n".join(parts)


def _word_places(words):
    """Centres of the words and the width of all."""
    centers, edge = [], 0.0
    for word in words:
        size = _text_width(word)
        centers.append(edge + size / 2)
        edge += size + _GAP
    return centers, max(edge - _GAP, 1.0)


def _points(graph, centers, top, width):
    """Where each node is: over the middle of what it sees."""
    points = {}
    for level in range(top):
        level_nodes = [
            (place, node)
            for place, node in enumerate(graph.nodes)
            if node.layer == level
        ]
        if level == 0:
            for place, node in level_nodes:
                points[place] = (
                    centers[node.place],
                    top * _LEVEL - _FONT_SIZE,
                )
            continue
        wanted = {
            place: (centers[node.first] + centers[node.last]) / 2
            for place, node in level_nodes
        }
        y = (top - level) * _LEVEL
        for place, x in _apart(wanted, width).items():
            points[place] = (x, y)
    return points


def _apart(wanted, width):
    """Moves places to the right where they would lie on each other."""
    step = min(2 * _RADIUS + 6, width / max(1, len(wanted)))
    placed, edge = {}, float("-inf")
    order = sorted(wanted, key=wanted.get)
    for number, place in enumerate(order):
        last = width - (len(order) - 1 - number) * step
        edge = min(max(wanted[place], edge + step), max(last, edge + step))
        placed[place] = edge
    return placed


def _lines(lines):
    """Lines of `(point, point, weight)`, as wide as the weights compare."""
    largest = max([abs(weight) for *_, weight in lines], default=0.0) or 1.0
    return [
        f'<line x1="{a[0]:.1f}" y1="{a[1]:.1f}" x2="{b[0]:.1f}" '
        f'y2="{b[1]:.1f}" stroke="{_POSITIVE if w >= 0 else _NEGATIVE}" '
        f'stroke-width="{0.8 + 3.2 * abs(w) / largest:.1f}" '
        f'stroke-opacity="0.7"><title>{w:+.3f}</title></line>'
        for a, b, w in lines
    ]


def _feature(graph, place, point):
    node = graph.nodes[place]
    (color,) = value_colors([node.value], (-1.0, 1.0))
    text = (
        f"layer {node.layer}, row {node.row}, map {node.map}: "
        f"{node.value:+.3f}, words {node.first + 1} to {node.last + 1}"
    )
    return (
        f'<circle cx="{point[0]:.1f}" cy="{point[1]:.1f}" r="{_RADIUS}" '
        f'fill="{color}" stroke="#767676"><title>{_escaped(text)}</title>'
        "</circle>"
    )


def _box(text, point):
    width = _text_width(text) + 16
    color = "#e8e8e8"
    return (
        f'<rect x="{point[0] - width / 2:.1f}" y="{point[1] - 12:.1f}" '
        f'width="{width:.1f}" height="24" rx="5" fill="{color}" '
        f'stroke="#767676"/><text x="{point[0]:.1f}" y="{point[1]:.1f}" '
        f'dy="0.35em" fill="{color_on(color)}">{_escaped(text)}</text>'
    )


def _text_width(text):
    return cells(text) * _CELL


def _escaped(text):
    return escape(xml_text(text))
