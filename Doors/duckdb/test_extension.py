"""The extension in DuckDB: QUADCAL_EXTENSION names its file. The answers are those of the wheel, bit for bit."""

import os
import sys
import unittest

import duckdb
import numpy
import pyarrow
import quadcal

from made import crossed, pairs, rectangles

EXTENSION = os.environ["QUADCAL_EXTENSION"]


def connect(threads=None):
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.load_extension(EXTENSION)
    if threads:
        connection.execute(f"set threads = {threads}")
    return connection


def arrays(numbers, width):
    return pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(numpy.ascontiguousarray(numbers).ravel()), width)


class QuadTests(unittest.TestCase):
    def setUp(self):
        self.quads, _ = crossed(rectangles(30_000), 0.1)
        self.quads[17, 1, 2] = numpy.nan
        self.sql = connect()
        self.sql.register("table_of_quads", pyarrow.table({"place": numpy.arange(len(self.quads)), "quad": arrays(self.quads, 12)}))
        self.sql.execute("create table markers as select * from table_of_quads order by place")

    def test_codes_are_those_of_the_wheel(self):
        rows = self.sql.sql("select quad_check(quad) as codes from markers order by place").fetchnumpy()["codes"]
        self.assertTrue((rows == quadcal.check(self.quads).codes).all())
        self.assertEqual(rows.dtype, numpy.uint32)

    def test_codes_have_names(self):
        found = dict(self.sql.sql("select quad_codes(quad_check(quad)) as names, count(*) from markers group by names").fetchall())
        self.assertEqual(found["NON_FINITE"], 1)
        self.assertEqual(sum(count for names, count in found.items() if "SELF_INTERSECTING" in names.split()),
                         quadcal.check(self.quads).counts()["SELF_INTERSECTING"])
        self.assertEqual(self.sql.sql("select quad_codes(4294967295::uinteger), quad_codes(0::uinteger)").fetchall()[0][1], "")

    def test_measures_are_those_of_the_wheel(self):
        rows = self.sql.sql("select m.area as area, m.flatness as flatness, m.center[1] as x, m.normal[3] as z from "
                            "(select place, quad_measure(quad) as m from markers) order by place").fetchnumpy()
        found = quadcal.measure(self.quads)
        for name, column in [("area", found.area), ("flatness", found.flatness), ("x", found.center[:, 0]), ("z", found.normal[:, 2])]:
            self.assertEqual(numpy.asarray(rows[name]).tobytes(), numpy.ascontiguousarray(column).tobytes(), name)

    def test_null_and_constant_rows(self):
        ask = lambda text: self.sql.sql("select " + text).fetchall()[0][0]
        self.assertIsNone(ask("quad_check(null)"))
        self.assertIsNone(ask("quad_measure(null)"))
        self.assertIsNone(ask("quad_check([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, null]::double[12])"))
        self.assertEqual(ask("quad_check([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]::double[12])"), 0)
        self.assertEqual(ask("count(*) from (select quad_check(quad) as c from markers where false)"), 0)
        mixed = self.sql.sql("select quad_check(case when place % 3 = 0 then null else quad end) as codes from markers order by place")
        codes = mixed.fetchnumpy()["codes"]
        self.assertTrue((codes.mask == (numpy.arange(len(self.quads)) % 3 == 0)).all())
        self.assertTrue((codes.compressed() == quadcal.check(self.quads).codes[~codes.mask]).all())
        filtered = self.sql.sql("select quad_measure(case when place % 3 = 0 then null else quad end).center as c from markers")
        self.assertEqual(sum(row[0] is None for row in filtered.fetchall()), 10_000)

    def test_arrays_of_other_lengths_are_refused(self):
        for wrong in ["[1, 2, 3]::double[3]", "'quad'"]:
            with self.assertRaises(duckdb.Error):
                self.sql.sql(f"select quad_check({wrong})").fetchall()

    def test_filters_and_selections_see_the_right_rows(self):
        rows = self.sql.sql("select place, quad_check(quad) as codes from markers where place % 7 = 3 order by place desc").fetchnumpy()
        self.assertTrue((rows["codes"] == quadcal.check(self.quads).codes[rows["place"]]).all())


