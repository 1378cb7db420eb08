"""Cases of kind `validity`: sound markers, broken numbers, shapes on and beside every border, and random mixtures."""

import math
from fractions import Fraction

from exact.frames import (convex_places, corner_orders, in_single, on_plane, random_axes, random_float_quad,
                          random_offset, scaled, shuffled_order, skew_plane)
from exact.limits import limit_quads
from exact.rational import Undecided, next_down, next_up, plus, representable, times
from exact.validity import findings

# Grid shapes are whole numbers up to 2^45 or so, laid out at 2^-44: metres, with room for skew planes in 53 bits.
UNIT = 2**44
# Powers of two that bring squares and triple products of coordinates to, and past, the ends of the doubles' range.
SCALES = (-60, 60, -500, 500)


def one_round(rng):
    for family, quad, facing in _quads(rng):
        given = {"quad": quad} if facing is None else {"quad": quad, "facing": facing}
        try:
            yield family, given, findings(quad, facing)
        except Undecided:
            # The law leaves this one open (a tied choice), so it can have no known answer.
            continue


def _quads(rng):
    yield from _sound(rng)
    yield from _broken_numbers(rng)
    yield from _wrong_shapes(rng)
    yield from _repeated_corners(rng)
    yield from limit_quads(rng)
    yield from _grid_shapes(rng)
    yield from _one_ulp_off(rng)
    yield from _mixtures(rng)


def _sound(rng):
    for size in (0.01, 0.1, 1.0, 19.0 / 1.5):
        for reach in (0.0, 100.0, 9000.0 / 1.01):
            quad = random_float_quad(rng, size, reach, 0.0)
            yield "sound", quad, None
            yield "sound-single", in_single(quad), None


def _broken_numbers(rng):
    for place in range(12):
        for number in (math.nan, math.inf, -math.inf):
            quad = random_float_quad(rng, 1.0, 5.0, 0.0)
            quad[place // 3][place % 3] = number
            yield "non-finite", quad, None


def _wrong_shapes(rng):
    quad = random_float_quad(rng, 1.0, 5.0, 0.0)
    for wrong in ([], quad[:3], quad + [quad[0]], [quad[0][:2]] + quad[1:], quad[:3] + [quad[3] + [1.0]],
                  quad[:2] + [[]] + quad[3:], [[math.nan, 0.0, 0.0]] + quad[1:3]):
        yield "wrong-shape", wrong, None


def _repeated_corners(rng):
    for i in range(4):
        for j in range(i):
            quad = random_float_quad(rng, 1.0, rng.choice((1.0, 50.0, 30000.0)), 0.1)
            quad[i] = list(quad[j])
            yield "repeated-corner", quad, None
    # Zero and minus zero are the same place.
    yield "repeated-corner", [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [-0.0, 0.0, -0.0]], None


def _grid_shapes(rng):
    for form, places, movable in _planar_forms(rng):
        # Skew planes hold these exactly, so no choice of axis can change the verdict.
        for quad in corner_orders(_laid(rng, places)):
            yield form, [representable(corner) for corner in quad], None
        for step in (-1, 1) if movable is not None else ():
            moved = [(i, j + step * (n == movable)) for n, (i, j) in enumerate(places)]
            for quad in (_laid(rng, moved), _laid(rng, moved)):
                yield form + "-one-step-off", [representable(c) for c in shuffled_order(rng, quad)], None
        for power in SCALES:
            quad = scaled(_laid(rng, places), 2**power if power > 0 else Fraction(2.0**power))
            yield form + "-scaled", [representable(c) for c in shuffled_order(rng, quad)], None


def _laid(rng, places):
    plane, offset = skew_plane(rng), random_offset(rng, 4)
    return [plus(times(Fraction(1, UNIT), on_plane(plane, place)), offset) for place in places]


def _planar_forms(rng):
    """(form, four whole-number places, the corner whose smallest step crosses the border)."""
    box = convex_places(rng, UNIT)
    inside = (UNIT * 3 // 10, UNIT * 3 // 10)
    step = (rng.randrange(UNIT // 4), rng.randrange(UNIT // 4, UNIT // 2))
    on_line = lambda k: (k * step[0] - UNIT, k * step[1] - UNIT)
    aside = (UNIT + rng.randrange(UNIT // 4), -rng.randrange(UNIT))
    yield "convex", box, None
    yield "bow-tie", [box[0], box[1], box[3], box[2]], None
    yield "dart", [inside, box[1], box[2], box[3]], None
    yield "straight-corner", [on_line(0), on_line(rng.randint(1, 3)), on_line(4), aside], 1
    yield "spike", [on_line(0), on_line(4), on_line(rng.randint(1, 3)), aside], 2
    yield "collinear", [on_line(k) for k in rng.sample(range(6), 4)], rng.randrange(4)


def _one_ulp_off(rng):
    """The same borders on lines along an axis, at coordinates that are no round numbers, one ulp up or down."""
    forms = {"straight-corner": (0.0, 0.4, 1.1), "spike": (0.0, 1.1, 0.4), "collinear": (0.0, 1.1, 0.4)}
    for form, along in forms.items():
        level, height = rng.uniform(0.1, 9), rng.uniform(0.1, 9)
        for bump in (next_down, next_up, lambda x: x):
            quad = [[x + 0.1, level, height] for x in along]
            quad.append([0.8, level if form == "collinear" else level + 0.7, height])
            moved = 1 if form == "straight-corner" else 2
            for axis in (1, 2):
                bumped = [list(corner) for corner in quad]
                bumped[moved][axis] = bump(bumped[moved][axis])
                turn = random_axes(rng)
                yield form + "-one-ulp-off", shuffled_order(rng, [list(turn(c)) for c in bumped]), None
    # One ulp off zero is the smallest number there is: its products with other coordinates vanish in doubles.
    for tiny in (next_up(0.0), next_down(0.0)):
        quad = [[-1.0, 0.0, 0.0], [0.0, tiny, 0.0], [0.5, 0.0, 0.0], [0.25, 0.5, 0.0]]
        yield "straight-corner-one-ulp-off", quad, None


def _mixtures(rng):
    """Several findings at once: skewed, bent, long, tiny, far, wrongly faced, in any combination."""
    for _ in range(30):
        size = 2.0 ** rng.uniform(-9, 6)
        reach = rng.choice((1.0, 50.0, 9990.0))
        quad = random_float_quad(rng, size, reach, size * rng.choice((0.001, 0.05, 0.3, 1.0)))
        stretch = rng.choice((1.0, 1.0, 30.0, 70.0))
        quad[1] = [a + stretch * (b - a) for a, b in zip(quad[0], quad[1])]
        quad[2] = [a + stretch * (b - a) for a, b in zip(quad[3], quad[2])]
        facing = rng.choice((None, [rng.uniform(-1, 1) for _ in range(3)]))
        # A quad in a mixed-up order crosses itself two times in three, and then has little else to say.
        yield "mixture", rng.choice((quad, quad, rng.sample(quad, 4))), facing
