"""GEOS through Shapely as a peer of the full verdict: build a polygon of each quad and ask whether it is valid.

Shapely is flat: each quad loses the axis nearest to its normal beforehand, outside the measured time.
"""
import sys
import time

import numpy
import shapely

from quad_files import quads


def rings(corners):
    normals = numpy.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    drop = numpy.abs(normals).argmax(axis=1)
    kept = numpy.array([[1, 2], [0, 2], [0, 1]])[drop]
    flat = numpy.take_along_axis(corners, kept[:, None, :].repeat(4, axis=1), axis=2)
    return numpy.concatenate([flat, flat[:, :1]], axis=1)


flat = rings(quads(sys.argv[1]))
print(f"GEOS {shapely.geos_version_string} through Shapely {shapely.__version__}", flush=True)
for _ in sys.stdin:
    start = time.process_time_ns()
    shapely.is_valid(shapely.polygons(flat))
    print((time.process_time_ns() - start) / len(flat), flush=True)
