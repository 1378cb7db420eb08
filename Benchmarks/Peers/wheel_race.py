"""Fits and rays of the wheel beside Open3D's, each call as a user of Python makes it, on data that change with every run.

    scripts/build-doors c
    taskset -c 0 .peers/bin/python Benchmarks/Peers/wheel_race.py PLACE-OF-THE-WHEEL

prints medians of interleaved calls and the ratio of ours to theirs. Open3D fits in doubles without saying how sure it is, and casts
rays in single precision, one ray after the other, where ours are exact.
"""
import argparse
import math
import statistics
import sys
import time

import numpy
import open3d

SEED = 7
REPEATS = 25
NOISE = 0.005
ROOM = numpy.array([30.0, 3.0, 30.0])
RAYS = 100_000


def seconds(body) -> float:
    start = time.perf_counter()
    body()
    return time.perf_counter() - start


def row(name: str, ours: list[float], theirs: list[float], each: int, unit: str) -> None:
    mine, peer = statistics.median(ours) / each, statistics.median(theirs) / each
    scale = {"us": 1e6, "ns": 1e9}[unit]
    print(f"{name:<34}{mine * scale:10.1f} {unit}{peer * scale:10.1f} {unit}{mine / peer:8.2f}")


def fits(quadcal, random: numpy.random.Generator, pairs: int) -> None:
    sources = random.random((pairs, 3)) * 10
    rotation = numpy.array([[math.cos(0.3), 0, math.sin(0.3)], [0, 1, 0], [-math.sin(0.3), 0, math.cos(0.3)]])
    method = open3d.pipelines.registration.TransformationEstimationPointToPoint()
    same = open3d.utility.Vector2iVector(numpy.stack([numpy.arange(pairs, dtype=numpy.int32)] * 2, 1))
    points, times = open3d.utility.Vector3dVector, {"fast": [], "default": [], "peer": []}
    for _ in range(REPEATS):
        targets = sources @ rotation.T + [1, 2, 3] + random.normal(0, NOISE, (pairs, 3))
        cloud = open3d.geometry.PointCloud(points(sources))

        def theirs() -> None:
            method.compute_transformation(cloud, open3d.geometry.PointCloud(points(targets)), same)

        times["peer"].append(seconds(theirs))
        for solver in ("fast", "default"):
            times[solver].append(seconds(lambda: quadcal.fit(sources, targets, solver=solver)))
    for solver in ("fast", "default"):
        row(f"{solver} fit of {pairs} pairs", times[solver], times["peer"], 1, "us")


def rays(quadcal, random: numpy.random.Generator, quads: int) -> None:
    centers = random.random((quads, 3)) * ROOM
    u = random.normal(size=(quads, 3))
    v = numpy.cross(u, random.normal(size=(quads, 3)))
    u, v = (0.1 * side / numpy.linalg.norm(side, axis=1)[:, None] for side in (u, v))
    corners = numpy.stack([centers - u - v, centers + u - v, centers + u + v, centers - u + v], 1)
    first = 4 * numpy.arange(quads)[:, None]
    triangles = numpy.concatenate([first + [0, 1, 2], first + [0, 2, 3]]).astype(numpy.uint32)
    scene = quadcal.Scene(corners)
    peer = open3d.t.geometry.RaycastingScene(nthreads=1)
    peer.add_triangles(open3d.core.Tensor(corners.reshape(-1, 3).astype(numpy.float32)), open3d.core.Tensor(triangles))
    ours, theirs = [], []
    for _ in range(REPEATS // 2):
        origins, directions = random.random((RAYS, 3)) * ROOM, random.normal(size=(RAYS, 3))
        single = open3d.core.Tensor(numpy.hstack([origins, directions]).astype(numpy.float32))
        ours.append(seconds(lambda: scene.nearest(origins, directions)))
        theirs.append(seconds(lambda: peer.cast_rays(single, nthreads=1)))
    row(f"a ray among {quads} quads", ours, theirs, RAYS, "ns")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", help="the folder that holds the package quadcal with its library")
    sys.path.insert(0, parser.parse_args().wheel)
    import quadcal

    print(f"seed {SEED}, {REPEATS} repeats, open3d {open3d.__version__}, {quadcal.kernels()}")
    print(f"{'':<34}{'quadcal':>13}{'Open3D':>13}{'ratio':>8}")
    random = numpy.random.default_rng(SEED)
    for pairs in (100, 1_000, 5_000, 20_000, 100_000):
        fits(quadcal, random, pairs)
    for quads in (100, 1_000, 10_000, 100_000):
        rays(quadcal, random, quads)


if __name__ == "__main__":
    main()
