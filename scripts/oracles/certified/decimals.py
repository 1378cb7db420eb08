"""The first arithmetic: decimal floating point of 90 digits, by Jacobi's rotations.

A turn is the eigenvector of Davenport's 4x4 matrix with the largest eigenvalue, a plane that of the scatter with the least.
Points are about their means, which are rounded like all else.
"""
from decimal import Decimal, getcontext
from operator import mul

PRECISION = 90
# Jacobi's rotations have ended where what is beside the diagonal is this share of it, and the next of its square.
SETTLED = Decimal("1e-88")
ZERO, ONE = Decimal(0), Decimal(1)


def column(numbers):
    return [Decimal(number) for number in numbers]


def dot(a, b):
    return sum(map(mul, a, b), ZERO)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def eigenvectors(a):
    """Pairs of an eigenvalue and its vector, least first, of a symmetric matrix; by Jacobi's rotations, row by row."""
    n = len(a)
    a, vectors = [list(row) for row in a], [[Decimal(i == j) for j in range(n)] for i in range(n)]
    size = max(abs(c) for row in a for c in row)
    while max(abs(a[i][j]) for i in range(n) for j in range(i)) > SETTLED * size:
        for p in range(n):
            for q in range(p + 1, n):
                if not a[p][q]:
                    continue
                half = (a[q][q] - a[p][p]) / (2 * a[p][q])
                tangent = (ONE if half >= 0 else -ONE) / (abs(half) + (half * half + 1).sqrt())
                cosine = 1 / (tangent * tangent + 1).sqrt()
                sine = tangent * cosine
                for row in a:
                    row[p], row[q] = cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]
                for rows in (a, vectors):
                    rows[p], rows[q] = ([cosine * x - sine * y for x, y in zip(rows[p], rows[q])],
                                        [sine * x + cosine * y for x, y in zip(rows[p], rows[q])])
    return sorted((a[i][i], vectors[i]) for i in range(n))


def rotation(x, y, z, w):
    s = 2 / (w * w + x * x + y * y + z * z)
    return [[1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
            [s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)],
            [s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)]]


def best_turn(h):
    """The rotation R with the largest sum of R over h, and that sum."""
    k = [[h[i][j] + h[j][i] for j in range(3)] + [ZERO] for i in range(3)] + [[ZERO] * 4]
    k[3][3] = h[0][0] + h[1][1] + h[2][2]
    for i, c in enumerate((h[2][1] - h[1][2], h[0][2] - h[2][0], h[1][0] - h[0][1])):
        k[i][i] -= k[3][3]
        k[i][3] = k[3][i] = c
    sum_of, quaternion = eigenvectors(k)[-1]
    return rotation(*quaternion), sum_of


def turn_about_up(h):
    """The same among turns about +Y: a cosine and a sine in proportion to two sums, by Newton's steps to length one."""
    across, along = h[0][0] + h[2][2], h[0][2] - h[2][0]
    size = max(abs(across), abs(along))
    c, s = across / size, along / size
    near = Decimal(1 / float(c * c + s * s) ** 0.5)
    c, s = c * near, s * near
    for _ in range(4):
        more = (3 - c * c - s * s) / 2
        c, s = c * more, s * more
    return [[c, ZERO, s], [ZERO, ONE, ZERO], [-s, ZERO, c]]


def pairs(problem, inliers=None):
    name = problem["set"].split("/")[0]
    chosen = range(len(problem["sources"])) if inliers is None else inliers
    weights = column(problem.get("weights") or [1] * len(problem["sources"]))
    sources, targets = ([column(p) for p in problem[side]] for side in ("sources", "targets"))
    total = sum((weights[k] for k in chosen), ZERO)
    p0, q0 = ([sum((weights[k] * side[k][i] for k in chosen), ZERO) / total for i in range(3)] for side in (sources, targets))
    h, spread = [[ZERO] * 3 for _ in range(3)], ZERO
    for k in chosen:
        p, q = minus(sources[k], p0), minus(targets[k], q0)
        spread += weights[k] * dot(p, p)
        for i in range(3):
            for j in range(3):
                h[i][j] += weights[k] * q[i] * p[j]
    h[1][1] += Decimal(problem.get("upright", 0))
    turn, sum_of = (turn_about_up(h), None) if name == "yaw" else best_turn(h)
    scale = sum_of / spread if name == "similarity" else ONE

    def moved(p):
        return [q + scale * dot(row, minus(p, p0)) for q, row in zip(q0, turn)]

    if inliers is not None:
        bound = Decimal(problem["bound"]) ** 2
        for k, (p, q) in enumerate(zip(sources, targets)):
            away = minus(moved(p), q)
            if dot(away, away) > bound if k in inliers else dot(away, away) < 100 * bound:
                raise ValueError(f"{problem['set']} {problem['index']}: pair {k} is on the wrong side of the bound")
    return {"rotation": [c for row in turn for c in row], "image": moved(column(problem["probe"])), "scale": scale}


def quads(problem):
    corners = [column(p) for p in problem["corners"]]
    center = [sum(parts) / 4 for parts in zip(*corners)]
    vector = [c / 2 for c in cross(minus(corners[2], corners[0]), minus(corners[3], corners[1]))]
    area = dot(vector, vector).sqrt()
    normal = [c / area for c in vector]
    rise = dot(normal, [a - b + c - d for a, b, c, d in zip(*corners)])
    arms = [minus(p, center) for p in corners]
    _, plane = eigenvectors([[sum((a[i] * a[j] for a in arms), ZERO) for j in range(3)] for i in range(3)])[0]
    length = dot(plane, plane).sqrt().copy_sign(dot(plane, normal))
    plane = [c / length for c in plane]
    return {"center": center, "area": area, "normal": normal, "flatness": abs(rise) / 4, "plane": plane,
            "distance": max(abs(dot(plane, a)) for a in arms)}


def solve(problem, start):
    """The members of an answer, as decimals. `start` is of the making: which pairs of a robust problem are right."""
    getcontext().prec = PRECISION
    return quads(problem) if "corners" in problem else pairs(problem, start)


def units(value, decimals):
    """A number in whole units of a decimal place."""
    return int(value.scaleb(decimals).to_integral_value())
