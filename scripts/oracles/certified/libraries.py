"""Solves certified problems by libraries, each by the function that its documents offer for that class.

A library is a function that returns its name and, for each class that it has a function for, how it answers a problem of it.
"""
import ctypes
import math
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[threads] = "1"

import numpy

from .answers import about_up, chain, frames, matrix, motion, plane, sides, symmetric

ROOT = Path(__file__).resolve().parents[3]


def quadcal():
    """By its Python door, of the last wheel that was built; table.py has its frames."""
    try:
        import quadcal as door
    except ImportError:
        folder = tempfile.mkdtemp()
        zipfile.ZipFile(next((ROOT / ".build/doors/python").glob("quadcal-*.whl"))).extractall(folder)
        sys.path.insert(0, folder)
        import quadcal as door

    def answer(problem, found, growth=None):
        image = found(numpy.array(problem["probe"]), growth=growth or 1.0)
        return {"rotation": found.rotation.ravel().tolist(), "image": image.tolist(), **({"scale": growth} if growth else {})}

    def modelled(model):
        def solve(problem):
            # Told of next to no noise, it refuses no pairs that would be too few beside their noise. The weight of the upright
            # direction is the square of noise over tilt.
            noise = 1e-9 * float(numpy.ptp(problem["targets"], axis=0).max())
            tilt = math.degrees(noise / math.sqrt(problem["upright"])) if model == "gravity" else None
            found = door.calibrate(*sides(problem), model=model, noise=noise, tilt_degrees=tilt)
            return answer(problem, found.motion, found.growth if model == "similarity" else None)
        return solve

    def robust(problem):
        found = door.robust(*sides(problem), bound=problem["bound"])
        return {**answer(problem, found.motion), "inliers": numpy.flatnonzero(found.inliers).tolist()}

    def quads(problem):
        found = door.measure([problem["corners"]])
        return {"center": found.center[0].tolist(), "normal": found.normal[0].tolist(), "area": float(found.area[0]),
                "flatness": float(found.flatness[0])}

    return "quadcal " + door.__version__, {
        "fit": lambda a: answer(a, door.fit(*sides(a)).motion),
        "weighted": lambda a: answer(a, door.fit(*sides(a), weights=a["weights"]).motion),
        "gravity": modelled("gravity"), "yaw": modelled("yaw"), "similarity": modelled("similarity"), "robust": robust,
        "quads": quads}


def scipy():
    import scipy
    from scipy.linalg import svd
    from scipy.spatial.transform import Rotation

    def fit(problem, weights=None, up=None):
        p, q = sides(problem)
        a, b = (numpy.average(points, axis=0, weights=weights) for points in (p, q))
        weights = numpy.ones(len(p)) if weights is None else numpy.array(weights)
        ends = [q - b, p - a]
        if up is not None:
            ends, weights = [numpy.vstack([e, [0, 1, 0]]) for e in ends], numpy.append(weights, up)
        rotation = Rotation.align_vectors(*ends, weights=weights)[0].as_matrix()
        return motion(problem, rotation, b - rotation @ a)

    return f"SciPy {scipy.__version__}", {
        "fit": fit, "weighted": lambda a: fit(a, a["weights"]), "gravity": lambda a: fit(a, up=a["upright"]),
        "yaw": lambda a: fit(a, up=math.inf), "quads": lambda a: plane(a, lambda corners, center: svd(corners - center)[2][2])}


