"""The second arithmetic for graphs and hand-eye problems: binary floating point by mpmath, and derivatives by formula.

Motions are unit quaternions and translations. The derivative of a logarithm is the series of Bernoulli's numbers in brackets of
twists. Steps are solved in doubles, which decide how fast they end, not where: that is where the slope is zero. They start
from the doubles nearest to the answer that is to be checked.
"""
import functools

import mpmath
import numpy

BITS = 300
# Terms of Bernoulli's series below this share are left out.
TINY = mpmath.mpf(2) ** -260
LAST_STEP = mpmath.mpf("1e-50")
mp = mpmath.mp


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def turned(q, v):
    x, y, z, w = q
    c = cross((x, y, z), v)
    d = cross((x, y, z), c)
    return [k + 2 * (w * m + n) for k, m, n in zip(v, c, d)]


def after(a, b):
    (ax, ay, az, aw), (bx, by, bz, bw) = a[0], b[0]
    q = [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
         aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]
    return q, [m + n for m, n in zip(turned(a[0], b[1]), a[1])]


def back(a):
    x, y, z, w = a[0]
    q = [-x, -y, -z, w]
    return q, [-c for c in turned(q, a[1])]


def unit(q):
    length = mp.sqrt(sum(c * c for c in q))
    return [c / length for c in q]


def read(pose):
    return unit([mp.mpf(c) for c in pose[3:]]), [mp.mpf(c) for c in pose[:3]]


def rotation(q):
    return [list(row) for row in zip(*(turned(q, [mp.mpf(i == j) for j in range(3)]) for i in range(3)))]


def quaternion(r):
    """Of nine doubles of a rotation, by the largest of its four squares."""
    trace = r[0] + r[4] + r[8]
    squares = [1 + 2 * r[0] - trace, 1 + 2 * r[4] - trace, 1 + 2 * r[8] - trace, 1 + trace]
    most = max(range(4), key=lambda k: squares[k])
    rows = [[squares[0], r[1] + r[3], r[2] + r[6], r[7] - r[5]], [r[1] + r[3], squares[1], r[5] + r[7], r[2] - r[6]],
            [r[2] + r[6], r[5] + r[7], squares[2], r[3] - r[1]], [r[7] - r[5], r[2] - r[6], r[3] - r[1], squares[3]]]
    return unit([mp.mpf(c) for c in rows[most]])


def exponential(turn, shift):
    angle = mp.sqrt(sum(c * c for c in turn))
    half = mp.sin(angle / 2) / angle if angle else mp.mpf(0.5)
    if not angle:
        return [c / 2 for c in turn] + [mp.mpf(1)], shift
    one, two = (1 - mp.cos(angle)) / angle ** 2, (angle - mp.sin(angle)) / angle ** 3
    c = cross(turn, shift)
    return [w * half for w in turn] + [mp.cos(angle / 2)], [t + one * m + two * n for t, m, n in zip(shift, c, cross(turn, c))]


def logarithm(motion):
    q, t = motion
    if q[3] < 0:
        q = [-c for c in q]
    sine = mp.sqrt(q[0] ** 2 + q[1] ** 2 + q[2] ** 2)
    angle = 2 * mp.atan2(sine, q[3])
    turn = [c * angle / sine for c in q[:3]]
    share = (1 - angle / 2 * q[3] / sine) / angle ** 2
    c = cross(turn, t)
    return turn, [k - m / 2 + share * n for k, m, n in zip(t, c, cross(turn, c))]


@functools.cache
def coefficient(n):
    return mp.mpf(1) / 2 if n == 1 else mp.bernoulli(n) / mp.factorial(n)


def pulled(turn, shift, wrench, tiny=TINY):
    """The slope by a small twist behind the motion whose logarithm this is, from that by the logarithm."""
    total, power, n = [list(wrench[0]), list(wrench[1])], wrench, 0
    size = first = max(abs(c) for part in wrench for c in part)
    while size > tiny * first:
        n += 1
        a, b = power
        power = [x + y for x, y in zip(cross(a, turn), cross(b, shift))], cross(b, turn)
        if n == 1 or n % 2 == 0:
            share = coefficient(n)
            size = abs(share) * max(abs(c) for part in power for c in part)
            total = [[x + share * y for x, y in zip(*parts)] for parts in zip(total, power)]
    return total


def carried(motion, wrench):
    """A slope by a twist behind a motion as one by a twist before it."""
    a, b = (turned(motion[0], part) for part in wrench)
    return [x + y for x, y in zip(a, cross(motion[1], b))] + b


