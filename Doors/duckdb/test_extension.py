"""The extension in DuckDB: QUADCAL_EXTENSION names its file. The answers are those of the wheel, bit for bit."""

import contextlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import duckdb
import numpy
import pyarrow
import quadcal

from made import crossed, pairs, rectangles

EXTENSION = os.environ["QUADCAL_EXTENSION"]
HERE = pathlib.Path(__file__).resolve().parent


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

    def test_profiles_and_severities_are_those_of_the_wheel(self):
        for profile in ["app", "strict"]:
            rows = self.sql.sql(f"select quad_check(quad, '{profile}') c, quad_severity(quad, '{profile}') s from markers order by place")
            found, wanted = rows.fetchnumpy(), quadcal.check(self.quads, limits=quadcal.Limits(profile))
            self.assertTrue((found["c"] == wanted.codes).all())
            self.assertEqual(found["s"].tolist(), [quadcal.Severity(severity).name for severity in wanted.severity])
        mixed = self.sql.sql("""select quad_check(quad, if(place % 3 = 0, 'strict', if(place % 3 = 1, 'app', null))) c from markers
                                order by place""").fetchnumpy()["c"]
        strict = quadcal.check(self.quads, limits=quadcal.Limits("strict")).codes
        self.assertTrue((mixed[::3] == strict[::3]).all() and (mixed[1::3] == quadcal.check(self.quads).codes[1::3]).all())
        self.assertTrue(numpy.ma.getmaskarray(mixed)[2::3].all())
        with self.assertRaisesRegex(duckdb.Error, "there is no profile lax; app and strict are"):
            self.sql.sql("select quad_check(quad, 'lax') from markers").fetchall()

    def test_codes_have_names(self):
        found = dict(self.sql.sql("select quad_codes(quad_check(quad)) as names, count(*) from markers group by names").fetchall())
        self.assertEqual(found["NON_FINITE"], 1)
        self.assertEqual(sum(count for names, count in found.items() if "SELF_INTERSECTING" in names.split()),
                         quadcal.check(self.quads).counts()["SELF_INTERSECTING"])
        self.assertEqual(self.sql.sql("select quad_codes(4294967295::uinteger), quad_codes(0::uinteger)").fetchall()[0][1], "")

    def test_codes_of_any_integer_have_names(self):
        for kind in ["utinyint", "tinyint", "usmallint", "smallint", "uinteger", "integer", "bigint"]:
            self.assertEqual(self.sql.sql(f"select quad_codes(34::{kind})").fetchall()[0][0], "NON_FINITE SELF_INTERSECTING", kind)
        self.assertEqual(self.sql.sql("select quad_codes(34), quad_codes(null)").fetchall()[0], ("NON_FINITE SELF_INTERSECTING", None))
        for wrong in ["-1", "4294967296"]:
            with self.assertRaisesRegex(duckdb.Error, f"quad_codes: {wrong} is no result"):
                self.sql.sql(f"select quad_codes({wrong})").fetchall()

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
            expected = None if index < 0 else {"index": index + 1, "distance": distance, "u": u, "v": v,
                                               "face": ["", "front", "back"][face]}
            self.assertEqual(row, expected)

    def test_scenes_may_differ_from_row_to_row(self):
        sql = connect()
        near, far = [0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1], [0, 0, 5, 1, 0, 5, 1, 1, 5, 0, 1, 5]
        text = "select quad_nearest([0.5, 0.5, 0]::double[3], [0, 0, 1]::double[3], q).distance from (values {}) as t(q)"
        lists = [f"([{', '.join(str(quad) + '::double[12]' for quad in quads)}])" for quads in ([far], [near, far], [far, near])]
        self.assertEqual([row[0] for row in sql.sql(text.format(", ".join(lists))).fetchall()], [5, 1, 1])

    def test_rays_that_cannot_be_cast_end_no_query(self):
        sql = connect()
        quad = "[0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]::double[12]"
        point = "[0.5, 0.5, 0]"
        rays = [(point, "[0, 0, 1]"), (point, "[0, 0, 0]"), (point, "['nan'::double, 0, 1]"), ("['inf'::double, 0.5, 0]", "[0, 0, 1]"),
                ("null", "[0, 0, 1]"), (point, "[0, null, 1]"), (point, "[0, 0, 2]")]
        rows = ", ".join(f"({place}, {o}::double[3], {d}::double[3])" for place, (o, d) in enumerate(rays))
        found = sql.sql(f"select quad_nearest(o, d, [{quad}]).distance from (values {rows}) as t(place, o, d) order by place").fetchall()
        self.assertEqual([row[0] for row in found], [1, None, None, None, None, None, 0.5])
        ask = lambda scene: sql.sql(f"select quad_nearest([0.5, 0.5, 0]::double[3], [0, 0, 1]::double[3], {scene})").fetchall()[0][0]
        self.assertIsNone(ask("[]::double[12][]"))
        self.assertIsNone(ask("null"))

    def test_quads_that_are_null_keep_their_places_and_are_never_hit(self):
        sql = connect()
        near = "[0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]::double[12]"
        far, part = near.replace("1, 1]", "1, 5]").replace("0, 0, 1", "0, 0, 5"), near.replace("[0, 0, 1", "[0, 0, null")
        ask = lambda *scene: sql.sql("select quad_nearest([0.7, 0.6, 0]::double[3], [0, 0, 1]::double[3], "
                                     f"[{', '.join(scene)}]::double[12][]).index").fetchall()[0][0]
        self.assertEqual(ask("null", near), 2)
        self.assertEqual(ask(near, "null"), 1)
        self.assertEqual(ask(part, "null", far, near), 4)
        self.assertIsNone(ask("null", part))
        # Long lists, which more than one batch of rays is cast at.
        sql.execute(f"create table quads as select place, {near} as quad from range(5000) t(place)")
        rows = sql.sql("with scene as (select list(case when place < 4321 then null else quad end order by place) as quads from quads) "
                       "select quad_nearest([0.7, 0.6, 0]::double[3], [0, 0, 1]::double[3], quads).index "
                       "from scene, range(3000)").fetchall()
        self.assertEqual(set(rows), {(4322,)})


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


    def test_each_refusal_of_the_readme_occurs(self):
        listed = re.findall(r"^\| `([A-Z_]+)` \|", (HERE / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
        cube = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
        octahedron = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
        cases = {"TOO_FEW_PAIRS": (cube[:2], cube[:2]), "NON_FINITE": (cube, [[numpy.nan] * 3] + cube[1:]),
                 "OUT_OF_RANGE": (cube, [[1e61, 0, 0]] + cube[1:]), "COINCIDENT_POINTS": (cube, [[1, 2, 3]] * 8),
                 "TURN_NOT_DETERMINED": (octahedron, [[-x, -y, -z] for x, y, z in octahedron])}
        self.assertEqual(sorted(listed), sorted([*cases, "SOLVER_FAILED"]))
        sql = connect()
        for name, (sources, targets) in cases.items():
            self.table(sql, numpy.array(sources, float), numpy.array(targets, float), numpy.zeros(len(sources), numpy.int64))
            self.assertEqual(sql.sql("select rigid_fit(s, t).refused from pairs").fetchall(), [(name,)])


class ReadmeTests(unittest.TestCase):
    """Every statement of the README runs as printed, beside the extension, on tables with rows that are NULL in all the ways there are."""

    def setUp(self):
        self.sql = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        text = (HERE / "README.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```sql\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        self.statements = [part.strip() for block in blocks for part in block.split(";") if part.strip()]
        self.sql.execute("create table markers (place bigint, quad double[12])")
        self.sql.execute("create table pairs (space varchar, old double[3], new double[3])")
        self.sql.execute("create table rays (origin double[3], direction double[3])")
        square = [0.0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
        for place, quad in enumerate([None, square[:11] + [None], square[:6] + square[9:] + square[6:9], square]):
            self.sql.execute("insert into markers values (?, ?)", [place, quad])
        for point in [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]:
            self.sql.execute("insert into pairs values ('hall', ?, ?), ('attic', ?, null)", [point, [point[0] + 5, *point[1:]], point])
        for ray in [([0.7, 0.6, 0], [0, 0, 1]), ([0.7, 0.6, 0], [0, 0, 0]), ([numpy.nan] * 3, [0, 0, 1]), (None, [0, 0, 1]),
                    ([0, 0, 0], None)]:
            self.sql.execute("insert into rays values (?, ?)", ray)

    def test_statements_run_as_printed(self):
        with contextlib.chdir(pathlib.Path(EXTENSION).parent):
            found = [self.sql.execute(statement).fetchall() for statement in self.statements]
        names = [self.sql.execute(statement).description for statement in self.statements[2:3]]
        self.assertEqual(len(self.statements), 6)
        self.assertEqual(dict(found[1]), {None: 2, "": 1, "SELF_INTERSECTING": 1})
        self.assertEqual([column[0] for column in names[0]], ["space", "motion", "rms", "digits", "pairs", "refused"])
        self.assertEqual({(row[0], row[4], row[5]) for row in found[2]}, {("hall", 4, None), ("attic", 0, "TOO_FEW_PAIRS")})
        self.assertEqual(found[3], [("attic", "TOO_FEW_PAIRS")])
        self.assertEqual(found[4], [(3,), (None,), (None,), (None,), (None,)])
        self.assertEqual([row[1] for row in found[5]], [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0)])


class BuildTests(unittest.TestCase):
    def build(self, *words):
        ran = subprocess.run([HERE / "build-extension", *words], capture_output=True, text=True)
        return ran.returncode, ran.stdout, ran.stderr

    def test_a_folder_that_holds_no_library_is_refused_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            for words in [[folder], [folder, folder + "/out"], [folder + "/nowhere"]]:
                code, out, err = self.build(*words)
                self.assertEqual((code, out, len(err.splitlines())), (2, "", 1), err)
                self.assertIn(f"no c/QuadKernels.o in {words[0]}", err)
                self.assertFalse(pathlib.Path(folder, "out").exists())

    def test_help_and_unknown_words(self):
        self.assertIn("build-extension [DOORS [OUT]]", self.build("--help")[1])
        for words in [["--fast"], ["a", "b", "c"]]:
            code, _, err = self.build(*words)
            self.assertEqual((code, len(err.splitlines())), (2, 1))


class LoadTests(unittest.TestCase):
    def test_an_extension_without_a_signature_needs_leave(self):
        with self.assertRaises(duckdb.Error):
            duckdb.connect().load_extension(EXTENSION)


class FleetTests(unittest.TestCase):
    def test_quads_are_fitted_by_their_corners_and_moved(self):
        sql, (sources, targets, _, _) = connect(1), pairs(400)
        sql.register("quads", pyarrow.table({"old": arrays(sources, 12), "new": arrays(targets, 12)}))
        sql.register("points", pyarrow.table({"old": arrays(sources, 3), "new": arrays(targets, 3)}))
        motion = sql.sql("select rigid_fit(old, new).motion from points").fetchall()[0][0]
        self.assertEqual(sql.sql("select f.motion, f.pairs from (select rigid_fit(old, new) f from quads)").fetchall()[0], (motion, 400))
        for table, width in [("points", 3), ("quads", 12)]:
            moved = sql.execute(f"select rigid_move(?::double[18], old) m from {table}", [list(motion)]).fetchnumpy()["m"]
            self.assertTrue((numpy.stack(moved).reshape(-1, 3) == quadcal.Motion(motion)(sources)).all())
        nothing = "rigid_move(null::double[18], [1, 0, 0]::double[3]), rigid_move([{}]::double[18], [1, 0, 0]::double[3])"
        self.assertEqual(sql.sql("select " + nothing.format(", ".join(["0"] * 18))).fetchall()[0], (None, None))

    def test_the_recipe_names_what_is_wrong_with_a_fleet(self):
        dice = numpy.random.default_rng(4)
        with tempfile.TemporaryDirectory() as folder:
            for space in range(4):
                old = rectangles(40, seed=space)
                new = quadcal.Motion.from_rotation(numpy.eye(3), [1, 2, 3])(old) + dice.normal(0, 0.002, old.shape)
                records = [[{"id": f"{space}-{place}", "label": f"m{place}", **{f"p{c + 1}": quad[c].tolist() for c in range(4)}}
                            for place, quad in enumerate(quads)] for quads in (old, new)]
                if space == 1:
                    records[1][7].update({f"p{c + 1}": (new[7, c] + [0.5, 0, 0]).tolist() for c in range(4)})
                if space == 2:
                    records[0][3]["p2"] = [1, 2]
                    records[0][4]["label"] = "m5"
                if space == 3:
                    records[0] = records[0][:0]
                place = pathlib.Path(folder, "fleet", f"space-{space}")
                place.mkdir(parents=True)
                for name, content in zip(("old", "new"), records):
                    place.joinpath(f"{name}.json").write_text(json.dumps(content))
            sql = connect()
            with contextlib.chdir(folder):
                summary = sql.execute((HERE / "fleet.sql").read_text(encoding="utf-8")).fetchall()
        self.assertEqual([row[:2] for row in summary], [("GOOD", 2), ("SUSPECT", 1)])
        judged = sql.sql("select space, markers, worst_label, verdict from judged order by space").fetchall()
        self.assertEqual(judged[1], ("space-1", 40, "m7", "SUSPECT"))
        # One cannot be read, and two have the label of another.
        self.assertEqual((judged[2][1], judged[2][3]), (37, "GOOD"))
        self.assertEqual(sql.sql("select id, codes from findings").fetchall(), [("2-3", "WRONG_SHAPE")])


if __name__ == "__main__":
    sys.exit(unittest.main())
