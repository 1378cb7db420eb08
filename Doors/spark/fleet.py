#!/usr/bin/env python3
"""Checks the markers of a fleet and fits one motion per space, by Spark: fleet.py MARKERS OUT [--master local[2]] [--partitions N].

MARKERS is Parquet with a row per marker: space (text), marker (a whole number from 0, unique in its space), old and new (lists of
twelve numbers, metres; either may be missing). OUT is a folder that is not there yet, which gets

  findings  a row per fault: space, marker, side (old or new, or none where the row itself is at fault), codes (names), severity
  motions   a row per space: space, pairs, motion (18 doubles), rms and suspect; or refused, the reason for which there is no motion

Markers with an error do not count for the motion. Corners are the pairs. Partitions send moments, never pairs: 304 bytes for every
16,384 numbers of markers of a space, which are merged in order. So the answer has the same bits however many workers and partitions
there are, and those of one pass where the markers of a space have numbers below 16,384.

The exit code is 0 if all spaces have a motion, 1 if one has none or a suspect one, and 2 if there is no result.
"""
import argparse
import math
import re
import sys
import traceback

try:
    import numpy
    import pandas  # noqa: F401, which Spark needs, and misses only once it has started
    import pyarrow
    import quadcal
    import quadcal.arrow
    from pyspark.sql import SparkSession, functions, types
except ImportError as missing:
    if __name__ != "__main__":
        raise
    print(f"fleet: {missing}; README.md has the line that installs all that is needed", file=sys.stderr)
    sys.exit(2)

FINDINGS = "space string, marker long, side string, codes string, severity string"
MOMENTS = "space string, block long, pairs long, moments binary"
MOTIONS = "space string, pairs long, motion array<double>, rms double, suspect boolean, refused string"
# Errors make a marker unfit to be fitted; warnings do not.
ERROR = quadcal.Severity.ERROR
# Markers whose corners are one chunk of moments, if all of them are there.
BLOCK = quadcal.moments.CHUNK // 4
# The largest rms that is not suspect, in metres: some times what careful taps have.
RMS = 0.05


class Unusable(Exception):
    """What was given cannot be worked on; the text is a sentence."""


def side(column):
    """The rows of a column that have a list; their quads, codes and severities. A number that is missing is NaN, and a list of another
    length than twelve has no quad but NaN, and the code WRONG_SHAPE."""
    rows = numpy.flatnonzero(numpy.asarray(column.is_valid()))
    lists = column.drop_null()
    shaped = numpy.asarray(lists.value_lengths()) == 12
    numbers = (lists if shaped.all() else lists.filter(pyarrow.array(shaped))).flatten()
    numbers = (numbers.fill_null(math.nan) if numbers.null_count else numbers).to_numpy().reshape(-1, 4, 3)
    quads = numbers
    if len(numbers) < len(rows):
        quads = numpy.full((len(rows), 4, 3), math.nan)
        quads[shaped] = numbers
    verdicts = quadcal.check(quads)
    codes = numpy.where(shaped, verdicts.codes, numpy.uint32(quadcal.Code.WRONG_SHAPE))
    return rows, quads, codes, numpy.where(shaped, verdicts.severity, numpy.uint8(ERROR))


def findings(batches):
    """The faults of a partition's rows, each by itself."""
    for batch in batches:
        found = []
        markers = batch.column("marker")
        for name, is_so in [("NO_SPACE", batch.column("space").is_null()), ("NO_MARKER", markers.is_null()),
                            ("NEGATIVE_MARKER", pyarrow.array(markers.fill_null(0).to_numpy() < 0))]:
            found += [(int(row), None, name, ERROR.name) for row in numpy.flatnonzero(numpy.asarray(is_so))]
        for name in ["old", "new"]:
            rows, _, codes, severities = side(batch.column(name))
            found += [(int(rows[place]), name, " ".join(quadcal.Code(int(codes[place])).names), quadcal.Severity(severities[place]).name)
                      for place in numpy.flatnonzero(codes)]
        if found:
            rows, sides, codes, severities = zip(*found)
            places = pyarrow.array(rows, pyarrow.int64())
            yield pyarrow.RecordBatch.from_arrays(
                [batch.column("space").take(places), markers.take(places),
                 *(pyarrow.array(texts, pyarrow.string()) for texts in (sides, codes, severities))],
                ["space", "marker", "side", "codes", "severity"])


