"""The second arithmetic: whole numbers, without decompositions.

Doubles are whole numbers of one small unit, so sums and polynomials of them are exact, and means are never subtracted from
points. A turn is in closed form (Markley 1993) in the largest root of a polynomial of degree four, a plane in the least root of
one of degree three; roots are found by Newton's steps from beyond them, in units a hundred digits below the data.
"""
from fractions import Fraction
from math import isqrt

# Bits of the matrices whose roots are sought.
BITS = 480


def common_unit(*numbers):
    """Doubles as whole numbers of a unit that is the s-th power of a half, and s."""
    ratios = [number.as_integer_ratio() for number in numbers]
    s = max(denominator.bit_length() for _, denominator in ratios) - 1
    return [numerator << (s + 1 - denominator.bit_length()) for numerator, denominator in ratios], s


def threes(numbers):
    return [numbers[i:i + 3] for i in range(0, len(numbers), 3)]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def enlarged(h):
    """A matrix times a power of two, so that it has the bits that roots need."""
    more = max(0, BITS - max(abs(c) for row in h for c in row).bit_length())
    return [[c << more for c in row] for row in h], more


def best_turn(h):
    """The rotation R with the largest sum of R over h, as a matrix over a number; and that sum, in units of 2^-more."""
    h, more = enlarged(h)
    cofactors = [cross(h[1], h[2]), cross(h[2], h[0]), cross(h[0], h[1])]
    determinant = dot(h[0], cofactors[0])
    square, minors = (sum(dot(row, row) for row in m) for m in (h, cofactors))
    # The largest root is the sum of the singular values, the least of them negative if the determinant is: from the
    # right, steps never pass it.
    root = isqrt(3 * square) + 1
    while True:
        rest = root * root - square
        step = (rest * rest - 8 * root * determinant - 4 * minors) // (4 * root * rest - 8 * determinant)
        if step <= 0:
            break
        root -= step
    doubled = root * root - square
    gram = [[dot(a, b) for b in h] for a in h]
    columns = list(zip(*h))
    turn = [[(doubled + 2 * square) * h[i][j] + 2 * root * cofactors[i][j] - 2 * dot(gram[i], columns[j]) for j in range(3)]
            for i in range(3)]
    return turn, root * doubled - 2 * determinant, root, more


