"""Arrays of callers as the library reads them: doubles in C order, copied only where they are not."""

from __future__ import annotations

import numbers
import operator
from typing import Any

import numpy
from numpy.typing import ArrayLike, NDArray

Doubles = NDArray[numpy.float64]


def doubles(value: ArrayLike, shape: tuple[int | None, ...], name: str) -> Doubles:
    """The value as doubles of a shape, in which None is any number; numbers that are no double exactly are refused.

    Integers and smaller floats are widened. Complex numbers, booleans, texts, objects and masked arrays are refused rather than
    guessed at.
    """
    if type(value) is numpy.ndarray and value.dtype == numpy.float64 and value.flags.carray and _fits(value, shape):
        return value
    array = unmasked(value, name)
    if array.size == 0 and array.ndim == 1 and None in shape:
        array = numpy.empty([0 if n is None else n for n in shape])
    if array.dtype.kind == "O":
        raise TypeError(f"{name} {_what_objects(value)}")
    if array.dtype.kind not in "iuf" or array.dtype.itemsize > 8:
        raise TypeError(f"{name} holds {array.dtype}, not real numbers of at most 64 bits")
    if not _fits(array, shape):
        wanted = ", ".join("any" if n is None else str(n) for n in shape)
        raise ValueError(f"{name} has the shape {array.shape}, not ({wanted})")
    if array.dtype.kind in "iu" and array.dtype.itemsize == 8 and array.size:
        largest = 2**53
        if int(array.max()) > largest or int(array.min()) < -largest:
            raise ValueError(f"{name} holds integers beyond 2**53, which no double holds exactly")
    aligned: Doubles = numpy.require(array, numpy.float64, ["C", "A"])
    return aligned


def _fits(array: NDArray[Any], shape: tuple[int | None, ...]) -> bool:
    return array.ndim == len(shape) and all(n is None or n == m for n, m in zip(shape, array.shape))


def _what_objects(value: Any) -> str:
    """What is wrong with a value that is no array of numbers, and what to do about it."""
    package = type(value).__module__.split(".")[0]
    if package == "pyarrow":
        return "is a table or column of Arrow; quadcal.arrow takes lists, and to_pandas() makes a frame of numbers"
    if hasattr(value, "columns"):
        others = [str(name) for name in value.columns if value[name].dtype == object or not numpy.issubdtype(
            numpy.asarray(value[name]).dtype, numpy.number)]
        return (f"has columns that are not numbers: {', '.join(others)}; choose the twelve of the corners, "
                "as in frame.drop(columns=...), or frame.iloc[:, 1:]")
    if package == "polars":
        return "is a polars column of lists; quadcal.polars.check takes it, or numpy.array(column.to_list(), float)"
    if package == "pandas":
        return "is a pandas column of objects; numpy.stack(column) makes an array of lists"
    return "holds objects, not numbers: rows of different lengths, or None where there should be a number (numpy.nan says that)"


def unmasked(value: Any, name: str) -> NDArray[Any]:
    """The value as an array; a mask would be lost without a word. Missing numbers of a pandas frame are NaN."""
    if isinstance(value, numpy.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; fill or drop what is masked first")
    try:
        array: NDArray[Any] = numpy.asarray(value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    # Nullable columns become objects by themselves.
    if array.dtype.kind == "O" and type(value).__module__.split(".")[0] == "pandas" and hasattr(value, "dtypes"):
        kinds = list(value.dtypes) if hasattr(value, "columns") else [value.dtypes]
        if all(getattr(kind, "kind", "O") in "iuf" for kind in kinds):
            array = value.to_numpy(dtype=float, na_value=numpy.nan)
    return array


def quads(value: ArrayLike, name: str = "quads") -> Doubles:
    """Quads as (N, 4, 3); rows of twelve numbers are taken, too."""
    array: Any = value if isinstance(value, numpy.ma.MaskedArray) else unmasked(value, name)
    if array.ndim == 2 and array.shape[1] == 12:
        return doubles(array, (None, 12), name).reshape(-1, 4, 3)
    if array.shape in [(4, 3), (12,)]:
        raise ValueError(f"{name} has the shape {array.shape}, which is one quad; wrap it in a list: [quad]")
    return doubles(array if array.dtype != object else value, (None, 4, 3), name)


def pairs(sources: ArrayLike, targets: ArrayLike) -> tuple[Doubles, Doubles]:
    """Sources and targets as two arrays (P, 3) of the same length."""
    s, t = doubles(sources, (None, 3), "sources"), doubles(targets, (None, 3), "targets")
    if len(s) != len(t):
        raise ValueError(f"{len(s)} sources for {len(t)} targets")
    return s, t


def optional(value: ArrayLike | None, count: int, name: str) -> Doubles | None:
    """A column of one number per pair, where there is one."""
    if value is None:
        return None
    return doubles(value, (count,), name)


def number(value: Any, name: str) -> float:
    """A single real number."""
    if not isinstance(value, numbers.Real):
        raise TypeError(f"{name} is {value!r}, not a number")
    return float(value)


def one_of(value: Any, choices: range, name: str) -> int:
    """A single integer of a range."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}, not an integer") from None
    if found not in choices:
        raise ValueError(f"{name} is {value}, not one of {', '.join(map(str, choices))}")
    return found


def several(places: slice | ArrayLike) -> slice | NDArray[Any]:
    """Places as they choose elements of an array: a slice, integers, or a truth value for each element."""
    if isinstance(places, slice):
        return places
    array = numpy.asarray(places)
    if array.size == 0 and array.ndim == 1:
        return array.astype(numpy.int64)
    if array.ndim != 1 or array.dtype.kind not in "iub":
        raise TypeError(f"{places!r} is no place: an integer, a slice, or a column of integers or truth values")
    return array
