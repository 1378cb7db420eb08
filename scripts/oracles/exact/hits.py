"""The law for kind `ray`: where a ray meets the two closed triangles of a quad, in rational arithmetic."""

from fractions import Fraction

from exact.rational import cross, dot, exact, minus

# An answer outside these has too few bits left below 2^-1022, or no double at all: no case may end there.
SMALLEST_T, LARGEST_T = 1e-290, 1e290


def nearest_hit(quad, ray):
    """(t, face) with t a fraction, or None; equal t goes to the first triangle."""
    p1, p2, p3, p4 = (exact(corner) for corner in quad)
    origin, direction = exact(ray["origin"]), exact(ray["direction"])
    nearest = None
    for triangle in ((p1, p2, p4), (p3, p4, p2)):
        hit = _meet(triangle, origin, direction)
        # The interval is asked of each triangle, so a hit before tmin does not hide one after it.
        if hit and _inside(hit[0], ray) and (nearest is None or hit[0] < nearest[0]):
            nearest = hit
    return nearest


def answer(quad, ray):
    hit = nearest_hit(quad, ray)
    if hit is None:
        return None
    t, face = hit
    if t != 0 and not SMALLEST_T < abs(t) < LARGEST_T:
        raise ValueError(f"t = {float(t)} is beyond what an answer can hold")
    # The quotient of two integers is correctly rounded, and so is this.
    return {"t": float(t), "face": face}


def _meet(triangle, origin, direction):
    a, b, c = triangle
    to_a, to_b, to_c = (minus(corner, origin) for corner in triangle)
    volumes = [dot(direction, cross(to_a, to_b)), dot(direction, cross(to_b, to_c)), dot(direction, cross(to_c, to_a))]
    # All zero: the ray lies in the plane, or the triangle has no area.
    if not any(volumes) or (min(volumes) < 0 < max(volumes)):
        return None
    normal = cross(minus(b, a), minus(c, a))
    towards = dot(normal, direction)
    return dot(normal, to_a) / towards, "front" if towards < 0 else "back"


def _inside(t, ray):
    tmin, tmax = ray["tmin"], ray["tmax"]
    return t >= (0 if tmin is None else Fraction(tmin)) and (tmax is None or t <= Fraction(tmax))
