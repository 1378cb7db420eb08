"""Cases of kind `ray`: through interiors, borders, corners and the split, exactly and one ulp beside."""

from fractions import Fraction

from exact.extremes import extreme_rays
from exact.frames import convex_places, middle, on_plane, random_axes, random_float_quad, random_offset, skew_plane
from exact.hits import answer, nearest_hit
from exact.rational import (between, cross, exact, minus, next_down, next_up, plus, representable, rounded, times)

UNIT = 2**16
SPLIT = (1, 3)
EDGES = ((0, 1), (1, 2), (2, 3), (3, 0))


def one_round(rng):
    for family, quad, origin, direction, tmin, tmax in (*_rays(rng), *extreme_rays(rng)):
        ray = {"origin": origin, "direction": direction, "tmin": tmin, "tmax": tmax}
        yield family, {"quad": quad, "ray": ray}, answer(quad, ray)


def _rays(rng):
    yield from _interior(rng)
    yield from _exact_borders(rng)
    yield from _float_borders(rng)
    yield from _grazing(rng)
    yield from _far(rng)
    yield from _origin_on_surface(rng)
    yield from _intervals(rng)
    yield from _folded(rng)
    yield from _collapsed(rng)


def grid_quad(rng, lift=0, offset=None):
    """A convex quad of about a metre, exact on a grid of 2^-16 m, its corners alternately lifted off its plane."""
    plane = skew_plane(rng)
    offset = random_offset(rng, 8) if offset is None else offset
    step = Fraction(lift * rng.randint(1, 15), 64)
    lifted = [times(step * (-1) ** n, cross(*plane)) for n in range(4)]
    return [plus(plus(times(Fraction(1, UNIT), on_plane(plane, place)), up), offset)
            for place, up in zip(convex_places(rng, UNIT), lifted)]


def grid_direction(rng):
    return tuple(Fraction(rng.randrange(-4095, 4096), 2048) for _ in range(3))


def border_targets(rng, quad):
    """(family, a point exactly on it) for each edge, each corner and the split diagonal, twice."""
    share = lambda: Fraction(rng.randrange(1, 16), 16)
    for a, b in EDGES:
        yield "edge", between(quad[a], quad[b], share())
    for corner in quad:
        yield "corner", corner
    for _ in range(2):
        yield "split", between(quad[SPLIT[0]], quad[SPLIT[1]], share())


def inside(rng, quad):
    """A point in the interior of one of the two triangles; the mean of the corners of a bent quad is on neither."""
    middle_of_split = between(quad[SPLIT[0]], quad[SPLIT[1]], Fraction(1, 2))
    return between(rng.choice((quad[0], quad[2])), middle_of_split, Fraction(5, 8))


def aimed(quad, target, direction, reach):
    """A ray that reaches the target exactly at t = reach: exact in doubles, and proved so before it counts."""
    start, quad = minus(target, times(reach, direction)), [representable(corner) for corner in quad]
    ray = {"origin": representable(start), "direction": representable(direction), "tmin": None, "tmax": None}
    hit = nearest_hit(quad, ray)
    # A bent quad may hide the target behind its other half, and a ray in the plane misses; never may it be later.
    if hit is not None and hit[0] > reach:
        raise AssertionError("the ray passes its target")
    return quad, ray["origin"], ray["direction"]


def bumped(rng, quad, origin, direction, towards):
    """The same numbers, with one of the 18 an ulp off."""
    points = [list(point) for point in (*quad, origin, direction)]
    # Half of the bumps go to the ray, which has only two of the six points.
    point = rng.choice((points[4], points[5], *points))
    axis = rng.randrange(3)
    point[axis] = towards(point[axis])
    return points[:4], points[4], points[5]


def reach(rng):
    return Fraction(rng.randrange(1, 64), 8)


def _interior(rng):
    for size, noise in ((0.1, 0.002), (1.0, 0.01), (1.0, 0.3)):
        for _ in range(3):
            quad = random_float_quad(rng, size, 20.0, noise)
            yield "interior", quad, *_float_ray(rng, rounded(middle([exact(c) for c in quad])), size / 4), None, None


def _float_ray(rng, target, spread):
    direction = [rng.uniform(-1, 1) for _ in range(3)]
    distance = rng.uniform(0.1, 10)
    return [p - distance * d + rng.uniform(-spread, spread) for p, d in zip(target, direction)], direction


def _exact_borders(rng):
    quad = grid_quad(rng, lift=rng.choice((0, 0, 1)))
    for family, target in border_targets(rng, quad):
        ray = aimed(quad, target, grid_direction(rng), reach(rng))
        yield family, *ray, None, None
        for towards in (next_up, next_down):
            yield family + "-one-ulp-off", *bumped(rng, *ray, towards), None, None


def _float_borders(rng):
    quad = random_float_quad(rng, 1.0, 20.0, 0.01)
    for family, target in border_targets(rng, [exact(corner) for corner in quad]):
        yield family + "-of-floats", quad, *_float_ray(rng, rounded(target), 0.0), None, None


