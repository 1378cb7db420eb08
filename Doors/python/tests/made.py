"""Made-up quads and pairs; every seed is fixed."""

import numpy

# Digits of a double that a rotation of exact pairs may lose.
EXACT = 4e-15


def rectangles(count, seed=1):
    """Sound rectangles of 0.2 to 1 m in a hall, turned any way."""
    dice = numpy.random.default_rng(seed)
    frames = numpy.linalg.qr(dice.normal(size=(count, 3, 3)))[0]
    sides = dice.uniform(0.2, 1, (count, 2, 1))
    a, b = frames[:, 0] * sides[:, 0], frames[:, 1] * sides[:, 1]
    corner = dice.uniform(-20, 20, (count, 3))
    return numpy.stack([corner, corner + a, corner + a + b, corner + b], axis=1)


def crossed(quads, share=0.01, seed=2):
    """The same, a share of them with two corners exchanged; and which."""
    dice = numpy.random.default_rng(seed)
    wrong = dice.random(len(quads)) < share
    result = quads.copy()
    result[wrong] = result[wrong][:, [0, 1, 3, 2]]
    return result, wrong


def rotation(seed):
    q, r = numpy.linalg.qr(numpy.random.default_rng(seed).normal(size=(3, 3)))
    q = q * numpy.sign(numpy.diag(r))
    return q if numpy.linalg.det(q) > 0 else -q


def pairs(count, seed=3, noise=0.003):
    """Sources, targets and the rotation and shift between them."""
    dice = numpy.random.default_rng(seed)
    sources, turn, shift = dice.uniform(-10, 10, (count, 3)), rotation(seed), dice.uniform(-5, 5, 3)
    return sources, sources @ turn.T + shift + dice.normal(0, noise, (count, 3)), turn, shift
