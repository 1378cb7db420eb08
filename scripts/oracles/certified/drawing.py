"""Random numbers with the same bits on every machine, and motions in doubles.

They come from Random.random(), whose sequence Python promises, and doubles are only added, multiplied, divided and rooted. A
motion is x y z qx qy qz qw.
"""
import math
import random

DEGREE = math.pi / 180


class Draw:
    """Random numbers of a few kinds."""

    def __init__(self, seed):
        self.random = random.Random(seed).random

    def within(self, low, high):
        return low + (high - low) * self.random()

    def bell(self, deviation=1.0):
        """Like a normal number, but never beyond six deviations."""
        return (math.fsum(self.random() for _ in range(12)) - 6) * deviation

    def choice(self, items):
        return items[int(self.random() * len(items))]

    def vector(self, extent):
        return [self.within(-extent, extent) for _ in range(3)]

    def quaternion(self, turn=None):
        """x y z w: any turn, or one about a random axis by about so many radians."""
        if turn is None:
            return unit([self.bell() for _ in range(4)])
        axis = unit([self.bell() for _ in range(3)])
        return unit([a * turn / 2 for a in axis] + [1.0])


def unit(v):
    length = math.sqrt(math.fsum(c * c for c in v))
    return [c / length for c in v]


def product(a, b):
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


def turned(q, v):
    return product(product(q, v + [0.0]), [-q[0], -q[1], -q[2], q[3]])[:3]


def plus(a, b):
    return [x + y for x, y in zip(a, b)]


def after(a, b):
    return plus(a[:3], turned(a[3:], b[:3])) + unit(product(a[3:], b[3:]))


def back(a):
    inverse = [-a[3], -a[4], -a[5], a[6]]
    return [-c for c in turned(inverse, a[:3])] + inverse
