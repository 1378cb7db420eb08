"""GEOS through Shapely as a peer of the full verdict: build a polygon of each quad and ask whether it is valid.

Shapely is flat: each quad loses the axis nearest to its normal beforehand, outside the measured time.
"""
import struct
import sys
import time

import numpy
import shapely


def rings(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"QUADS1\0\0":
        sys.exit(f"{path}: does not begin with the magic QUADS1")
    (count,) = struct.unpack("<Q", data[8:16])
    quads = numpy.frombuffer(data, "<f8", offset=16).reshape(count, 4, 3)
    normals = numpy.cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1])
    drop = numpy.abs(normals).argmax(axis=1)
    kept = numpy.array([[1, 2], [0, 2], [0, 1]])[drop]
    flat = numpy.take_along_axis(quads, kept[:, None, :].repeat(4, axis=1), axis=2)
    return numpy.concatenate([flat, flat[:, :1]], axis=1)


flat = rings(sys.argv[1])
print(f"GEOS {shapely.geos_version_string} through Shapely {shapely.__version__}", flush=True)
for _ in sys.stdin:
    start = time.process_time_ns()
    shapely.is_valid(shapely.polygons(flat))
    print((time.process_time_ns() - start) / len(flat), flush=True)
