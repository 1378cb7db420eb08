"""The library itself: found beside this file, compared with the header that this package was written for, and called.

ctypes lets go of the global lock while the library works, so threads run side by side.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_uint32, c_void_p
from typing import Any

# The version of quadcal.h whose structures are below, and of this package, which must be the library's.
ABI = 1
VERSION = "0.2.0-dev"


class LibraryMismatch(ImportError):
    """The library beside this package is not the one that the package was made for."""


class Limits(ctypes.Structure):
    _fields_ = [(name, c_double) for name in (
        "snap", "flatness_warning", "flatness_error", "fold_angle", "shortest_edge", "longest_edge", "aspect_ratio",
        "largest_coordinate", "straight_angle", "rectangle_angle")] + [("fold_severity", c_int32), ("reserved", c_int32)]


class Finding(ctypes.Structure):
    _fields_ = [("value", c_double), ("limit", c_double), ("location", c_double * 3), ("code", c_int32), ("severity", c_int32),
                ("unit", c_int32), ("corner", c_int32), ("coordinate", c_int32), ("fix", c_int32), ("order", c_int32 * 4)]


class Problem(ctypes.Structure):
    _fields_ = [("status", c_int32), ("side", c_int32), ("index", c_int64), ("values", c_double * 5)]


class FitResult(ctypes.Structure):
    _fields_ = [("motion", c_double * 18), ("rms", c_double), ("digits", c_double), ("singular_values", c_double * 3),
                ("solver", c_int32), ("steps", c_int32)]


class RobustResult(ctypes.Structure):
    _fields_ = [("fit", FitResult), ("rival", c_double * 18), ("bound", c_double), ("margin", c_double), ("support", c_int64),
                ("needed_support", c_int64), ("rival_support", c_int64), ("bound_was_estimated", c_int32), ("reserved", c_int32)]


class Options(ctypes.Structure):
    _fields_ = [("tilt_degrees", c_double), ("noise", c_double), ("marker_noise", c_double), ("bound", c_double),
                ("model", c_int32), ("is_robust", c_int32), ("choice", c_int32), ("no_drift", c_int32)]


class CalibrationResult(ctypes.Structure):
    _fields_ = [("motion", c_double * 18), ("growth", c_double), ("rms", c_double), ("largest", c_double),
                ("leave_one_out", c_double), ("freedom", c_double), ("noise", c_double), ("error_at_five_metres", c_double),
                ("model", c_int32), ("verdict", c_int32), ("judgements", c_uint32), ("reserved", c_int32)]


class StraighteningResult(ctypes.Structure):
    _fields_ = [("fit", CalibrationResult), ("leave_one_out", c_double), ("leave_one_out_of_motion", c_double), ("reach", c_double),
                ("pins", c_int64), ("by", c_int32), ("reserved", c_int32)]


# The arguments of each function that returns a status; arrays of numpy are handed over as addresses.
_SIGNATURES: dict[str, list[Any]] = {
    "limits_of": [c_int32, POINTER(Limits)],
    "check": [c_void_p, c_int64, c_void_p, POINTER(Limits), c_int32, c_void_p, c_void_p, POINTER(c_int64)],
    "findings": [c_void_p, c_void_p, POINTER(Limits), POINTER(Finding), c_int64, POINTER(c_int64)],
    "measure": [c_void_p, c_int64, c_int32, c_void_p],
    "targets_make": [c_void_p, c_int64, POINTER(c_void_p)],
    "nearest": [c_void_p, c_void_p, c_void_p, c_int64, c_int32, c_int32, c_void_p, c_void_p, c_void_p],
    "move": [c_void_p, c_double, c_void_p, c_int64, c_void_p],
    "translation": [c_void_p, c_void_p],
    "fit": [c_void_p, c_void_p, c_void_p, c_int64, c_int32, POINTER(FitResult), POINTER(Problem)],
    "fit_many": [c_void_p, c_void_p, c_int64, c_int64, c_int32, c_void_p, c_void_p, POINTER(c_int64)],
    "robust": [c_void_p, c_void_p, c_void_p, c_void_p, c_int64, c_double, c_int32, POINTER(RobustResult), c_void_p,
               POINTER(Problem)],
    "options_usual": [POINTER(Options)],
    "calibrate": [c_void_p, c_void_p, c_void_p, c_void_p, c_int64, POINTER(Options), c_void_p, c_int64,
                  POINTER(CalibrationResult), c_void_p, c_void_p, POINTER(Problem)],
    "straighten": [c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, c_int64, POINTER(Options), c_int32, c_void_p, c_void_p, c_int64,
                   POINTER(StraighteningResult), c_void_p, c_void_p, c_void_p, POINTER(Problem)],
    "moments": [c_void_p, c_void_p, c_int64, c_int32, c_void_p, POINTER(Problem)],
    "moments_merge": [c_void_p, c_int64, c_void_p],
    "moments_fit": [c_void_p, POINTER(FitResult), POINTER(Problem)],
}


def load(path: str | os.PathLike[str]) -> ctypes.CDLL:
    """The library in a file, whose versions are those of this package."""
    library = ctypes.CDLL(os.fspath(path))
    library.quadcal_abi.restype = c_int32
    library.quadcal_version.restype = c_char_p
    if (found := library.quadcal_abi()) != ABI:
        raise LibraryMismatch(f"{path} has version {found} of quadcal.h, not {ABI}; install the wheel again")
    if (version := library.quadcal_version().decode()) != VERSION:
        raise LibraryMismatch(f"{path} is quadcal {version}, not {VERSION}; install the wheel again")
    for name, arguments in _SIGNATURES.items():
        function = getattr(library, "quadcal_" + name)
        function.argtypes, function.restype = arguments, c_int32
    library.quadcal_targets_free.argtypes, library.quadcal_targets_free.restype = [c_void_p], None
    for name in "status", "code", "judgement":
        for what in "name", "text":
            function = getattr(library, f"quadcal_{name}_{what}")
            function.argtypes, function.restype = [c_int32], c_char_p
    library.quadcal_kernels.restype = c_char_p
    return library


library = load(pathlib.Path(__file__).with_name("libquadcal.so"))


def words(kind: str, code: int) -> tuple[str, str]:
    """The name of a status, code or judgement, and a sentence about it."""
    name, text = getattr(library, f"quadcal_{kind}_name")(code), getattr(library, f"quadcal_{kind}_text")(code)
    return name.decode(), text.decode()


def address(array: Any) -> int | None:
    """The address of an array's numbers, or None without an array. The caller keeps the array for as long as it is used."""
    return None if array is None else array.ctypes.data


def call(name: str, *arguments: Any) -> int:
    """Calls a function, and returns its status."""
    status: int = getattr(library, "quadcal_" + name)(*arguments)
    return status


def require(name: str, *arguments: Any) -> None:
    """Calls a function that fails only for arguments that a caller got wrong."""
    status = call(name, *arguments)
    if status:
        code, text = words("status", status)
        raise ValueError(f"{code}: {text}")
