"""The law for kind `validity`: which findings a quad has under the strict profile, in rational arithmetic."""

import math
from fractions import Fraction

from exact.rational import (Undecided, cosine_squared_exceeds, cross, dot, exact, minus, plus, sign, squared)

STRICT = {
    "snap": 0.001, "flatness_warning": 0.003, "flatness_error": 0.010, "fold_error_deg": 20.0,
    "min_edge": 0.005, "max_edge": 20.0, "max_aspect": 50.0, "max_coordinate": 10000.0, "min_angle_deg": 2.0,
}
RIGHT_ANGLE_SLACK_DEG = 5

# A choice of triangle or axis counts as tied within this share: a program that picks by rounded areas may take either.
TIE = Fraction(1, 10**9)

# Limits are the doubles in STRICT, not the decimals they are written with.
LIMITS = {name: Fraction(value) for name, value in STRICT.items()}


def findings(quad, facing=None):
    found = {"error": set(), "warning": set(), "info": set()}
    _collect(quad, facing, found)
    return {severity: sorted(codes) for severity, codes in found.items()}


def _collect(quad, facing, found):
    if len(quad) != 4 or any(len(corner) != 3 for corner in quad):
        found["error"].add("WRONG_SHAPE")
        return
    if not all(math.isfinite(number) for corner in quad for number in corner):
        found["error"].add("NON_FINITE")
        return
    corners = [exact(corner) for corner in quad]
    if any(abs(number) > LIMITS["max_coordinate"] for corner in corners for number in corner):
        found["error"].add("OUT_OF_RANGE")
    if any(a == b or squared(minus(a, b)) < LIMITS["snap"] ** 2 for i, a in enumerate(corners) for b in corners[:i]):
        found["error"].add("DUPLICATE_CORNERS")
        return
    form = shape(corners)
    if form == "ZERO_AREA":
        found["error"].add(form)
        return
    if form == "convex":
        _check_planarity(corners, found)
    else:
        found["error"].add(form)
    _check_edges(corners, found)
    _check_angles(corners, form, found)
    if facing is not None and form != "SELF_INTERSECTING" and dot(_diagonal_cross(corners), exact(facing)) < 0:
        found["warning"].add("WINDING")


def shape(corners):
    """`convex`, or the code of what is wrong; a zero among equal signs (a straight corner) is still convex."""
    p1, p2, p3, p4 = corners
    normals = [_normal(*t) for t in ((p4, p1, p2), (p1, p2, p3), (p2, p3, p4), (p3, p4, p1))]
    sizes = [squared(n) for n in normals]
    largest = max(sizes)
    if largest == 0:
        return "ZERO_AREA"
    forms = set()
    for normal, size in zip(normals, sizes):
        if size < largest * (1 - TIE):
            continue
        steepest = max(abs(x) for x in normal)
        for axis in range(3):
            if abs(normal[axis]) >= steepest * (1 - TIE):
                forms.add(_form([sign(n[axis]) for n in normals]))
    if len(forms) > 1:
        raise Undecided("the shape depends on a tied choice of triangle or axis")
    return forms.pop()


def _form(signs):
    if not (1 in signs and -1 in signs):
        return "convex"
    return "CONCAVE" if 0 not in signs and sum(signs) != 0 else "SELF_INTERSECTING"


def _normal(a, b, c):
    return cross(minus(b, a), minus(c, a))


def _diagonal_cross(corners):
    p1, p2, p3, p4 = corners
    return cross(minus(p3, p1), minus(p4, p2))


def _check_planarity(corners, found):
    p1, p2, p3, p4 = corners
    c = _diagonal_cross(corners)
    # h = |c.w| / (4|c|), compared as squares; c is never zero for a convex shape.
    left = dot(c, minus(plus(p1, p3), plus(p2, p4))) ** 2
    right = 16 * squared(c)
    if left > LIMITS["flatness_error"] ** 2 * right:
        found["error"].add("NON_PLANAR")
        return
    if left > LIMITS["flatness_warning"] ** 2 * right:
        found["warning"].add("NON_PLANAR")
    first, second = _normal(p1, p2, p4), _normal(p3, p4, p2)
    if squared(first) == 0 or squared(second) == 0:
        return
    # The angle exceeds the limit when its cosine is smaller; a cosine of zero or less is always smaller.
    if dot(first, second) <= 0 or not cosine_squared_exceeds(first, second, LIMITS["fold_error_deg"]):
        found["error"].add("FOLDED")


def _check_edges(corners, found):
    edges = [squared(minus(corners[i - 1], corners[i])) for i in range(4)]
    shortest, longest = min(edges), max(edges)
    if shortest < LIMITS["min_edge"] ** 2:
        found["error"].add("TOO_SMALL")
    if longest > LIMITS["max_edge"] ** 2:
        found["error"].add("TOO_LARGE")
    if longest > LIMITS["max_aspect"] ** 2 * shortest:
        found["warning"].add("ASPECT_RATIO")


def _check_angles(corners, form, found):
    for i in range(4):
        back, ahead = minus(corners[i - 1], corners[i]), minus(corners[(i + 1) % 4], corners[i])
        # |cos| above the bound catches both ends, near 0 and near 180 degrees.
        if cosine_squared_exceeds(back, ahead, LIMITS["min_angle_deg"]):
            found["warning"].add("STRAIGHT_CORNER")
        if form == "convex" and cosine_squared_exceeds(back, ahead, 90 - RIGHT_ANGLE_SLACK_DEG):
            found["info"].add("NOT_RECTANGULAR")
