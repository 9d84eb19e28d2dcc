"""Text in SVG: what it may hold, how wide it is, and how it is readable."""

import re
import unicodedata

_NOT_XML = re.compile(
    "[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]"
)


def xml_text(text):
    """A text with a replacement for each character that XML cannot hold."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)


def cells(text):
    """The width of a text in a monospaced font, in characters."""
    return sum(
        2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
        if not unicodedata.combining(character)
    )


def color_on(background):
    """Black or white, whichever is easier to read on a colour.

    Args:
        background: A colour such as `"#ffcc00"`.

    Returns:
        A colour.

    Example:

    >>> from keras_tpr.trees.svg_text import color_on
    >>> color_on("#ffcc00"), color_on("#000080")
    ('#000000', '#ffffff')
    """
    red, green, blue = (_linear(background[i : i + 2]) for i in (1, 3, 5))
    # At this luminance both have the same contrast (WCAG 2).
    is_dark = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.179
    return "#ffffff" if is_dark else "#000000"


def _linear(digits):
    """The luminance of one of the three colours of light, from sRGB."""
    share = int(digits, 16) / 255
    if share <= 0.04045:
        return share / 12.92
    return ((share + 0.055) / 1.055) ** 2.4
