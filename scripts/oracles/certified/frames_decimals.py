"""The first arithmetic for graphs and hand-eye problems: decimal floating point, and no formula for a derivative.

Motions are matrices. A miss is A exp(-u) B exp(v) C, where u and v are twists of the two frames that it depends on, each of which
can be carried behind C; how the logarithm changes with a twist there is measured by central differences.
"""
import functools
from decimal import Decimal, getcontext

from .decimals import ONE, ZERO, dot, rotation

PRECISION = 110
# A central difference this wide is off by its square, and by rounding of 1e-110 over it.
WIDTH = Decimal("1e-34")
TINY = Decimal("1e-115")
# The steps have ended after one this long, in radians and metres: each is a twentieth of the last or less.
LAST_STEP = Decimal("1e-50")


def times(a, b):
    columns = list(zip(*b))
    return [[dot(row, column) for column in columns] for row in a]


def apply(a, v):
    return [dot(row, v) for row in a]


def identity(n):
    return [[Decimal(i == j) for j in range(n)] for i in range(n)]


IDENTITY = identity(3), [ZERO] * 3


def after(a, b):
    return times(a[0], b[0]), [x + y for x, y in zip(apply(a[0], b[1]), a[1])]


def back(a):
    r = [list(row) for row in zip(*a[0])]
    return r, [-c for c in apply(r, a[1])]


def read(pose):
    """The motion of x y z qx qy qz qw."""
    return rotation(*map(Decimal, pose[3:])), list(map(Decimal, pose[:3]))


def exponential(twist):
    """By the powers of a 4x4 matrix; for twists below one."""
    (x, y, z), t = twist[:3], twist[3:]
    m = [[ZERO, -z, y, t[0]], [z, ZERO, -x, t[1]], [-y, x, ZERO, t[2]], [ZERO] * 4]
    total, power, k = identity(4), identity(4), 0
    while max(abs(c) for row in power for c in row) > TINY:
        k += 1
        power = [[c / k for c in row] for row in times(power, m)]
        total = [[a + b for a, b in zip(*rows)] for rows in zip(total, power)]
    return [row[:3] for row in total[:3]], [row[3] for row in total[:3]]


def logarithm(motion):
    """The twist, turn first, of a motion that turns by less than a right angle, by the series of x / sin x."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = motion[0]
    axis = (zy - yz) / 2, (xz - zx) / 2, (yx - xy) / 2
    square = (3 - xx - yy - zz) / 4
    share, term, k = ONE, ONE, 0
    while abs(term) > TINY:
        term = term * square * (2 * k + 2) / (2 * k + 3)
        share += term
        k += 1
    a, b, c = turn = [share * w for w in axis]
    angle = a * a + b * b + c * c
    x, y, z = t = motion[1]
    rest = (1 - share * (1 - square)) / angle if angle else ONE / 12
    u = b * z - c * y, c * x - a * z, a * y - b * x
    v = b * u[2] - c * u[1], c * u[0] - a * u[2], a * u[1] - b * u[0]
    return turn + [p - q / 2 + rest * r for p, q, r in zip(t, u, v)]


@functools.cache
def small_motions():
    """Of each coordinate of a twist, the motions a width ahead and behind."""
    return [[exponential([way * WIDTH * (i == j) for j in range(6)]) for way in (1, -1)] for i in range(6)]


def slope(error):
    """The derivative of the logarithm by a twist behind a motion."""
    columns = []
    for ends in small_motions():
        ahead, behind = (logarithm(after(error, end)) for end in ends)
        columns.append([(x - y) / (2 * WIDTH) for x, y in zip(ahead, behind)])
    return list(zip(*columns))


def carried(motion):
    """The matrix that carries a twist before a motion behind it."""
    r, (x, y, z) = back(motion)
    swept = times([[ZERO, -z, y], [z, ZERO, -x], [-y, x, ZERO]], r)
    return [row + [ZERO] * 3 for row in r] + [a + b for a, b in zip(swept, r)]


def solved(a, side):
    """The solution of a symmetric positive definite system, by L D Lᵀ."""
    n = len(a)
    lower, pivots = [[ZERO] * n for _ in range(n)], []
    for j in range(n):
        scaled = [lower[j][k] * pivots[k] for k in range(j)]
        pivots.append(a[j][j] - dot(lower[j], scaled))
        for i in range(j + 1, n):
            lower[i][j] = (a[i][j] - dot(lower[i], scaled)) / pivots[j]
    x = list(side)
    for i in range(n):
        x[i] -= dot(lower[i][:i], x)
    x = [c / d for c, d in zip(x, pivots)]
    for i in reversed(range(n)):
        x[i] -= sum(lower[k][i] * x[k] for k in range(i + 1, n))
    return x


def inverse(triangle):
    numbers = iter(triangle)
    m = [[ZERO] * 6 for _ in range(6)]
    for i in range(6):
        for j in range(i, 6):
            m[i][j] = m[j][i] = Decimal(next(numbers))
    return [solved(m, row) for row in identity(6)]


def misses(problem):
    """Of each miss: its information, the frames that u and v move, and A, B and C of the frames' motions."""
    if "edges" in problem:
        for e in problem["edges"]:
            i, j, a = e["from"] - 1, e["to"] - 1, back(read(e["pose"]))
            yield inverse(e["covariance"]), (i, j), lambda m, i=i, j=j, a=a: (
                a, after(back(m[i] if i >= 0 else IDENTITY), m[j] if j >= 0 else IDENTITY), IDENTITY)
    else:
        information = inverse(problem["covariance"])
        for p in problem["poses"]:
            yield information, (1, 0), lambda m, h=read(p["hand"]), c=read(p["camera"]): (
                IDENTITY, after(after(back(m[1]), h), m[0]), c)


def normal_equations(known, motions):
    """Those of a step of Gauss and Newton; the upper triangle of the matrix is mirrored."""
    n = 6 * len(motions)
    normal, side = [[ZERO] * n for _ in range(n)], [ZERO] * n
    for information, frames, parts in known:
        a, b, c = parts(motions)
        behind = after(b, c)
        error = after(a, behind)
        rest, by_twist, columns = logarithm(error), slope(error), []
        for way, frame, motion in ((-1, frames[0], behind), (1, frames[1], c)):
            if frame >= 0:
                columns += [(6 * frame + k, [way * x for x in column])
                            for k, column in enumerate(zip(*times(by_twist, carried(motion))))]
        for place, column in columns:
            pull = apply(information, column)
            side[place] -= dot(pull, rest)
            for other, with_it in columns:
                if other >= place:
                    normal[place][other] += dot(pull, with_it)
    for i in range(n):
        for j in range(i):
            normal[i][j] = normal[j][i]
    return normal, side


def solve(problem, start):
    """The members of an answer, from motions near it."""
    getcontext().prec = PRECISION
    motions, known = [read(pose) for pose in start], list(misses(problem))
    for _ in range(300):
        step = solved(*normal_equations(known, motions))
        motions = [after(m, exponential(step[6 * k:6 * k + 6])) for k, m in enumerate(motions)]
        if max(map(abs, step)) < LAST_STEP:
            motions = [IDENTITY] * ("edges" in problem) + motions
            return {"rotations": [c for r, _ in motions for row in r for c in row],
                    "translations": [c for _, t in motions for c in t]}
    raise ValueError(f"{problem['set']} {problem['index']}: no end of steps")
