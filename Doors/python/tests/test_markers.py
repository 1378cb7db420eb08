"""Markers of files, and what people look at: frames, pages, pictures, and words for what is no array."""

import json
import pathlib
import tempfile
import unittest

import numpy
import quadcal
from quadcal import Code, Motion

from made import rectangles, rotation

DOOR = [[0.6, 2, 0], [1.5, 2, 0], [1.5, 0.1, 0], [0.6, 0.1, 0]]


def record(key, corners, **others):
    return {"id": key, "label": f"<{key}>", **{f"p{place + 1}": corner for place, corner in enumerate(corners)}, **others}


class ReadTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def read(self, name, text):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(text, encoding="utf-8")
        return quadcal.read(path)

    def test_all_forms_give_the_same_quads(self):
        records = [record("a", DOOR, version=3), record("b", [[x + 1, y, z] for x, y, z in DOOR])]
        rows = "\n".join(",".join([one["id"], *(str(number) for corner in range(1, 5) for number in one[f"p{corner}"])]) for one in records)
        header = "id," + ",".join(f"p{corner}{axis}" for corner in range(1, 5) for axis in "xyz")
        forms = {"list.json": json.dumps(records), "object.json": json.dumps({"markers": records}), "page.json": json.dumps({"data": records}),
                 "lines.ndjson": "\n".join(map(json.dumps, records)), "rows.csv": rows, "header.csv": f"\ufeff{header}\n{rows}\n",
                 "tabs.tsv": rows.replace(",", "\t"), "semicolons.csv": rows.replace(",", ";")}
        for name, text in forms.items():
            markers = self.read(name, text)
            self.assertEqual(markers.ids, ["a", "b"], name)
            self.assertTrue((markers.quads[1] == numpy.array(DOOR) + [1, 0, 0]).all(), name)
            self.assertTrue(markers.check(), name)
        self.assertEqual(self.read("list.json", forms["list.json"]).records[0]["version"], 3)
        self.assertEqual(len(self.read("one.json", json.dumps(records[0]))), 1)

    def test_a_marker_that_cannot_be_read_keeps_its_place(self):
        markers = self.read("list.json", json.dumps([record("a", DOOR), record("b", [[0, 0]] + DOOR[1:]), {"id": "c"}, 7]))
        self.assertEqual(list(markers.check()), [Code(0), Code.WRONG_SHAPE, Code.WRONG_SHAPE, Code.WRONG_SHAPE])
        self.assertEqual(markers.ids, ["a", "b", "c", ""])
        self.assertTrue(numpy.isnan(markers.quads[1:]).all())

    def test_what_holds_no_markers_is_refused_with_its_place(self):
        for name, text, said in [("x.json", '{"id": 1}', "nothing in it has p1 to p4"), ("y.csv", "1,2,3\n", "y.csv:1: 3 fields"),
                                 ("z.ndjson", '{"p1": [0, 0, 0]}\n{"p1": \n', "z.ndjson:2"), ("u.csv", "a" + ",x" * 12, "u.csv:1"), ("e.json", "", "is empty"),
                                 ("b.csv", "\n \n", "is empty")]:
            with self.assertRaisesRegex(ValueError, said):
                self.read(name, text)
        self.assertEqual(len(self.read("none.json", "[]")), 0)

    def test_what_could_be_read_wrongly_is_refused_with_the_name_of_the_file(self):
        header = ",".join(f"p{corner}{axis}" for corner in (2, 1, 3, 4) for axis in "xyz")
        deep, long = "[" * 100_000, json.dumps(record("a", DOOR))[:-1] + f', "p1": [{"9" * 401}, 0, 0]}}'
        for name, text, said in [
                ("turned.csv", f"{header}\n{','.join('1' * 12)}\n", "turned.csv:1"), ("under.csv", "a,1_0" + ",1" * 11, "under.csv:1"),
                ("deep.json", deep, "deep.json: lists in lists"), ("twice.json", long, '"p1" is there twice'),
                ("long.json", long.replace('"p1": [0', '"q": [0', 1), "long.json"), ("wide.csv", "a" * 200_000 + ",1" * 12, "wide.csv:1")]:
            with self.assertRaisesRegex(ValueError, said, msg=name):
                self.read(name, text)
        path = pathlib.Path(self.folder.name, "wide.json")
        path.write_bytes("[]".encode("utf-16"))
        with self.assertRaisesRegex(ValueError, "wide.json: not UTF-8"):
            quadcal.read(path)

    def test_lines_are_those_of_the_format(self):
        lines = "\n".join(json.dumps(record(key, DOOR, label="a\u2028b"), ensure_ascii=False) for key in "ab")
        self.assertEqual(self.read("lines.ndjson", lines).labels, ["a\u2028b"] * 2)
        rows = '"a\nb"' + ",0,0,0,1,0,0,1,1,0,0,1,0\n,,\n" + "x,0,0\n"
        with self.assertRaisesRegex(ValueError, "rows.csv:4: 3 fields"):
            self.read("rows.csv", rows)
        self.assertEqual(self.read("one.csv", rows[:-6]).ids, ["a\nb"])


