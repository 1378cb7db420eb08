"""Rigid fits by other libraries: rigid_fits.py TOOL FILE, with TOOL one of the functions below.

Of a .regb file it says its name and times a fit of all problems for every line it reads. Of a .json file, with
problems as in Datasets/pairs, it prints its name and what it answers to each. Points are in the tool's own form before
the clock starts; calling from Python is part of the time.
"""
import json
import os
import sys
import time
import warnings

for library in ("OMP", "OPENBLAS"):
    os.environ[f"{library}_NUM_THREADS"] = "1"

import numpy


def rows(p, q):
    return p, q


def columns(p, q):
    return numpy.ascontiguousarray(p.T), numpy.ascontiguousarray(q.T)


def scipy():
    import scipy
    from scipy.spatial.transform import Rotation

    def fit(p, q):
        a, b = p.mean(axis=0), q.mean(axis=0)
        rotation = Rotation.align_vectors(q - b, p - a)[0].as_matrix()
        return rotation, b - rotation @ a
    return f"SciPy {scipy.__version__}", rows, fit


def open3d():
    import open3d
    cloud, pairs = open3d.geometry.PointCloud, open3d.utility.Vector2iVector
    vectors = open3d.utility.Vector3dVector
    estimate = open3d.pipelines.registration.TransformationEstimationPointToPoint().compute_transformation

    def prepare(p, q):
        same = numpy.arange(len(p), dtype=numpy.int32)
        return cloud(vectors(p)), cloud(vectors(q)), pairs(numpy.stack([same, same], axis=1))

    def fit(p, q, same):
        motion = estimate(p, q, same)
        return motion[:3, :3], motion[:3, 3]
    return f"Open3D {open3d.__version__}", prepare, fit


def gtsam():
    import gtsam
    import importlib.metadata

    def fit(p, q):
        pose = gtsam.Pose3.Align(q, p)
        return pose and (pose.rotation().matrix(), pose.translation())
    return f"GTSAM {importlib.metadata.version('gtsam')}", columns, fit


def colmap():
    import pycolmap

    def fit(p, q):
        motion = pycolmap.estimate_rigid3d(p, q)
        return motion and (motion.rotation.matrix(), motion.translation)
    return f"COLMAP {pycolmap.__version__}", rows, fit


def opencv():
    import cv2

    # It always estimates a scale too, which its translation contains.
    def fit(p, q):
        motion, _ = cv2.estimateAffine3D(p, q, force_rotation=True)
        return motion[:, :3], None
    return f"OpenCV {cv2.__version__}", rows, fit


def evo():
    import evo
    from evo.core.geometry import umeyama_alignment

    def fit(p, q):
        rotation, translation, _ = umeyama_alignment(p, q)
        return rotation, translation
    return f"evo {evo.__version__.removeprefix('v')}", columns, fit


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"REGPROB1":
        sys.exit(f"{path}: does not begin with the magic REGPROB1")
    problems, pairs = numpy.frombuffer(data, "<i8", count=2, offset=8)
    return numpy.frombuffer(bytearray(data), "<f8", offset=24).reshape(problems, 2, pairs, 3)


def answer(prepare, fit, problem):
    """The motion, or why there is none. A warning of the library is a refusal; one of numpy's arithmetic is none."""
    p, q = (numpy.array(problem[side], dtype=float).reshape(-1, 3) for side in ("sources", "targets"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        warnings.simplefilter("error", UserWarning)
        try:
            found = fit(*prepare(p, q))
        except Exception as error:
            return {"refused": f"{type(error).__name__}: {error}".splitlines()[0]}
    if found is None:
        return {"refused": "no answer"}
    lists = [[] if part is None else numpy.asarray(part).ravel().tolist() for part in found]
    return {"motion": [number if numpy.isfinite(number) else str(number) for part in lists for number in part]}


def main():
    tool, path = sys.argv[1:]
    name, prepare, fit = globals()[tool]()
    if path.endswith(".json"):
        with open(path) as file:
            document = json.load(file)
        problems = document.get("cases") or [problem for one in document["sets"] for problem in one["problems"]]
        print(json.dumps({"name": name, "answers": [answer(prepare, fit, problem) for problem in problems]}))
        return
    problems = [prepare(p, q) for p, q in read(path)]
    print(name, flush=True)
    for _ in sys.stdin:
        start = time.process_time_ns()
        for problem in problems:
            fit(*problem)
        print((time.process_time_ns() - start) / len(problems), flush=True)


main()
