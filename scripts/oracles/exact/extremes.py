"""Ray cases at the ends of the doubles' range: direction lengths, quad sizes, and whole scenes scaled by 2^±300."""

from fractions import Fraction

from exact.frames import random_axes, random_float_quad
from exact.rational import between, plus, representable, rounded, times

BIG = 2**300
SMALL = Fraction(1, BIG)


def extreme_rays(rng):
    yield from _direction_lengths(rng)
    yield from _sizes(rng)
    yield from _scaled_scenes(rng)
    yield from _big_and_small_together(rng)


def _upright(rng):
    """A square of two units whose rays run along an axis: scaling the ray by any factor keeps it on its target."""
    turn = random_axes(rng)
    place = lambda x, y, z=0: turn((Fraction(x), Fraction(y), Fraction(z)))
    bend = Fraction(rng.choice((0, 0, 1, -1)), 8)
    return place, [place(-1, -1, bend), place(1, -1, 0), place(1, 1, bend), place(-1, 1, 0)]


def _targets(rng):
    """In the square's own two coordinates: on an edge, on a corner, on the split, inside, just outside."""
    share = Fraction(rng.randrange(-15, 16), 16)
    return [("edge", (1, share)), ("corner", (-1, 1)), ("split", (share, -share)),
            ("interior", (share / 2, share / 4)),
            ("outside", (1 + Fraction(1, 2**40), share))]


def _axis_ray(place, target, start, length):
    origin = place(*target, start)
    return representable(origin), representable(times(length, place(0, 0, -1)))


def _direction_lengths(rng):
    for length in (2.0**-40, 2.0**40, 1e-12, 1e12, 1e-150, 1e150):
        for family, target in rng.sample(_targets(rng), 2):
            place, quad = _upright(rng)
            ray = _axis_ray(place, target, rng.randint(1, 8), Fraction(length))
            yield "length-" + family, [representable(corner) for corner in quad], *ray, None, None
        # In a slanting direction the scaling rounds, and the law decides.
        quad = random_float_quad(rng, 1.0, 10.0, 0.01)
        direction = [rng.uniform(-1, 1) for _ in range(3)]
        target = [a + rng.choice((0.0, 0.25, 0.5)) * (b - a) for a, b in zip(quad[1], quad[3])]
        origin = [p - 3 * d for p, d in zip(target, direction)]
        yield "length-slanting", quad, origin, [length * d for d in direction], None, None


def _sizes(rng):
    for size in (1e-6, 1e6):
        quad = random_float_quad(rng, size, size, size * 0.01)
        fractions = [tuple(Fraction(x) for x in corner) for corner in quad]
        for family, target in (("interior", between(fractions[0], fractions[2], Fraction(7, 16))),
                               ("edge", between(fractions[0], fractions[1], Fraction(7, 16))), ("corner", fractions[2])):
            direction = [rng.uniform(-1, 1) for _ in range(3)]
            origin = [float(p) - 2 * size * d for p, d in zip(target, direction)]
            yield f"size-{family}", quad, origin, direction, None, None


def _scaled_scenes(rng):
    for world, ray_scale in ((BIG, BIG), (SMALL, SMALL), (BIG, SMALL), (SMALL, BIG)):
        for family, target in rng.sample(_targets(rng), 2):
            place, quad = _upright(rng)
            start = Fraction(rng.randint(1, 8))
            slope = tuple(Fraction(rng.randint(-3, 3), 4) for _ in range(2))
            # Aim so that the ray meets the unscaled plane z = 0 at the target, then scale scene and ray apart.
            origin = plus(place(*target), place(slope[0] * start, slope[1] * start, start))
            direction = place(-slope[0], -slope[1], -1)
            yield ("scaled-" + family, [representable(times(world, corner)) for corner in quad],
                   representable(times(world, origin)), representable(times(ray_scale, direction)), None, None)


def _big_and_small_together(rng):
    """A square of 2^300 with a corner at zero, and a ray 2^-300 away from its border or its split."""
    for x, y, z in ((SMALL, SMALL * 3, 1), (-SMALL, SMALL, 1), (0, SMALL, SMALL), (BIG, 0, 1),
                    (Fraction(BIG, 2), Fraction(BIG, 2), SMALL), (SMALL, -SMALL, BIG)):
        turn = random_axes(rng)
        place = lambda *point: turn(tuple(Fraction(n) for n in point))
        quad = [place(BIG, 0, 0), place(BIG, BIG, 0), place(0, BIG, 0), place(0, 0, 0)]
        yield ("big-and-small", [representable(corner) for corner in quad],
               rounded(place(x, y, z)), representable(place(0, 0, -1)), None, None)
