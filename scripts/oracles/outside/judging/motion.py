"""Motions and jobs as the judge knows them: computed here from the angle and the shift, never read from the tool."""

import math
from dataclasses import dataclass, field

from service.rules import CORNERS, mean

# Far above the rounding of a rotation at 20 m, far below any edit and any motion.
SAME_METRES = 1e-6


@dataclass(frozen=True)
class Motion:
    """A turn about +Y, then a shift. The shift has a height, so that no point stays where it is."""

    degrees: float
    shift: tuple

    def __call__(self, point):
        turn = math.radians(self.degrees)
        c, s = math.cos(turn), math.sin(turn)
        x, y, z = point
        return [c * x + s * z + self.shift[0], y + self.shift[1], -s * x + c * z + self.shift[2]]

    def back(self, point):
        turn = math.radians(self.degrees)
        c, s = math.cos(turn), math.sin(turn)
        x, y, z = (a - b for a, b in zip(point, self.shift))
        return [c * x - s * z, y, s * x + c * z]

    def text(self):
        """As a 4x4 matrix, row by row."""
        turn = math.radians(self.degrees)
        c, s = math.cos(turn), math.sin(turn)
        rows = [[c, 0, s, self.shift[0]], [0, 1, 0, self.shift[1]], [-s, 0, c, self.shift[2]], [0, 0, 0, 1]]
        return "\n".join(" ".join(repr(float(number)) for number in row) for row in rows) + "\n"


def random_motion(chance, turned=True):
    shift = (chance.uniform(-2, 2), chance.choice([-1, 1]) * chance.uniform(0.05, 0.2), chance.uniform(-3, 3))
    return Motion(chance.choice([-1, 1]) * chance.uniform(2, 30) if turned else 0.0, shift)


@dataclass
class Job:
    """What one job was asked to do, and lines of history: begun is the last one before its plan was read, known the last
    that even a stale list would have shown then, undo_begun the last one before it was undone, starts those before each run."""

    key: str
    mode: str
    motion: Motion
    target: str
    vector: list
    begun: int = 0
    conflicts: str = "stop"
    known: int = 0
    undo_begun: int = 0
    starts: dict = field(default_factory=dict)

    def corners(self, quad):
        """Where raw mode puts corners."""
        less = self.vector if self.target == "calibrated" else (0, 0, 0)
        return {name: [a - b for a, b in zip(self.motion(quad[name]), less)] for name in CORNERS}

    def corners_back(self, quad):
        more = self.vector if self.target == "calibrated" else (0, 0, 0)
        return {name: self.motion.back([a + b for a, b in zip(quad[name], more)]) for name in CORNERS}

    def data(self, quad):
        """The calibrated_data that calibrated mode writes beside these corners."""
        more = self.vector if self.target == "raw" else (0, 0, 0)
        points = {name: [a + b for a, b in zip(self.motion(quad[name]), more)] for name in CORNERS}
        return {**points, "center": mean(list(points.values()))}

    def new_vector(self):
        """The vector that vector mode gives the space: the motion leads from raw to calibrated points."""
        return list(self.motion.shift)


def same_corners(a, b):
    """Whether two quads, or two calibrated_data, agree in all corners."""
    if not a or not b:
        return a == b
    return all(same_point(a[name], b[name]) for name in CORNERS)


def same_point(a, b):
    return max(abs(x - y) for x, y in zip(a, b)) <= SAME_METRES


def quad_of(doc):
    return {name: doc[name] for name in CORNERS}