def blocks(batches):
    """The blocks of a partition, whose rows are in the order of space, block and marker: the block's space and number, and its parts,
    which are the numbers of markers, whether each may count, and the quads of both sides."""
    current, parts = None, []
    for batch in batches:
        markers = batch.column("marker").fill_null(-1).to_numpy()
        usable, quads = markers >= 0, []
        for name in ["old", "new"]:
            rows, corners, _, severities = side(batch.column(name))
            is_sound = numpy.zeros(batch.num_rows, bool)
            is_sound[rows] = severities < ERROR
            usable &= is_sound
            quads.append(numpy.full((batch.num_rows, 4, 3), math.nan))
            quads[-1][rows] = corners
        spaces, numbers = batch.column("space").to_numpy(zero_copy_only=False), batch.column("block").to_numpy()
        starts = numpy.flatnonzero(numpy.r_[True, (spaces[1:] != spaces[:-1]) | (numbers[1:] != numbers[:-1])]) if len(spaces) else []
        for start, end in zip(starts, [*starts[1:], len(spaces)]):
            if (spaces[start], int(numbers[start])) != current:
                if parts:
                    yield current, parts
                current, parts = (spaces[start], int(numbers[start])), []
            parts.append([column[start:end] for column in (markers, usable, *quads)])
    if parts:
        yield current, parts


def moments(batches):
    """The moments of each block of a partition. Of markers with the same number none counts: which is the right one is not known."""
    sums = []
    for (space, block), parts in blocks(batches):
        markers, usable, old, new = (numpy.concatenate(column) for column in zip(*parts))
        differs = numpy.r_[True, markers[1:] != markers[:-1], True]
        counts = usable & differs[1:] & differs[:-1]
        old, new = old[counts].reshape(-1, 3), new[counts].reshape(-1, 3)
        sums.append((space, block, len(old), bytes(quadcal.Moments.of(old, new))))
    if sums:
        kinds = [pyarrow.string(), pyarrow.int64(), pyarrow.int64(), pyarrow.binary()]
        yield pyarrow.RecordBatch.from_arrays([pyarrow.array(column, kind) for column, kind in zip(zip(*sums), kinds)],
                                              ["space", "block", "pairs", "moments"])


def motion(space, rows, most):
    """The row of a space from the moments of its blocks; a motion whose rms is above most is suspect."""
    parts = [quadcal.Moments.from_bytes(bytes(row["moments"])) for row in sorted(rows, key=lambda row: row["block"])]
    pairs = sum(row["pairs"] for row in rows)
    try:
        fit = quadcal.Moments.joined(parts).fit()
    except quadcal.FitRefused as refused:
        return space, pairs, None, None, None, refused.code
    return space, pairs, fit.motion.numbers.tolist(), fit.rms, fit.rms > most, None


def read(spark, place):
    """The markers with columns of the types that are worked on."""
    frame = spark.read.parquet(place)
    kinds = {field.name: field.dataType for field in frame.schema}
    for name in ["space", "marker", "old", "new"]:
        if name not in kinds:
            raise Unusable(f"{place} has no column {name}, only {', '.join(kinds) or 'none at all'}")

    def is_whole(kind):
        # Spark has unsigned numbers of 64 bits as decimals.
        return isinstance(kind, types.IntegralType) or isinstance(kind, types.DecimalType) and kind.scale == 0

    def is_list(kind):
        return isinstance(kind, types.ArrayType) and isinstance(kind.elementType, types.NumericType)

    for name, wanted, is_right in [("space", "text", lambda kind: isinstance(kind, types.StringType) or is_whole(kind)),
                                   ("marker", "a whole number", is_whole), ("old", "a list of twelve numbers", is_list),
                                   ("new", "a list of twelve numbers", is_list)]:
        # A column of which every row is missing may be of any type.
        if not is_right(kinds[name]) and not frame.where(f"{name} is not null").isEmpty():
            raise Unusable(f"the column {name} of {place} is {kinds[name].simpleString()}, not {wanted}")
        if not is_right(kinds[name]):
            frame = frame.withColumn(name, functions.lit(None))
    return frame.selectExpr("cast(space as string) space", "try_cast(marker as bigint) marker",
                            *(f"cast({name} as array<double>) {name}" for name in ["old", "new"]))


