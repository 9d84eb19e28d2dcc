"""Figures inside an HTML page, without files of their own."""

import base64
import html
import io


def figure_html(figure, caption, dpi=80):
    """Returns a matplotlib figure as HTML with the picture inside.

    Args:
        figure: A `matplotlib.figure.Figure`.
        caption: What the figure shows, as text.
        dpi: Pixels per inch.
    """
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=dpi)
    return _picture(buffer, caption)


def image_html(pixels, caption, width=None):
    """Returns an image as HTML with the picture inside.

    Args:
        pixels: `uint8` array (height, width, 3).
        caption: What the image shows, as text.
        width: Width on the page in pixels; by default the image's own.
    """
    from PIL import Image

    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, format="png")
    return _picture(buffer, caption, width)


def _picture(buffer, caption, width=None):
    data = base64.b64encode(buffer.getvalue()).decode("ascii")
    size = "" if width is None else f' width="{width}"'
    text = html.escape(caption)
    return (
        f'<figure><img alt="{text}"{size} src="data:image/png;base64,{data}">'
        f"<figcaption>{text}</figcaption></figure>"
    )
