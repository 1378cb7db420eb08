"""Draws the problems of the certified set: nine classes, each of several kinds that take turns.

A problem depends on its seed, class and index alone. Members whose names begin with _ are how it was made: they start a solver,
and are not written.
"""
import struct

from .drawing import DEGREE, Draw, plus, product, turned, unit
from .frame_problems import graphs, hand_eyes

# Of 100,000 problems.
COUNTS = {
    "fit": 20000, "weighted": 20000, "gravity": 15000, "yaw": 15000, "similarity": 10000, "robust": 5000, "quads": 12000,
    "graphs": 1500, "hand-eyes": 1500}


# Pairs of points.

def ball(draw):
    return lambda: draw.vector(1)


def floor(draw):
    return lambda: [draw.within(-1, 1), 0.0, draw.within(-1, 1)]


def wall(draw):
    return lambda: [draw.within(-1, 1), draw.within(-1, 1), 0.0]


def line(thickness, rise=None):
    def points(draw):
        way = unit([draw.bell(), draw.bell() if rise is None else rise, draw.bell()])
        return lambda: [w * s + thickness * draw.within(-1, 1) for s in [draw.within(-1, 1)] for w in way]
    return points


# Name, how points lie, noise of the targets and size in metres, how far sources and targets are away, quaternion or None for
# any, numbers of pairs.
MANY, HALF = (4, 8, 20), (0.6, 0.8, 0.0, 1e-9)
STEEP = (1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3)
FITS = [
    ("plain", ball, 1e-2, 1, 0, 0, None, MANY),
    ("three-pairs", ball, 1e-2, 1, 0, 0, None, (3,)),
    ("floor", floor, 1e-2, 1, 0, 0, None, MANY),
    ("half-turn", ball, 1e-2, 1, 0, 0, HALF, MANY),
    ("no-turn", ball, 1e-2, 1, 0, 0, (0.0, 0.0, 0.0, 1.0), MANY),
    ("offset-1e6", ball, 1e-2, 1, 1e6, 1e6, None, MANY),
    ("offset-1e9", ball, 1e-2, 1, 1e9, 1e9, None, MANY),
    ("marker-20cm-at-1km", floor, 1e-2, 0.1, 1e3, 1e3, None, (4,)),
    ("line-1e-4", line(1e-4), 1e-6, 1, 0, 0, None, MANY),
    ("line-1e-6", line(1e-6), 1e-8, 1, 0, 0, None, MANY),
    ("line-1e-7", line(1e-7), 1e-9, 1, 0, 0, None, MANY),
    ("tiny-1e-12", ball, 1e-2, 1e-12, 0, 0, None, MANY),
    ("huge-1e12", ball, 1e-2, 1e12, 0, 0, None, MANY),
    ("noisy", ball, 0.5, 1, 0, 0, None, MANY),
    ("mirrored", ball, 1e-2, 1, 0, 0, None, MANY),
    ("from-1e6", ball, 1e-2, 1, 1e6, 0, None, MANY),
    ("from-1e9", ball, 1e-2, 1, 1e9, 0, None, MANY),
]
# Turns are about +Y, which is up.
LEVEL = [
    ("plain", ball, 1e-2, 1, 0, 0, None, MANY),
    ("two-pairs", ball, 1e-2, 1, 0, 0, None, (2,)),
    ("floor", floor, 1e-2, 1, 0, 0, None, MANY),
    ("wall", wall, 1e-2, 1, 0, 0, None, MANY),
    ("half-turn", ball, 1e-2, 1, 0, 0, (0.0, 1.0, 0.0, 1e-9), MANY),
    ("offset-1e6", ball, 1e-2, 1, 1e6, 1e6, None, MANY),
    ("marker-20cm-at-1km", floor, 1e-2, 0.1, 1e3, 1e3, None, (4,)),
    ("line-1e-4", line(1e-4), 1e-6, 1, 0, 0, None, MANY),
    ("steep-line-1e-6", line(1e-6, 1e3), 1e-8, 1, 0, 0, None, MANY),
    ("tiny-1e-12", ball, 1e-2, 1e-12, 0, 0, None, MANY),
    ("noisy", ball, 0.5, 1, 0, 0, None, MANY),
    ("from-1e9", ball, 1e-2, 1, 1e9, 0, None, MANY),
]


def pairs(draw, kind, tilt=None, growth=1.0):
    name, how, noise, size, source_away, target_away, quaternion, counts = kind
    point, q = how(draw), quaternion or draw.quaternion()
    if tilt is not None:
        q = product(draw.quaternion(tilt), quaternion or unit([0.0, draw.bell(), 0.0, draw.bell()]))
    q, shift = unit(q), [c * size + target_away for c in draw.vector(3)]
    sources, targets = [], []
    for _ in range(draw.choice(counts)):
        p = [c * size for c in point()]
        moved = turned(q, [-p[0], p[1], p[2]] if name == "mirrored" else p)
        targets.append([growth * c + draw.bell(noise * size * growth) + s for c, s in zip(moved, shift)])
        sources.append([c + source_away for c in p])
    probe = plus(sources[0], draw.vector(size))
    return {"set": name, "sources": sources, "targets": targets, "probe": probe}


