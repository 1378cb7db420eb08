"""Validity cases at the limits: every code just inside, exactly at where a double can be, and just beyond."""

import math

from exact.frames import random_axes, random_offset, random_rotation, same_split_order, shuffled_order
from exact.rational import exact, next_down, next_up, plus, rounded
from exact.validity import RIGHT_ANGLE_SLACK_DEG, STRICT

# Steps to either side of a limit, relative to it. Angles stop at 1e-12: their corners are rounded sines, good to 1e-16.
LENGTH_STEPS = (1e-3, 1e-9)
ANGLE_STEPS = (1e-3, 1e-6, 1e-12)


def limit_quads(rng):
    """(family, quad, facing) for every limit."""
    for family, limit, quad_with in LENGTH_LIMITS:
        for value in (limit, next_up(limit), next_down(limit)):
            yield family + "-ulp", _turned(rng, quad_with(value)), None
        for step in LENGTH_STEPS:
            for value in (limit * (1 - step), limit * (1 + step)):
                # Moving a quad elsewhere rounds its corners, far below these steps; but a coordinate's limit
                # is about the place itself.
                place = _turned if quad_with in (_reaching, _reaching_below_zero) else _moved
                yield family, place(rng, quad_with(value)), None
    for family, limit, quad_with in ANGLE_LIMITS:
        for step in ANGLE_STEPS:
            for value in (limit * (1 - step), limit * (1 + step)):
                place = _turned if step == min(ANGLE_STEPS) else _moved
                # Only a fold along p2 p4 counts; the other angles are the same from any corner.
                reorder = same_split_order if quad_with is _folded else shuffled_order
                yield family, place(rng, quad_with(math.radians(value)), reorder), None
    yield from _facings(rng)


def _turned(rng, quad, reorder=shuffled_order):
    turn = random_axes(rng)
    return reorder(rng, [list(turn(corner)) for corner in quad])


def _moved(rng, quad, reorder=shuffled_order):
    rotate, offset = random_rotation(rng), random_offset(rng, 2)
    return reorder(rng, [rounded(plus(rotate(exact(corner)), offset)) for corner in quad])


def _rectangle(width, height):
    return [[0.0, 0.0, 0.0], [width, 0.0, 0.0], [width, height, 0.0], [0.0, height, 0.0]]


def _reaching(coordinate):
    return [[coordinate - 1, 2.0, 3.0], [coordinate, 2.0, 3.0], [coordinate, 3.0, 3.0], [coordinate - 1, 3.0, 3.0]]


def _reaching_below_zero(coordinate):
    return [[-number for number in corner] for corner in _reaching(-coordinate)]


def _opposite_corners_apart(distance):
    return [[0.0, 0.0, 0.0], [0.125, -distance / 2, 0.0], [0.25, 0.0, 0.0], [0.125, distance / 2, 0.0]]


def _saddle(h):
    return [[0.0, 0.0, h], [1.0, 0.0, -h], [1.0, 1.0, h], [0.0, 1.0, -h]]


def _folded(angle, reach=0.03):
    # Folded along p2 p4 by half the angle on each side; 3 cm keeps the flatness below its own limits.
    x, z = reach * math.cos(angle / 2), reach * math.sin(angle / 2)
    return [[x, 0.0, z], [0.0, reach, 0.0], [-x, 0.0, z], [0.0, -reach, 0.0]]


def _sharp(angle):
    half = angle / 2
    return [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.02 * math.cos(half), 1.02 * math.sin(half), 0.0],
            [math.cos(angle), math.sin(angle), 0.0]]


def _nearly_straight(angle):
    return [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1 + math.cos(angle), math.sin(angle), 0.0], [0.5, 1.0, 0.0]]


def _nearly_straight_dart(angle):
    # The same corner turned inwards: unsigned angles count for concave shapes too.
    return [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1 + math.cos(angle), -math.sin(angle), 0.0], [0.5, 1.0, 0.0]]


def _sheared(angle):
    dx, dy = math.sin(angle), math.cos(angle)
    return [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1 + dx, dy, 0.0], [dx, dy, 0.0]]


def _facings(rng):
    """The facing exactly in the plane (no finding), and a hair to either side of it."""
    turn = random_axes(rng)
    quad = [list(turn(corner)) for corner in _rectangle(0.5, 0.75)]
    for along, out in ((1.0, 0.0), (1.0, 2.0**-60), (1.0, -(2.0**-60)), (0.25, -1.0), (0.25, 1.0)):
        yield "facing", quad, list(turn((along, along, out)))
    # In the skew plane spanned by (1, 2, 0) and (0, 1, 1), whose normal is (2, -1, 1).
    skew = [[0.0, 0.0, 0.0], [1.0, 2.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 1.0]]
    for facing in ([1.0, 3.0, 1.0], [1.0, next_up(3.0), 1.0], [1.0, next_down(3.0), 1.0], [next_down(1.0), 3.0, 1.0]):
        yield "facing", skew, facing
    # A dart still has a winding, a bow-tie has none.
    yield "facing", [skew[0], skew[1], [0.25, 0.75, 0.25], skew[3]], [-2.0, 1.0, -1.0]
    yield "facing", [skew[0], skew[2], skew[1], skew[3]], [-2.0, 1.0, -1.0]


LENGTH_LIMITS = [
    ("coordinate", STRICT["max_coordinate"], _reaching),
    ("coordinate-below-zero", -STRICT["max_coordinate"], _reaching_below_zero),
    ("snap-edge", STRICT["snap"], lambda d: _rectangle(d, 0.03125)),
    ("snap-diagonal", STRICT["snap"], _opposite_corners_apart),
    ("flatness-warning", STRICT["flatness_warning"], _saddle),
    ("flatness-error", STRICT["flatness_error"], _saddle),
    ("min-edge", STRICT["min_edge"], lambda d: _rectangle(d, 0.125)),
    ("max-edge", STRICT["max_edge"], lambda d: _rectangle(d, 1.0)),
    ("aspect", STRICT["max_aspect"], lambda ratio: _rectangle(ratio / 64, 1 / 64)),
]

ANGLE_LIMITS = [
    ("fold", STRICT["fold_error_deg"], _folded),
    ("sharp-corner", STRICT["min_angle_deg"], _sharp),
    ("nearly-straight-corner", STRICT["min_angle_deg"], _nearly_straight),
    ("nearly-straight-dart", STRICT["min_angle_deg"], _nearly_straight_dart),
    ("right-angle", RIGHT_ANGLE_SLACK_DEG, _sheared),
]
