#!/usr/bin/env python3
"""Writes rigid fits whose motion and covariance are known to 30 digits: Datasets/pairs/covariances.json.

Every target has a noise of its own, a 3x3 covariance or one deviation for all. The inputs are doubles, taken as exact.
Gauss-Newton steps with derivatives by central differences, in 80 digits, find where the gradient of the cost is zero; the
covariance of the answer is the inverse of the information there, by mpmath. Each number of an answer is written as two doubles
that add up to it. The same seed gives the same bytes. Needs mpmath, which scripts/setup/peers installs:
.peers/bin/python scripts/oracles/certify_covariances.py
"""
import argparse
import json
import random
import sys

import mpmath

mpmath.mp.dps = 80
PER_SET = 6
# A central difference this wide is off by its square, and by rounding of 1e-80 over it.
WIDTH = mpmath.mpf("1e-24")
# Steps shrink by the residuals' share from one to the next: after this one 35 digits are left.
LAST_STEP = mpmath.mpf("1e-38")


def column(numbers):
    return mpmath.matrix([mpmath.mpf(number) for number in numbers])


def turned(w):
    """The rotation by a rotation vector (Rodrigues)."""
    angle = mpmath.norm(w)
    if angle == 0:
        return mpmath.eye(3)
    x, y, z = (c / angle for c in w)
    k = mpmath.matrix([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return mpmath.eye(3) + k * mpmath.sin(angle) + k * k * (1 - mpmath.cos(angle))


class Scene:
    """Pairs, their information, and the motion as a turn about a place of the target frame and a shift of that place."""

    def __init__(self, sources, targets, informations, probe):
        self.sources, self.targets = [[column(p) for p in points] for points in (sources, targets)]
        self.informations = informations
        self.probe = column(probe)

    def start(self, turn, shift):
        self.rotation = turn
        self.image = turn * self.probe + shift

    def residuals(self, change):
        """Of every pair, after a turn about the image of the probe and a shift of it."""
        turn, place = turned(change[:3]) * self.rotation, self.image + column(change[3:])
        return [turn * (p - self.probe) + place - q for p, q in zip(self.sources, self.targets)]

    def step(self):
        """One step of Gauss-Newton; the information on its six numbers, and how long it was."""
        sides = []
        for axis in range(6):
            change = [mpmath.mpf(0)] * 6
            change[axis] = WIDTH
            ahead = self.residuals(change)
            change[axis] = -WIDTH
            sides.append([(a - b) / (2 * WIDTH) for a, b in zip(ahead, self.residuals(change))])
        rest = self.residuals([mpmath.mpf(0)] * 6)
        information, pull = mpmath.zeros(6, 6), mpmath.zeros(6, 1)
        for pair, weight in enumerate(self.informations):
            jacobian = mpmath.matrix(3, 6)
            for axis in range(6):
                for row in range(3):
                    jacobian[row, axis] = sides[axis][pair][row]
            information += jacobian.T * weight * jacobian
            pull += jacobian.T * weight * rest[pair]
        change = -mpmath.lu_solve(information, pull)
        self.rotation = turned(list(change[:3])) * self.rotation
        self.image += column(list(change[3:]))
        return information, mpmath.norm(change) / (1 + mpmath.norm(self.image))

    def solve(self):
        for _ in range(200):
            information, length = self.step()
            if length < LAST_STEP:
                return information ** -1
        raise ValueError("no end of steps")


def rotation(quaternion):
    w, x, y, z = quaternion
    s = 2 / (w * w + x * x + y * y + z * z)
    return mpmath.matrix([
        [1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]])


def two_doubles(value):
    high = float(value)
    return [high, float(value - mpmath.mpf(high))]


def ball(rng, size):
    return [rng.uniform(-1, 1) * size for _ in range(3)]


def floor(rng, size):
    return [rng.uniform(-1, 1) * size, 0.0, rng.uniform(-1, 1) * size]


def ellipsoid(rng, noise, ratio):
    """A covariance whose longest axis is `ratio` times the shortest: xx, xy, xz, yy, yz, zz."""
    turn = rotation([mpmath.mpf(rng.gauss(0, 1)) for _ in range(4)])
    axes = mpmath.diag([mpmath.mpf(noise * a) ** 2 for a in (1, ratio ** 0.5, ratio)])
    c = turn * axes * turn.T
    return [float(c[i, j]) for i in range(3) for j in range(i, 3)]


def symmetric(six):
    xx, xy, xz, yy, yz, zz = (mpmath.mpf(c) for c in six)
    return mpmath.matrix([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


# Name, how points are drawn, their size, pairs, deviation of a target's shortest axis, longest over shortest axis or None for
# one deviation of all, distance of the targets from the origin.
SETS = [
    ("same-noise", ball, 2, 20, 5e-3, None, 0),
    ("four-pairs", ball, 2, 4, 5e-3, 3, 0),
    ("ellipsoids", ball, 2, 20, 2e-3, 10, 0),
    ("needles", ball, 2, 20, 1e-4, 1000, 0),
    ("floor", floor, 2, 12, 5e-3, 3, 0),
    ("marker-20cm", floor, 0.1, 4, 2e-3, 3, 0),
    ("at-1km", ball, 2, 12, 5e-3, 3, 1e3),
]


def problem(rng, draw, size, count, noise, ratio, offset):
    turn = rotation([mpmath.mpf(rng.gauss(0, 1)) for _ in range(4)])
    shift = column([rng.uniform(-3, 3) + offset for _ in range(3)])
    sources, targets, covariances = [], [], []
    for _ in range(count):
        p = draw(rng, size)
        six = ellipsoid(rng, noise, ratio) if ratio else [noise * noise, 0, 0, noise * noise, 0, noise * noise]
        root = mpmath.cholesky(symmetric(six))
        q = turn * column(p) + shift + root * column([rng.gauss(0, 1) for _ in range(3)])
        sources.append(p)
        targets.append([float(c) for c in q])
        covariances.append(six)
    probe = draw(rng, 2 * size)
    same = mpmath.eye(3) / mpmath.mpf(noise) ** 2
    scene = Scene(sources, targets, [symmetric(six) ** -1 if ratio else same for six in covariances], probe)
    scene.start(turn, shift)
    covariance = scene.solve()
    result = {"sources": sources, "targets": targets}
    result.update({"covariances": covariances} if ratio else {"noise": noise})
    result.update({
        "rotation": [two_doubles(scene.rotation[i, j]) for i in range(3) for j in range(3)],
        "probe": probe, "image": [two_doubles(c) for c in scene.image],
        "covariance": [two_doubles(covariance[i, j]) for i in range(6) for j in range(i, 6)]})
    return result


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
