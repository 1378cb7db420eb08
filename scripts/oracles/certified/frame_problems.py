"""Draws graphs of poses and hand-eye problems of the certified set: each is a truth and measurements that are a little off."""
import math

from .drawing import DEGREE, after, back, plus, product, unit


def covariance(draw, turn, shift, is_mixed):
    """The root of a covariance, and its 21 numbers: directions alike, or mixed at random."""
    root = [[d * (1.0 if i == j else draw.bell(0.4) if is_mixed else 0.0) for j in range(6)]
            for i, d in enumerate([turn] * 3 + [shift] * 3)]
    return root, [math.fsum(root[i][k] * root[j][k] for k in range(6)) for i in range(6) for j in range(i, 6)]


def small(draw, root):
    """A small motion of about this covariance."""
    bells = [draw.bell() for _ in range(6)]
    twist = [math.fsum(x * y for x, y in zip(row, bells)) for row in root]
    return twist[3:] + unit([c / 2 for c in twist[:3]] + [1.0])


# Name, poses, edges, deviation of a turn in radians and of a shift in metres, extent in metres, whether covariances are mixed.
GRAPHS = [
    ("room", 5, 8, 0.2 * DEGREE, 5e-3, 5, False),
    ("loops", 7, 11, 0.2 * DEGREE, 5e-3, 5, True),
    ("ring", 7, 7, 0.2 * DEGREE, 5e-3, 5, True),
    ("rough", 5, 8, 0.05, 0.1, 5, True),
    ("stiff", 5, 8, 1e-6, 5e-2, 5, True),
    ("site", 5, 8, 0.2 * DEGREE, 5e-3, 1e3, True),
]


def graphs(draw, index):
    name, poses, count, turn, shift, extent, is_mixed = GRAPHS[index % len(GRAPHS)]
    truth = [draw.vector(extent) + draw.quaternion() for _ in range(poses)]
    ends = [(i, i + 1) for i in range(poses - 1)] + [(poses - 1, 0)]
    while len(ends) < count:
        i, j = (int(draw.random() * poses) for _ in range(2))
        if i != j and (i, j) not in ends and (j, i) not in ends:
            ends.append((i, j))
    edges = []
    for i, j in ends:
        root, numbers = covariance(draw, turn, shift, is_mixed)
        pose = after(after(back(truth[i]), truth[j]), small(draw, root))
        edges.append({"from": i, "to": j, "pose": pose, "covariance": numbers})
    return {"set": name, "edges": edges, "_start": [after(back(truth[0]), t) for t in truth[1:]]}


# Name, poses, largest turn of the hand in radians, deviations of the camera's poses, distance of the base in metres, whether
# their covariance is mixed.
HAND_EYES = [
    ("thirty-degrees", 12, 30 * DEGREE, 0.1 * DEGREE, 1e-3, 0.5, False),
    ("eight-degrees", 12, 8 * DEGREE, 0.1 * DEGREE, 1e-3, 0.5, False),
    ("few", 4, 90 * DEGREE, 0.1 * DEGREE, 1e-3, 0.5, True),
    ("rough", 8, 90 * DEGREE, 0.03, 2e-2, 0.5, True),
    ("hall", 8, 60 * DEGREE, 0.1 * DEGREE, 1e-3, 100, True),
]


def hand_eyes(draw, index):
    name, count, span, turn, shift, extent, is_mixed = HAND_EYES[index % len(HAND_EYES)]
    x, z = draw.vector(0.1) + draw.quaternion(), draw.vector(extent) + draw.quaternion()
    attitude = draw.quaternion()
    root, numbers = covariance(draw, turn, shift, is_mixed)
    poses = []
    for _ in range(count):
        turned_by = product(attitude, draw.quaternion(draw.within(0.3 * span, span)))
        hand = plus(draw.vector(0.25), [float(extent)] * 3) + unit(turned_by)
        poses.append({"hand": hand, "camera": after(after(back(after(hand, x)), z), small(draw, root))})
    return {"set": name, "poses": poses, "covariance": numbers, "_start": [x, z]}
