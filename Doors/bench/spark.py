#!/usr/bin/env python3
"""Checks by Spark beside the same job with nothing done: spark.py [--rows N] [--rounds N], by the environment of check-spark-door.

All jobs read rows of Parquet, carry them to Python and a number of each back, on local[2], by turns in an order that is drawn each
round; ratios are of the same round. The job with nothing done runs twice a round, and the ratio of its two runs is what the machine makes
of no difference at all. The time of a check is taken in the workers, too, where it is the processor's and not the machine's load. It
fails where the median ratio is above what is to be reached.
"""
import argparse
import os
import pathlib
import random
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
options.add_argument("--rounds", type=int, default=15)
given = options.parse_args()
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")

# No slower than nothing at all. A check takes some time, so that only a machine with a processor to spare can reach it.
MOST = 1.0
rows_and_seconds = None


def checked(batches):
    rows, seconds = 0, 0.0
    for batch in batches:
        start = time.thread_time()
        codes = pyarrow.array(quadcal.arrow.check(batch.column(0)).codes.view(numpy.int32))
        seconds += time.thread_time() - start
        rows += batch.num_rows
        yield pyarrow.RecordBatch.from_arrays([codes], ["codes"])
    with open(rows_and_seconds, "a", encoding="ascii") as file:
        file.write(f"{rows} {seconds}\n")


def untouched(batches):
    # The module is loaded here, too, so that only the check makes a difference.
    assert quadcal.arrow
    for batch in batches:
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(numpy.zeros(batch.num_rows, numpy.int32))], ["codes"])


def again(batches):
    yield from untouched(batches)


with tempfile.TemporaryDirectory() as folder:
    quads, _ = crossed(rectangles(10_000), 0.01)
    some = pyarrow.ListArray.from_arrays(numpy.arange(0, 120_001, 12, dtype=numpy.int32), pyarrow.array(quads.ravel()))
    table = pyarrow.table({"quad": pyarrow.chunked_array([some] * (given.rows // 10_000))})
    pyarrow.parquet.write_table(table, f"{folder}/quads.parquet", row_group_size=100_000)
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    frame = spark.read.parquet(f"{folder}/quads.parquet").repartition(4).cache()
    frame.count()
    took = {job: [] for job in [checked, untouched, again]}
    dice = random.Random(1)
    for turn in range(given.rounds + 2):
        # Not of the rounds that warm up.
        rows_and_seconds = f"{folder}/{'warm' if turn < 2 else 'workers'}"
        for job in dice.sample(list(took), len(took)):
            start = time.perf_counter()
            total = frame.mapInArrow(job, "codes int").filter("codes <> 0").count()
            if turn > 1:
                took[job].append(time.perf_counter() - start)
            expected = (quadcal.check(quads).codes != 0).sum() * (given.rows // 10_000) if job is checked else 0
            assert total == expected, (total, expected)
    rows, seconds = numpy.loadtxt(f"{folder}/workers", ndmin=2).sum(axis=0)
    spark.stop()


def ratio(job):
    """The median of a job's ratios to the job with nothing done, with its quartiles."""
    low, middle, high = statistics.quantiles([a / b for a, b in zip(took[job], took[untouched])], n=4)
    return middle, f"{middle:.2f} ({low:.2f} to {high:.2f})"


found, text = ratio(checked)
print(f"| Spark local[2], {given.rows} rows | check {statistics.median(took[checked]):.2f} s, of which the check itself takes "
      f"{1e9 * seconds / rows:.0f} ns a row, nothing done {statistics.median(took[untouched]):.2f} s | ratio {text}, "
      f"of nothing done twice {ratio(again)[1]}; to reach <= {MOST}: {'met' if found <= MOST else 'NOT MET'} |")
sys.exit(found > MOST)
