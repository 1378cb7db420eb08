#!/usr/bin/env python3
"""Writes rigid-fit problems whose answers are known to 30 digits: Datasets/pairs/certified.json.

The inputs are doubles, taken as exact. The answer is the largest eigenvector of Davenport's 4x4 matrix, by mpmath in 80
digits: no singular value decomposition takes part. Each number of an answer is written as two doubles that add up to
it. The same seed gives the same bytes. Needs mpmath, which scripts/setup/peers installs: .peers/bin/python scripts/oracles/certify_fits.py
"""
import argparse
import json
import random
import sys

import mpmath

mpmath.mp.dps = 80
PER_SET = 8


def rotation(quaternion):
    w, x, y, z = quaternion
    s = 2 / (w * w + x * x + y * y + z * z)
    return mpmath.matrix([
        [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]])


def column(numbers):
    return mpmath.matrix([mpmath.mpf(number) for number in numbers])


def solve(sources, targets, weights):
    """The rotation and the two weighted means."""
    total = mpmath.fsum(weights)
    mean = [sum((column(p) * w for p, w in zip(points, weights)), mpmath.zeros(3, 1)) / total
            for points in (sources, targets)]
    h = mpmath.zeros(3, 3)
    for p, q, w in zip(sources, targets, weights):
        h += (column(p) - mean[0]) * (column(q) - mean[1]).T * w
    trace = h[0, 0] + h[1, 1] + h[2, 2]
    k = mpmath.zeros(4, 4)
    k[0, 0] = trace
    axial = [h[1, 2] - h[2, 1], h[2, 0] - h[0, 2], h[0, 1] - h[1, 0]]
    for i in range(3):
        k[0, i + 1] = k[i + 1, 0] = axial[i]
        for j in range(3):
            k[i + 1, j + 1] = h[i, j] + h[j, i] - (trace if i == j else 0)
    values, vectors = mpmath.eigsy(k)
    best = max(range(4), key=lambda i: values[i])
    return rotation([vectors[i, best] for i in range(4)]), mean


def line(rng, thickness):
    direction = [rng.gauss(0, 1) for _ in range(3)]
    return lambda: [d * s + thickness * rng.uniform(-1, 1) for s in [rng.uniform(-1, 1)] for d in direction]


def scattered(rng):
    return lambda: [rng.uniform(-1, 1) for _ in range(3)]


def flat(rng):
    return lambda: [rng.uniform(-1, 1), 0.0, rng.uniform(-1, 1)]


# Name, how points are drawn, noise of the targets, size, offsets of sources and targets, quaternion or None for any,
# weights.
SETS = [
    ("plain", scattered, 1e-2, 1, 0, 0, None, False),
    ("weighted", scattered, 1e-2, 1, 0, 0, None, True),
    ("floor", flat, 1e-2, 1, 0, 0, None, False),
    ("half-turn", scattered, 1e-2, 1, 0, 0, (1e-9, 0.6, 0.8, 0), False),
    ("no-turn", scattered, 1e-2, 1, 0, 0, (1, 0, 0, 0), False),
    ("offset-1e6", scattered, 1e-2, 1, 1e6, 1e6, None, False),
    ("offset-1e9", scattered, 1e-2, 1, 1e9, 1e9, None, False),
    ("marker-20cm-at-1km", flat, 1e-2, 0.1, 1e3, 1e3, None, False),
    ("line-1e-4", lambda rng: line(rng, 1e-4), 1e-6, 1, 0, 0, None, False),
    ("line-1e-6", lambda rng: line(rng, 1e-6), 1e-8, 1, 0, 0, None, False),
    ("line-1e-7", lambda rng: line(rng, 1e-7), 1e-9, 1, 0, 0, None, False),
    ("tiny-1e-12", scattered, 1e-2, 1e-12, 0, 0, None, False),
    ("noisy", scattered, 0.5, 1, 0, 0, None, False),
    ("from-1e6", scattered, 1e-2, 1, 1e6, 0, None, False),
    ("from-1e9", scattered, 1e-2, 1, 1e9, 0, None, False),
    ("marker-20cm-from-1km", flat, 1e-2, 0.1, 1e3, 0, None, False),
]


def two_doubles(value):
    high = float(value)
    return [high, float(value - mpmath.mpf(high))]


def problem(rng, draw, noise, size, source_offset, target_offset, quaternion, weighted):
    point = draw(rng)
    turn = rotation([mpmath.mpf(c) for c in quaternion or [rng.gauss(0, 1) for _ in range(4)]])
    shift = [rng.uniform(-3, 3) * size + target_offset for _ in range(3)]
    sources, targets = [], []
    for _ in range(rng.choice([4, 8, 20])):
        p = [c * size for c in point()]
        moved = turn * column(p)
        targets.append([float(moved[i]) + rng.gauss(0, noise * size) + shift[i] for i in range(3)])
        sources.append([c + source_offset for c in p])
    weights = [rng.uniform(0.1, 4) if weighted else 1.0 for _ in sources]
    best, (source_mean, target_mean) = solve(sources, targets, weights)
    probe = [sources[0][i] + size * rng.uniform(-1, 1) for i in range(3)]
    image = target_mean + best * (column(probe) - source_mean)
    result = {"sources": sources, "targets": targets}
    if weighted:
        result["weights"] = weights
    return {**result, "rotation": [two_doubles(best[i, j]) for i in range(3) for j in range(3)],
            "probe": probe, "image": [two_doubles(image[i]) for i in range(3)]}


def document(seed):
    rng = random.Random(seed)
    return {"seed": seed, "rotation": "row-major", "sets": [
        {"name": name, "problems": [problem(rng, *how) for _ in range(PER_SET)]} for name, *how in SETS]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    json.dump(document(options.seed), sys.stdout, indent=None, separators=(",", ":"))
    print()


main()
