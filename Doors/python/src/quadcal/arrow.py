"""Arrow columns of quads and points, read where they lie: fixed-size lists or lists of doubles, without a copy."""

from __future__ import annotations

from typing import Any

import numpy
import pyarrow

from ._arrays import Doubles
from .checks import Verdicts, check as check_quads, measure as measure_quads
from .limits import Limits


def numbers(column: Any, width: int) -> Doubles:
    """The doubles of a column of lists with ``width`` numbers each, (N, width), without a copy where they are doubles in one piece.

    Nested lists, such as four corners of three numbers, are taken as well. Missing lists and numbers are refused with their place.
    """
    array = column.combine_chunks() if isinstance(column, pyarrow.ChunkedArray) else column
    if isinstance(array, pyarrow.ChunkedArray):
        array = pyarrow.concat_arrays(array.chunks) if array.num_chunks else pyarrow.array([], array.type)
    rows = len(array)
    while pyarrow.types.is_list(array.type) or pyarrow.types.is_large_list(array.type) or pyarrow.types.is_fixed_size_list(array.type):
        if array.null_count:
            missing = numpy.flatnonzero(numpy.asarray(array.is_null()))
            raise ValueError(f"row {int(missing[0]) * rows // len(array)} of the column is missing")
        if not pyarrow.types.is_fixed_size_list(array.type):
            offsets = numpy.asarray(array.offsets)
            lengths = numpy.diff(offsets)
            if len(lengths) and (lengths != lengths[0]).any():
                place = int(numpy.flatnonzero(lengths != lengths[0])[0])
                raise ValueError(f"list {place} of the column has {lengths[place]} entries, and the first has {lengths[0]}")
        # Only the part that this slice is of.
        array = array.flatten()
    if array.null_count:
        missing = numpy.flatnonzero(numpy.asarray(array.is_null()))
        raise ValueError(f"a number of row {int(missing[0]) // width} is missing")
    if len(array) != rows * width:
        raise ValueError(f"the column has {len(array)} numbers in {rows} rows, not {width} a row")
    if not pyarrow.types.is_float64(array.type):
        if not (pyarrow.types.is_integer(array.type) or pyarrow.types.is_floating(array.type)):
            raise TypeError(f"the column holds {array.type}, not numbers")
        array = array.cast(pyarrow.float64())
    result: Doubles = array.to_numpy(zero_copy_only=True).reshape(rows, width)
    return result


def quads(column: Any) -> Doubles:
    """A column of twelve numbers, or four corners of three, as (N, 4, 3)."""
    return numbers(column, 12).reshape(-1, 4, 3)


def points(column: Any) -> Doubles:
    """A column of points as (N, 3)."""
    return numbers(column, 3)


def check(column: Any, *, limits: Limits | None = None) -> Verdicts:
    """Checks a column of quads; see ``quadcal.check``."""
    return check_quads(quads(column), limits=limits)


def check_codes(column: Any) -> Any:
    """The codes of a column of quads as an Arrow array of uint32."""
    return pyarrow.array(check(column).codes)


def measures(column: Any) -> Any:
    """The measures of a column of quads as an Arrow table: center, normal, area, flatness."""
    found = measure_quads(quads(column))
    columns = {
        "center": pyarrow.FixedSizeListArray.from_arrays(numpy.ascontiguousarray(found.center).ravel(), 3),
        "normal": pyarrow.FixedSizeListArray.from_arrays(numpy.ascontiguousarray(found.normal).ravel(), 3),
        "area": pyarrow.array(found.area), "flatness": pyarrow.array(found.flatness),
    }
    return pyarrow.table(columns)