def write(frame, out, partitions, most):
    """Writes findings and motions, and returns the number of findings and the rows of motions."""
    named = frame.where("space is not null")
    repeated = named.where("marker >= 0").groupBy("space", "marker").count().where("count > 1").selectExpr(
        "space", "marker", "cast(null as string) side", "'REPEATED_MARKER' codes", f"'{ERROR.name}' severity")
    frame.mapInArrow(findings, FINDINGS).union(repeated).write.mode("errorifexists").parquet(f"{out}/findings")
    # A block is whole in one partition; a large space has many blocks.
    blocked = named.withColumn("block", functions.expr(f"greatest(coalesce(marker, 0), 0) div {BLOCK}"))
    parted = blocked.repartition(partitions, "space", "block").sortWithinPartitions("space", "block", "marker")
    by_space = {}
    for row in parted.mapInArrow(moments, MOMENTS).collect():
        by_space.setdefault(row["space"], []).append(row)
    rows = [motion(space, by_space[space], most) for space in sorted(by_space)]
    spark = frame.sparkSession
    spark.createDataFrame(rows, MOTIONS).coalesce(1).write.mode("errorifexists").parquet(f"{out}/motions")
    return spark.read.parquet(f"{out}/findings").count(), rows


def run(spark, markers, out, partitions=8, most=RMS, overwrite=False):
    """Writes OUT, all of it or nothing, and returns the number of findings and the rows of motions."""
    path = spark._jvm.org.apache.hadoop.fs.Path
    files = path(out).getFileSystem(spark._jsc.hadoopConfiguration())
    out, unfinished = path(out), path(out.rstrip("/") + ".unfinished")
    if files.exists(out):
        if not overwrite:
            raise Unusable(f"{out} is there already; --overwrite replaces it")
        strange = sorted({entry.getPath().getName() for entry in files.listStatus(out)} - {"findings", "motions"})
        if strange or not files.getFileStatus(out).isDirectory():
            raise Unusable(f"{out} is no result of this program and not replaced: it holds {', '.join(strange[:3]) or 'a file'}")
    frame = read(spark, markers)
    # What a run left that was killed.
    files.delete(unfinished, True)
    try:
        result = write(frame, str(unfinished), partitions, most)
        if overwrite:
            files.delete(out, True)
        if files.exists(out) or not files.rename(unfinished, out):
            raise Unusable(f"the results cannot be moved to {out}")
        return result
    finally:
        files.delete(unfinished, True)


def sentence(error):
    """What an error of Spark says in a line, without the stacks of Java and Python that it is wrapped in."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    raised = [line for line in lines if re.match(r"[\w.]+(Error|Exception): ", line)]
    if any(line.startswith("Traceback ") for line in lines) and raised:
        # A worker's error is the last line of its stack.
        return raised[-1]
    # Java's first line names the class of the error, and in it that of the task's.
    return re.sub(r"^.*(Error|Exception): ", "", next((line for line in lines if line.startswith(": ")), lines[0]))


def above_zero(kind):
    def number(text):
        value = kind(text)
        if not 0 < value < math.inf:
            raise ValueError
        return value
    number.__name__ = "number above zero"
    return number


def main(words=None):
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("markers", help="Parquet, a file or folder")
    options.add_argument("out", help="the folder for the results")
    options.add_argument("--master", help="where Spark runs, such as local[2,4]; else as Spark is set up")
    options.add_argument("--partitions", type=above_zero(int), default=8, metavar="N", help="parts in which motions are worked on")
    options.add_argument("--rms", type=above_zero(float), default=RMS, metavar="METRES",
                         help="motions with a larger root mean square residual are suspect (%(default)s)")
    options.add_argument("--overwrite", action="store_true", help="replace OUT, if it is the result of an earlier run, at the end")
    options.add_argument("--trace", action="store_true", help="show Spark's log, and the whole stack of an error")
    given = options.parse_args(words)
    builder, spark = SparkSession.builder.appName("quadcal fleet"), None
    if given.master:
        builder = builder.master(given.master)
    try:
        spark = builder.getOrCreate()
        if not given.trace:
            spark.sparkContext.setLogLevel("OFF")
        found, rows = run(spark, given.markers, given.out, given.partitions, given.rms, given.overwrite)
    except Exception as error:
        print(f"fleet: {error if isinstance(error, Unusable) else sentence(error)}", file=sys.stderr)
        if given.trace:
            traceback.print_exc()
        return 2
    finally:
        if spark:
            spark.stop()
    refused = [(space, reason) for space, *_, reason in rows if reason]
    suspect = [(space, rms) for space, _, _, rms, is_suspect, _ in rows if is_suspect]
    print(f"{found} findings; motions of {len(rows) - len(refused)} of {len(rows)} spaces, {len(suspect)} of them suspect")
    for space, reason in refused:
        print(f"no motion: {space}: {reason}")
    for space, rms in suspect:
        print(f"suspect: {space}: rms {rms:.3g} m, above {given.rms:g}")
    return 1 if refused or suspect or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