def root_units(square, decimals):
    """The root of a fraction, in whole units of a decimal place and to the nearest."""
    scaled = square * 4 * Fraction(10) ** (2 * decimals)
    return (isqrt(scaled.numerator // scaled.denominator) + 1) // 2


def units(value, decimals):
    """A fraction in whole units of a decimal place; a root of a fraction comes as a function of the place."""
    if callable(value):
        return value(decimals)
    return round(value * Fraction(10) ** decimals)


def signed_root(sign, square):
    return lambda decimals: (1 if sign >= 0 else -1) * root_units(square, decimals)


def turn_about_up(h):
    """The same among turns about +Y; a cosine and a sine in proportion to two sums."""
    across, along = h[0][0] + h[2][2], h[0][2] - h[2][0]
    # The root is rounded a hundred digits below the sums.
    (across, along), = enlarged([[across, along]])[0]
    length = isqrt(across * across + along * along)
    return [[across, 0, along], [0, length, 0], [-along, 0, across]], length


def only_set(problem, inliers):
    """Whether no other set of pairs that one motion brings within the bound is as large: by lengths between pairs, which a motion
    keeps. Doubles will do, as a slack makes up for their rounding."""
    sources, targets, bound = problem["sources"], problem["targets"], problem["bound"]
    slack = 2 * bound + 1e-15 * max(abs(c) for side in (sources, targets) for p in side for c in p)

    def length(a, b):
        return dot(*[[x - y for x, y in zip(a, b)]] * 2) ** 0.5

    for k in set(range(len(sources))) - set(inliers):
        friends = sum(abs(length(sources[k], p) - length(targets[k], q)) <= slack for p, q in zip(sources, targets))
        # The pair is among its friends; all sets that it is in are.
        if friends >= len(inliers):
            return False
    return True


def pairs(problem, inliers=None):
    name, count = problem["set"].split("/")[0], len(problem["sources"])
    weights = problem.get("weights") or [1.0] * count
    flat = [c for side in ("sources", "targets") for p in problem[side] for c in p]
    numbers, s = common_unit(*flat, *weights, *problem["probe"], problem.get("upright", 0.0))
    sources, targets = threes(numbers[:3 * count]), threes(numbers[3 * count:6 * count])
    weights, probe, upright = numbers[6 * count:7 * count], numbers[-4:-1], numbers[-1]
    chosen = range(count) if inliers is None else inliers
    total = sum(weights[k] for k in chosen)
    p_sum, q_sum = ([sum(weights[k] * side[k][i] for k in chosen) for i in range(3)] for side in (sources, targets))
    # Moments about the means, times the sum of the weights.
    h = [[total * sum(weights[k] * targets[k][i] * sources[k][j] for k in chosen) - q_sum[i] * p_sum[j] for j in range(3)]
         for i in range(3)]
    h[1][1] += (total * upright) << 2 * s
    scale = Fraction(1)
    if name == "yaw":
        turn, over = turn_about_up(h)
    else:
        turn, over, root, more = best_turn(h)
    if name == "similarity":
        spread = total * sum(weights[k] * dot(sources[k], sources[k]) for k in chosen) - dot(p_sum, p_sum)
        scale = Fraction(root, spread << more)

    def moved(p):
        arm = [total * c - mean for c, mean in zip(p, p_sum)]
        return [(Fraction(q, total) + scale * Fraction(dot(row, arm), over * total)) / 2 ** s for q, row in zip(q_sum, turn)]

    if inliers is not None:
        bound = Fraction(problem["bound"]) ** 2
        for k, (p, q) in enumerate(zip(sources, targets)):
            away = [float(a - Fraction(b, 2 ** s)) for a, b in zip(moved(p), q)]
            if dot(away, away) > 0.999 * bound if k in inliers else dot(away, away) < 101 * bound:
                raise ValueError(f"{problem['set']} {problem['index']}: pair {k} is on the wrong side of the bound")
        if not only_set(problem, inliers):
            raise ValueError(f"{problem['set']} {problem['index']}: other pairs may agree as well")
    return {"rotation": [Fraction(c, over) for row in turn for c in row], "image": moved(probe), "scale": scale}


def least_root(s, more):
    """The least eigenvalue of a scatter of whole numbers, in units of 2^-more below its own."""
    s = [[c << more for c in row] for row in s]
    c2 = s[0][0] + s[1][1] + s[2][2]
    c1 = sum(s[i][i] * s[j][j] - s[i][j] ** 2 for i, j in ((0, 1), (0, 2), (1, 2)))
    c0 = dot(s[0], cross(s[1], s[2]))
    # x^3 - c2 x^2 + c1 x - c0 has three roots, none negative: from the left, steps never pass the least.
    root = 0
    while True:
        step = -((((root - c2) * root + c1) * root - c0) // ((3 * root - 2 * c2) * root + c1)) - 1
        if step <= 0:
            return root
        root += step


def quads(problem):
    numbers, s = common_unit(*[c for p in problem["corners"] for c in p])
    a, b, c, d = corners = threes(numbers)
    total = [sum(parts) for parts in zip(*corners)]
    # Twice the vector area, edge by edge about the origin.
    doubled = [sum(parts) for parts in zip(cross(a, b), cross(b, c), cross(c, d), cross(d, a))]
    square = dot(doubled, doubled)
    rise = dot(doubled, [w - x + y - z for w, x, y, z in zip(*corners)])
    arms = [[4 * x - t for x, t in zip(p, total)] for p in corners]
    scatter = [[sum(arm[i] * arm[j] for arm in arms) for j in range(3)] for i in range(3)]
    more = max(0, BITS - max(map(max, scatter)).bit_length())
    root = least_root(scatter, more)
    rows = [[(scatter[i][j] << more) - root * (i == j) for j in range(3)] for i in range(3)]
    plane = max((cross(rows[i], rows[j]) for i, j in ((0, 1), (0, 2), (1, 2))), key=lambda v: dot(v, v))
    length, side = dot(plane, plane), 1 if dot(plane, doubled) >= 0 else -1
    unit = 2 ** s
    return {"center": [Fraction(t, 4 * unit) for t in total], "area": signed_root(1, Fraction(square, 4 * unit ** 4)),
            "normal": [signed_root(n, Fraction(n * n, square)) for n in doubled],
            "flatness": signed_root(1, Fraction(rise * rise, 16 * square * unit ** 2)),
            "plane": [signed_root(side * n, Fraction(n * n, length)) for n in plane],
            "distance": signed_root(1, Fraction(max(dot(plane, arm) ** 2 for arm in arms), 16 * length * unit ** 2))}


def solve(problem, start):
    """The members of an answer, as fractions. `start` is of the making: which pairs of a robust problem are right."""
    return quads(problem) if "corners" in problem else pairs(problem, start)