def eigen():
    library = Path(tempfile.mkdtemp()) / "eigen.so"
    subprocess.run(["g++", "-O2", "-w", "-shared", "-fPIC", "-o", library, Path(__file__).with_name("eigen.cpp")], check=True)
    code = ctypes.CDLL(library)

    def array(numbers):
        return numpy.ascontiguousarray(numbers).ctypes.data_as(ctypes.POINTER(ctypes.c_double))

    def umeyama(p, q, with_scale):
        n = p.shape[1]
        p, q, found = numpy.ascontiguousarray(p), numpy.ascontiguousarray(q), numpy.empty((n + 1, n + 1))
        getattr(code, f"umeyama{n}")(array(p), array(q), ctypes.c_long(len(p)), int(with_scale), array(found))
        return found

    def fit(problem, with_scale=False):
        found = umeyama(*sides(problem), with_scale)
        # The matrix holds the scale times the rotation.
        scale = numpy.cbrt(numpy.linalg.det(found[:3, :3])) if with_scale else None
        return motion(problem, found[:3, :3] / (scale or 1), found[:3, 3], scale)

    def flat(p, q):
        found = umeyama(p, q, False)
        return (found[0, 0], found[1, 0]), found[:2, 2]

    def least(corners, center):
        arms, vectors = corners - center, numpy.empty((3, 3))
        scatter = arms.T @ arms
        code.eigenvectors3(array(scatter), array(vectors))
        return vectors[:, 0]

    number = code.version()
    return f"Eigen {number // 10000}.{number // 100 % 100}.{number % 100}", {
        "fit": fit, "yaw": lambda a: about_up(a, flat), "similarity": lambda a: fit(a, True), "quads": lambda a: plane(a, least)}


def open3d():
    import open3d
    registration, cloud = open3d.pipelines.registration, open3d.geometry.PointCloud
    open3d.utility.set_verbosity_level(open3d.utility.VerbosityLevel.Error)
    points, indices = open3d.utility.Vector3dVector, open3d.utility.Vector2iVector

    def clouds(problem):
        p, q = sides(problem)
        same = numpy.arange(len(p), dtype=numpy.int32)
        return cloud(points(p)), cloud(points(q)), indices(numpy.stack([same, same], axis=1))

    def fit(problem, with_scale=False):
        found = registration.TransformationEstimationPointToPoint(with_scale).compute_transformation(*clouds(problem))
        scale = numpy.cbrt(numpy.linalg.det(found[:3, :3])) if with_scale else None
        return motion(problem, found[:3, :3] / (scale or 1), found[:3, 3], scale)

    def robust(problem):
        open3d.utility.random.seed(1)
        found = registration.registration_ransac_based_on_correspondence(
            *clouds(problem), problem["bound"], registration.TransformationEstimationPointToPoint(False), 3, [],
            registration.RANSACConvergenceCriteria(100000, 0.999))
        found, kept = found.transformation, sorted(int(k) for k, _ in found.correspondence_set)
        return {**motion(problem, found[:3, :3], found[:3, 3]), "inliers": kept}

    def graphs(problem):
        graph = registration.PoseGraph()
        graph.nodes.extend([registration.PoseGraphNode(place) for place in chain(problem)])
        for e in problem["edges"]:
            graph.edges.append(registration.PoseGraphEdge(
                e["to"], e["from"], matrix(e["pose"]), numpy.linalg.inv(symmetric(e["covariance"])), False))
        criteria = registration.GlobalOptimizationConvergenceCriteria()
        criteria.max_iteration = 1000
        for name in ("min_relative_increment", "min_relative_residual_increment", "min_right_term", "min_residual"):
            setattr(criteria, name, 1e-30)
        registration.global_optimization(
            graph, registration.GlobalOptimizationLevenbergMarquardt(), criteria,
            registration.GlobalOptimizationOption(reference_node=0))
        held = numpy.linalg.inv(graph.nodes[0].pose)
        return frames([held @ node.pose for node in graph.nodes])

    return f"Open3D {open3d.__version__}", {
        "fit": fit, "similarity": lambda a: fit(a, True), "robust": robust, "graphs": graphs}


