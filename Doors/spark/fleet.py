#!/usr/bin/env python3
"""Checks the markers of a fleet and fits one motion per space, by Spark: fleet.py MARKERS OUT [--master local[2]] [--partitions N].

MARKERS is Parquet with a row per marker: space (text), marker (a number, unique in its space), old and new (lists of twelve doubles,
metres; new may be missing where only a check is wanted). OUT is a folder, which gets

  findings  a row per faulty marker: space, marker, side (old or new), codes (names), severity
  motions   a row per space: space, pairs, motion (18 doubles) and rms; or refused, the reason for which there is no motion

Markers with an error on a side do not count for the motion. Corners are the pairs. Partitions send moments, never pairs: 304 bytes for
every 16,384 numbers of markers of a space, which are merged in order. So the answer has the same bits however many workers and
partitions there are, and those of one pass where the markers of a space have numbers below 16,384.
"""
import argparse
import sys

import numpy
import pyarrow
import quadcal
import quadcal.arrow
from pyspark.sql import SparkSession, functions

FINDINGS = "space string, marker long, side string, codes string, severity string"
MOMENTS = "space string, block long, pairs long, moments binary"
MOTIONS = "space string, pairs long, motion array<double>, rms double, refused string"
# Errors make a marker unfit to be fitted; warnings do not.
ERROR = quadcal.Severity.ERROR
# Markers whose corners are one chunk of moments, if all of them are there.
BLOCK = quadcal.moments.CHUNK // 4


def sides(batch):
    """The quads of a batch by side, the rows that have both, and the rows that are faulty on a side: rows are numbers of the batch."""
    checked = {}
    for side in ["old", "new"]:
        column = batch.column(side)
        there = numpy.flatnonzero(numpy.asarray(column.is_valid()))
        quads = quadcal.arrow.quads(column.drop_null())
        checked[side] = there, quads, quadcal.check(quads)
    return checked


def findings(batches):
    """The faulty markers of a partition."""
    for batch in batches:
        spaces, markers = batch.column("space"), batch.column("marker")
        for side, (rows, _, verdicts) in sides(batch).items():
            faulty = numpy.flatnonzero(verdicts.codes)
            places = pyarrow.array(rows[faulty])
            codes = [" ".join(verdicts[place].names) for place in faulty]
            severities = [quadcal.Severity(verdicts.severity[place]).name for place in faulty]
            yield pyarrow.RecordBatch.from_arrays(
                [spaces.take(places), markers.take(places), pyarrow.array([side] * len(faulty), pyarrow.string()),
                 pyarrow.array(codes, pyarrow.string()), pyarrow.array(severities, pyarrow.string())],
                ["space", "marker", "side", "codes", "severity"])


def moments(batches):
    """The moments of each block of a partition, whose rows are in the order of space, block and marker."""
    kept = {}
    for batch in batches:
        sound, quads = numpy.ones(batch.num_rows, bool), {}
        for side, (rows, corners, verdicts) in sides(batch).items():
            usable = numpy.zeros(batch.num_rows, bool)
            usable[rows] = verdicts.severity < ERROR
            sound &= usable
            quads[side] = numpy.full((batch.num_rows, 4, 3), numpy.nan)
            quads[side][rows] = corners
        spaces, blocks = batch.column("space").to_numpy(zero_copy_only=False), batch.column("block").to_numpy()
        changes = (spaces[1:] != spaces[:-1]) | (blocks[1:] != blocks[:-1])
        cuts = [*numpy.flatnonzero(numpy.r_[True, changes]), len(spaces)] if len(spaces) else []
        for start, end in zip(cuts, cuts[1:]):
            chosen = slice(start, end), sound[start:end]
            kept.setdefault((spaces[start], int(blocks[start])), []).append(
                tuple(quads[side][chosen[0]][chosen[1]].reshape(-1, 3) for side in ["old", "new"]))
    sums, pairs = [], []
    for parts in kept.values():
        old, new = (numpy.concatenate(side) for side in zip(*parts))
        pairs.append(len(old))
        sums.append(bytes(quadcal.Moments.of(old, new)))
    yield pyarrow.RecordBatch.from_arrays(
        [pyarrow.array([space for space, _ in kept], pyarrow.string()), pyarrow.array([block for _, block in kept], pyarrow.int64()),
         pyarrow.array(pairs, pyarrow.int64()), pyarrow.array(sums, pyarrow.binary())], ["space", "block", "pairs", "moments"])


def motion(space, rows):
    """The row of a space from the moments of its blocks."""
    parts = [quadcal.Moments.from_bytes(bytes(row["moments"])) for row in sorted(rows, key=lambda row: row["block"])]
    pairs = sum(row["pairs"] for row in rows)
    try:
        fit = quadcal.Moments.joined(parts).fit()
    except quadcal.FitRefused as refused:
        return space, pairs, None, None, refused.code
    return space, pairs, fit.motion.numbers.tolist(), fit.rms, None


def run(spark, markers, out, partitions):
    """Writes findings and motions, and returns the number of findings, of spaces, and the refused spaces with their reasons."""
    frame = spark.read.parquet(markers).select("space", "marker", "old", "new")
    frame.mapInArrow(findings, FINDINGS).write.mode("errorifexists").parquet(f"{out}/findings")
    # A block is whole in one partition; a large space has many blocks.
    blocks = frame.withColumn("block", functions.floor(frame.marker / BLOCK).cast("long"))
    parted = blocks.repartition(partitions, "space", "block").sortWithinPartitions("space", "block", "marker")
    by_space = {}
    for row in parted.mapInArrow(moments, MOMENTS).collect():
        by_space.setdefault(row["space"], []).append(row)
    rows = [motion(space, by_space[space]) for space in sorted(by_space)]
    spark.createDataFrame(rows, MOTIONS).coalesce(1).write.mode("errorifexists").parquet(f"{out}/motions")
    return spark.read.parquet(f"{out}/findings").count(), len(rows), [(row[0], row[4]) for row in rows if row[4]]


def main():
    options = argparse.ArgumentParser(description=__doc__.split(":")[0])
    options.add_argument("markers")
    options.add_argument("out")
    options.add_argument("--master")
    options.add_argument("--partitions", type=int, default=8)
    given = options.parse_args()
    builder = SparkSession.builder.appName("quadcal fleet")
    if given.master:
        builder = builder.master(given.master)
    spark = builder.getOrCreate()
    try:
        faulty, spaces, refused = run(spark, given.markers, given.out, given.partitions)
    finally:
        spark.stop()
    print(f"{faulty} findings; motions of {spaces - len(refused)} of {spaces} spaces")
    for space, reason in refused:
        print(f"no motion: {space}: {reason}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