class ViewTests(unittest.TestCase):
    def setUp(self):
        quads = rectangles(30)
        quads[3] = quads[3][[0, 1, 3, 2]]
        self.markers = quadcal.Markers(quads, [f"<{place}>" for place in range(30)])

    def test_frames_have_what_the_check_finds(self):
        frame = self.markers.to_frame()
        self.assertEqual(frame.loc["<3>", ["severity", "findings"]].tolist(), ["ERROR", "SELF_INTERSECTING"])
        self.assertEqual(frame.loc["<0>", "p4z"], self.markers.quads[0, 3, 2])
        verdicts = self.markers.check()
        self.assertEqual(verdicts.to_frame().loc[3].tolist(), [False, "ERROR", "SELF_INTERSECTING"])

    def test_pages_hold_texts_as_texts(self):
        page = self.markers._repr_html_()
        self.assertIn("30 markers, 1 faulty", page)
        self.assertIn("&lt;3&gt;", page)
        self.assertNotIn("<3>", page)
        self.assertIn("and 10 more", page)
        self.assertIn("<td>SELF_INTERSECTING</td><td>1</td>", self.markers.check()._repr_html_())

    def test_a_picture_has_a_stroke_for_each_marker(self):
        import matplotlib
        matplotlib.use("agg")
        ax = self.markers.plot()
        self.assertEqual(len(ax.collections[0].get_segments()), 30)
        self.assertEqual(len({tuple(color) for color in ax.collections[0].get_colors()}), 2)
        ax = self.markers.plot(numpy.arange(30.0), name="error (mm)")
        self.assertEqual(ax.collections[0].get_array().tolist(), list(range(30)))
        with self.assertRaisesRegex(ValueError, "values"):
            self.markers.plot([1.0])
        self.assertTrue(self.markers.plot(ax=ax).yaxis_inverted())

    def test_verdicts_are_true_if_all_is_sound(self):
        self.assertFalse(self.markers.check())
        self.assertTrue(self.markers.check()[:3])
        self.assertTrue(quadcal.check(numpy.empty((0, 4, 3))))

    def test_findings_say_where_and_how_much(self):
        crossed = quadcal.findings([[0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 0]])
        self.assertEqual([(one.code, one.location, one.order) for one in crossed],
                         [(Code.SELF_INTERSECTING, (0.5, 0.5, 0.0), (0, 1, 3, 2))])
        bent, = quadcal.findings([[0, 0, 0], [1, 0, 0], [1, 1, 0.08], [0, 1, 0]])
        self.assertEqual((bent.code, bent.unit, bent.flatten), (Code.NON_PLANAR, "metres", True))
        self.assertAlmostEqual(bent.value, 0.02, places=3)
        self.assertEqual(quadcal.findings(DOOR), [])
        many = rectangles(200, seed=4)
        many[::2] += numpy.random.default_rng(1).normal(0, 0.1, (100, 4, 3))
        for quad, code in zip(many, quadcal.check(many)):
            found = Code(0)
            for one in quadcal.findings(quad):
                found |= one.code
            self.assertEqual(found, code)


class MatrixTests(unittest.TestCase):
    def test_matrices_of_single_precision_are_taken_if_that_is_said(self):
        exact = numpy.eye(4)
        exact[:3, :3], exact[:3, 3] = rotation(5), [1, 2, 3]
        self.assertTrue((Motion.from_matrix(exact).matrix == exact).all())
        single = exact.astype(numpy.float32)
        with self.assertRaisesRegex(ValueError, "nearest=True"):
            Motion.from_matrix(single)
        motion = Motion.from_matrix(single, nearest=True)
        self.assertLess(numpy.abs(motion.matrix - exact).max(), 1e-6)
        self.assertLess(numpy.abs(Motion.from_rotation(single[:3, :3], nearest=True).rotation - exact[:3, :3]).max(), 1e-6)
        for wrong, said in [(exact.T, "matrix.T"), (numpy.diag([1, 1, -1, 1]), "mirrored"), (numpy.diag([1.1, 1, 1, 1]), "more than rounding"),
                            (numpy.full((4, 4), numpy.nan), "last row"), (numpy.eye(4)[:2], "shape")]:
            with self.assertRaisesRegex(ValueError, said):
                Motion.from_matrix(wrong, nearest=True)


class ForeignTests(unittest.TestCase):
    def test_frames_of_pandas_are_taken_or_told_what_to_do(self):
        import pandas
        frame = pandas.DataFrame(rectangles(3).reshape(-1, 12))
        self.assertTrue(quadcal.check(frame))
        nullable = frame.convert_dtypes(dtype_backend="numpy_nullable")
        nullable.iloc[1, 4] = pandas.NA
        self.assertEqual(list(quadcal.check(nullable)), [Code(0), Code.NON_FINITE, Code(0)])
        frame.insert(0, "id", ["a", "b", "c"])
        with self.assertRaisesRegex(TypeError, r"columns that are not numbers: id; .*frame.iloc\[:, 1:\]"):
            quadcal.check(frame)
        pairs, groups = rectangles(3).reshape(-1, 3), numpy.arange(12) // 4
        for kind in ["int64", "Int64"]:
            self.assertTrue(quadcal.robust(pairs, pairs, groups=pandas.Series(groups, dtype=kind)).inliers.all(), kind)
        with self.assertRaisesRegex(ValueError, "beyond 2"):
            quadcal.check(pandas.DataFrame(numpy.full((1, 12), 2**53 + 1)))
        with self.assertRaisesRegex(TypeError, "masked"):
            quadcal.findings(numpy.ma.array(rectangles(1)[0], mask=numpy.eye(4, 3)))
        with self.assertRaisesRegex(TypeError, "numpy.stack"):
            quadcal.check(pandas.Series(list(rectangles(3).reshape(-1, 12))))

    def test_lists_of_polars_are_told_what_to_do(self):
        import polars
        with self.assertRaisesRegex(TypeError, "quadcal.polars.check"):
            quadcal.check(polars.Series([[1.0] * 12, None]))
        with self.assertRaisesRegex(TypeError, "rows of different lengths, or None"):
            quadcal.check(numpy.array([[None] * 12], object))


if __name__ == "__main__":
    unittest.main()
