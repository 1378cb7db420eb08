#!/usr/bin/env python3
"""Writes quads whose measures are known to 30 digits: Datasets/quads/certified.json.

The corners are doubles, taken as exact. Center, vector area and the characteristic polynomial of the scatter are rational
numbers, computed as such; lengths are square roots in 80 digits, and the plane of least squares is that of the polynomial's
least root. Each number of an answer is written as two doubles that add up to it. The same seed gives the
same bytes, with Python alone: python3 scripts/oracles/certify_quads.py
"""
import argparse
import json
import math
import random
import struct
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 80
# Newton's steps at the least root have ended where they are this share of the largest.
LAST_STEP = Decimal("1e-76")
getcontext().Emin, getcontext().Emax = -9999, 9999
PER_SET = 24


def exact(p):
    return [Fraction(c) for c in p]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def least_squares_plane(points, area):
    """The normal, on the side of the area, and the largest distance of a point, of the plane with the least squares."""
    n = len(points)
    mean = [sum(p[i] for p in points) / n for i in range(3)]
    arms = [minus(p, mean) for p in points]
    s = [[sum(a[i] * a[j] for a in arms) for j in range(3)] for i in range(3)]
    trace = s[0][0] + s[1][1] + s[2][2]
    pairs = sum(s[i][i] * s[j][j] - s[i][j] ** 2 for i, j in ((0, 1), (0, 2), (1, 2)))
    determinant = dot(s[0], cross(s[1], s[2]))
    # x^3 - trace x^2 + pairs x - determinant has three roots, none negative: from the left, steps never pass the least.
    root = Decimal(0)
    c2, c1, c0 = decimal(trace), decimal(pairs), decimal(determinant)
    while True:
        step = (((root - c2) * root + c1) * root - c0) / ((3 * root - 2 * c2) * root + c1)
        root -= step
        if abs(step) <= LAST_STEP * c2:
            break
    rows = [[decimal(s[i][j]) - (root if i == j else 0) for j in range(3)] for i in range(3)]
    normals = [cross(rows[i], rows[j]) for i, j in ((0, 1), (0, 2), (1, 2))]
    normal = max(normals, key=lambda v: dot(v, v))
    length = dot(normal, normal).sqrt()
    side = 1 if dot(normal, [decimal(c) for c in area]) >= 0 else -1
    normal = [side * c / length for c in normal]
    return normal, max(abs(dot(normal, [decimal(c) for c in a])) for a in arms)


def two_doubles(value):
    """A Fraction or Decimal as the double nearest to it and that nearest to the rest."""
    value = Fraction(value)
    high = float(value)
    return [high, float(value - Fraction(high))]


def answer(corners):
    p1, p2, p3, p4 = map(exact, corners)
    area = [c / 2 for c in cross(minus(p3, p1), minus(p4, p2))]
    length = decimal(dot(area, area)).sqrt()
    bend = minus(minus(p1, p2), minus(p4, p3))
    height = abs(decimal(dot(area, bend))) / length / 4
    plane, distance = least_squares_plane([p1, p2, p3, p4], area)
    return {
        "center": [two_doubles((a + b + c + d) / 4) for a, b, c, d in zip(p1, p2, p3, p4)],
        "area": two_doubles(length),
        "normal": [two_doubles(decimal(c) / length) for c in area],
        "flatness": two_doubles(height),
        "plane": [two_doubles(c) for c in plane],
        "distance": two_doubles(distance),
    }


def single(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def quad(rng, width, height, noise, offset, rounds):
    """A rectangle of some size in a random plane, corners off by noise, at a distance from the origin."""
    while True:
        u, v = ([rng.uniform(-1, 1) for _ in range(3)] for _ in range(2))
        n = cross(u, v)
        if dot(n, n) > 0.1 and dot(u, u) > 0.1:
            break
    v = cross(n, u)
    u, v = ([c / math.sqrt(dot(a, a)) for c in a] for a in (u, v))
    place = [rng.uniform(-1, 1) * max(width, height) + offset * rng.choice([-1, 1]) for _ in range(3)]
    corners = []
    for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        corners.append([rounds(place[i] + a * width / 2 * u[i] + b * height / 2 * v[i] + rng.uniform(-noise, noise))
                        for i in range(3)])
    return corners


# Name, width, height, noise of every coordinate, distance from the origin, rounding of coordinates.
SETS = [
    ("plain", 0.5, 0.3, 1e-3, 1, float),
    ("single-precision", 0.5, 0.3, 1e-3, 5, single),
    ("flat", 0.5, 0.3, 0, 1, float),
    ("bent", 0.5, 0.3, 0.05, 1, float),
    ("wild", 1, 1, 2, 0, float),
    ("sliver-1e-2", 10, 0.1, 1e-4, 1, float),
    ("20cm-at-1km", 0.2, 0.2, 1e-3, 1e3, float),
    ("1m-at-1e6", 1, 1, 1e-3, 1e6, float),
    ("tiny-1e-12", 1e-12, 1e-12, 1e-14, 0, float),
    ("huge-1e12", 1e12, 1e12, 1e10, 0, float),
]


def document(seed):
    rng = random.Random(seed)
    sets = []
    for name, *how in SETS:
        quads = [quad(rng, *how) for _ in range(PER_SET)]
        sets.append({"name": name, "problems": [{"corners": corners, **answer(corners)} for corners in quads]})
    return {"seed": seed, "sets": sets}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    json.dump(document(options.seed), sys.stdout, indent=None, separators=(",", ":"))
    print()


main()
