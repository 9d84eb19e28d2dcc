"""Task 19: the way from one place to another."""

from recipes.datasets.babi.simulator.check_flags import (
    check_count,
    check_directions,
)
from recipes.datasets.babi.simulator.directions import neighbour
from recipes.datasets.babi.simulator.draw import pick, shuffled
from recipes.datasets.babi.simulator.entities import ROOMS
from recipes.datasets.babi.simulator.relations import Relation, told_relations
from recipes.datasets.babi.simulator.story_teller import StoryTeller

_ATTEMPTS = 50


class PathFinding:
    """Places on a grid: a path, and places beside it; a question for the way.

    No other way on the grid is as short, even through neighbours of which
    nothing was told.

    Args:
        path_length: How many steps the way has.
        decoys: How many places lie beside it. Together with the path they
            need `path_length + decoys + 1` of the six places.
        directions: `"cardinal"`, with answers such as `"n,w"`, or
            `"relative"`, with answers of `u`, `d`, `l` and `r`.

    Raises:
        ValueError: If the places do not suffice.
    """

    def __init__(self, path_length=2, decoys=3, directions="cardinal"):
        check_count("path_length", path_length, 1, len(ROOMS) - 1)
        check_count("decoys", decoys, 0, len(ROOMS) - 2)
        if path_length + decoys >= len(ROOMS):
            raise ValueError(
                f"`path_length` and `decoys` must add up to at most "
                f"{len(ROOMS) - 1}, as there are {len(ROOMS)} places. "
                f"Received: {path_length} and {decoys}."
            )
        self._path_length, self._decoys = path_length, decoys
        self._directions = check_directions(directions)

    def tell(self, rng, say):
        """Tells a story; None if what was drawn allows another way."""
        directions = self._directions
        places = shuffled(rng, ROOMS)
        cells, way, relations = [(0, 0)], [], []
        for step in range(self._path_length):
            way.append(pick(rng, directions))
            cells.append(neighbour(cells[-1], way[-1]))
            relations.append(Relation(places[step + 1], way[-1], places[step]))
        if not _is_only_way(cells, self._path_length):
            return None
        for place in places[len(cells) :][: self._decoys]:
            decoy = self._draw_decoy(rng, cells)
            if decoy is None:
                return None
            beside, direction, cell = decoy
            cells.append(cell)
            relations.append(Relation(place, direction, places[beside]))
        told = told_relations(rng, relations, directions)
        teller = StoryTeller()
        told_at = {}
        for subject, direction, reference in told:
            phrase = say.direction(direction)
            at = teller.tell(say("lies", subject, phrase, reference))
            told_at[frozenset((subject, reference))] = at
        path = places[: self._path_length + 1]
        links = zip(path, path[1:], strict=False)
        teller.ask(
            say("which way?", path[0], path[-1]),
            ",".join(direction.letter for direction in way),
            tuple(told_at[frozenset(link)] for link in links),
        )
        return teller.story()

    def _draw_decoy(self, rng, cells):
        """Draws where a place lies beside the path."""
        for _ in range(_ATTEMPTS):
            beside = int(rng.random() * (self._path_length + 1))
            direction = pick(rng, self._directions)
            cell = neighbour(cells[beside], direction)
            if _is_only_way([*cells, cell], self._path_length):
                return beside, direction, cell
        return None


def _is_only_way(cells, length):
    """Whether cells differ and one way of at most `length` steps exists."""
    if len(set(cells)) < len(cells):
        return False
    ways = {cells[0]: 1}
    for step in range(1, length + 1):
        following = {}
        for (x, y), count in ways.items():
            for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if cell in cells:
                    following[cell] = following.get(cell, 0) + count
        ways = following
        if cells[length] in ways:
            return step == length and ways[cells[length]] == 1
    return False
