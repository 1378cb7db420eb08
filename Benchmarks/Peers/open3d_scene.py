"""Open3D's RaycastingScene as a peer of the index, on one thread in single precision: rays, or nearest points.

    open3d_scene.py rays|points RECORDS QUADS

Records are rays (RAYS01) or points (POINT1) in the bench's binary files. A round prints the processor nanoseconds a record.
"""
import sys
import time

import numpy
import open3d

from quad_files import points, quads, rays

kind, records, file = sys.argv[1:4]
corners = quads(file).astype(numpy.float32).reshape(-1, 3)
first = numpy.arange(0, len(corners), 4, dtype=numpy.uint32)[:, None]
# Split from p2 to p4, as ours are.
triangles = (first + numpy.array([[0, 1, 3, 2, 3, 1]], dtype=numpy.uint32)).reshape(-1, 3)
scene = open3d.t.geometry.RaycastingScene(nthreads=1)
scene.add_triangles(open3d.core.Tensor(corners), open3d.core.Tensor(triangles))
wanted = rays(records)[:, :6] if kind == "rays" else points(records)
wanted = open3d.core.Tensor(numpy.ascontiguousarray(wanted, dtype=numpy.float32))
ask = scene.cast_rays if kind == "rays" else scene.compute_closest_points
print(f"Open3D {open3d.__version__}", flush=True)
for _ in sys.stdin:
    start = time.process_time_ns()
    ask(wanted, nthreads=1)
    print((time.process_time_ns() - start) / len(wanted), flush=True)