def factor(triangle):
    """L with L Lᵀ a covariance (Cholesky)."""
    numbers, lower = iter(triangle), [[mp.mpf(0)] * 6 for _ in range(6)]
    given = {(i, j): mp.mpf(next(numbers)) for i in range(6) for j in range(i, 6)}
    for i in range(6):
        for j in range(i + 1):
            rest = given[j, i] - sum(lower[i][k] * lower[j][k] for k in range(j))
            lower[i][j] = mp.sqrt(rest) if i == j else rest / lower[j][j]
    return lower


def weighed(lower, v):
    """The inverse of a covariance times a twist."""
    x = list(v)
    for i in range(6):
        x[i] = (x[i] - sum(lower[i][k] * x[k] for k in range(i))) / lower[i][i]
    for i in reversed(range(6)):
        x[i] = (x[i] - sum(lower[k][i] * x[k] for k in range(i + 1, 6))) / lower[i][i]
    return x


IDENTITY = [mpmath.mpf(0)] * 3 + [mpmath.mpf(1)], [mpmath.mpf(0)] * 3


def misses(problem):
    """Of each miss: its covariance's factor, the frame before it and the one behind, and how it comes from the motions, with what
    is behind either frame."""
    def edge(pose, i, j):
        def parts(m):
            seen = after(back(m[i]), m[j])
            return after(pose, seen), seen, IDENTITY
        return parts

    def view(hand, camera):
        def parts(m):
            seen = after(after(back(m[1]), hand), after(m[0], camera))
            return seen, seen, camera
        return parts

    if "edges" in problem:
        return [(factor(e["covariance"]), e["from"], e["to"], edge(back(read(e["pose"])), e["from"], e["to"]))
                for e in problem["edges"]]
    lower = factor(problem["covariance"])
    return [(lower, 1, 0, view(read(p["hand"]), read(p["camera"]))) for p in problem["poses"]]


def slope(known, motions):
    """The slope of half the cost by a twist behind each motion."""
    total = [[mp.mpf(0)] * 6 for _ in motions]
    for lower, i, j, parts in known:
        error, behind_i, behind_j = parts(motions)
        turn, shift = logarithm(error)
        wrench = weighed(lower, turn + shift)
        wrench = pulled(turn, shift, (wrench[:3], wrench[3:]))
        for frame, behind, way in ((i, behind_i, -1), (j, behind_j, 1)):
            total[frame] = [t + way * c for t, c in zip(total[frame], carried(behind, wrench))]
    return total


def curvature(known, motions):
    """About the second derivatives of half the cost, in doubles."""
    n = 6 * len(motions)
    total = numpy.zeros((n, n))
    for lower, i, j, parts in known:
        error, *behind = parts(motions)
        turn, shift = logarithm(error)
        whitening = numpy.linalg.inv(numpy.array(lower, dtype=float))
        rows = [pulled(turn, shift, (list(map(mp.mpf, w[:3])), list(map(mp.mpf, w[3:]))), mp.mpf(1e-18)) for w in whitening.tolist()]
        jacobian = numpy.zeros((6, n))
        for frame, motion, way in ((i, behind[0], -1), (j, behind[1], 1)):
            jacobian[:, 6 * frame:6 * frame + 6] += way * numpy.array([carried(motion, row) for row in rows], dtype=float)
        total += jacobian.T @ jacobian
    return total


def solve(problem, answer):
    """The members of an answer, from one whose first sixteen digits are right."""
    mp.prec = BITS
    numbers = {member: [float(c) for c in answer[member]] for member in ("rotations", "translations")}
    motions = [(quaternion(numbers["rotations"][9 * k:9 * k + 9]), [mp.mpf(c) for c in numbers["translations"][3 * k:3 * k + 3]])
               for k in range(len(numbers["translations"]) // 3)]
    known, held = misses(problem), 6 * ("edges" in problem)
    # In units in which the curvature's diagonal is one, doubles have most digits.
    full = curvature(known, motions)[held:, held:]
    units = 1 / numpy.sqrt(numpy.diag(full))
    inverse = numpy.linalg.inv(full * numpy.outer(units, units))
    for _ in range(300):
        side = [float(c) for part in slope(known, motions) for c in part]
        step = [0.0] * held + list(-units * (inverse @ (units * numpy.array(side[held:]))))
        for k, (q, t) in enumerate(motions):
            small = [mp.mpf(c) for c in step[6 * k:6 * k + 6]]
            q, t = after((q, t), exponential(small[:3], small[3:]))
            motions[k] = unit(q), t
        if max(map(abs, step)) < LAST_STEP:
            return {"rotations": [c for q, _ in motions for row in rotation(q) for c in row],
                    "translations": [c for _, t in motions for c in t]}
    raise ValueError(f"{problem['set']} {problem['index']}: no end of steps")


def units(value, decimals):
    """A number in whole units of a decimal place."""
    return int(mp.nint(value * mp.mpf(10) ** decimals))
