"""numpy as a peer of the measures: center, normal, area and flatness by the cross product of the diagonals."""
import sys
import time

import numpy

from quad_files import quads


def measure(p):
    d13, d24 = p[:, 2] - p[:, 0], p[:, 3] - p[:, 1]
    area = numpy.cross(d13, d24)
    size = numpy.linalg.norm(area, axis=1)
    normal = area / size[:, None]
    bend = p[:, 1] - p[:, 0] + p[:, 3] - p[:, 2]
    return p.mean(axis=1), normal, size / 2, numpy.abs((bend * normal).sum(axis=1)) / 4


p = quads(sys.argv[1])
print(f"numpy {numpy.__version__}", flush=True)
for _ in sys.stdin:
    start = time.process_time_ns()
    measure(p)
    print((time.process_time_ns() - start) / len(p), flush=True)
