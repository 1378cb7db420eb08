"""Cases of kind `pair`: two quads built so that their relation is evident, every margin many times the 1 mm snap."""

from fractions import Fraction

from exact.frames import random_offset, random_rotation
from exact.rational import exact, plus, rounded, single, times

NOISE = 0.0003  # metres along each axis: 0.52 mm at most, well within the snap distance
ROUNDS_OF_PLACES = 3


def one_round(rng):
    for _ in range(ROUNDS_OF_PLACES):
        # A marker of 25 cm to 1.5 m, in eighths: every construction below then stays exact until it is turned.
        w, h = (Fraction(rng.randrange(2, 13), 8) for _ in range(2))
        a = _rectangle((-w / 2, w / 2), (-h / 2, h / 2))
        for family, answer, b in _constructions(rng, a, w, h):
            if answer not in ("duplicate", "duplicate-opposite-winding"):
                b = _other_start(rng, b)[::rng.choice((1, -1))]
            yield family, _placed(rng, a, b), answer


def _rectangle(x, y, z=0):
    return [(x[0], y[0], z), (x[1], y[0], z), (x[1], y[1], z), (x[0], y[1], z)]


def _standing(y, x, z):
    """A rectangle in the plane of constant y, perpendicular to the first quad."""
    return [(x[0], y, z[0]), (x[1], y, z[0]), (x[1], y, z[1]), (x[0], y, z[1])]


def _other_start(rng, quad):
    k = rng.randrange(1, 4)
    return quad[k:] + quad[:k]


def _noisy(rng, quad):
    return [plus(corner, exact(rng.uniform(-NOISE, NOISE) for _ in range(3))) for corner in quad]


def _lifted(quad, z):
    return [plus(corner, (0, 0, z)) for corner in quad]


def _constructions(rng, a, w, h):
    cm = Fraction(1, 100)
    across, along = (-w / 2, w / 2), (-h / 2, h / 2)
    third = w / 3
    shifted = _rectangle((-w / 2 + third, w / 2 + third), along)
    beside = _rectangle((w / 2 + 20 * cm, w * 3 / 2 + 20 * cm), along)

    yield "same", "duplicate", list(a)
    yield "other-start", "duplicate", _other_start(rng, a)
    yield "noise", "duplicate", _noisy(rng, _other_start(rng, a))
    yield "reversed", "duplicate-opposite-winding", _other_start(rng, a)[::-1]
    yield "reversed-noise", "duplicate-opposite-winding", _noisy(rng, _other_start(rng, a)[::-1])

    yield "shifted", "overlap", shifted
    yield "contained", "overlap", [times(Fraction(1, 2), corner) for corner in a]
    yield "turned-in-plane", "overlap", [(x * 3 / 5 - y * 4 / 5, x * 4 / 5 + y * 3 / 5, z) for x, y, z in a]
    yield "common-corner-area", "overlap", [plus(c, (w * 3 / 4, h * 3 / 4, 0)) for c in a]

    yield "stacked-1cm", "stacked", _lifted(a, cm)
    yield "stacked-1cm-shifted", "stacked", _lifted(shifted, -cm)
    yield "parallel-5cm", "disjoint", _lifted(a, 5 * cm)
    yield "parallel-1cm-beside", "disjoint", _lifted(beside, cm)

    yield "through-the-middle", "crossing", _standing(0, (-w / 4, w / 4), (-w / 4, w / 4))
    yield "through-an-edge", "crossing", _standing(h / 8, (0, w), (-w / 8, w / 3))
    yield "perpendicular-common-edge", "touch", _standing(h / 2, across, (0, w / 2))
    yield "corner-to-corner", "touch", [plus(c, (w, h, 0)) for c in a]
    yield "edge-to-edge", "touch", [plus(c, (w, h / 4, 0)) for c in a]
    yield "standing-on", "touch", _standing(h / 8, (-w / 4, w / 4), (0, w / 2))
    yield "perpendicular-above", "disjoint", _standing(h / 8, (-w / 4, w / 4), (10 * cm, w))
    yield "coplanar-apart", "disjoint", beside
    yield "far-apart", "disjoint", [plus(c, (30, -25, 40)) for c in a]


def _placed(rng, a, b):
    """Both quads turned and moved together, then stored in single precision: 4 micrometres off at most."""
    rotate, offset = random_rotation(rng), random_offset(rng, 30)
    a, b = ([single(rounded(plus(rotate(corner), offset))) for corner in quad] for quad in (a, b))
    return {"a": b, "b": a} if rng.random() < 0.5 else {"a": a, "b": b}
