"""Pictures of scenes."""

import functools
import math

import numpy as np
from PIL import Image, ImageDraw

from recipes.datasets.scenes.spatial_relation import RING_HOLE

# Each picture is drawn this many times larger and averaged down.
SUPERSAMPLING = 4
COLOR_VALUES = {
    "red": (214, 39, 40),
    "orange": (250, 140, 20),
    "yellow": (240, 210, 30),
    "green": (44, 150, 60),
    "blue": (40, 90, 215),
    "purple": (135, 65, 185),
    "pink": (245, 130, 190),
    "brown": (125, 75, 40),
}
BACKGROUND_VALUES = {"light": (205, 212, 216), "dark": (38, 42, 50)}
# Stripes, dots and checks lie in this colour on the object's own.
TEXTURE_VALUE = (252, 252, 246)

# Width of the plain edge around a texture, as a fraction of the side. A ring is
# too narrow for the usual one.
_OUTLINE = 0.014
_RING_OUTLINE = 0.006


def draw_scene(scene, image_size=64):
    """Draws a scene; the same scene looks alike at every size.

    Args:
        scene: a `Scene`.
        image_size: side of the square picture in pixels.

    Returns:
        A `uint8` array `(image_size, image_size, 3)`.

    Example:

    >>> from recipes.datasets.scenes import draw_scene, generate_scene
    >>> draw_scene(generate_scene("train", 0).scene, image_size=96).shape
    (96, 96, 3)
    """
    side = image_size * SUPERSAMPLING
    canvas = Image.new("RGB", (side, side), BACKGROUND_VALUES[scene.background])
    for obj in scene.objects:
        _paint(canvas, obj, side)
    small = canvas.resize((image_size, image_size), Image.Resampling.BOX)
    return np.array(small)


def _paint(canvas, obj, side):
    reach = math.ceil(1.1 * obj.radius * side)
    corner = round(obj.x * side) - reach, round(obj.y * side) - reach
    silhouette = _silhouette(obj, obj.radius * side, reach)
    canvas.paste(COLOR_VALUES[obj.color], corner, silhouette)
    if obj.texture != "plain":
        # The texture stops short of the edge, so that a striped object keeps
        # its outline on a light background.
        outline = _RING_OUTLINE if obj.shape == "ring" else _OUTLINE
        inner = _silhouette(obj, obj.radius * side, reach, outline * side)
        lit = np.where(_pattern(obj, side, reach), np.asarray(inner), 0)
        mask = Image.fromarray(lit.astype("uint8"))
        canvas.paste(TEXTURE_VALUE, corner, mask)


def _silhouette(obj, radius, reach, outline=0.0):
    """A mask of the object, centred, without an outline of that width."""
    mask = Image.new("L", (2 * reach, 2 * reach))
    draw = ImageDraw.Draw(mask)
    angle = math.radians(obj.angle)
    rotation = np.array(
        [
            [math.cos(angle), math.sin(angle)],
            [-math.sin(angle), math.cos(angle)],
        ]
    )
    points = _unit_polygon(obj.shape) @ rotation
    # A polygon shrunk by its incircle loses the same width on every edge.
    edge = _INCIRCLE[obj.shape] * radius
    scale = radius * max(edge - outline, 0.0) / edge
    draw.polygon((points * scale + reach).ravel().tolist(), fill=255)
    if obj.shape == "ring":
        hole = radius * RING_HOLE + outline
        draw.polygon((points * hole + reach).ravel().tolist(), fill=0)
    return mask


def _pattern(obj, side, reach):
    """Where the texture is lit, turned with the object."""
    angle = math.radians(obj.angle)
    # Finer on small objects, which would have room for one dot otherwise.
    period = (0.042 + 0.15 * obj.radius) * side
    axis = (np.arange(2 * reach) - reach + 0.5) / period
    across = axis * math.cos(angle) + axis[:, None] * math.sin(angle)
    if obj.texture == "striped":
        return (across + 0.25) % 1 < 0.5
    down = axis[:, None] * math.cos(angle) - axis * math.sin(angle)
    if obj.texture == "checkered":
        return (across % 1 < 0.5) ^ (down % 1 < 0.5)
    return ((across + 0.5) % 1 - 0.5) ** 2 + (
        (down + 0.5) % 1 - 0.5
    ) ** 2 < 0.09


# Distance from the centre to the nearest edge, for a radius of one.
_INCIRCLE = {
    "circle": 1.0,
    "square": 0.72,
    "triangle": 0.5,
    "star": 0.35,
    "cross": 0.36,
    "diamond": 0.53,
    "heart": 0.55,
    "ring": 1.0,
    "oval": 0.6,
}


@functools.cache
def _unit_polygon(shape):
    """Corners of a shape of radius one, `(P, 2)`, y downwards."""
    if shape in ("circle", "ring", "oval"):
        turn = np.linspace(0, 2 * np.pi, 64, endpoint=False)
        flat = 0.6 if shape == "oval" else 1.0
        return np.stack([np.cos(turn), flat * np.sin(turn)], axis=1)
    if shape == "heart":
        turn = np.linspace(0, 2 * np.pi, 64, endpoint=False)
        x = 16 * np.sin(turn) ** 3
        y = (
            -13 * np.cos(turn)
            + 5 * np.cos(2 * turn)
            + 2 * np.cos(3 * turn)
            + np.cos(4 * turn)
        )
        return np.stack([x, y - 2.5], axis=1) / 17.5
    if shape == "star":
        turn = np.pi * np.arange(10) / 5
        reach = np.where(np.arange(10) % 2, 0.42, 1.0)
        return np.stack([reach * np.sin(turn), -reach * np.cos(turn)], axis=1)
    return np.array(_CORNERS[shape])


_CORNERS = {
    "square": [(-0.72, -0.72), (0.72, -0.72), (0.72, 0.72), (-0.72, 0.72)],
    "triangle": [(0, -1), (0.87, 0.5), (-0.87, 0.5)],
    "diamond": [(0, -1), (0.62, 0), (0, 1), (-0.62, 0)],
    "cross": [
        (-0.36, -1),
        (0.36, -1),
        (0.36, -0.36),
        (1, -0.36),
        (1, 0.36),
        (0.36, 0.36),
        (0.36, 1),
        (-0.36, 1),
        (-0.36, 0.36),
        (-1, 0.36),
        (-1, -0.36),
        (-0.36, -0.36),
    ],
}
