#!/usr/bin/env python3
"""Solves pose graphs and fusions of sessions beside quadcal with SciPy: solve_frames.py QUADCAL [--seed N] [--scenes N].

Random graphs and scans are written as g2o and as markers in JSON. From these files alone scipy.optimize.least_squares finds
the optimum, with derivatives by central differences, and numpy inverts the normal matrix; no formula of quadcal's takes part.
Costs, poses, covariances of poses and of views, probabilities, fused corners, frames of sessions, their covariances and the 95 %
errors of corners must agree. Needs SciPy, which scripts/setup/peers installs.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

import numpy as np
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation
from scipy.stats import chi2

# The bounds of the agreement: metres and radians of the optimum, and relative ones of all else. Central differences of doubles have
# ten digits, which costs a covariance none of these, and quantiles from samples have three.
OPTIMUM, COST, COVARIANCE, PROBABILITY, QUANTILE = 1e-9, 1e-9, 1e-6, 1e-6, 0.02
# A fusion alternates between markers and sessions until they move by less than 1e-10 m in a round.
FUSED, FUSED_COVARIANCE = 1e-7, 1e-6
SAMPLES = 100_000
worst = {}


def agree(name, ours, theirs, bound, where):
    """Remembers the largest difference as a share of its bound, and ends at one beyond it."""
    off = float(np.max(np.abs(np.asarray(ours) - np.asarray(theirs)), initial=0))
    worst[name] = max(worst.get(name, (0, bound))[0], off), bound
    if not off <= bound:
        sys.exit(f"solve_frames: {where}: {name} differs by {off:.3g}, more than {bound:g}")


def cross(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def exponential(x):
    """The motion of a twist, turn first."""
    w, v = x[:3], x[3:]
    a = np.linalg.norm(w)
    k = cross(w)
    if a < 1e-4:
        b, c = 0.5 - a * a / 24, 1 / 6 - a * a / 120
    else:
        b, c = (1 - np.cos(a)) / a**2, (a - np.sin(a)) / a**3
    motion = np.eye(4)
    motion[:3, :3] = Rotation.from_rotvec(w).as_matrix()
    motion[:3, 3] = (np.eye(3) + b * k + c * k @ k) @ v
    return motion


def logarithm(motion):
    """The twist of a motion, turn first."""
    w = Rotation.from_matrix(motion[:3, :3]).as_rotvec()
    a = np.linalg.norm(w)
    k = cross(w)
    c = 1 / 12 + a * a / 720 if a < 1e-4 else (1 - a / 2 / np.tan(a / 2)) / a**2
    return np.concatenate([w, (np.eye(3) - k / 2 + c * k @ k) @ motion[:3, 3]])


def inverse(motion):
    back = np.eye(4)
    back[:3, :3] = motion[:3, :3].T
    back[:3, 3] = -motion[:3, :3].T @ motion[:3, 3]
    return back


def pose(numbers):
    motion = np.eye(4)
    motion[:3, :3] = Rotation.from_quat(numbers[3:]).as_matrix()
    motion[:3, 3] = numbers[:3]
    return motion


def unfolded(triangle):
    matrix = np.zeros((6, 6))
    matrix[np.triu_indices(6)] = triangle
    return matrix + np.triu(matrix, 1).T


def derivative(function, size, width):
    """The matrix of derivatives at zero, by central differences of fourth order."""
    columns = []
    for place in range(size):
        step = np.zeros(size)
        step[place] = width
        columns.append((8 * (function(step) - function(-step)) - function(2 * step) + function(-2 * step)) / (12 * width))
    return np.array(columns).T


def settled(residual, carried, base):
    """The base at which the squares are least: steps are taken around it until they are rounding."""
    size = residual(base, None)
    for _ in range(4):
        found = least_squares(lambda x, b=base: residual(b, x), np.zeros(size), jac="3-point", method="trf",
                              x_scale="jac", ftol=None, xtol=1e-15, gtol=1e-14, max_nfev=60)
        base = carried(base, found.x)
    # Last steps by Gauss and Newton with better derivatives.
    for _ in range(3):
        jacobian = derivative(lambda x, b=base: residual(b, x), size, 1e-3)
        step = np.linalg.lstsq(jacobian, -residual(base, np.zeros(size)), rcond=None)[0]
        base = carried(base, step)
    return base, derivative(lambda x: residual(base, x), size, 1e-3)


def run(quadcal, arguments, folder, exits=(0,)):
    done = subprocess.run([quadcal, *arguments, "--json"], cwd=folder, capture_output=True, timeout=300)
    if done.returncode not in exits:
        sys.exit(f"solve_frames: {' '.join(arguments)}: exit {done.returncode}\n{done.stderr.decode()}")
    return json.loads(done.stdout)


# Graphs.

def random_covariance(random):
    """A covariance of shifts and turns that differ by direction, shift first as g2o has it."""
    own = np.diag(random.uniform(0.5, 2, 6) * np.repeat([0.005, 0.0035], 3))
    mixed = np.linalg.qr(random.normal(size=(6, 6)))[0]
    whole = own @ (np.eye(6) + 0.3 * (mixed + mixed.T) / 2) @ own
    return (whole + whole.T) / 2


def write_graph(random, file, count, edges):
    true = [exponential(np.concatenate([random.normal(size=3), random.uniform(-5, 5, 3)])) for _ in range(count)]
    pairs = [(i, i + 1) for i in range(count - 1)]
    while len(pairs) < edges:
        a, b = random.choice(count, 2, replace=False)
        pairs.append((int(a), int(b)))
    lines = [f"VERTEX_SE3:QUAT {i} 0 0 0 0 0 0 1" for i in range(count)] + ["FIX 0"]
    for a, b in pairs:
        covariance = random_covariance(random)
        error = np.linalg.cholesky(covariance) @ random.normal(size=6)
        measured = inverse(true[a]) @ true[b] @ exponential(np.concatenate([error[3:], error[:3]]))
        quaternion = Rotation.from_matrix(measured[:3, :3]).as_quat()
        information = np.linalg.inv(covariance)
        numbers = [*measured[:3, 3], *quaternion, *((information + information.T) / 2)[np.triu_indices(6)]]
        lines.append(f"EDGE_SE3:QUAT {a} {b} " + " ".join(repr(float(x)) for x in numbers))
    file.write_text("\n".join(lines) + "\n")


def read_graph(file):
    """The edges of a file, each with a root of its information on (turn, shift)."""
    edges, count = [], 0
    for line in file.read_text().splitlines():
        words = line.split()
        if words[0].startswith("VERTEX"):
            count += 1
        elif words[0].startswith("EDGE"):
            information = unfolded([float(x) for x in words[10:]])
            order = [3, 4, 5, 0, 1, 2]
            root = np.linalg.cholesky(information[np.ix_(order, order)]).T
            edges.append((int(words[1]), int(words[2]), inverse(pose([float(x) for x in words[3:10]])), root))
    return count, edges


def solve_graph(count, edges):
    """The poses about the first, and the derivatives of the residuals with respect to twists on their right."""
    poses, waiting = {0: np.eye(4)}, list(edges)
    while waiting:
        for edge in list(waiting):
            a, b, back, _ = edge
            if a in poses and b not in poses:
                poses[b] = poses[a] @ inverse(back)
            elif b in poses and a not in poses:
                poses[a] = poses[b] @ back
            if a in poses and b in poses:
                waiting.remove(edge)
    size = 6 * (count - 1)

    def carried(base, x):
        return [base[0]] + [base[i] @ exponential(x[6 * i - 6 : 6 * i]) for i in range(1, count)]

    def residual(base, x):
        if x is None:
            return size
        moved = carried(base, x)
        return np.concatenate([root @ logarithm(back @ inverse(moved[a]) @ moved[b]) for a, b, back, root in edges])

    base, jacobian = settled(residual, carried, [poses[i] for i in range(count)])
    return base, jacobian, float(np.sum(residual(base, np.zeros(size)) ** 2))


def judge_graph(quadcal, random, folder, number):
    count = int(random.integers(3, 13))
    edges = count - 1 + int(random.integers(1, count + 1))
    file = folder / "graph.g2o"
    write_graph(random, file, count, edges)
    where = f"graph {number} of {count} poses and {edges} edges"
    poses, jacobian, cost = solve_graph(*read_graph(file))
    information = jacobian.T @ jacobian
    covariance = np.linalg.inv(information)
    document = run(quadcal, ["graph", "graph.g2o", "--solve"], folder, exits=(0, 1))
    component = document["solution"][0]
    agree("cost", component["cost"] / cost, 1, COST, where)
    freedom = 6 * (edges - count + 1)
    agree("probability", component["probability"], chi2.sf(cost, freedom), PROBABILITY, where)
    for solved in component["frames"]:
        place = int(solved["frame"])
        ours = np.array(solved["columns"]).reshape(4, 4).T
        agree("pose", logarithm(inverse(poses[place]) @ ours), np.zeros(6), OPTIMUM, where)
        if place == 0:
            continue
        block = covariance[6 * place - 6 : 6 * place, 6 * place - 6 : 6 * place]
        scale = np.sqrt(np.outer(np.diag(block), np.diag(block)))
        agree("covariance of a pose", unfolded(solved["covariance"]) / scale, block / scale, COVARIANCE, where)
    a, b = (int(x) for x in random.choice(count, 2, replace=False))
    view = run(quadcal, ["graph", "graph.g2o", "--solve", "--to", str(a), "--from", str(b)], folder, exits=(0, 1))["view"]
    motion = inverse(poses[a]) @ poses[b]
    agree("view", logarithm(inverse(motion) @ np.array(view["columns"]).reshape(4, 4).T), np.zeros(6), OPTIMUM, where)
    joint = derivative(
        lambda x: logarithm(inverse(motion) @ exponential(-x[:6]) @ motion @ exponential(x[6:])), 12, 1e-3)
    places = [6 * p - 6 + i for p in (a, b) for i in range(6)]
    whole = np.array([[covariance[i, j] if i >= 0 and j >= 0 else 0 for j in places] for i in places])
    expected = joint @ whole @ joint.T
    scale = np.sqrt(np.outer(np.diag(expected), np.diag(expected)))
    agree("covariance of a view", unfolded(view["covariance"]) / scale, expected / scale, COVARIANCE, where)


# Fusions.

NOISE = 0.005


def write_scans(random, folder, sessions, markers, gross):
    """The names of the scans: markers on walls, each session in a frame of its own."""
    places = []
    for _ in range(markers):
        center = random.uniform([0, 0.3, 0], [6, 2.6, 5])
        yaw = Rotation.from_euler("y", random.choice([0, 90, 180, 270]), degrees=True).as_matrix()
        square = np.array([[-0.1, 0.1, 0], [0.1, 0.1, 0], [0.1, -0.1, 0], [-0.1, -0.1, 0]])
        places.append(center + square @ yaw.T)
    names = []
    for session in range(sessions):
        motion = np.eye(4)
        motion[:3, :3] = Rotation.from_euler("y", random.uniform(-180, 180), degrees=True).as_matrix()
        motion[:3, 3] = random.uniform(-5, 5, 3)
        list_ = []
        for number, quad in enumerate(places):
            if random.uniform() > 0.85:
                continue
            seen = quad + random.normal(size=(4, 3)) * NOISE
            for corner in range(4):
                if random.uniform() < gross:
                    way = random.normal(size=3)
                    seen[corner] += way / np.linalg.norm(way) * random.uniform(0.1, 0.3)
            seen = (seen - motion[:3, 3]) @ motion[:3, :3]
            identity = str(uuid.UUID(int=(session << 64) + number + 1, version=4))
            list_.append({"id": identity, "label": f"M{number}", "version": 1,
                          "work_session_id": str(uuid.UUID(int=session + 1, version=4)),
                          **{f"p{i + 1}": [float(x) for x in seen[i]] for i in range(4)}})
        names.append(f"s{session}.json")
        (folder / names[-1]).write_text(json.dumps(list_))
    return names


def read_scans(folder, names):
    scans = {}
    for name in names:
        scans[name] = {one["label"]: np.array([one[f"p{i}"] for i in range(1, 5)])
                       for one in json.loads((folder / name).read_text())}
    return scans


def judge_fusion(quadcal, random, folder, number):
    sessions, markers = int(random.integers(3, 6)), int(random.integers(6, 13))
    gross = [0, 0.05][number % 2]
    names = write_scans(random, folder, sessions, markers, gross)
    scans = read_scans(folder, names)
    document = run(quadcal, ["fuse", "--join", "label", "--root", names[0], "--noise-mm", repr(NOISE * 1000),
                             "--marker-noise-mm", "0", "--fail-on", "never", *names], folder)
    where = f"fusion {number} of {sessions} sessions and {markers} markers"
    out = {(left["session"], one["label"], int(word[1]) - 1) for one in document["markers"]
           for left in one["leftOut"] for word in left["corners"]}
    # Sightings of a corner that count.
    seen = {}
    for name in names:
        for label, quad in scans[name].items():
            for corner in range(4):
                if (name, label, corner) not in out:
                    seen.setdefault((label, corner), []).append((names.index(name), quad[corner]))
    size = 6 * (sessions - 1)
    frames = {one["session"]: one for one in document["sessions"]}
    start = [pose([*frames[name]["translation"], *frames[name]["quaternion"]]) for name in names]
    # Away from where quadcal ended.
    start = [start[0]] + [one @ exponential(random.normal(size=6) * 0.05) for one in start[1:]]

    def carried(base, x):
        return [base[0]] + [base[i] @ exponential(x[6 * i - 6 : 6 * i]) for i in range(1, sessions)]

    def moved(base, sightings):
        return np.array([base[i][:3, :3] @ p + base[i][:3, 3] for i, p in sightings])

    def residual(base, x, seen=seen):
        if x is None:
            return size
        now = carried(base, x)
        parts = []
        for sightings in seen.values():
            if len(sightings) > 1:
                places = moved(now, sightings)
                parts.append((places - places.mean(axis=0)).ravel())
        return np.concatenate(parts) / NOISE

    base, _ = settled(residual, carried, start)
    # The covariances are those of derivatives where each session has the fused corners. At its own sightings they differ by the noise over
    # the arms: up to some hundredths where two sessions share few markers.
    fused = {key: moved(base, sightings).mean(axis=0) for key, sightings in seen.items()}
    there = {key: [(i, base[i][:3, :3].T @ (fused[key] - base[i][:3, 3])) for i, _ in sightings] for key, sightings in seen.items()}
    jacobian = derivative(lambda x: residual(base, x, there), size, 1e-3)
    covariance = np.linalg.inv(jacobian.T @ jacobian)
    for place, name in enumerate(names):
        ours = pose([*frames[name]["translation"], *frames[name]["quaternion"]])
        agree("frame of a session", logarithm(inverse(base[place]) @ ours), np.zeros(6), FUSED, where)
        if place == 0 or document["drifts"]:
            continue
        block = covariance[6 * place - 6 : 6 * place, 6 * place - 6 : 6 * place]
        scale = np.sqrt(np.outer(np.diag(block), np.diag(block)))
        agree("covariance of a session", unfolded(frames[name]["covariance"]) / scale, block / scale, FUSED_COVARIANCE, where)
    normals = random.normal(size=(SAMPLES, 3))
    for one in document["markers"]:
        for corner in range(4):
            key = (one["label"], corner)
            if key not in seen:
                continue
            agree("fused corner", one["corners"][corner], fused[key], FUSED, where)
            if document["drifts"]:
                continue
            slope = derivative(lambda x, k=key: moved(carried(base, x), there[k]).mean(axis=0), size, 1e-3)
            own = slope @ covariance @ slope.T + np.eye(3) * NOISE**2 / len(seen[key])
            lengths = np.linalg.norm(normals @ np.linalg.cholesky(own).T, axis=1)
            agree("95 % error of a corner", one["errors95"][corner] / np.quantile(lengths, 0.95), 1, QUANTILE, where)
    return bool(document["drifts"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("quadcal", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scenes", type=int, default=10, help="graphs, and as many fusions")
    arguments = parser.parse_args()
    quadcal, drifting = arguments.quadcal.resolve(), 0
    for number in range(arguments.scenes):
        random = np.random.default_rng([arguments.seed, number])
        with tempfile.TemporaryDirectory() as folder:
            try:
                judge_graph(quadcal, random, Path(folder), number)
                drifting += judge_fusion(quadcal, random, Path(folder), number)
            except SystemExit as end:
                sys.exit(f"{end}; seed {arguments.seed}")
    for name, (off, bound) in worst.items():
        print(f"solve_frames: {name}: {off:.2g} apart at most, {bound:g} allowed")
    print(f"solve_frames: {arguments.scenes} graphs and {arguments.scenes} fusions are SciPy's, seed {arguments.seed}"
          + (f"; {drifting} said to drift, whose errors are not compared" if drifting else ""))


if __name__ == "__main__":
    main()