def _grazing(rng):
    plane = skew_plane(rng)
    offset = random_offset(rng, 8)
    quad = [plus(times(Fraction(1, UNIT), on_plane(plane, place)), offset) for place in convex_places(rng, UNIT)]
    normal, corners = cross(*plane), [representable(corner) for corner in quad]
    targets = [inside(rng, quad), quad[0], between(quad[1], quad[2], Fraction(3, 8)),
               between(quad[SPLIT[0]], quad[SPLIT[1]], Fraction(5, 8))]
    for target in targets:
        along = on_plane(plane, (rng.randint(-5, 5), rng.choice((-3, -2, -1, 1, 2, 3))))
        distance = reach(rng)
        for slope in (Fraction(1, 2**20), Fraction(-1, 2**40), Fraction(1, 2**46)):
            direction = plus(along, times(slope, normal))
            origin = rounded(minus(target, times(distance, direction)))
            yield "grazing", corners, origin, representable(direction), None, None
        origin = representable(minus(target, times(distance, along)))
        yield "in-plane", corners, origin, representable(along), None, None
    for a, b in ((0, 1), SPLIT):
        along = minus(quad[b], quad[a])
        yield "in-plane", corners, representable(minus(quad[a], along)), representable(along), None, None
        aside = plus(minus(quad[a], along), times(Fraction(rng.choice((-1, 1)), 2**rng.randint(3, 30)), normal))
        yield "parallel-off-plane", corners, representable(aside), representable(along), None, None


def _far(rng):
    for metres in (10**4, 10**6, 10**9):
        offset = tuple(rng.choice((-1, 1)) * (metres + Fraction(rng.randrange(64), 8)) for _ in range(3))
        quad = grid_quad(rng, lift=rng.choice((0, 1)), offset=offset)
        ray = None
        for family, target in rng.sample(list(border_targets(rng, quad)), 2) + [("interior", inside(rng, quad))]:
            ray = aimed(quad, target, grid_direction(rng), reach(rng))
            yield "far-" + family, *ray, None, None
        yield "far-one-ulp-off", *bumped(rng, *ray, rng.choice((next_up, next_down))), None, None


def _origin_on_surface(rng):
    quad = grid_quad(rng)
    on_surface = [("interior", inside(rng, quad)), *rng.sample(list(border_targets(rng, quad)), 4)]
    for family, target in on_surface:
        ray = aimed(quad, target, grid_direction(rng), Fraction(0))
        yield "origin-on-" + family, *ray, None, None
        corners, origin, direction = ray
        origin, axis = list(origin), rng.randrange(3)
        origin[axis] = rng.choice((next_up, next_down))(origin[axis])
        yield "origin-one-ulp-off", corners, origin, direction, None, None
    outside = between(quad[0], quad[1], Fraction(-1, 4))
    yield "origin-in-plane-outside", *aimed(quad, outside, grid_direction(rng), Fraction(0)), None, None
    for target in (inside(rng, quad), quad[2]):
        ray = aimed(quad, target, grid_direction(rng), -reach(rng))
        yield "behind", *ray, None, None
        yield "behind-allowed", *ray, -100.0, None


def _intervals(rng):
    quad = grid_quad(rng)
    for target in (inside(rng, quad), between(quad[2], quad[3], Fraction(1, 2))):
        distance = reach(rng)
        ray = aimed(quad, target, grid_direction(rng), distance)
        t = float(distance)
        yield "interval-one-point", *ray, t, t
        for bound in (t, next_up(t), next_down(t)):
            yield "interval-tmin", *ray, bound, None
            yield "interval-tmax", *ray, None, bound
    # Here t is no double: the bounds are its two neighbours, one on each side.
    quad = random_float_quad(rng, 1.0, 20.0, 0.0)
    origin, direction = _float_ray(rng, rounded(middle([exact(c) for c in quad])), 0.0)
    hit = nearest_hit(quad, {"origin": origin, "direction": direction, "tmin": None, "tmax": None})
    if hit is not None:
        t = float(hit[0])
        for bound in (next_down(t), t, next_up(t)):
            yield "interval-between-doubles", quad, origin, direction, bound, None
            yield "interval-between-doubles", quad, origin, direction, None, bound


def _folded(rng):
    """A V along the split: a ray across it meets both halves, or touches the bottom, or passes under it."""
    rise, turn, offset = Fraction(rng.randrange(2, 32), 8), random_axes(rng), random_offset(rng, 8)
    place = lambda *point: plus(turn(tuple(Fraction(x) for x in point)), offset)
    quad = [place(1, 0, rise), place(0, 1, 0), place(-1, 0, rise), place(0, -1, 0)]
    for side in (5, -5):
        direction = turn((Fraction(-side, 4), Fraction(0), Fraction(0)))
        for share in (Fraction(1, 2), Fraction(5, 16)):
            # At this height the halves stand at x = share and x = -share.
            y = Fraction(rng.randrange(-3, 4), 16)
            start = plus(place(0, y, rise * share), times(-4, direction))
            ray = [representable(p) for p in quad], representable(start), representable(direction)
            yield "both-halves", *ray, None, None
            yield "both-halves-second", *ray, 4.0, None
            yield "both-halves-none-between", *ray, float(4 - share / 2), float(4 + share / 2)
        start = plus(place(0, Fraction(1, 4), 0), times(-4, direction))
        ray = [representable(p) for p in quad], representable(start), representable(direction)
        yield "silhouette", *ray, None, None
        for towards in (next_up, next_down):
            yield "silhouette-one-ulp-off", *bumped(rng, *ray, towards), None, None


def _collapsed(rng):
    quad = grid_quad(rng)
    on_split = lambda share: between(quad[1], quad[3], Fraction(share, 8))
    corners = [on_split(3), quad[1], quad[2], quad[3]]
    for family, corners, target in (
            ("half-collapsed", corners, on_split(5)),
            ("half-collapsed", corners, between(quad[2], on_split(2), Fraction(1, 2))),
            ("half-collapsed", [quad[0], quad[1], on_split(2), quad[3]], on_split(2)),
            ("collapsed", [on_split(3), quad[1], on_split(6), quad[3]], on_split(5))):
        yield family, *aimed(corners, target, grid_direction(rng), reach(rng)), None, None
