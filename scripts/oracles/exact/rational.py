"""Exact arithmetic on doubles: vectors of fractions, one-ulp steps, and enclosures of irrational cosines."""

import math
import struct
from fractions import Fraction
from functools import lru_cache

# The first 64 decimals of pi, cut off: pi lies strictly between the two.
PI_BELOW = Fraction(31415926535897932384626433832795028841971693993751058209749445923, 10**64)
PI_ABOVE = PI_BELOW + Fraction(1, 10**64)


class Undecided(Exception):
    """A comparison falls inside the enclosure of an irrational bound, or hangs on a choice the law leaves open."""


def exact(point):
    return tuple(Fraction(number) for number in point)


def plus(a, b):
    return tuple(x + y for x, y in zip(a, b))


def minus(a, b):
    return tuple(x - y for x, y in zip(a, b))


def times(factor, a):
    return tuple(factor * x for x in a)


def between(a, b, share):
    """The point that lies `share` of the way from a to b."""
    return plus(a, times(share, minus(b, a)))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def squared(a):
    return dot(a, a)


def sign(value):
    return (value > 0) - (value < 0)


def rounded(point):
    """The nearest doubles of a point of fractions."""
    return [float(x) for x in point]


def representable(point):
    """The same point in doubles; refuses a point that doubles cannot hold, so that a case never silently moves."""
    numbers = rounded(point)
    if exact(numbers) != tuple(point):
        raise ValueError(f"{point} needs more than a double's bits")
    return numbers


def next_up(x):
    return math.nextafter(x, math.inf)


def next_down(x):
    return math.nextafter(x, -math.inf)


def single(point):
    """The point as single precision would store it, which is how the app sends corners."""
    return [struct.unpack("f", struct.pack("f", x))[0] for x in point]


def number_for_json(value):
    """Fractions never get here: only doubles, nested in lists and objects, and null."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, (list, tuple)):
        return [number_for_json(item) for item in value]
    if isinstance(value, dict):
        return {key: number_for_json(item) for key, item in value.items()}
    return value


def _cosine_partial_sums(angle):
    # For angles up to 90 degrees the series alternates and, from its second term on, shrinks:
    # the cosine lies between any two neighbouring partial sums.
    total, term, n = Fraction(1), Fraction(1), 0
    while True:
        n += 2
        term = -term * angle * angle / (n * (n - 1))
        before, total = total, total + term
        if n > 2 and abs(term) < Fraction(1, 10**64):
            return min(before, total), max(before, total)


@lru_cache(maxsize=None)
def cosine(degrees):
    """(below, above): 60-digit bounds of the cosine of an angle from 0 to 90 degrees."""
    low, _ = _cosine_partial_sums(PI_ABOVE * degrees / 180)
    _, high = _cosine_partial_sums(PI_BELOW * degrees / 180)
    digits = 10**60
    return Fraction(math.floor(low * digits), digits), Fraction(math.ceil(high * digits), digits)


def cosine_squared_exceeds(a, b, degrees):
    """Whether cos²(angle between a and b) > cos²(degrees); squares, because the lengths are roots."""
    left, lengths = dot(a, b) ** 2, squared(a) * squared(b)
    below, above = cosine(Fraction(degrees))
    if left > above * above * lengths:
        return True
    if left < below * below * lengths:
        return False
    raise Undecided(f"an angle within 60 digits of {degrees} degrees")
