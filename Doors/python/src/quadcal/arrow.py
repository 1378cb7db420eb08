"""Arrow columns of quads and points, read where they lie: fixed-size lists or lists of doubles, without a copy.

A missing row is refused where an array of numpy is given back, which has no way to say so, and is missing in columns that are given
back. A number that is missing inside of a row is always refused. Rows are counted from 0.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from ._arrays import Doubles
from ._extras import needed
from .checks import Verdicts, check as check_quads, measure as measure_quads
from .limits import Limits

pyarrow = needed("pyarrow", "arrow")
Places = NDArray[numpy.int64]


def _in_one_piece(column: Any) -> Any:
    if isinstance(column, pyarrow.ChunkedArray):
        column = column.combine_chunks()
        if isinstance(column, pyarrow.ChunkedArray):
            column = pyarrow.concat_arrays(column.chunks) if column.num_chunks else pyarrow.array([], column.type)
    if not isinstance(column, pyarrow.Array):
        raise TypeError(f"column is a {type(column).__module__}.{type(column).__qualname__}, not a pyarrow Array or ChunkedArray; "
                        "quadcal.check and its like take arrays of numpy")
    return column


def _missing(array: Any) -> Places:
    missing: Places = numpy.flatnonzero(numpy.asarray(array.is_null()))
    return missing


def _numbers(array: Any, width: int, places: Places) -> Doubles:
    """The doubles of an array without missing rows, whose rows were at these places."""
    rows = len(array)
    while pyarrow.types.is_list(array.type) or pyarrow.types.is_large_list(array.type) or pyarrow.types.is_fixed_size_list(array.type):
        if array.null_count:
            raise ValueError(f"a list of row {places[_missing(array)[0] * rows // len(array)]} is missing")
        if not pyarrow.types.is_fixed_size_list(array.type):
            lengths = numpy.diff(numpy.asarray(array.offsets))
            if len(lengths) and (lengths != lengths[0]).any():
                place = int(numpy.flatnonzero(lengths != lengths[0])[0])
                raise ValueError(f"a list of row {places[place * rows // len(array)]} has {lengths[place]} entries, "
                                 f"and the first of all has {lengths[0]}")
        # Only the part that this slice is of.
        array = array.flatten()
    if len(array) != rows * width:
        raise ValueError(f"the column has {len(array)} numbers in {rows} rows, not {width} a row")
    if array.null_count:
        raise ValueError(f"a number of row {places[_missing(array)[0] // width]} is missing")
    if not pyarrow.types.is_float64(array.type):
        if not (pyarrow.types.is_integer(array.type) or pyarrow.types.is_floating(array.type)):
            raise TypeError(f"the column holds {array.type}, not numbers")
        array = array.cast(pyarrow.float64())
    result: Doubles = array.to_numpy(zero_copy_only=True).reshape(rows, width)
    return result


def numbers(column: Any, width: int) -> Doubles:
    """The doubles of a column of lists with ``width`` numbers each, (N, width), without a copy where they are doubles in one piece.

    Nested lists, such as four corners of three numbers, are taken as well. Missing rows and numbers are refused with their row.
    """
    array = _in_one_piece(column)
    if array.null_count:
        raise ValueError(f"row {_missing(array)[0]} of the column is missing")
    return _numbers(array, width, numpy.arange(len(array)))


def quads(column: Any) -> Doubles:
    """A column of twelve numbers, or four corners of three, as (N, 4, 3)."""
    return numbers(column, 12).reshape(-1, 4, 3)


def points(column: Any) -> Doubles:
    """A column of points as (N, 3)."""
    return numbers(column, 3)


def check(column: Any, *, limits: Limits | None = None) -> Verdicts:
    """Checks a column of quads without missing rows; see ``quadcal.check``."""
    return check_quads(quads(column), limits=limits)


def _present(column: Any) -> tuple[Doubles, Any]:
    """The quads that are there, and for each row which of them it is, or nothing."""
    array = _in_one_piece(column)
    there = numpy.asarray(array.is_valid())
    corners = _numbers(array.drop_null() if array.null_count else array, 12, numpy.flatnonzero(there)).reshape(-1, 4, 3)
    return corners, pyarrow.array(numpy.cumsum(there) - 1, mask=~there) if array.null_count else None


def check_codes(column: Any) -> Any:
    """The codes of a column of quads as an Arrow array of uint32; a missing row has none."""
    corners, places = _present(column)
    codes = pyarrow.array(check_quads(corners).codes)
    return codes if places is None else codes.take(places)


def measures(column: Any) -> Any:
    """The measures of a column of quads as an Arrow table: center, normal, area, flatness; a missing row has none."""
    corners, places = _present(column)
    found = measure_quads(corners)
    table = pyarrow.table({
        "center": pyarrow.FixedSizeListArray.from_arrays(numpy.ascontiguousarray(found.center).ravel(), 3),
        "normal": pyarrow.FixedSizeListArray.from_arrays(numpy.ascontiguousarray(found.normal).ravel(), 3),
        "area": pyarrow.array(found.area), "flatness": pyarrow.array(found.flatness),
    })
    return table if places is None else table.take(places)