def opencv():
    # Version 4, which scripts/setup/peers keeps aside, has hand-eye functions.
    sys.path.insert(0, os.path.join(sys.prefix, "opencv4"))
    import cv2

    def fit(problem):
        # It always estimates a scale, too, which its shift contains.
        found, _ = cv2.estimateAffine3D(*sides(problem), force_rotation=True)
        return motion(problem, found[:, :3])

    def similarity(problem):
        found, scale = cv2.estimateAffine3D(*sides(problem), force_rotation=True)
        return motion(problem, found[:, :3], found[:, 3], scale)

    def hand_eyes(problem):
        hands, cameras = ([matrix(pose[side]) for pose in problem["poses"]] for side in ("hand", "camera"))
        bases = [numpy.linalg.inv(hand) for hand in hands]
        found = cv2.calibrateRobotWorldHandEye(
            *([m[:3, k] for m in ms] for ms in (cameras, bases) for k in (slice(3), 3)),
            method=cv2.CALIB_ROBOT_WORLD_HAND_EYE_SHAH)
        pair = []
        for turn, shift in (found[2:], found[:2]):
            m = numpy.eye(4)
            m[:3, :3], m[:3, 3] = turn, numpy.ravel(shift)
            pair.append(numpy.linalg.inv(m))
        return frames(pair)

    return f"OpenCV {cv2.__version__}", {
        "fit": fit, "similarity": similarity, "hand-eyes": hand_eyes,
        "quads": lambda a: plane(a, lambda corners, center: cv2.PCACompute(corners, center[None])[1][-1])}


def gtsam():
    import importlib.metadata

    import gtsam

    def fit(problem):
        p, q = sides(problem)
        found = gtsam.Pose3.Align(q.T, p.T)
        return found and motion(problem, found.rotation().matrix(), found.translation())

    def flat(p, q):
        found = gtsam.Pose2.Align(q.T, p.T)
        return (found.rotation().c(), found.rotation().s()), (found.x(), found.y())

    def similarity(problem):
        p, q = sides(problem)
        found = gtsam.Similarity3.Align(list(zip(q, p)))
        return motion(problem, found.rotation().matrix(), found.scale() * found.translation(), found.scale())

    def graphs(problem):
        graph, start = gtsam.NonlinearFactorGraph(), gtsam.Values()
        graph.add(gtsam.PriorFactorPose3(0, gtsam.Pose3(), gtsam.noiseModel.Constrained.All(6)))
        for e in problem["edges"]:
            noise = gtsam.noiseModel.Gaussian.Covariance(symmetric(e["covariance"]))
            graph.add(gtsam.BetweenFactorPose3(e["from"], e["to"], gtsam.Pose3(matrix(e["pose"])), noise))
        for frame, place in enumerate(chain(problem)):
            start.insert(frame, gtsam.Pose3(place))
        exact = gtsam.GaussNewtonParams()
        exact.setRelativeErrorTol(0)
        exact.setAbsoluteErrorTol(0)
        exact.setMaxIterations(30)
        found = gtsam.GaussNewtonOptimizer(graph, start, exact).optimize()
        return frames([found.atPose3(frame).matrix() for frame in range(start.size())])

    return f"GTSAM {importlib.metadata.version('gtsam')}", {
        "fit": fit, "yaw": lambda a: about_up(a, flat), "similarity": similarity, "graphs": graphs}


def evo():
    import evo
    from evo.core.geometry import umeyama_alignment

    def fit(problem, with_scale=False):
        p, q = sides(problem)
        rotation, shift, scale = umeyama_alignment(p.T, q.T, with_scale)
        return motion(problem, rotation, shift, scale if with_scale else None)

    def flat(p, q):
        rotation, shift, _ = umeyama_alignment(p.T, q.T)
        return (rotation[0, 0], rotation[1, 0]), shift

    return f"evo {evo.__version__.removeprefix('v')}", {
        "fit": fit, "yaw": lambda a: about_up(a, flat), "similarity": lambda a: fit(a, True)}


LIBRARIES = (quadcal, scipy, eigen, open3d, opencv, gtsam, evo)
