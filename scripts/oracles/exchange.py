#!/usr/bin/env python3
"""Judges the motions and trajectories that quadcal reads and writes: exchange.py QUADCAL [SEED].

The judges are not ours: NumPy and SciPy for matrices and quaternions, PROJ's cct for Helmert pipelines, evo for trajectories
of TUM and KITTI and their alignment, pycolmap and a parser written from COLMAP's documented format for images.txt, and a parser
of ROS's flags. Needs the peers of scripts/setup/peers and Debian's proj-bin. Prints the seed.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pycolmap
from evo.core import metrics, sync
from evo.tools import file_interface
from scipy.spatial.transform import Rotation

QUADCAL = Path(sys.argv[1]).resolve()
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
# A rotation written as a quaternion or as angles, in each number of its matrix.
ROTATION = 8e-15
FOLDER = Path(tempfile.mkdtemp())
rng = np.random.default_rng(SEED)
wrong, checks = [], 0


def expect(holds, what):
    global checks
    checks += 1
    if not holds:
        wrong.append(what)


def run(*arguments, exits=(0,)):
    done = subprocess.run(
        [QUADCAL, *arguments], cwd=FOLDER, capture_output=True, check=False, timeout=60, text=True)
    expect(done.returncode in exits, f"{' '.join(map(str, arguments))}: exit {done.returncode}: {done.stderr}")
    return done.stdout, done.stderr


def write(name, text):
    (FOLDER / name).write_text(text)


def close(found, expected, size, what, relative=ROTATION):
    off = np.abs(np.asarray(found, float) - np.asarray(expected, float)).max()
    expect(off <= relative * size, f"{what}: off by {off:.3g}")


def motion(number):
    """A random motion, or an extreme one: no turn, tiny turns, half turns, a quarter about y, and 1e9 m."""
    axis = rng.normal(size=3)
    axis /= np.linalg.norm(axis)
    angle = [rng.uniform(0, np.pi), 0, 1e-9, np.pi, np.pi - 1e-9, 1e-5][number % 6]
    rotation = Rotation.from_rotvec(axis * angle)
    if number % 7 == 3:
        rotation = Rotation.from_euler("XYZ", [rng.uniform(-3, 3), np.pi / 2 - 1e-9, rng.uniform(-3, 3)])
    matrix = np.eye(4)
    matrix[:3, :3] = rotation.as_matrix()
    matrix[:3, 3] = rng.uniform(-5, 5, size=3) * [1, 1, 1e3, 1e9][number % 4]
    return matrix


def rows(matrix):
    return "".join(" ".join(repr(float(x)) for x in row) + "\n" for row in matrix)


def built(quaternion, translation):
    matrix = np.eye(4)
    matrix[:3, :3] = Rotation.from_quat(quaternion).as_matrix()
    matrix[:3, 3] = translation
    return matrix


def named(text):
    return {name: float(value) for name, value in (word.split("=") for word in text.split())}


def images(text):
    """COLMAP's images.txt as its documentation has it: two lines an image, # begins a comment."""
    lines = iter([line for line in text.split("\n") if not line.startswith("#")])
    found = {}
    for line in lines:
        if not line.strip():
            continue
        words = line.split(None, 9)
        w, x, y, z, *translation = map(float, words[1:8])
        found[words[9]] = built([x, y, z, w], translation)
        points = next(lines, "").split()
        assert len(points) % 3 == 0
    return found


def static_transform(text):
    words = text.split()
    assert words[:4] == ["ros2", "run", "tf2_ros", "static_transform_publisher"]
    parser = argparse.ArgumentParser()
    for flag in ["x", "y", "z", "qx", "qy", "qz", "qw"]:
        parser.add_argument(f"--{flag}", type=float, required=True)
    parser.add_argument("--frame-id", choices=["new"], required=True)
    parser.add_argument("--child-frame-id", choices=["old"], required=True)
    # argparse takes "-1e-05" for a flag; static_transform_publisher does not.
    joined = [f"{flag}={value}" for flag, value in zip(words[4::2], words[5::2])]
    given = parser.parse_args(joined)
    return built([given.qx, given.qy, given.qz, given.qw], [given.x, given.y, given.z])


def message(text):
    stamped = json.loads(text)
    assert stamped["header"]["frame_id"] == "new" and stamped["child_frame_id"] == "old"
    t, q = stamped["transform"]["translation"], stamped["transform"]["rotation"]
    return built([q["x"], q["y"], q["z"], q["w"]], [t["x"], t["y"], t["z"]])


def cct(pipeline, points):
    given = "".join(" ".join(repr(float(x)) for x in point) + " 0\n" for point in points)
    done = subprocess.run(
        ["cct", "-d", "12", *pipeline.split()], input=given, capture_output=True, check=True, text=True)
    return np.array([[float(x) for x in line.split()[:3]] for line in done.stdout.splitlines()])


