"""Where cases are laid: dyadic grids in skew planes, exact axis turns, Pythagorean rotations, corner orders."""

from fractions import Fraction

from exact.rational import cross, plus, single, squared, times

# Rational cosine and sine pairs: rotations by them are exact until the one rounding to doubles.
PYTHAGOREAN = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29)]


def corner_orders(quad):
    """The eight ways round the same ring: four starts, two directions."""
    ways = []
    for ring in (list(quad), [quad[0], *quad[:0:-1]]):
        ways += [ring[k:] + ring[:k] for k in range(4)]
    return ways


def shuffled_order(rng, quad):
    return rng.choice(corner_orders(quad))


def same_split_order(rng, quad):
    """An order that keeps the second and fourth corner, in either place, on the p2-p4 diagonal."""
    return rng.choice(corner_orders(quad)[::2])


def random_axes(rng):
    """A turn that only exchanges and flips axes: exact for doubles of any size, even where a rotation would round."""
    places, flips = rng.sample(range(3), 3), [rng.choice((-1, 1)) for _ in range(3)]
    return lambda point: tuple(flips[k] * point[places[k]] for k in range(3))


def random_rotation(rng):
    """Three Pythagorean turns, one about each axis, on fractions."""
    turns = [(axis, *rng.choice(PYTHAGOREAN), rng.choice((-1, 1))) for axis in range(3)]

    def rotate(point):
        for axis, leg, other_leg, hypotenuse, direction in turns:
            c, s = Fraction(leg, hypotenuse), Fraction(direction * other_leg, hypotenuse)
            turned = list(point)
            i, j = (axis + 1) % 3, (axis + 2) % 3
            turned[i], turned[j] = c * point[i] - s * point[j], s * point[i] + c * point[j]
            point = tuple(turned)
        return point

    return rotate


def random_offset(rng, reach):
    """An offset in eighths of a metre, up to `reach` metres along each axis."""
    return tuple(Fraction(rng.randrange(-8 * reach, 8 * reach + 1), 8) for _ in range(3))


def skew_plane(rng, largest=3):
    """Two small integer vectors that span a plane."""
    while True:
        u, v = (tuple(rng.randint(-largest, largest) for _ in range(3)) for _ in range(2))
        if squared(cross(u, v)) > 0:
            return u, v


def on_plane(plane, place):
    """Lays whole-number pairs (i, j) exactly into space: i u + j v."""
    u, v = plane
    return plus(times(place[0], u), times(place[1], v))


def convex_places(rng, unit):
    """One corner in each quadrant, 1 to 1.4 units from both axes: always convex, never near a border."""
    def far():
        return unit + rng.randrange(2 * unit // 5)
    return [(-far(), -far()), (far(), -far()), (far(), far()), (-far(), far())]


def scaled(quad, factor):
    return [times(factor, corner) for corner in quad]


def random_float_quad(rng, size, reach, noise):
    """A rectangle about `size` metres wide, within `reach` metres of zero, each corner off by up to `noise` metres."""
    rotate, centre = random_rotation(rng), [rng.uniform(-reach, reach) for _ in range(3)]
    width, height = size, size * rng.uniform(0.5, 1.5)
    flat = [(-width, -height), (width, -height), (width, height), (-width, height)]
    quad = [rotate((Fraction(x / 2), Fraction(y / 2), Fraction(0))) for x, y in flat]
    return [[float(x) + c + rng.uniform(-noise, noise) for x, c in zip(corner, centre)] for corner in quad]


def in_single(quad):
    return [single(corner) for corner in quad]


def middle(quad):
    return times(Fraction(1, 4), plus(plus(quad[0], quad[1]), plus(quad[2], quad[3])))
