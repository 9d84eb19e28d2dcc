import itertools
from xml.dom import minidom

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keras_tpr.trees.svg_text import cells, color_on, xml_text


@given(st.text(st.characters(exclude_characters="<>&")))
def test_xml_holds_every_text(text):
    parsed = minidom.parseString(f"<a>{xml_text(text)}</a>".encode())
    assert parsed.documentElement.tagName == "a"


def test_only_what_xml_cannot_hold_is_replaced():
    assert xml_text("a\x00\x0b\ud800\uffff\u00a0\N{CROISSANT}\t") == (
        "a\ufffd\ufffd\ufffd\ufffd\u00a0\N{CROISSANT}\t"
    )


@pytest.mark.parametrize(
    "text, width",
    [("", 0), ("dog", 3), ("日本", 4), ("e\u0301", 1), ("\uff21", 2)],
)
def test_widths(text, width):
    assert cells(text) == width


def luminance(color):
    """Relative luminance of WCAG 2."""
    shares = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4
        for s in shares
    ]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_text_is_readable_on_every_colour():
    for parts in itertools.product(["00", "40", "80", "c0", "ff"], repeat=3):
        background = "#" + "".join(parts)
        bright, dark = sorted(
            [luminance(background), luminance(color_on(background))],
            reverse=True,
        )
        # The level AA of WCAG 2.
        assert (bright + 0.05) / (dark + 0.05) >= 4.5