def colmap_poses(text):
    """The same by COLMAP itself."""
    folder = FOLDER / "model"
    folder.mkdir(exist_ok=True)
    (folder / "cameras.txt").write_text("1 PINHOLE 640 480 500 500 320 240\n")
    (folder / "images.txt").write_text(text)
    (folder / "points3D.txt").write_text("")
    # Since COLMAP 3.12 images belong to frames of rigs, which it makes where these files are missing.
    model = pycolmap.Reconstruction(str(folder))
    found = {}
    for image in model.images.values():
        pose = image.cam_from_world
        matrix = np.eye(4)
        matrix[:3] = (pose() if callable(pose) else pose).matrix()
        found[image.name] = matrix
    return found


def judge_one_motion(number):
    expected = motion(number)
    rotation, translation = expected[:3, :3], expected[:3, 3]
    write("m.txt", rows(expected))

    def printed(form, *more):
        text, notes = run("fit", "--matrices", "new-from-old", "--rows", "--print", form, *more, "m.txt")
        expect("quadcal: printed as " in notes, f"{form}: its convention is not said")
        write(f"m.{form}", text)
        return text

    def same(matrix, what):
        close(matrix[:3, :3], rotation, 1, f"motion {number} as {what}")
        expect(np.array_equal(matrix[:3, 3], translation), f"motion {number} as {what}: translation")

    for form, order in [("matrix", "C"), ("cloudcompare", "C")]:
        again = np.array(printed(form).split(), float).reshape(4, 4, order=order)
        expect(np.array_equal(again, expected), f"motion {number} as {form}: bits")
    again = np.array(printed("matrix", "--layout", "columns").split(), float).reshape(4, 4, order="F")
    expect(np.array_equal(again, expected), f"motion {number} in columns: bits")
    printed("matrix")
    printed("kitti")
    kitti = file_interface.read_kitti_poses_file(FOLDER / "m.kitti").poses_se3[0]
    expect(np.array_equal(kitti, expected), f"motion {number} as kitti: bits")
    printed("tum")
    same(file_interface.read_tum_trajectory_file(FOLDER / "m.tum").poses_se3[0], "tum")
    colmap = images(printed("colmap"))
    same(colmap["new_from_old"], "colmap")
    same(static_transform(printed("ros-command")), "ros-command")
    same(message(printed("ros-json")), "ros-json")
    values = named(printed("quaternion"))
    same(
        built([values[f"q{axis}"] for axis in "xyzw"], [values[axis] for axis in "xyz"]), "quaternion")
    values = named(printed("yaw"))
    lean = rotation @ Rotation.from_euler("y", -values["yaw_deg"], degrees=True).as_matrix()
    turned = np.degrees(np.linalg.norm(Rotation.from_matrix(lean).as_rotvec()))
    expect(abs(turned - values["tilt_deg"]) < 1e-5, f"motion {number} as yaw: tilt")
    pipeline = printed("proj")
    points = rng.uniform(-50, 50, size=(3, 3))
    moved = points @ rotation.T + translation
    size = 50 + np.abs(translation).max()
    # Half a unit of the last digit that cct prints, and the rounding of its arithmetic.
    close(cct(pipeline, points), moved, 1, f"motion {number} by cct", relative=5e-13 + ROTATION * size)
    for form in ["matrix", "cloudcompare", "kitti", "tum", "colmap", "ros-command", "ros-json", "proj"]:
        stated = ["--rows"] if form == "matrix" else []
        text, _ = run(
            "fit", "--matrices", "new-from-old", *stated, "--matrices-as", form, "--print", "kitti", f"m.{form}")
        back = np.array(text.split(), float).reshape(3, 4)
        same(back, f"{form} and back")
        if form in ("matrix", "cloudcompare", "kitti"):
            expect(np.array_equal(back, expected[:3]), f"motion {number} as {form} and back: bits")


def judge_pipelines():
    """Pipelines of PROJ by cct: both conventions, exact and approximate, several steps, inverse ones."""
    points = rng.uniform(-50, 50, size=(4, 3))
    for number in range(24):
        exact = number % 3 != 0
        steps = []
        for _ in range(1 + number % 3):
            angle = rng.uniform(-6e5, 6e5, size=3) if exact else rng.uniform(-5, 5, size=3)
            convention = ["position_vector", "coordinate_frame"][int(rng.integers(2))]
            shift = rng.uniform(-1000, 1000, size=3)
            words = [f"+{axis}={value!r}" for axis, value in zip("xyz", map(float, shift))]
            words += [f"+r{axis}={value!r}" for axis, value in zip("xyz", map(float, angle))]
            words += ["+exact"] if exact else []
            words += ["+inv"] if rng.integers(2) else []
            steps.append(" ".join(["+proj=helmert", f"+convention={convention}", *words]))
        pipeline = steps[0] if len(steps) == 1 else "+proj=pipeline +step " + " +step ".join(steps)
        write("p.proj", pipeline + "\n")
        text, notes = run("fit", "--matrices", "new-from-old", "--print", "kitti", "p.proj")
        expect("read as PROJ" in notes, "the format of p.proj is not told by its name")
        m = np.array(text.split(), float).reshape(3, 4)
        # Angles of 5 arc seconds are no rotation by their squares, 6e-10: over 1,050 m that is a micrometre.
        bound = 1e-10 if exact else 1e-5
        close(points @ m[:, :3].T + m[:, 3], cct(pipeline, points), 1, pipeline, relative=bound)


