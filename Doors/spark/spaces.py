#!/usr/bin/env python3
"""Judges the spaces of a fleet one by one, on this machine or by Spark: spaces.py MARKERS OUT [--spark MASTER] [--processes N].

MARKERS is Parquet with a row per marker: space and label (text), side (old or new), and quad (a list of twelve numbers, metres); or a
folder with SPACE/old.json and SPACE/new.json as the server gives them. Markers are paired by labels that each side has once. OUT is a
Parquet file, or with Spark a folder of them, with a row per space:

  space, old, new     its name, and the markers of each side
  faulty              markers with an error, which do not count
  markers             pairs of markers
  verdict             PASS, WARN or FAIL as of quadcal.calibrate, or REFUSED
  reasons             the names of judgements, or the reason for which there is no motion
  motion              18 doubles, which quadcal.Motion takes
  rms                 of the residuals, in metres
  worst_error         the largest 95 % error of an old marker once it is moved, in metres, and its label, worst_label
  rejected            the labels that do not follow the motion

MASTER is local[2], spark://host or, for Spark Connect, sc://host. The workers need quadcal, and a space must fit into one of them.
The exit code is 1 if a space has no motion or one that must not be used, and 2 if the markers cannot be read.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import sys

import numpy
import pyarrow
import pyarrow.compute
import pyarrow.parquet
import quadcal

JUDGED = pyarrow.schema([
    ("space", pyarrow.string()), ("old", pyarrow.int64()), ("new", pyarrow.int64()), ("faulty", pyarrow.int64()),
    ("markers", pyarrow.int64()), ("verdict", pyarrow.string()), ("reasons", pyarrow.string()),
    ("motion", pyarrow.list_(pyarrow.float64())), ("rms", pyarrow.float64()), ("worst_error", pyarrow.float64()),
    ("worst_label", pyarrow.string()), ("rejected", pyarrow.list_(pyarrow.string()))])
# The same for Spark.
COLUMNS = ("space string, old long, new long, faulty long, markers long, verdict string, reasons string, motion array<double>, rms double, "
           "worst_error double, worst_label string, rejected array<string>")


def quads_of(column):
    """The quads of a column of lists; NaN throughout where there is no list of twelve numbers."""
    quads = numpy.full((len(column), 12), math.nan)
    for row, numbers in enumerate(column.to_pylist()):
        if numbers is not None and len(numbers) == 12:
            quads[row] = [math.nan if number is None else number for number in numbers]
    return quads.reshape(-1, 4, 3)


def judge(table):
    """The row of one space, from the rows of its markers."""
    counts, faulty, found = {}, 0, {}
    for side in ("old", "new"):
        rows = table.filter(pyarrow.compute.equal(table["side"], side))
        labels, quads = rows["label"].to_pylist(), quads_of(rows["quad"])
        sound = quadcal.check(quads).severity < quadcal.Severity.ERROR
        times = collections.Counter(labels)
        counts[side] = len(labels)
        faulty += int((~sound).sum())
        found[side] = {label: quad for label, quad, is_sound in zip(labels, quads, sound) if label and times[label] == 1 and is_sound}
    # In an order that is that of no machine.
    labels = sorted(found["old"].keys() & found["new"].keys())
    row = {"space": table["space"][0].as_py(), **counts, "faulty": faulty, "markers": len(labels), "rejected": []}
    old, new = (numpy.array([found[side][label] for label in labels]).reshape(-1, 3) for side in ("old", "new"))
    try:
        made = quadcal.calibrate(old, new, groups=numpy.arange(len(labels)).repeat(4), robust=True, at=old.reshape(-1, 4, 3).mean(axis=1))
    except quadcal.FitRefused as refused:
        row |= {"verdict": "REFUSED", "reasons": refused.code}
    else:
        worst = int(numpy.nanargmax(made.errors)) if not numpy.isnan(made.errors).all() else None
        follows = made.inliers.reshape(-1, 4).any(axis=1)
        row |= {"verdict": made.verdict.name, "reasons": " ".join(made.judgements), "motion": made.motion.numbers.tolist(), "rms": made.rms,
                "worst_error": None if worst is None else float(made.errors[worst]),
                "worst_label": None if worst is None else labels[worst],
                "rejected": [label for label, one in zip(labels, follows) if not one]}
    return pyarrow.Table.from_pylist([row], JUDGED)


def rows_of(place):
    """The markers of a space whose server's files are in a folder."""
    rows = []
    for side in ("old", "new"):
        markers = quadcal.read(place / f"{side}.json")
        rows += [{"space": place.name, "side": side, "label": label, "quad": quad.ravel().tolist()}
                 for label, quad in zip(markers.labels, markers.quads)]
    return pyarrow.Table.from_pylist(rows or [], pyarrow.schema([
        ("space", pyarrow.string()), ("side", pyarrow.string()), ("label", pyarrow.string()), ("quad", pyarrow.list_(pyarrow.float64()))]))


