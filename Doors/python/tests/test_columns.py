"""Arrow, Polars and DuckDB: the codes of arrays, without a copy where there need be none."""

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


if __name__ == "__main__":
    unittest.main()
