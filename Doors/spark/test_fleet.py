"""A fleet of a thousand spaces with a thousand markers each, on two workers; python -m unittest with Spark and the wheel installed."""

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

from made import rectangles, rotation

FLEET = pathlib.Path(__file__).with_name("fleet.py")
SPACES, MARKERS = int(os.environ.get("QUADCAL_SPACES", "1000")), 1000
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
        environment = dict(os.environ, PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
        start = time.perf_counter()
        program = subprocess.Popen(
            [sys.executable, FLEET, cls.place / "markers", cls.place / name, "--master", "local[2,4]", "--partitions", str(partitions)],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
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
        print(f"\nfleet: {name}: {time.perf_counter() - start:.1f} s, {len(killed)} workers killed", file=sys.stderr)
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


if __name__ == "__main__":
    unittest.main()
