"""Embree through embreex as a peer of the nearest hits: single precision, one ray after the other."""
import importlib.metadata
import sys
import time

import numpy
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

from quad_files import quads, rays

corners = quads(sys.argv[2]).astype(numpy.float32)
scene = rtcore_scene.EmbreeScene()
triangles = numpy.concatenate([corners[:, [0, 1, 3]], corners[:, [2, 3, 1]]], axis=1).reshape(-1, 3, 3)
TriangleMesh(scene, triangles)
cast = rays(sys.argv[1]).astype(numpy.float32)
origins, directions = numpy.ascontiguousarray(cast[:, 0:3]), numpy.ascontiguousarray(cast[:, 3:6])
print(f"Embree through embreex {importlib.metadata.version('embreex')}", flush=True)
for _ in sys.stdin:
    start = time.process_time_ns()
    scene.run(origins, directions)
    print((time.process_time_ns() - start) / len(cast), flush=True)
