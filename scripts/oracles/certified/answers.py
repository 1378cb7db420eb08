"""Answers to certified problems from what libraries return, in doubles by numpy."""
import math

import numpy


def sides(problem):
    return numpy.array(problem["sources"]), numpy.array(problem["targets"])


def motion(problem, rotation, shift=None, scale=None):
    """An answer from the numbers of R p + t, or s R p + t."""
    found = {"rotation": numpy.asarray(rotation, dtype=float).ravel().tolist()}
    if scale is not None:
        found["scale"] = float(scale)
    if shift is not None:
        moved = numpy.asarray(rotation) @ numpy.array(problem["probe"])
        found["image"] = (moved * (1 if scale is None else scale) + numpy.ravel(shift)).tolist()
    return found


def about_up(problem, fit):
    """A turn about +Y by a fit in the plane, whose axes are z and x; the height is that of the means."""
    p, q = sides(problem)
    (c, s), shift = fit(p[:, [2, 0]].copy(), q[:, [2, 0]].copy())
    height = q[:, 1].mean() - p[:, 1].mean()
    return motion(problem, [[c, 0, s], [0, 1, 0], [-s, 0, c]], [shift[1], height, shift[0]])


def plane(problem, least):
    """The plane through the mean, from the direction in which centred points extend least."""
    corners = numpy.array(problem["corners"])
    center = corners.mean(axis=0)
    normal = numpy.ravel(least(corners, center))
    side = numpy.dot(normal, numpy.cross(corners[2] - corners[0], corners[3] - corners[1]))
    return {"plane": (normal if side >= 0 else -normal).tolist(),
            "distance": float(numpy.abs((corners - center) @ normal).max())}


def frames(motions):
    """An answer from 4x4 matrices."""
    return {"rotations": [float(c) for m in motions for c in m[:3, :3].ravel()],
            "translations": [float(c) for m in motions for c in m[:3, 3]]}


def matrix(pose):
    x, y, z, w = numpy.array(pose[3:]) / math.sqrt(math.fsum(c * c for c in pose[3:]))
    turn = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    found = numpy.eye(4)
    found[:3, :3], found[:3, 3] = turn, pose[:3]
    return found


def symmetric(triangle):
    found = numpy.zeros((6, 6))
    found[numpy.triu_indices(6)] = triangle
    return found + numpy.triu(found, 1).T


def chain(problem):
    """Poses to start from: along the edges from a frame to the next."""
    places = [numpy.eye(4)]
    for edge in problem["edges"][:len(set(e["from"] for e in problem["edges"])) - 1]:
        if edge["to"] == edge["from"] + 1 == len(places):
            places.append(places[-1] @ matrix(edge["pose"]))
    return places
