"""Spaces judged on this machine, from files of the server and from Parquet, and by Spark: the same rows, bit for bit."""

import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

import numpy
import pyarrow.parquet
import quadcal

import spaces
from made import rectangles

os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1",
               "PYTHONPATH": os.pathsep.join([str(pathlib.Path(spaces.__file__).parent), os.environ.get("PYTHONPATH", "")])}
SPACES, MARKERS = 6, 30


def write(folder):
    """A fleet as the server's files and as Parquet; of its spaces one has a moved marker, one a crossed, one a broken, one nothing new."""
    dice, rows = numpy.random.default_rng(3), []
    for space in range(SPACES):
        # Level, as the app's scans are.
        yaw = dice.uniform(0, 6.28)
        turn = numpy.array([[numpy.cos(yaw), 0, numpy.sin(yaw)], [0, 1, 0], [-numpy.sin(yaw), 0, numpy.cos(yaw)]])
        old = rectangles(MARKERS, seed=space)
        new = old @ turn.T + dice.uniform(-5, 5, 3) + dice.normal(0, 0.002, old.shape)
        if space == 1:
            new[4] += [0.7, 0, 0]
        if space == 2:
            old[5] = old[5][[0, 1, 3, 2]]
        for side, quads in (("old", old), ("new", new)):
            records = [{"id": f"{side}-{place}", "label": f"m{place}", **{f"p{c + 1}": quad[c].tolist() for c in range(4)}}
                       for place, quad in enumerate(quads)]
            if space == 3 and side == "old":
                records[6]["p3"] = [1]
            if space == 4 and side == "new":
                records = []
            if space == 5:
                records[7]["label"] = "m8"
            place = folder / f"fleet/space-{space}"
            place.mkdir(parents=True, exist_ok=True)
            (place / f"{side}.json").write_text(json.dumps(records))
            for record in records:
                numbers = [number for c in range(4) for number in record[f"p{c + 1}"]]
                rows.append({"space": f"space-{space}", "side": side, "label": record["label"], "quad": numbers})
    order = dice.permutation(len(rows))
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([rows[place] for place in order]), folder / "fleet.parquet")


class SpacesTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.place = pathlib.Path(cls.folder.name)
        write(cls.place)

    def run_main(self, *words):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            code = spaces.main([str(word) for word in words])
        return code, said.getvalue()

    def test_each_space_is_judged_and_named(self):
        code, said = self.run_main(self.place / "fleet", self.place / "of-files.parquet", "--processes", "2")
        self.assertEqual(code, 1)
        self.assertIn("space-1: PASS 1 markers do not follow: m4", said)
        self.assertIn("space-4: REFUSED", said)
        rows = pyarrow.parquet.read_table(self.place / "of-files.parquet").to_pylist()
        self.assertEqual([row["verdict"] for row in rows], ["PASS"] * 4 + ["REFUSED", "PASS"])
        self.assertEqual([row["markers"] for row in rows], [30, 30, 29, 29, 0, 28])
        self.assertEqual([row["faulty"] for row in rows], [0, 0, 1, 1, 0, 0])
        self.assertEqual([row["rejected"] for row in rows if row["rejected"]], [["m4"]])
        for row in rows[:4]:
            self.assertLess(row["worst_error"], 0.05)
            self.assertLess(numpy.abs(quadcal.Motion(row["motion"]).rotation[1] - [0, 1, 0]).max(), 1e-3)

    def test_spark_and_this_machine_agree_to_the_bit(self):
        from pyspark.sql import SparkSession

        self.run_main(self.place / "fleet.parquet", self.place / "here.parquet", "--processes", "2")
        here = pyarrow.parquet.read_table(self.place / "here.parquet").to_pylist()
        spark = SparkSession.builder.master("local[2]").getOrCreate()
        self.addCleanup(spark.stop)
        there = spaces.by_spark(spark, self.place / "fleet.parquet", self.place / "there.parquet").to_pylist()
        self.assertEqual(len(here), SPACES)
        self.assertEqual([{name: repr(value) for name, value in row.items()} for row in there],
                         [{name: repr(value) for name, value in row.items()} for row in here])
        # The session is the caller's.
        self.assertEqual(spark.range(3).count(), 3)
        with self.assertRaisesRegex(Exception, "already exists|PATH_ALREADY_EXISTS"):
            spaces.by_spark(spark, self.place / "fleet.parquet", self.place / "there.parquet")


if __name__ == "__main__":
    unittest.main()
