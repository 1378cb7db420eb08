"""A fleet of a thousand spaces with a thousand markers each on two workers, and small ones with all that may be wrong with a row or a
call; python -m unittest with Spark and the wheel installed."""

import contextlib
import io
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy
import pyarrow
import pyarrow.parquet
import quadcal

import fleet
from made import rectangles, rotation

FLEET = pathlib.Path(__file__).resolve().with_name("fleet.py")
# For the workers of a session in this process, which load the module, too.
os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
               "PYTHONPATH": os.pathsep.join([str(FLEET.parent), os.environ.get("PYTHONPATH", "")])}
SPACES, MARKERS = int(os.environ.get("QUADCAL_SPACES", "1000")), 1000
SMALL = ["--master", "local[2]", "--partitions", "2"]
# Spaces made so that they have no motion, and the share of markers that are crossed.
UNSET, ALONE, CROSSED = 17, 42, 0.01


def write_fleet(folder):
    """Writes the fleet in files of a hundred spaces, in an order that is not that of the markers, and returns old and new quads."""
    dice = numpy.random.default_rng(11)
    old = rectangles(MARKERS, 12)
    spaces = []
    for space in range(SPACES):
        new = old @ rotation(space).T + dice.uniform(-5, 5, 3) + dice.normal(0, 0.002, (MARKERS, 1, 3))
        crossed = dice.random(MARKERS) < CROSSED
        new[crossed] = new[crossed][:, [0, 1, 3, 2]]
        here = old.copy()
        if space == UNSET:
            here[:], new[:] = numpy.nan, numpy.nan
        spaces.append((here, new))
    for start in range(0, SPACES, 100):
        some = spaces[start:start + 100]
        order = dice.permutation(len(some) * MARKERS)
        quads = [numpy.concatenate(side).reshape(-1, 12)[order] for side in zip(*some)]
        missing = (order // MARKERS + start == ALONE)
        columns = {"space": [f"space-{number // MARKERS + start:04}" for number in order], "marker": order % MARKERS}
        for name, numbers in zip(["old", "new"], quads):
            column = pyarrow.FixedSizeListArray.from_arrays(numbers.ravel(), 12).cast(pyarrow.list_(pyarrow.float64()))
            columns[name] = pyarrow.array([None if gone else row for gone, row in zip(missing, column.to_pylist())],
                                          column.type) if name == "new" and missing.any() else column
        pyarrow.parquet.write_table(pyarrow.table(columns), folder / f"{start:05}.parquet")
    return spaces


def workers(parent):
    """The Python workers below a process: children of pyspark's daemon."""
    children = {}
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            command = (place / "cmdline").read_bytes()
        except OSError:
            continue
        children.setdefault(int(fields[1]), []).append((int(place.name), b"pyspark.daemon" in command))
    found, waiting = [], [(parent, False)]
    while waiting:
        above, is_daemon = waiting.pop()
        for child, is_worker in children.get(above, []):
            if is_daemon and is_worker:
                found.append(child)
            waiting.append((child, is_worker))
    return found


def start(*words):
    return subprocess.Popen([sys.executable, FLEET, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def call(*words):
    """Runs the program to its end: the exit code, what is printed, and the lines of its errors."""
    program = start(*words, *SMALL)
    out, err = program.communicate(timeout=600)
    if "Traceback" in err or "\tat " in err or "pandas" in err:
        raise AssertionError(err[-3000:])
    return program.returncode, out, [line for line in err.splitlines() if line.startswith("fleet")]


def call_here(*words):
    """The same in this process, where Java need not start each time."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = fleet.main([*map(str, words), *SMALL])
    return code, out.getvalue(), err.getvalue().splitlines()


class FleetTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.folder.name)
        (cls.place / "markers").mkdir()
        cls.spaces = write_fleet(cls.place / "markers")
        cls.plain = cls.run_fleet("plain")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_fleet(cls, name, kills=0, partitions=8):
        begun = time.perf_counter()
        program = start(cls.place / "markers", cls.place / name, "--master", "local[2,4]", "--partitions", str(partitions))
        killed = []

        def kill():
            while program.poll() is None and len(killed) < kills:
                for worker in workers(program.pid)[:1]:
                    os.kill(worker, signal.SIGKILL)
                    killed.append(worker)
                time.sleep(0.05)

        killer = threading.Thread(target=kill)
        killer.start()
        out, err = program.communicate(timeout=1200)
        killer.join()
        print(f"\nfleet: {name}: {time.perf_counter() - begun:.1f} s, {len(killed)} workers killed", file=sys.stderr)
        if program.returncode not in (0, 1):
            raise AssertionError(err[-3000:])
        tables = [pyarrow.parquet.read_table(cls.place / name / table).to_pylist() for table in ["findings", "motions"]]
        return program.returncode, out, sorted(tables[0], key=str), tables[1], len(killed)

    def test_every_space_has_its_motion_or_the_reason_why_not(self):
        code, out, _, motions, _ = self.plain
        self.assertEqual(len(motions), SPACES)
        refused = {row["space"]: row["refused"] for row in motions if row["refused"]}
        self.assertEqual(refused, {f"space-{UNSET:04}": "TOO_FEW_PAIRS", f"space-{ALONE:04}": "TOO_FEW_PAIRS"})
        self.assertEqual(code, 1)
        self.assertFalse(any(row["suspect"] for row in motions))
        for space in refused:
            self.assertIn(f"no motion: {space}: TOO_FEW_PAIRS", out)

    def test_motions_have_the_bits_of_one_pass(self):
        for number, ((old, new), row) in enumerate(zip(self.spaces, self.plain[3])):
            if number in (UNSET, ALONE):
                continue
            sound = (quadcal.check(old).severity < quadcal.Severity.ERROR) & (quadcal.check(new).severity < quadcal.Severity.ERROR)
            fit = quadcal.Moments.of(old[sound].reshape(-1, 3), new[sound].reshape(-1, 3)).fit()
            self.assertEqual((row["space"], row["pairs"], row["rms"]), (f"space-{number:04}", 4 * sound.sum(), fit.rms))
            self.assertEqual(numpy.array(row["motion"]).tobytes(), fit.motion.numbers.tobytes())

    def test_exactly_the_faulty_markers_are_found(self):
        expected = set()
        for number, sides in enumerate(self.spaces):
            for side, quads in zip(["old", "new"], sides):
                if number == ALONE and side == "new":
                    continue
                verdicts = quadcal.check(quads)
                expected |= {(f"space-{number:04}", int(place), side, " ".join(verdicts[place].names))
                             for place in numpy.flatnonzero(verdicts.codes)}
        found = [(row["space"], row["marker"], row["side"], row["codes"]) for row in self.plain[2]]
        self.assertEqual((len(found), set(found)), (len(expected), expected))

    def test_killed_workers_and_other_partitions_change_nothing(self):
        killed = self.run_fleet("killed", kills=2, partitions=3)
        self.assertEqual(killed[4], 2)
        self.assertEqual(killed[:4], self.plain[:4])


class SmallTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.place = pathlib.Path(folder.name)
        self.old = rectangles(20, 12)
        self.new = self.old @ rotation(5).T + [1, 2, 3]
        self.markers, self.out = self.place / "markers.parquet", self.place / "results"

    def rows(self, space, old, new):
        return [(space, marker, old[marker].ravel().tolist(), new[marker].ravel().tolist()) for marker in range(len(old))]

    def write(self, rows, **kinds):
        """Writes rows, with other types of columns than the usual."""
        kinds = {"space": pyarrow.string(), "marker": pyarrow.int64(), "old": pyarrow.list_(pyarrow.float64()),
                 "new": pyarrow.list_(pyarrow.float64())} | kinds
        columns = {name: pyarrow.array(column, kind) for (name, kind), column in zip(kinds.items(), zip(*rows)) if kind}
        pyarrow.parquet.write_table(pyarrow.table(columns), self.markers)

    def results(self):
        self.assertEqual(sorted(path.name for path in self.out.iterdir()), ["findings", "motions"])
        self.assertFalse(pathlib.Path(f"{self.out}.unfinished").exists())
        found, motions = (pyarrow.parquet.read_table(self.out / table).to_pylist() for table in ["findings", "motions"])
        return sorted((tuple(row.values()) for row in found), key=str), {row["space"]: row for row in motions}

    def test_rows_at_fault_are_findings_and_end_no_run(self):
        quad, moved = self.old[0].ravel().tolist(), self.new[0].ravel().tolist()
        gap = quad[:5] + [None] + quad[6:]
        faults = [(("hall", 100, quad[:11], moved), "old", "WRONG_SHAPE"), (("hall", 101, quad, moved * 2), "new", "WRONG_SHAPE"),
                  (("hall", 102, [], None), "old", "WRONG_SHAPE"), (("hall", 103, gap, moved), "old", "NON_FINITE"),
                  (("hall", 104, quad, moved[:11] + [numpy.nan]), "new", "NON_FINITE"), ((None, 105, quad, moved), None, "NO_SPACE"),
                  (("hall", None, quad, moved), None, "NO_MARKER"), (("attic", None, quad, moved), None, "NO_MARKER"),
                  (("hall", -3, quad, moved), None, "NEGATIVE_MARKER")]
        # Another quad by the number of a marker that is there: neither counts, and they are one finding.
        twice = [("hall", 7, quad, self.new[1].ravel().tolist()), ("hall", 8, quad, None), ("hall", 8, quad[:11], None)]
        self.write([*(row for row, _, _ in faults), *self.rows("hall", self.old, self.new), *twice, ("hall", 200, quad, None),
                    ("hall", 201, None, None)], marker=pyarrow.int32())
        code, out, errors = call_here(self.markers, self.out)
        found, motions = self.results()
        expected = [(row[0], row[1], side, name, "ERROR") for row, side, name in faults]
        expected += [("hall", 7, None, "REPEATED_MARKER", "ERROR"), ("hall", 8, None, "REPEATED_MARKER", "ERROR"),
                     ("hall", 8, "old", "WRONG_SHAPE", "ERROR")]
        self.assertEqual(found, sorted(expected, key=str))
        self.assertEqual((code, out.splitlines(), errors),
                         (1, ["12 findings; motions of 1 of 2 spaces, 0 of them suspect", "no motion: attic: TOO_FEW_PAIRS"], []))
        chosen = [marker for marker in range(20) if marker not in (7, 8)]
        fit = quadcal.Moments.of(self.old[chosen].reshape(-1, 3), self.new[chosen].reshape(-1, 3)).fit()
        self.assertEqual((motions["hall"]["pairs"], motions["hall"]["rms"], motions["attic"]["pairs"]), (72, fit.rms, 0))
        self.assertEqual(numpy.array(motions["hall"]["motion"]).tobytes(), fit.motion.numbers.tobytes())

    def test_numbers_of_other_types_are_taken(self):
        old, new = numpy.float32(self.old), numpy.float32(self.new)
        self.write(self.rows(7, old, new), space=pyarrow.int16(), marker=pyarrow.uint64(), old=pyarrow.list_(pyarrow.float32(), 12),
                   new=pyarrow.list_(pyarrow.float32()))
        code, out, errors = call_here(self.markers, self.out)
        self.assertEqual((code, out, errors), (0, "0 findings; motions of 1 of 1 spaces, 0 of them suspect\n", []))
        fit = quadcal.Moments.of(numpy.float64(old).reshape(-1, 3), numpy.float64(new).reshape(-1, 3)).fit()
        self.assertEqual(self.results()[1]["7"]["rms"], fit.rms)
        # A column with nothing in it has no type of its own.
        self.write([("hall", number, quad, None) for _, number, quad, _ in self.rows("", old, new)], new=pyarrow.null())
        self.assertEqual(call_here(self.markers, self.out, "--overwrite")[:2], (
            1, "0 findings; motions of 0 of 1 spaces, 0 of them suspect\nno motion: hall: TOO_FEW_PAIRS\n"))

    def test_motions_with_a_large_rms_are_suspect(self):
        noise = numpy.random.default_rng(1).normal(0, 0.05, (20, 1, 3))
        self.write([*self.rows("mirrored", self.old, self.new * [-1, 1, 1]), *self.rows("scaled", self.old, 1.05 * self.new),
                    *self.rows("rough", self.old, self.new + noise), *self.rows("sound", self.old, self.new)])
        code, out, _ = call_here(self.markers, self.out)
        motions = self.results()[1]
        self.assertEqual({name: row["suspect"] for name, row in motions.items()},
                         {"mirrored": True, "rough": True, "scaled": True, "sound": False})
        self.assertEqual((code, out.splitlines()[:1]), (1, ["0 findings; motions of 4 of 4 spaces, 3 of them suspect"]))
        for name in ["mirrored", "rough", "scaled"]:
            self.assertIn(f"suspect: {name}: rms {motions[name]['rms']:.3g} m, above 0.05\n", out)
        code, out, _ = call_here(self.markers, self.out, "--overwrite", "--rms", str(motions["mirrored"]["rms"]))
        self.assertEqual((code, any(row["suspect"] for row in self.results()[1].values())), (0, False))

    def test_results_that_are_there_are_refused_or_replaced(self):
        self.write(self.rows("hall", self.old, self.new))
        # What a run left that was killed is no obstacle.
        pathlib.Path(f"{self.out}.unfinished", "findings").mkdir(parents=True)
        self.assertEqual(call_here(self.markers, self.out)[0], 0)
        before = self.results()
        self.assertEqual(call(self.markers, self.out), (2, "", [f"fleet: {self.out} is there already; --overwrite replaces it"]))
        self.assertEqual(self.results(), before)
        self.write(self.rows("attic", self.old, self.new))
        self.assertEqual(call_here(self.markers, self.out, "--overwrite")[0], 0)
        self.assertEqual(list(self.results()[1]), ["attic"])
        (self.out / "notes.txt").write_text("mine")
        code, _, errors = call_here(self.markers, self.out, "--overwrite")
        self.assertEqual((code, errors), (2, [f"fleet: {self.out} is no result of this program and not replaced: it holds notes.txt"]))
        self.assertEqual((self.out / "notes.txt").read_text(), "mine")

    def test_a_run_that_ends_in_the_middle_leaves_nothing(self):
        self.write(self.rows("hall", self.old, self.new))
        whole = self.markers.read_bytes()
        self.markers.write_bytes(whole[:200] + bytes(2_000) + whole[2_200:])
        code, out, errors = call(self.markers, self.out)
        self.assertEqual((code, out, len(errors)), (2, "", 1))
        self.assertIn(self.markers.name, errors[0])
        self.assertEqual(list(self.place.iterdir()), [self.markers])
        self.markers.write_bytes(whole)
        self.assertEqual(call_here(self.markers, self.out)[0], 0)

    def test_tables_that_cannot_be_read_are_refused_in_a_sentence(self):
        rows = self.rows("hall", self.old, self.new)
        for kinds, expected in [({"new": None}, "has no column new, only space, marker, old"),
                                ({"marker": pyarrow.float64()}, "is double, not a whole number"),
                                ({"old": pyarrow.list_(pyarrow.string())}, "is array<string>, not a list of twelve numbers")]:
            given = [(*row[:2], list(map(str, row[2])), row[3]) for row in rows] if "old" in kinds else rows
            self.write(given, **kinds)
            code, out, errors = call_here(self.markers, self.out)
            self.assertEqual((code, out, len(errors)), (2, "", 1), errors)
            self.assertIn(expected, errors[0])
        code, _, errors = call_here(self.place / "nowhere", self.out)
        self.assertEqual((code, len(errors)), (2, 1), errors)
        self.assertIn("Path does not exist", errors[0])
        self.assertEqual(list(self.place.iterdir()), [self.markers])
        for word in ["nan", "0", "-1", "wide"]:
            with self.assertRaises(SystemExit) as ended, contextlib.redirect_stderr(io.StringIO()):
                fleet.main([str(self.markers), str(self.out), "--rms", word])
            self.assertEqual(ended.exception.code, 2)


if __name__ == "__main__":
    unittest.main()