class RayTests(unittest.TestCase):
    def test_hits_are_those_of_the_wheel(self):
        sql, quads = connect(), rectangles(200)
        found = quadcal.measure(quads)
        dice = numpy.random.default_rng(1)
        o, d = dice.uniform(-25, 25, (3_000, 3)), dice.normal(size=(3_000, 3))
        o[:200], d[:200] = found.center + found.normal, -found.normal
        sql.register("rays", pyarrow.table({"place": numpy.arange(3_000), "o": arrays(o, 3), "d": arrays(d, 3)}))
        sql.register("quads", pyarrow.table({"place": numpy.arange(200), "quad": arrays(quads, 12)}))
        rows = sql.sql("with scene as (select list(quad order by place) as quads from quads) select quad_nearest(o, d, quads) as hit "
                       "from rays, scene order by rays.place").fetchall()
        hits = quadcal.Scene(quads).nearest(o, d)
        self.assertGreaterEqual(hits.hit.sum(), 200)
        for (row,), index, distance, u, v, face in zip(rows, hits.index, hits.distance, hits.u, hits.v, hits.face):
            expected = None if index < 0 else {"index": index + 1, "distance": distance, "u": u, "v": v, "face": ["", "front", "back"][face]}
            self.assertEqual(row, expected)

    def test_scenes_may_differ_from_row_to_row(self):
        sql = connect()
        near, far = [0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1], [0, 0, 5, 1, 0, 5, 1, 1, 5, 0, 1, 5]
        text = "select quad_nearest([0.5, 0.5, 0]::double[3], [0, 0, 1]::double[3], q).distance from (values {}) as t(q)"
        lists = [f"([{', '.join(str(quad) + '::double[12]' for quad in quads)}])" for quads in ([far], [near, far], [far, near])]
        self.assertEqual([row[0] for row in sql.sql(text.format(", ".join(lists))).fetchall()], [5, 1, 1])

    def test_rays_that_cannot_be_cast_and_broken_scenes_are_errors(self):
        sql = connect()
        quad = "[0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]::double[12]"
        ask = lambda d, scene: sql.sql(f"select quad_nearest([0, 0, 0]::double[3], {d}::double[3], {scene})").fetchall()[0][0]
        with self.assertRaisesRegex(duckdb.Error, "no direction"):
            ask("[0, 0, 0]", f"[{quad}]")
        with self.assertRaisesRegex(duckdb.Error, "NULL"):
            ask("[0, 0, 1]", f"[{quad}, null]")
        self.assertIsNone(ask("[0, 0, 1]", "[]::double[12][]"))
        self.assertIsNone(ask("[0, 0, 1]", "null"))


class FitTests(unittest.TestCase):
    def table(self, sql, sources, targets, spaces):
        sql.register("given", pyarrow.table({"place": numpy.arange(len(sources)), "space": spaces, "s": arrays(sources, 3),
                                             "t": arrays(targets, 3)}))
        sql.execute("create or replace table pairs as select * from given order by place")

    def test_one_thread_has_the_bits_of_moments(self):
        sources, targets, _, _ = pairs(2 * quadcal.moments.CHUNK + 500)
        sql = connect(threads=1)
        self.table(sql, sources, targets, numpy.zeros(len(sources), numpy.int64))
        found = sql.sql("select rigid_fit(s, t) from pairs").fetchall()[0][0]
        expected = quadcal.Moments.of(sources, targets).fit()
        self.assertEqual(numpy.array(found["motion"]).tobytes(), expected.motion.numbers.tobytes())
        self.assertEqual((found["rms"], found["pairs"], found["refused"]), (expected.rms, len(sources), None))

    def test_threads_differ_in_the_last_digits_only(self):
        sources, targets, _, _ = pairs(400_000)
        sql = connect(threads=4)
        self.table(sql, sources, targets, numpy.arange(len(sources)) % 3)
        for space, found in sql.sql("select space, rigid_fit(s, t) from pairs group by space").fetchall():
            expected = quadcal.Moments.of(sources[space::3], targets[space::3]).fit()
            self.assertEqual(found["pairs"], len(sources[space::3]))
            self.assertLess(abs(found["rms"] - expected.rms), 1e-12)
            self.assertLess(numpy.abs(numpy.array(found["motion"][:9]) - expected.motion.numbers[:9]).max(), 4e-15)

    def test_spaces_that_determine_no_motion_are_refused_with_the_reason(self):
        sources, targets, _, _ = pairs(4_000)
        spaces = numpy.arange(4_000) % 1_000
        line = spaces == 7
        sources[line] = numpy.outer(numpy.arange(line.sum()), [1, 2, 3])
        targets[line] = sources[line]
        targets[spaces == 9] = numpy.nan
        sql = connect()
        self.table(sql, sources, targets, spaces)
        rows = dict(sql.sql("select space, rigid_fit(s, t) from pairs group by space").fetchall())
        refused = {space: row["refused"] for space, row in rows.items() if row["refused"]}
        with self.assertRaises(quadcal.FitRefused) as caught:
            quadcal.Moments.of(sources[line], targets[line]).fit()
        self.assertIn(caught.exception.code, ["POINTS_ON_LINE", "TURN_NOT_DETERMINED"])
        self.assertEqual(refused, {7: caught.exception.code, 9: "NON_FINITE"})
        self.assertEqual((rows[7]["motion"], rows[7]["rms"], len(rows)), (None, None, 1_000))
        for space in [0, 500, 999]:
            expected = quadcal.fit(sources[spaces == space], targets[spaces == space]).motion.rotation
            self.assertLess(numpy.abs(numpy.array(rows[space]["motion"][:9]).reshape(3, 3).T - expected).max(), 4e-15)

    def test_none_and_null_pairs(self):
        sql = connect()
        sources, targets, _, _ = pairs(9)
        self.table(sql, sources, targets, numpy.zeros(9, numpy.int64))
        none = sql.sql("select rigid_fit(s, t) from pairs where false").fetchall()[0][0]
        self.assertEqual((none["refused"], none["pairs"]), ("TOO_FEW_PAIRS", 0))
        some = sql.sql("select rigid_fit(case when place < 4 then null else s end, t) from pairs").fetchall()[0][0]
        self.assertEqual(some["pairs"], 5)
        self.assertEqual(sql.sql("select rigid_fit(s, t) over () from pairs").fetchall()[0][0]["pairs"], 9)


class LoadTests(unittest.TestCase):
    def test_an_extension_without_a_signature_needs_leave(self):
        with self.assertRaises(duckdb.Error):
            duckdb.connect().load_extension(EXTENSION)


if __name__ == "__main__":
    sys.exit(unittest.main())
