"""Arrow, Polars and DuckDB: the codes of arrays, without a copy where there need be none."""

import pathlib
import subprocess
import sys
import unittest

import duckdb
import numpy
import polars
import pyarrow
import quadcal
import quadcal.arrow
import quadcal.duckdb
import quadcal.polars

from made import crossed, rectangles


def lists(quads, fixed=True):
    numbers = pyarrow.array(quads.ravel())
    if fixed:
        return pyarrow.FixedSizeListArray.from_arrays(numbers, 12)
    return pyarrow.ListArray.from_arrays(numpy.arange(0, quads.size + 1, 12, dtype=numpy.int32), numbers)


class ArrowTests(unittest.TestCase):
    def setUp(self):
        self.quads, _ = crossed(rectangles(5_000), 0.05)
        self.codes = quadcal.check(self.quads).codes

    def test_lists_are_read_where_they_lie(self):
        for fixed in [True, False]:
            column = lists(self.quads, fixed)
            found = quadcal.arrow.quads(column)
            self.assertEqual(found.ctypes.data, column.flatten().buffers()[1].address)
            self.assertTrue((quadcal.arrow.check(column).codes == self.codes).all())
            self.assertTrue((quadcal.arrow.check(column[7:1_000]).codes == self.codes[7:1_000]).all())
            chunks = pyarrow.chunked_array([column[:99], column[99:]])
            self.assertTrue((quadcal.arrow.check(chunks).codes == self.codes).all())

    def test_corners_may_be_nested(self):
        column = pyarrow.array(self.quads[:50].tolist(), pyarrow.list_(pyarrow.list_(pyarrow.float64(), 3), 4))
        self.assertTrue((quadcal.arrow.check(column).codes == self.codes[:50]).all())
        column = pyarrow.array(self.quads[:50].tolist())
        self.assertTrue((quadcal.arrow.check(column).codes == self.codes[:50]).all())

    def test_missing_rows_and_numbers_are_refused_with_their_place(self):
        rows = self.quads[:9].reshape(9, 12).tolist()
        for row, wrong in [(4, None), (5, [None] + rows[5][1:]), (6, rows[6][:11])]:
            damaged = rows.copy()
            damaged[row] = wrong
            with self.assertRaisesRegex(ValueError, f" {row} "):
                quadcal.arrow.check(pyarrow.array(damaged))
        with self.assertRaises(ValueError):
            quadcal.arrow.check(pyarrow.array([[1.0, 2.0]]))
        with self.assertRaises(TypeError):
            quadcal.arrow.check(pyarrow.array([["a"] * 12]))
        for wrong in [self.quads, rows, None]:
            with self.assertRaisesRegex(TypeError, "column is a .*not a pyarrow"):
                quadcal.arrow.check(wrong)

    def test_missing_rows_are_missing_in_what_is_given_back(self):
        rows = self.quads.reshape(-1, 12).tolist()
        for place in [0, 1, 7, 4_999]:
            rows[place] = None
        expected = [None if row is None else int(code) for row, code in zip(rows, self.codes)]
        areas = [None if row is None else area for row, area in zip(rows, quadcal.measure(self.quads).area)]
        for kind in [pyarrow.list_(pyarrow.float64(), 12), pyarrow.list_(pyarrow.float64()), pyarrow.large_list(pyarrow.float64())]:
            column = pyarrow.array(rows, kind)
            for same in [column, pyarrow.chunked_array([column[:5], column[5:]])]:
                self.assertEqual(quadcal.arrow.check_codes(same).to_pylist(), expected)
                table = quadcal.arrow.measures(same)
                self.assertEqual(table["area"].to_pylist(), areas)
                self.assertEqual([center is None for center in table["center"].to_pylist()], [row is None for row in rows])
            self.assertEqual(quadcal.arrow.check_codes(column[1:9]).to_pylist(), expected[1:9])
        nothing = pyarrow.array([None, None], pyarrow.list_(pyarrow.float64(), 12))
        self.assertEqual(quadcal.arrow.check_codes(nothing).to_pylist(), [None, None])

    def test_a_missing_number_is_refused_with_its_row_of_all_rows(self):
        rows = self.quads[:9].reshape(9, 12).tolist()
        rows[0] = rows[3] = None
        for row, wrong in [(5, [None] + rows[5][1:]), (6, rows[6][:11])]:
            damaged = rows.copy()
            damaged[row] = wrong
            for ask in [quadcal.arrow.check_codes, quadcal.arrow.measures]:
                with self.assertRaisesRegex(ValueError, f"row {row} "):
                    ask(pyarrow.array(damaged))
        nested = [None, *self.quads[1:6].tolist()]
        nested[4] = [*nested[4][:2], None, nested[4][3]]
        with self.assertRaisesRegex(ValueError, "a list of row 4 is missing"):
            quadcal.arrow.check_codes(pyarrow.array(nested))

    def test_none_and_single_precision(self):
        self.assertEqual(len(quadcal.arrow.check(lists(self.quads[:0]))), 0)
        single = self.quads.astype(numpy.float32)
        column = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(single.ravel()), 12)
        self.assertTrue((quadcal.arrow.check(column).codes == quadcal.check(single).codes).all())

    def test_measures_are_a_table(self):
        table = quadcal.arrow.measures(lists(self.quads))
        self.assertEqual(table.column_names, ["center", "normal", "area", "flatness"])
        self.assertTrue((table["area"].to_numpy() == quadcal.measure(self.quads).area).all())


