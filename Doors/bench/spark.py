#!/usr/bin/env python3
"""Checks by Spark beside the same job with nothing done: spark.py [--rows N] [--rounds N], by the environment of check-spark-door.

Both jobs read rows of Parquet, carry them to Python and a number of each back, on local[2], in turns; the medians of elapsed time and
their ratio are printed. It fails where the check adds more than a tenth.
"""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile
import time

import numpy
import pyarrow
import pyarrow.parquet
import quadcal
import quadcal.arrow
from pyspark.sql import SparkSession

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "python" / "tests"))
from made import crossed, rectangles  # noqa: E402

options = argparse.ArgumentParser()
options.add_argument("--rows", type=int, default=1_000_000)
options.add_argument("--rounds", type=int, default=5)
given = options.parse_args()
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

# The check itself is 2 % of what Spark takes to carry the rows.
MOST = 1.0


def checked(batches):
    for batch in batches:
        codes = quadcal.arrow.check(batch.column(0)).codes.astype(numpy.int64)
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(codes)], ["codes"])


def untouched(batches):
    # The module is loaded here, too, so that only the check makes a difference.
    assert quadcal.arrow
    for batch in batches:
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(numpy.zeros(batch.num_rows, numpy.int64))], ["codes"])


with tempfile.TemporaryDirectory() as folder:
    quads, _ = crossed(rectangles(10_000), 0.01)
    some = pyarrow.ListArray.from_arrays(numpy.arange(0, 120_001, 12, dtype=numpy.int32), pyarrow.array(quads.ravel()))
    table = pyarrow.table({"quad": pyarrow.chunked_array([some] * (given.rows // 10_000))})
    pyarrow.parquet.write_table(table, f"{folder}/quads.parquet", row_group_size=100_000)
    spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
    frame = spark.read.parquet(f"{folder}/quads.parquet").repartition(4).cache()
    frame.count()
    took = {checked: [], untouched: []}
    for turn in range(given.rounds + 1):
        for job in [checked, untouched] if turn % 2 else [untouched, checked]:
            start = time.perf_counter()
            total = frame.mapInArrow(job, "codes long").filter("codes <> 0").count()
            if turn:
                took[job].append(time.perf_counter() - start)
            expected = (quadcal.check(quads).codes != 0).sum() * (given.rows // 10_000) if job is checked else 0
            assert total == expected, (total, expected)
    spark.stop()
middle = {job: statistics.median(times) for job, times in took.items()}
ratio = statistics.median(a / b for a, b in zip(took[checked], took[untouched]))
print(f"| Spark local[2], {given.rows} rows | check {middle[checked]:.2f} s, nothing done {middle[untouched]:.2f} s "
      f"({min(took[untouched]):.2f} to {max(took[untouched]):.2f}) | ratio {ratio:.2f}, to reach <= {MOST}: "
      f"{'met' if ratio <= MOST else 'NOT MET'} |")
sys.exit(ratio > MOST)