def judge_folder(place):
    """The row of a space; one whose files are not there, hold no markers or cannot be read says so, and the others are judged."""
    try:
        table = rows_of(place)
    except (OSError, ValueError) as error:
        reasons = f"UNREADABLE: {error}"
    else:
        if len(table):
            return judge(table)
        reasons = "TOO_FEW_PAIRS"
    row = {"space": place.name, "old": 0, "new": 0, "faulty": 0, "markers": 0, "verdict": "REFUSED", "reasons": reasons, "rejected": []}
    return pyarrow.Table.from_pylist([row], JUDGED)


def on_this_machine(markers, out, processes):
    """Judges all spaces in processes of this machine, and writes them in the order of their names."""
    folders = []
    if markers.is_dir():
        folders = sorted({path.parent for path in markers.glob("*/*.json") if path.name in ("old.json", "new.json")})
    if folders:
        parts, work = folders, judge_folder
    else:
        table = pyarrow.parquet.read_table(markers, columns=["space", "side", "label", "quad"]).sort_by("space")
        if table["space"].null_count or not pyarrow.types.is_string(table["space"].type):
            raise ValueError(f"{markers}: space has to be a text in every row")
        spaces, starts = numpy.unique(numpy.array(table["space"].to_pylist()), return_index=True)
        ends = [*starts[1:], len(table)]
        parts, work = [table.slice(start, end - start) for start, end in zip(starts, ends)], judge
    with concurrent.futures.ProcessPoolExecutor(processes) as pool:
        judged = pyarrow.concat_tables([JUDGED.empty_table(), *pool.map(work, parts, chunksize=1)])
    unfinished = f"{out}.unfinished"
    pyarrow.parquet.write_table(judged, unfinished)
    os.replace(unfinished, out)
    return judged


def by_spark(spark, markers, out):
    """Judges all spaces by a session of Spark, which is left as it is; the answers have the same bits."""
    frame = spark.read.parquet(str(markers)).select("space", "side", "label", "quad")
    frame.groupBy("space").applyInArrow(judge, COLUMNS).write.mode("errorifexists").parquet(str(out))
    return spark.read.parquet(str(out)).orderBy("space").toArrow()


def main(words=None):
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("markers", type=pathlib.Path)
    options.add_argument("out")
    options.add_argument("--spark", metavar="MASTER", help="judge by Spark, of Parquet only")
    options.add_argument("--processes", type=int, default=os.cpu_count(), metavar="N")
    given = options.parse_args(words)
    if os.path.exists(given.out):
        options.error(f"{given.out} is there already")
    if given.spark:
        from pyspark.sql import SparkSession

        builder = SparkSession.builder
        spark = (builder.remote if given.spark.startswith("sc:") else builder.master)(given.spark).getOrCreate()
        try:
            judged = by_spark(spark, given.markers, given.out)
        finally:
            spark.stop()
    else:
        try:
            judged = on_this_machine(given.markers, given.out, given.processes)
        except (OSError, pyarrow.ArrowException, ValueError) as error:
            options.error(str(error))
    counts = collections.Counter(judged["verdict"].to_pylist())
    print(f"{len(judged)} spaces: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    for row in judged.to_pylist():
        if row["verdict"] != "PASS" or row["rejected"]:
            rejected = f"{len(row['rejected'])} markers do not follow: {' '.join(row['rejected'][:5])}" if row["rejected"] else ""
            print(f"{row['space']}: {row['verdict']} {', '.join(filter(None, [row['reasons'], rejected]))}")
    return 1 if not len(judged) or counts["FAIL"] or counts["REFUSED"] else 0


if __name__ == "__main__":
    sys.exit(main())