def walk(count):
    """Poses along a way through a room: times, positions, rotations."""
    times = 1_600_000_000 + np.cumsum(rng.uniform(0.05, 0.15, size=count))
    phase = np.linspace(0, 7, count)
    places = np.stack([4 * np.cos(phase), 1.5 + 0.6 * np.sin(2.3 * phase), 3 * np.sin(1.4 * phase)], axis=1)
    return times, places, Rotation.random(count, random_state=int(rng.integers(1 << 31)))


def tum(times, places, turns):
    return "# t x y z qx qy qz qw\n" + "".join(
        f"{time:.9f} " + " ".join(f"{x:.9f}" for x in (*place, *turn)) + "\n"
        for time, place, turn in zip(times, places, turns.as_quat()))


def poses(places, turns):
    found = np.tile(np.eye(4), (len(places), 1, 1))
    found[:, :3, :3], found[:, :3, 3] = turns.as_matrix(), places
    return found


def judge_trajectories():
    """Alignment and error of a trajectory by evo: Umeyama without scale, and the absolute pose error afterwards."""
    times, places, turns = walk(200)
    world = motion(0)
    world[:3, 3] = [3, -1, 2]
    noise = rng.normal(scale=0.01, size=places.shape)
    moved = places @ world[:3, :3].T + world[:3, 3] + noise
    moved_turns = Rotation.from_matrix(world[:3, :3]) * turns
    write("old.txt", tum(times, places, turns))
    write("new.txt", tum(times + 0.004, moved, moved_turns))
    old, new = (file_interface.read_tum_trajectory_file(FOLDER / f"{name}.txt") for name in ("old", "new"))
    reference, estimate = sync.associate_trajectories(new, old, max_diff=0.01)
    turn, shift, _ = estimate.align(reference)
    pairs = ["fit", "--poses", "tum", "--match-ms", "10", "--model", "rigid", "--fail-on", "never"]
    text, _ = run(*pairs, "--print", "kitti", "--save", "fit.json", "old.txt", "new.txt")
    ours = np.array(text.split(), float).reshape(3, 4)
    close(ours[:, :3], turn, 1, "evo's alignment: rotation", relative=1e-12)
    close(ours[:, 3], shift, 10, "evo's alignment: translation", relative=1e-12)
    run("apply", "--poses", "tum", "--out", "moved.txt", "fit.json", "old.txt")
    moved_by_us = file_interface.read_tum_trajectory_file(FOLDER / "moved.txt")
    close(moved_by_us.positions_xyz, estimate.positions_xyz, 10, "evo's moved positions", relative=1e-12)
    # evo's quaternions have w first.
    dots = np.abs(np.sum(moved_by_us.orientations_quat_wxyz * estimate.orientations_quat_wxyz, axis=1))
    # Old quaternions have nine places, which evo does not normalise.
    close(dots, 1, 1, "evo's moved orientations", relative=5e-9)

    def error(first, second):
        measure = metrics.APE(metrics.PoseRelation.translation_part)
        measure.process_data((first, second))
        return measure.get_statistic(metrics.StatisticsType.rmse)

    theirs = error(reference, estimate)
    mine = error(*sync.associate_trajectories(new, moved_by_us, max_diff=0.01))
    expect(abs(theirs - mine) < 1e-12, f"evo's error {theirs} is {mine} after our move")
    report = json.loads(run(*pairs, "--json", "old.txt", "new.txt")[0])
    expect(abs(report["evidence"]["rms"] - theirs) < 1e-9, f"rms {report['evidence']['rms']} is not {theirs}")

    # The same by KITTI, whose poses go by their lines.
    for name, positions, rotations in [("old", places, turns), ("new", moved, moved_turns)]:
        write(
            f"{name}.kitti",
            "".join(" ".join(map(repr, map(float, p[:3].ravel()))) + "\n" for p in poses(positions, rotations)))
    text, _ = run("fit", "--poses", "kitti", "--model", "rigid", "--save", "kitti.json", "--fail-on", "never",
                  "--print", "kitti", "old.kitti", "new.kitti")
    old, new = (file_interface.read_kitti_poses_file(FOLDER / f"{name}.kitti") for name in ("old", "new"))
    turn, shift, _ = old.align(new)
    ours = np.array(text.split(), float).reshape(3, 4)
    close(ours[:, :3], turn, 1, "evo's alignment of KITTI: rotation", relative=1e-12)
    close(ours[:, 3], shift, 10, "evo's alignment of KITTI: translation", relative=1e-12)
    run("apply", "--poses", "kitti", "--out", "moved.kitti", "kitti.json", "old.kitti")
    again = file_interface.read_kitti_poses_file(FOLDER / "moved.kitti")
    close(np.array(again.poses_se3), np.array(old.poses_se3), 10, "evo's moved KITTI", relative=1e-12)


