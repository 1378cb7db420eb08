"""Polars expressions over a column of quads: ``frame.with_columns(codes=quadcal.polars.check("quad"))``."""

from __future__ import annotations

from typing import Any

import polars

from . import arrow


def _expression(column: Any) -> Any:
    return polars.col(column) if isinstance(column, str) else column


def check(column: Any) -> Any:
    """The codes of each quad as uint32; the column is twelve doubles a row (Array or List)."""
    return _expression(column).map_batches(
        lambda series: polars.Series(arrow.check(series.to_arrow()).codes), return_dtype=polars.UInt32, is_elementwise=True)


def measure(column: Any) -> Any:
    """The measures of each quad as a struct: center, normal, area, flatness."""
    fields = {"center": polars.Array(polars.Float64, 3), "normal": polars.Array(polars.Float64, 3), "area": polars.Float64,
              "flatness": polars.Float64}
    return _expression(column).map_batches(
        lambda series: polars.from_arrow(arrow.measures(series.to_arrow())).to_struct(), return_dtype=polars.Struct(fields),
        is_elementwise=True)