def fit(draw, index):
    return pairs(draw, FITS[index % len(FITS)])


def weighted(draw, index):
    """Every other round of kinds has weights that differ by up to a million times."""
    problem = pairs(draw, FITS[index % len(FITS)])
    steep = index // len(FITS) % 2
    weights = [draw.within(0.1, 4) * (draw.choice(STEEP) if steep else 1.0) for _ in problem["sources"]]
    return {**problem, "weights": weights}


def gravity(draw, index):
    """The weight of the upright direction is that of a tilt expected of a tenth to two degrees."""
    kind = LEVEL[index % len(LEVEL)]
    arm = kind[2] * kind[3] / (draw.choice((0.1, 0.5, 2.0)) * DEGREE)
    return {**pairs(draw, kind, tilt=draw.within(0, 1) * DEGREE), "upright": arm * arm}


def yaw(draw, index):
    return pairs(draw, LEVEL[index % len(LEVEL)], tilt=0.0)


def similarity(draw, index):
    return pairs(draw, FITS[index % len(FITS)], growth=draw.choice((0.0254, 0.3, 0.98, 1.02, 1000.0)))


# Name, share of wrong pairs, pairs, deviation of the noise, size of the scene, distance from the origin, pairs that are wrong
# together.
ROBUST = [
    ("one-in-five", 0.2, 20, 5e-3, 5, 0, 1),
    ("half", 0.5, 40, 5e-3, 5, 0, 1),
    ("four-in-five", 0.8, 60, 5e-3, 5, 0, 1),
    ("moved-markers", 0.4, 40, 5e-3, 5, 0, 4),
    ("at-1e6", 0.5, 40, 5e-3, 5, 1e6, 1),
    ("centimetres", 0.5, 40, 1e-5, 0.01, 0, 1),
]


def robust(draw, index):
    name, share, count, noise, size, away, together = ROBUST[index % len(ROBUST)]
    q, shift, bound = draw.quaternion(), plus(draw.vector(size), [away] * 3), 8 * noise
    sources, targets, inliers = [], [], []
    for block in range(count // together):
        is_wrong = (block + 0.5) * together < share * count
        # A wrong block is moved by a motion of its own, by at least half the scene.
        own, move = draw.quaternion(), draw.vector(1)
        move = [c * size * draw.within(0.5, 2) for c in unit(move)]
        center = draw.vector(size)
        for _ in range(together):
            arm = draw.vector(0.1 * size) if together > 1 else [0.0] * 3
            p = plus(center, arm)
            moved = turned(q, p)
            if is_wrong:
                moved = plus(plus(turned(q, center), turned(own, arm)), move)
            else:
                inliers.append(len(sources))
            sources.append(p)
            targets.append([a + b + draw.within(-2, 2) * noise for a, b in zip(moved, shift)])
    probe = draw.vector(size)
    return {"set": name, "sources": sources, "targets": targets, "bound": bound, "probe": probe, "_inliers": inliers}


# Name, width, height, noise of every coordinate, distance from the origin, whether coordinates are single.
QUADS = [
    ("plain", 0.5, 0.3, 1e-3, 1, False),
    ("single-precision", 0.5, 0.3, 1e-3, 5, True),
    ("flat", 0.5, 0.3, 0, 1, False),
    ("bent", 0.5, 0.3, 0.05, 1, False),
    ("wild", 1, 1, 2, 0, False),
    ("sliver-1e-2", 10, 0.1, 1e-4, 1, False),
    ("20cm-at-1km", 0.2, 0.2, 1e-3, 1e3, False),
    ("1m-at-1e6", 1, 1, 1e-3, 1e6, False),
    ("tiny-1e-12", 1e-12, 1e-12, 1e-14, 0, False),
    ("huge-1e12", 1e12, 1e12, 1e10, 0, False),
]


def quads(draw, index):
    name, width, height, noise, away, is_single = QUADS[index % len(QUADS)]
    q, place = draw.quaternion(), [c * max(width, height) + away * draw.choice((-1, 1)) for c in draw.vector(1)]
    corners = []
    for a, b in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)):
        corner = plus(place, turned(q, [a * width, b * height, 0.0]))
        corner = plus(corner, draw.vector(noise))
        corners.append([struct.unpack("f", struct.pack("f", c))[0] for c in corner] if is_single else corner)
    return {"set": name, "corners": corners}


MAKERS = {"fit": fit, "weighted": weighted, "gravity": gravity, "yaw": yaw, "similarity": similarity, "robust": robust,
          "quads": quads, "graphs": graphs, "hand-eyes": hand_eyes}


def problem(seed, name, index):
    """The problem of a class at an index."""
    made = MAKERS[name](Draw(f"{seed}/{name}/{index}"), index)
    return {"set": f"{name}/{made.pop('set')}", "index": index, **made}