class FrameTests(unittest.TestCase):
    def setUp(self):
        self.quads, _ = crossed(rectangles(20_000), 0.05)
        self.codes = quadcal.check(self.quads).codes

    def test_polars_has_the_same_codes_eager_and_lazy(self):
        rows = self.quads.reshape(-1, 12)
        for kind in [polars.Array(polars.Float64, 12), polars.List(polars.Float64)]:
            frame = polars.DataFrame({"quad": polars.Series(rows.tolist(), dtype=kind)})
            found = frame.with_columns(codes=quadcal.polars.check("quad"))
            self.assertTrue((found["codes"].to_numpy() == self.codes).all())
            lazy = frame.lazy().filter(quadcal.polars.check(polars.col("quad")) == 0).collect()
            self.assertEqual(len(lazy), (self.codes == 0).sum())
            area = frame.select(quadcal.polars.measure("quad").struct.field("area"))["area"]
            self.assertTrue((area.to_numpy() == quadcal.measure(self.quads).area).all())

    def test_duckdb_has_the_same_codes(self):
        connection = duckdb.connect()
        quadcal.duckdb.register(connection)
        table = pyarrow.table({"place": numpy.arange(len(self.quads)), "quad": lists(self.quads)})
        connection.register("markers", table)
        rows = connection.sql("select quad_check(quad) as codes, quad_area(quad) as area from markers order by place").fetchnumpy()
        self.assertTrue((rows["codes"] == self.codes).all())
        self.assertTrue((rows["area"] == quadcal.measure(self.quads).area).all())

    def test_null_gives_null_and_a_missing_number_is_refused_with_its_row(self):
        rows = self.quads[:9].reshape(9, 12).tolist()
        rows[0] = rows[3] = None
        expected = [None if row is None else int(code) for row, code in zip(rows, self.codes)]
        damaged = [*rows[:5], [None, *rows[5][1:]], *rows[6:]]
        connection = duckdb.connect()
        quadcal.duckdb.register(connection)
        codes, areas = "SELECT quad_check(quad) FROM frame", "SELECT quad_area(quad) IS NULL FROM frame"
        for kind in [polars.Array(polars.Float64, 12), polars.List(polars.Float64)]:
            frame = polars.DataFrame({"quad": polars.Series(rows, dtype=kind)})
            self.assertEqual(frame.select(quadcal.polars.check("quad"))["quad"].to_list(), expected)
            area = frame.select(quadcal.polars.measure("quad").struct.field("area"))["area"]
            self.assertEqual(area.is_null().to_list(), [row is None for row in rows])
            with self.assertRaisesRegex(Exception, "a number of row 5 is missing"):
                polars.DataFrame({"quad": polars.Series(damaged, dtype=kind)}).select(quadcal.polars.check("quad"))
        for values, wrong in [(rows, False), (damaged, True)]:
            frame = pyarrow.table({"quad": pyarrow.array(values, pyarrow.list_(pyarrow.float64(), 12))})
            connection.register("frame", frame)
            if wrong:
                with self.assertRaisesRegex(Exception, "a number of row 5 is missing"):
                    connection.sql(codes).fetchall()
            else:
                self.assertEqual([row[0] for row in connection.sql(codes).fetchall()], expected)
                self.assertEqual([row[0] for row in connection.sql(areas).fetchall()], [row is None for row in rows])

    def test_functions_are_registered_once_however_often_it_is_asked(self):
        connection = duckdb.connect()
        for _ in range(3):
            quadcal.duckdb.register(connection)
        quadcal.duckdb.register(connection.cursor())
        quadcal.duckdb.register(duckdb.connect())
        quad = self.quads[0].ravel().tolist()
        found = connection.execute("SELECT quad_check($1::DOUBLE[12]), quad_area($1::DOUBLE[12])", [quad]).fetchall()
        self.assertEqual(found, [(int(self.codes[0]), quadcal.measure(self.quads[:1]).area[0])])


class ExtraTests(unittest.TestCase):
    def test_a_package_that_is_missing_is_named_with_its_extra(self):
        readme = (pathlib.Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
        rotation = "; quadcal.Motion.from_rotation([[1, 0, 0], [0, 1, 0], [0, 0, 1]]).as_rotation()"
        for use, package, extra in [(".arrow", "pyarrow", "arrow"), (".polars", "polars", "polars"), (".polars", "pyarrow", "polars"),
                                    (".duckdb", "duckdb", "duckdb"), (".duckdb", "pyarrow", "duckdb"), (rotation, "scipy", "scipy")]:
            code = f"import sys; sys.modules[{package!r}] = None; import quadcal{use}"
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            self.assertRegex(done.stderr.splitlines()[-1], f"this needs {package}.*whl\\[{extra}\\]")
            self.assertIn(f"`{extra}`", readme)


if __name__ == "__main__":
    unittest.main()
