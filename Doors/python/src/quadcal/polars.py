"""Polars expressions over a column of quads: ``frame.with_columns(codes=quadcal.polars.check("quad"))``.

A row that is null gives null; a number that is null inside of a row is refused, with its row from 0 of the column.
"""

from __future__ import annotations

from typing import Any

from ._extras import needed

polars = needed("polars", "polars")
needed("pyarrow", "polars")

# Only now, so that what is missing is named for this module.
from . import arrow


def _expression(column: Any) -> Any:
    return polars.col(column) if isinstance(column, str) else column


def check(column: Any) -> Any:
    """The codes of each quad as uint32; the column is twelve doubles a row (Array or List)."""
    return _expression(column).map_batches(
        lambda series: polars.from_arrow(arrow.check_codes(series.to_arrow())), return_dtype=polars.UInt32, is_elementwise=True)


def measure(column: Any) -> Any:
    """The measures of each quad as a struct: center, normal, area, flatness; a row that is null gives a struct of nulls."""
    fields = {"center": polars.Array(polars.Float64, 3), "normal": polars.Array(polars.Float64, 3), "area": polars.Float64,
              "flatness": polars.Float64}
    return _expression(column).map_batches(
        lambda series: polars.from_arrow(arrow.measures(series.to_arrow())).to_struct(), return_dtype=polars.Struct(fields),
        is_elementwise=True)
