"""The scene graph: what a picture of the data set holds."""

import dataclasses
import json

from recipes.datasets.scenes.spatial_relation import spatial_relation

SHAPES = (
    "circle",
    "square",
    "triangle",
    "star",
    "cross",
    "diamond",
    "heart",
    "ring",
    "oval",
)
COLORS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "brown",
)
TEXTURES = ("plain", "striped", "dotted", "checkered")
SIZES = ("small", "medium", "large")
BACKGROUNDS = ("light", "dark")


@dataclasses.dataclass(frozen=True)
class SceneObject:
    """One drawn object.

    Lengths are fractions of the picture's side, with the origin at the top
    left and `y` growing downwards.

    Args:
        shape: one of `SHAPES`.
        color: one of `COLORS`.
        texture: one of `TEXTURES`.
        size: one of `SIZES`.
        x: horizontal position of the centre.
        y: vertical position of the centre.
        radius: of the circle around the object.
        angle: clockwise rotation in degrees.

    Raises:
        ValueError: for an unknown attribute, or a centre outside the picture.
    """

    shape: str
    color: str
    texture: str
    size: str
    x: float
    y: float
    radius: float
    angle: float = 0.0

    def __post_init__(self):
        _check_known("shape", self.shape, SHAPES)
        _check_known("color", self.color, COLORS)
        _check_known("texture", self.texture, TEXTURES)
        _check_known("size", self.size, SIZES)
        for name in ("x", "y"):
            if not 0 <= getattr(self, name) < 1:
                raise ValueError(
                    f"`{name}` must be a fraction of the side, from 0 to less "
                    f"than 1. Received: {getattr(self, name)!r}."
                )

    @property
    def row(self):
        """The third of the picture, from the top, that holds the centre."""
        return int(3 * self.y)

    @property
    def column(self):
        """The third of the picture, from the left, that holds the centre."""
        return int(3 * self.x)


@dataclasses.dataclass(frozen=True)
class Scene:
    """A background and the objects on it, the most salient object first.

    Args:
        background: one of `BACKGROUNDS`.
        objects: a tuple of `SceneObject`.

    Raises:
        ValueError: for an unknown background.

    Example:

    >>> from recipes.datasets.scenes import Scene, generate_scene
    >>> scene = generate_scene("train", 0).scene
    >>> Scene.from_json(scene.to_json()) == scene
    True
    """

    background: str
    objects: tuple

    def __post_init__(self):
        _check_known("background", self.background, BACKGROUNDS)

    def grouped_by(self, *attributes):
        """Returns lists of objects that agree in the attributes.

        The most salient group comes first; so do objects within a group.
        """
        groups = {}
        for obj in self.objects:
            key = tuple(getattr(obj, name) for name in attributes)
            groups.setdefault(key, []).append(obj)
        return list(groups.values())

    def to_json(self):
        """Returns the scene graph as JSON: nodes, and an edge for each pair.

        An edge `[i, relation, j]` says how object `i` lies to object `j`. The
        edges follow from the positions and are written for the reader's sake.
        """
        objects = self.objects
        edges = [
            [i, spatial_relation(objects[i], objects[j]), j]
            for i in range(len(objects))
            for j in range(i + 1, len(objects))
        ]
        return json.dumps(
            {
                "background": self.background,
                "objects": [dataclasses.asdict(o) for o in objects],
                "relations": edges,
            }
        )

    @classmethod
    def from_json(cls, text):
        """Returns the scene that `to_json` wrote."""
        graph = json.loads(text)
        return cls(
            background=graph["background"],
            objects=tuple(SceneObject(**o) for o in graph["objects"]),
        )


def _check_known(name, value, known):
    if value not in known:
        raise ValueError(
            f"`{name}` must be one of {known}. Received: {value!r}."
        )