def judge_images():
    """images.txt by COLMAP and by a parser of its documented format: camera centers, and the model moved."""
    _, places, turns = walk(60)
    world = motion(0)
    world[:3, 3] = [3, -1, 2]
    old = {f"image{number}.png": np.linalg.inv(pose) for number, pose in enumerate(poses(places, turns))}
    new = {name: pose @ np.linalg.inv(world) for name, pose in reversed(old.items())}
    for file, cameras in [("old", old), ("new", new)]:
        lines = ["# IMAGE_ID QW QX QY QZ TX TY TZ CAMERA_ID NAME", "# POINTS2D[] as (X, Y, POINT3D_ID)"]
        for number, (name, pose) in enumerate(cameras.items()):
            x, y, z, w = Rotation.from_matrix(pose[:3, :3]).as_quat()
            numbers = " ".join(map(repr, map(float, [w, x, y, z, *pose[:3, 3]])))
            lines += [f"{number + 1} {numbers} 1 {name}", "10.5 20.25 -1" if number % 2 else ""]
        write(f"{file}-images.txt", "\n".join(lines) + "\n")
    text, _ = run("fit", "--poses", "colmap", "--model", "rigid", "--print", "kitti", "--save", "colmap.json",
                  "old-images.txt", "new-images.txt", exits=(0, 1))
    close(np.array(text.split(), float).reshape(3, 4), world[:3], 10, "the world of images", relative=1e-13)
    run("apply", "--poses", "colmap", "--out", "moved-images.txt", "colmap.json", "old-images.txt")
    moved = (FOLDER / "moved-images.txt").read_text()
    parsed, by_colmap = images(moved), colmap_poses(moved)
    expect(list(parsed) == list(old) and set(by_colmap) == set(old), "the names of moved images")
    for name in old:
        close(parsed[name], new[name], 10, f"the moved {name}", relative=1e-13)
        close(by_colmap[name], new[name], 10, f"COLMAP's moved {name}", relative=1e-13)
    kept = [re.sub(r"^(\d+) .* (1 image\d+\.png)$", r"\1 \2", line) for line in moved.split("\n")]
    was = (FOLDER / "old-images.txt").read_text().split("\n")
    expect(
        kept == [re.sub(r"^(\d+) .* (1 image\d+\.png)$", r"\1 \2", line) for line in was],
        "comments, numbers and points of images are not as they were")


def judge_refusals():
    """What is no motion ends with exit code 3 and names its line."""
    for form, text, line in [
        ("tum", "", 1), ("tum", "0 1 2 nan 0 0 0 1\n", 1), ("tum", "0 0 0 0 0 0 0 1\n0 0 0 0\n", 2),
        ("tum", "0 1 2 3 0 0 0 1.1\n", 1), ("kitti", "1 0 0 0 0 1 0 0 0 0 -1 0\n", 1), ("kitti", "1 0 0\n", 1),
        ("colmap", "1 1 0 0 0 0 0 0 1 a\n2 1 0 0 0 0 0 0 1 b\n", 2), ("proj", "+proj=helmert +rx=1\n", 1),
        ("ros-json", "{\n}\n", 1), ("ros-command", "--x 1\n", 1), ("cloudcompare", "1 0 0 0\n0 1 0 x\n", 2),
    ]:
        write("bad", text)
        _, notes = run("fit", "--matrices", "new-from-old", "--matrices-as", form, "bad", exits=(3,))
        expect(notes.startswith(f"quadcal: bad:{line}: "), f"{form} {text!r}: {notes}")


if shutil.which("cct") is None:
    sys.exit("exchange: cct is missing; scripts/setup/bootstrap --peers installs Debian's proj-bin")
try:
    for one in range(42):
        judge_one_motion(one)
    judge_pipelines()
    judge_trajectories()
    judge_images()
    judge_refusals()
finally:
    shutil.rmtree(FOLDER)
for what in wrong[:20]:
    print(f"exchange: {what}", file=sys.stderr)
print(f"exchange: seed {SEED}, {checks} checks, {len(wrong)} wrong")
sys.exit(1 if wrong else 0)
