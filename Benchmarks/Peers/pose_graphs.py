"""GTSAM on the graphs of `quadbench graph`: pose_graphs.py GRAPHS.json prints, for each size, how far apart both optima are and times.

The optimum is that of GTSAM run to its floor; the time is of optimize() at its own tolerances, started from the tree along the chain,
without building the graph.
"""

import json
import sys
import time

import gtsam
import numpy as np


def pose(numbers):
    columns = np.array(numbers).reshape(4, 3)
    return gtsam.Pose3(gtsam.Rot3(columns[:3].T), columns[3])


def optimum(scene):
    turn, shift = scene["sigmas"]
    noise = gtsam.noiseModel.Diagonal.Sigmas(np.array([turn] * 3 + [shift] * 3))
    graph, start = gtsam.NonlinearFactorGraph(), gtsam.Values()
    graph.add(gtsam.PriorFactorPose3(0, gtsam.Pose3(), gtsam.noiseModel.Constrained.All(6)))
    edges = [(int(a), int(b), pose(m)) for (a, b), m in zip(scene["edges"], scene["motions"])]
    for a, b, motion in edges:
        graph.add(gtsam.BetweenFactorPose3(a, b, motion, noise))
    place = gtsam.Pose3()
    start.insert(0, place)
    for a, b, motion in edges[: len(scene["poses"]) - 1]:  # the chain comes first
        place = place.compose(motion)
        start.insert(b, place)
    times = {}
    for name, params, make in (
        ("gauss", gtsam.GaussNewtonParams, gtsam.GaussNewtonOptimizer),
        ("lm", gtsam.LevenbergMarquardtParams, gtsam.LevenbergMarquardtOptimizer),
    ):
        optimizer = make(graph, start, params())
        begin = time.process_time()
        optimizer.optimize()
        times[name] = 1e3 * (time.process_time() - begin)
    exact = gtsam.GaussNewtonParams()
    exact.setRelativeErrorTol(0)
    exact.setAbsoluteErrorTol(0)
    exact.setMaxIterations(15)
    result = gtsam.GaussNewtonOptimizer(graph, start, exact).optimize()
    metres = turns = 0.0
    for frame, numbers in enumerate(scene["poses"]):
        ours, theirs = pose(numbers), result.atPose3(frame)
        metres = max(metres, np.abs(ours.translation() - theirs.translation()).max())
        turns = max(turns, np.abs(ours.rotation().matrix() - theirs.rotation().matrix()).max())
    cost = 2 * graph.error(result)
    return scene["size"], metres, turns, abs(cost - scene["cost"]) / cost, times["gauss"], times["lm"]


rows = [optimum(scene) for scene in json.load(open(sys.argv[1]))]
table = []
for size in sorted({row[0] for row in rows}):
    own = [row[1:] for row in rows if row[0] == size]
    metres, turns, cost = (max(row[k] for row in own) for k in range(3))
    gauss, lm = (float(np.median([row[k] for row in own])) for k in (3, 4))
    table.append({"apart_m": metres, "apart_R": turns, "cost_apart": cost, "gtsam_ms": gauss, "gtsam_lm_ms": lm})
print(json.dumps(table))
