"""GTSAM's cost of a g2o file, and of its own copy of it: g2o_costs.py OURS.g2o THEIRS.g2o writes THEIRS and prints both costs."""

import json
import sys

import gtsam

graph, start = gtsam.readG2o(sys.argv[1], True)
gtsam.writeG2o(graph, start, sys.argv[2])
copy, moved = gtsam.readG2o(sys.argv[2], True)
print(json.dumps([2 * graph.error(start), 2 * copy.error(moved)]))
