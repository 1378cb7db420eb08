"""Cases of kind `order`: four points in any order, and the one simple convex cycle through them, or `concave`."""

from fractions import Fraction
from itertools import permutations

from exact.frames import convex_places, on_plane, random_float_quad, random_offset, skew_plane
from exact.rational import cross, dot, exact, minus, plus, representable, sign, squared, times

UNIT = 2**20
# Each cycle goes with the two pairs of points that are its diagonals.
DIAGONALS = {(0, 1, 2, 3): ((0, 2), (1, 3)), (0, 2, 1, 3): ((0, 1), (2, 3)), (0, 1, 3, 2): ((0, 3), (1, 2))}


def one_round(rng):
    for family, quad in _quads(rng):
        yield family, {"quad": quad}, order([exact(corner) for corner in quad])


def order(points):
    """The cycle whose diagonals meet; a point on the border of the others' triangle is where they meet."""
    normal = max((cross(minus(points[j], points[i]), minus(points[k], points[i]))
                  for i, j, k in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))), key=squared)
    cycles = [cycle for cycle, (one, other) in DIAGONALS.items()
              if _separates(points, one, other, normal) and _separates(points, other, one, normal)]
    if len(cycles) > 1:
        raise ValueError("points in a line or repeated have no order")
    return {"cycle": list(cycles[0])} if cycles else "concave"


def _separates(points, line, pair, normal):
    """Whether the two points of `pair` lie on different sides of the line, or on it, seen along the normal."""
    start, end = points[line[0]], points[line[1]]
    sides = [sign(dot(cross(minus(end, start), minus(points[k], start)), normal)) for k in pair]
    return sides[0] * sides[1] <= 0


def _quads(rng):
    size = 2.0 ** rng.uniform(-6, 4)
    real = random_float_quad(rng, size, 50.0, 0.02 * size)
    box = convex_places(rng, UNIT)
    dart = [(UNIT * 3 // 10, UNIT * 3 // 10), *box[1:]]
    for family, quad in (("convex", real), ("convex-grid", _laid(rng, box)), ("dart", _laid(rng, dart))):
        for quad in permutations(quad):
            yield family, list(quad)
    yield from _degenerate(rng)


def _degenerate(rng):
    """One point exactly on the border of the others' triangle, and one grid step to either side of it."""
    for _ in range(8):
        step = (rng.randrange(UNIT // 4), rng.randrange(UNIT // 4, UNIT // 2))
        ends = [(k * step[0] - UNIT, k * step[1] - UNIT) for k in (0, 4)]
        k = rng.randint(1, 3)
        middle = (k * step[0] - UNIT, k * step[1] - UNIT)
        apex = (UNIT + rng.randrange(UNIT // 4), -rng.randrange(UNIT))
        for family, off in (("on-border", 0), ("one-step-off", 1), ("one-step-off", -1)):
            yield family, rng.sample(_laid(rng, [*ends, (middle[0] + off, middle[1]), apex]), 4)


def _laid(rng, places):
    plane, offset = skew_plane(rng), random_offset(rng, 9)
    return [representable(plus(times(Fraction(1, UNIT), on_plane(plane, place)), offset)) for place in places]
