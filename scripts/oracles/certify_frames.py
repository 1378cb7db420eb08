#!/usr/bin/env python3
"""Writes pose graphs or hand-eye problems whose answers are known to 30 digits: Datasets/graphs and hand-eyes/certified.json.

The inputs are doubles, taken as exact; a quaternion stands for its direction. Gauss-Newton steps with derivatives by central
differences, in 90 digits, find where the gradient of the cost is zero: no formula for a derivative takes part. Each number of
an answer is written as two doubles that add up to it. The same seed gives the same bytes, with Python alone:
python3 scripts/oracles/certify_frames.py graphs|hand-eyes
"""
import argparse
import json
import math
import random
import sys
from decimal import Decimal, getcontext
from fractions import Fraction

getcontext().prec = 90
PER_SET = 3
# A central difference this wide is off by its square, and by rounding of 1e-90 over it.
WIDTH = Decimal("1e-26")
# Steps shrink by the residuals' share from one to the next: after this one 35 digits are left.
LAST_STEP = Decimal("1e-38")
TINY = Decimal("1e-95")


def times(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def apply(a, v):
    return [sum(x * y for x, y in zip(row, v)) for row in a]


def transposed(a):
    return [list(row) for row in zip(*a)]


def plus(*matrices):
    return [[sum(parts) for parts in zip(*rows)] for rows in zip(*matrices)]


def scaled(a, s):
    return [[x * s for x in row] for row in a]


def identity(n):
    return [[Decimal(i == j) for j in range(n)] for i in range(n)]


def cross_matrix(v):
    return [[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]]


def solved(a, columns):
    """The solutions of a symmetric positive definite system, by L D Lᵀ."""
    n = len(a)
    lower, pivots = [[Decimal(0)] * n for _ in range(n)], []
    for j in range(n):
        scaled_row = [lower[j][k] * pivots[k] for k in range(j)]
        pivots.append(a[j][j] - sum(x * y for x, y in zip(lower[j], scaled_row)))
        for i in range(j + 1, n):
            lower[i][j] = (a[i][j] - sum(x * y for x, y in zip(lower[i], scaled_row))) / pivots[j]
    answers = []
    for side in columns:
        x = list(side)
        for i in range(n):
            x[i] -= sum(lower[i][k] * x[k] for k in range(i))
        x = [c / d for c, d in zip(x, pivots)]
        for i in reversed(range(n)):
            x[i] -= sum(lower[k][i] * x[k] for k in range(i + 1, n))
        answers.append(x)
    return answers


def sine_and_cosine(angle):
    """By their series; angles of a turn or less."""
    sums, term, k = [Decimal(0), Decimal(0)], Decimal(1), 0
    while abs(term) > TINY:
        sums[k % 2] += term if k % 4 < 2 else -term
        k += 1
        term = term * angle / k
    return sums[1], sums[0]


class Motion:
    """A rotation matrix and a translation."""

    def __init__(self, r, t):
        self.r, self.t = r, t

    def __mul__(self, other):
        return Motion(times(self.r, other.r), [a + b for a, b in zip(apply(self.r, other.t), self.t)])

    def inverted(self):
        r = transposed(self.r)
        return Motion(r, [-c for c in apply(r, self.t)])

    def adjoint(self):
        """The matrix that carries a twist, turn first, from the right of this motion to its left."""
        swept = times(cross_matrix(self.t), self.r)
        return [row + [0, 0, 0] for row in self.r] + [a + b for a, b in zip(swept, self.r)]


def read(pose):
    """The motion of x y z qx qy qz qw."""
    x, y, z, w = map(Decimal, pose[3:])
    s = 2 / (w * w + x * x + y * y + z * z)
    return Motion([[1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
                   [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
                   [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]], list(map(Decimal, pose[:3])))


def exponential(twist):
    turn, shift = [[Decimal(c) for c in part] for part in (twist[:3], twist[3:])]
    w, angle = cross_matrix(turn), sum(c * c for c in turn).sqrt()
    if angle == 0:
        return Motion(identity(3), shift)
    (s, c), w2 = sine_and_cosine(angle), times(w, w)
    r = plus(identity(3), scaled(w, s / angle), scaled(w2, (1 - c) / angle**2))
    v = plus(identity(3), scaled(w, (1 - c) / angle**2), scaled(w2, (angle - s) / angle**3))
    return Motion(r, apply(v, shift))


def logarithm(motion):
    """The twist, turn first, of a motion that turns by less than half a turn."""
    r = motion.r
    axis = [(r[2][1] - r[1][2]) / 2, (r[0][2] - r[2][0]) / 2, (r[1][0] - r[0][1]) / 2]
    sine, cosine = sum(c * c for c in axis).sqrt(), (r[0][0] + r[1][1] + r[2][2] - 1) / 2
    if sine == 0:
        return axis + motion.t
    angle = Decimal(math.atan2(sine, cosine))
    for _ in range(3):
        s, c = sine_and_cosine(angle)
        angle += sine * c - cosine * s
    turn = [c * angle / sine for c in axis]
    w = cross_matrix(turn)
    share = (1 - angle / 2 * (1 + cosine) / sine) / angle**2
    return turn + apply(plus(identity(3), scaled(w, Decimal("-0.5")), scaled(times(w, w), share)), motion.t)


def slope(error):
    """The derivative of the logarithm of a motion followed by a small twist."""
    columns = []
    for i in range(6):
        ends = [logarithm(error * exponential([way * WIDTH * (i == j) for j in range(6)])) for way in (1, -1)]
        columns.append([(a - b) / (2 * WIDTH) for a, b in zip(*ends)])
    return transposed(columns)


def unfolded(triangle):
    numbers = iter(triangle)
    m = [[Decimal(0)] * 6 for _ in range(6)]
    for i in range(6):
        for j in range(i, 6):
            m[i][j] = m[j][i] = Decimal(next(numbers))
    return m


def inverse(m):
    return solved(m, identity(len(m)))


def least(motions, misses):
    """The motions that make the cost least, found from those given.

    For motions, `misses` yields each error, its information, and for places of motions the matrices that carry their twists to
    the error's right.
    """
    size = 6 * len(motions)
    for _ in range(200):
        normal, side = [[Decimal(0)] * size for _ in range(size)], [Decimal(0)] * size
        for error, information, carried in misses(motions):
            r, j = logarithm(error), slope(error)
            parts = {place: times(j, matrix) for place, matrix in carried.items()}
            for a, part in parts.items():
                weighted = times(transposed(part), information)
                for i, c in enumerate(apply(weighted, r)):
                    side[6 * a + i] -= c
                for b, other in parts.items():
                    for i, row in enumerate(times(weighted, other)):
                        for k, c in enumerate(row):
                            normal[6 * a + i][6 * b + k] += c
        step = solved(normal, [side])[0]
        motions = [m * exponential(step[6 * p:6 * p + 6]) for p, m in enumerate(motions)]
        if max(map(abs, step)) < LAST_STEP:
            return motions
    sys.exit("certify_frames: a problem did not settle")


def two_doubles(value):
    high = float(value)
    return [high, float(Fraction(value) - Fraction(high))]


def rotations(motions):
    return [two_doubles(c) for m in motions for row in m.r for c in row]


def translations(motions):
    return [two_doubles(c) for m in motions for c in m.t]


# Made-up poses. An answer is of the numbers that are written, whatever made them.


def written(motion):
    """x y z qx qy qz qw of a motion, by Shepperd's method."""
    r = motion.r
    trace = r[0][0] + r[1][1] + r[2][2]
    squares = [1 + 2 * r[i][i] - trace for i in range(3)] + [1 + trace]
    most = max(range(4), key=lambda i: squares[i])
    doubled = [r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1]]
    if most < 3:
        q = [r[most][i] + r[i][most] for i in range(3)] + [doubled[most]]
    else:
        q = doubled + [None]
    q[most] = squares[most]
    return [float(c) for c in motion.t + [c / (2 * squares[most].sqrt()) for c in q]]


def random_turn(rng, least_angle, most_angle):
    axis = [rng.gauss(0, 1) for _ in range(3)]
    length, angle = math.sqrt(sum(a * a for a in axis)), rng.uniform(least_angle, most_angle)
    return [a / length * angle for a in axis]


def random_motion(rng, extent):
    turn = exponential(random_turn(rng, 0, math.pi) + [0, 0, 0]).r
    return Motion(turn, [Decimal(rng.uniform(-extent, extent)) for _ in range(3)])


def covariance(rng, turn, shift, is_mixed):
    """The root of a covariance, and its 21 numbers as doubles: directions alike, or mixed at random."""
    root = [[d * (1.0 if i == j else rng.gauss(0, 0.4) if is_mixed else 0.0) for j in range(6)]
            for i, d in enumerate([turn] * 3 + [shift] * 3)]
    return root, [math.fsum(root[i][k] * root[j][k] for k in range(6)) for i in range(6) for j in range(i, 6)]


def noise(rng, root):
    normal = [rng.gauss(0, 1) for _ in range(6)]
    return exponential([math.fsum(x * y for x, y in zip(row, normal)) for row in root])


DEGREE = math.pi / 180

# Name, poses, edges, deviation of a turn in radians and of a shift in metres, extent in metres, whether covariances are mixed.
GRAPHS = [
    ("room", 5, 10, 0.2 * DEGREE, 5e-3, 5, False),
    ("loops", 9, 16, 0.2 * DEGREE, 5e-3, 5, True),
    ("ring", 9, 9, 0.2 * DEGREE, 5e-3, 5, True),
    ("rough", 6, 12, 0.05, 0.1, 5, True),
    ("stiff", 6, 12, 1e-6, 5e-2, 5, True),
    ("site", 6, 12, 0.2 * DEGREE, 5e-3, 1e3, True),
]


def graph(rng, poses, count, turn, shift, extent, is_mixed):
    truth = [random_motion(rng, extent) for _ in range(poses)]
    pairs = [(i, i + 1) for i in range(poses - 1)]
    if count == poses:
        pairs.append((poses - 1, 0))
    while len(pairs) < count:
        i, j = rng.sample(range(poses), 2)
        if (i, j) not in pairs and (j, i) not in pairs:
            pairs.append((i, j))
    edges = []
    for i, j in pairs:
        root, numbers = covariance(rng, turn, shift, is_mixed)
        pose = written(truth[i].inverted() * truth[j] * noise(rng, root))
        edges.append({"from": i, "to": j, "pose": pose, "covariance": numbers})
    data = [(e["from"], e["to"], read(e["pose"]).inverted(), inverse(unfolded(e["covariance"]))) for e in edges]
    fixed = Motion(identity(3), [Decimal(0)] * 3)

    def misses(motions):
        known = [fixed] + motions
        for i, j, back, information in data:
            seen = known[i].inverted() * known[j]
            carried = {i - 1: scaled(seen.inverted().adjoint(), -1), j - 1: identity(6)}
            yield back * seen, information, {place: m for place, m in carried.items() if place >= 0}

    found = [fixed] + least([truth[0].inverted() * t for t in truth[1:]], misses)
    return {"edges": edges, "rotations": rotations(found), "translations": translations(found)}


# Name, poses, largest turn of the hand in radians, deviations of the camera's poses, distance of the base in metres, whether
# their covariance is mixed.
HAND_EYES = [
    ("thirty-degrees", 15, 30 * DEGREE, 0.1 * DEGREE, 1e-3, 0.5, False),
    ("eight-degrees", 15, 8 * DEGREE, 0.1 * DEGREE, 1e-3, 0.5, False),
    ("few", 4, 90 * DEGREE, 0.1 * DEGREE, 1e-3, 0.5, True),
    ("rough", 10, 90 * DEGREE, 0.03, 2e-2, 0.5, True),
    ("hall", 10, 60 * DEGREE, 0.1 * DEGREE, 1e-3, 100, True),
]


def hand_eye(rng, count, span, turn, shift, extent, is_mixed):
    x, z = random_motion(rng, 0.1), random_motion(rng, extent)
    attitude = random_motion(rng, 0).r
    root, numbers = covariance(rng, turn, shift, is_mixed)
    poses = []
    for _ in range(count):
        hand = Motion(times(attitude, exponential(random_turn(rng, 0.3 * span, span) + [0, 0, 0]).r),
                      [Decimal(rng.uniform(-0.25, 0.25) + extent) for _ in range(3)])
        camera = (hand * x).inverted() * z * noise(rng, root)
        poses.append({"hand": written(hand), "camera": written(camera)})
    information = inverse(unfolded(numbers))
    data = [(read(p["hand"]), read(p["camera"])) for p in poses]

    def misses(motions):
        for hand, camera in data:
            error = motions[1].inverted() * hand * motions[0] * camera
            carried = {0: camera.inverted().adjoint(), 1: scaled(error.inverted().adjoint(), -1)}
            yield error, information, carried

    found = least([x, z], misses)
    return {"poses": poses, "covariance": numbers, "rotations": rotations(found), "translations": translations(found)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["graphs", "hand-eyes"])
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    kinds, make = (GRAPHS, graph) if options.kind == "graphs" else (HAND_EYES, hand_eye)
    sets = [{"name": name, "problems": [make(rng, *how) for _ in range(PER_SET)]} for name, *how in kinds]
    json.dump({"seed": options.seed, "sets": sets}, sys.stdout, indent=None, separators=(",", ":"))
    print()


main()
