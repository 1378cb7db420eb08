#!/usr/bin/env python3
"""The speed of the doors beside their peers: doors.py BUILT [--rounds N], where BUILT is .build/doors after scripts/build-doors c wasm,
scripts/oracles/check-python-door, check-duckdb-door and check-web-door. Run it by BUILT/python/clean/bin/python, pinned to a core.

All contenders of a row run in turns, and medians of processor time and their ratios are printed; it fails where a ratio is not reached.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import duckdb
import numpy
import polars
import pyarrow
import quadcal
import quadcal.arrow
import quadcal.duckdb
import quadcal.polars
import scipy

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "python" / "tests"))
from made import crossed, rectangles, rotation  # noqa: E402

options = argparse.ArgumentParser()
options.add_argument("built", type=pathlib.Path)
options.add_argument("--rounds", type=int, default=9)
given = options.parse_args()
built = given.built.absolute()
here = pathlib.Path(__file__).parent
QUADS, SCENE, RAYS, PROBLEMS = 100_000, 500, 2_000, 50_000


def timed(run, items):
    """A contender of this process: nanoseconds of processor time an item."""
    run()

    def once():
        start = time.process_time_ns()
        run()
        return (time.process_time_ns() - start) / items
    return once


def program(*command, factor=1):
    """A contender of another process, which answers each line with a number."""
    started = subprocess.Popen(list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def once():
        started.stdin.write("\n")
        started.stdin.flush()
        return float(started.stdout.readline().split()[0]) * factor
    once()
    return once


def numpy_check(p):
    """What the check looks for, by plain formulas: inexact near limits, and without places."""
    edges = numpy.roll(p, -1, axis=1) - p
    lengths = numpy.linalg.norm(edges, axis=2)
    d13, d24 = p[:, 2] - p[:, 0], p[:, 3] - p[:, 1]
    area = numpy.cross(d13, d24)
    size = numpy.linalg.norm(area, axis=1)
    with numpy.errstate(invalid="ignore"):
        normal = area / size[:, None]
    flatness = numpy.abs(((edges[:, 0] + edges[:, 2]) * normal).sum(axis=1)) / 4
    turns = (numpy.cross(edges, numpy.roll(edges, -1, axis=1)) * normal[:, None]).sum(axis=2)
    cosines = -(edges * numpy.roll(edges, 1, axis=1)).sum(axis=2) / (lengths * numpy.roll(lengths, 1, axis=1))
    apart = numpy.minimum(numpy.linalg.norm(d13, axis=1), numpy.linalg.norm(d24, axis=1))
    return (~numpy.isfinite(p).all(axis=(1, 2)) | (numpy.abs(p).max(axis=(1, 2)) > 1e4) | (lengths.min(axis=1) < 0.005) | (apart < 0.001)
            | (lengths.max(axis=1) > 20) | (lengths.max(axis=1) > 50 * lengths.min(axis=1)) | (flatness > 0.01)
            | (turns <= 0).any(axis=1) | (numpy.abs(cosines).max(axis=1) > 0.0871557))


def batched_svd(s, t):
    """Rotations of many problems by one decomposition of LAPACK for all, as people write it with numpy and SciPy."""
    a, b = s - s.mean(axis=1, keepdims=True), t - t.mean(axis=1, keepdims=True)
    u, _, v = numpy.linalg.svd(b.transpose(0, 2, 1) @ a)
    u[:, :, 2] *= numpy.sign(numpy.linalg.det(u @ v))[:, None]
    r = u @ v
    return r, t.mean(axis=1) - (r @ s.mean(axis=1)[:, :, None])[:, :, 0]


failed = False


def row(name, contenders, unit="ns", targets=()):
    """Runs contenders in turns and prints a line; targets are (peer, "<=" or ">=", ratio to the first)."""
    global failed
    found = {who: [] for who in contenders}
    for _ in range(given.rounds):
        for who, once in contenders.items():
            found[who].append(once())
    middle = {who: statistics.median(times) for who, times in found.items()}
    first = next(iter(middle))
    parts = []
    for peer, relation, bound in targets:
        ratio = middle[first] / middle[peer] if relation == "<=" else middle[peer] / middle[first]
        is_met = ratio <= bound if relation == "<=" else ratio >= bound
        failed |= not is_met
        parts.append(f"{ratio:.2f} of {peer}, to reach {relation} {bound}: {'met' if is_met else 'NOT MET'}")
    print(f"| {name} | {', '.join(f'{who} {value:.1f} {unit}' for who, value in middle.items())} | {'; '.join(parts)} |", flush=True)
    return middle


def bounded(name, once, value, is_met, text):
    """One contender against a figure that is no ratio."""
    global failed
    found = value(statistics.median(once() for _ in range(given.rounds)))
    failed |= not is_met(found)
    print(f"| {name} | {found:.2f} {text} | {'met' if is_met(found) else 'NOT MET'} |", flush=True)


with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    sound = rectangles(QUADS)
    quads, _ = crossed(sound, 0.01)
    quads.tofile(folder / "quads")
    subprocess.run(["cc", "-std=c99", "-D_POSIX_C_SOURCE=199309L", "-O2", "-I", here / "../../Sources/Bindings/CQuadcal/include",
                    here / "check_quads.c", "-o", folder / "check", f"-L{built}/c", f"-Wl,-rpath,{built}/c", "-lquadcal"], check=True)
    print(f"numpy {numpy.__version__}, SciPy {scipy.__version__}, DuckDB {duckdb.__version__}, Polars {polars.__version__}, "
          f"kernels {quadcal.kernels()}, medians of {given.rounds} rounds\n\n| what | found | |\n| --- | --- | --- |")
    row("check, 1 % crossed", {"wheel": timed(lambda: quadcal.check(quads), QUADS), "C": program(folder / "check", folder / "quads"),
                               "numpy": timed(lambda: numpy_check(quads), QUADS)}, targets=[("C", "<=", 1.15), ("numpy", ">=", 25)])
    all_crossed, _ = crossed(sound, 1.1)
    shuffled = numpy.random.default_rng(5).permuted(sound, axis=1)
    bent = sound.copy()
    bent[:, 2] += 0.2
    for name, faulty in [("crossed", all_crossed), ("with corners in any order", shuffled), ("bent", bent)]:
        bounded(f"faulty quads, {name}", timed(lambda: quadcal.check(faulty), QUADS), lambda ns: ns / 1000, lambda us: us <= 0.4,
                "µs, to reach <= 0.4")

    dice = numpy.random.default_rng(6)
    s = dice.uniform(-5, 5, (PROBLEMS, 4, 3))
    t = s @ rotation(7).T + dice.normal(0, 0.01, s.shape)
    row("fit of 4 pairs, batch", {"wheel": timed(lambda: quadcal.fit_many(s, t), PROBLEMS),
                                  "SVD of numpy": timed(lambda: batched_svd(s, t), PROBLEMS)}, targets=[("SVD of numpy", ">=", 20)])
    from scipy.spatial.transform import Rotation
    few = range(500)
    row("fit of 4 pairs, alone", {"wheel": timed(lambda: [quadcal.fit(s[k], t[k]) for k in few], len(few)),
                                  "SciPy align_vectors": timed(lambda: [Rotation.align_vectors(t[k], s[k]) for k in few], len(few))})

    column = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(numpy.concatenate([quads] * 10).ravel()), 12)
    rows = len(column)
    sql = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
    sql.register("given", pyarrow.table({"quad": column}))
    sql.execute("create table markers as select * from given")
    sql.load_extension(str(built / "duckdb/quadcal.duckdb_extension"))
    by_arrow = duckdb.connect(config={"threads": 1})
    by_arrow.register("given", pyarrow.table({"quad": column}))
    by_arrow.execute("create table markers as select * from given")
    quadcal.duckdb.register(by_arrow)
    count = "select count(*) from markers where quad_check(quad) <> 0"
    millions = lambda ns: 1000 / ns  # noqa: E731
    bounded("DuckDB, extension", timed(lambda: sql.execute(count).fetchall(), rows), millions, lambda m: m >= 8,
            "M rows per CPU second, to reach >= 8")
    bounded("DuckDB, Arrow function", timed(lambda: by_arrow.execute(count).fetchall(), rows), millions, lambda m: m >= 4,
            "M rows per CPU second, to reach >= 4")
    frame = polars.DataFrame({"quad": polars.Series(column)})
    bounded("Polars", timed(lambda: frame.select(quadcal.polars.check("quad")), rows), millions, lambda m: m >= 10,
            "M rows per CPU second, to reach >= 10")

    quads[:SCENE].tofile(folder / "scene")
    numpy.hstack([dice.uniform(-20, 20, (RAYS, 3)), dice.normal(size=(RAYS, 3))]).tofile(folder / "rays")
    web = built / "web"
    ray = lambda kind: program("node", here / "rays.js", web / "quadcal.js", kind, folder / "scene", folder / "rays")  # noqa: E731
    row(f"nearest of {SCENE}, a ray", {"wasm SIMD": ray(web / "quadcal-simd.wasm"), "JavaScript": ray("js"),
                                       "wasm": ray(web / "quadcal.wasm")}, "µs", [("JavaScript", ">=", 2)])
sys.exit(failed)
