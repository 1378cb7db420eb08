"""Checks AR quad markers, casts rays at them, and fits the rigid motions between scans, many at once.

Lengths are in metres, angles in radians, and +Y is up. Answers have the same bits on every processor and for any split into
batches. ``quadcal.arrow``, ``quadcal.polars`` and ``quadcal.duckdb`` take columns.
"""

from ._library import ABI, LibraryMismatch, VERSION as __version__, library as _loaded
from .calibration import Calibration, Straightened, Verdict, calibrate, straighten
from .checks import Code, Finding, Measures, Verdicts, check, findings, measure
from .fits import Fit, FitRefused, Fits, RobustFit, fit, fit_many, robust
from .limits import Limits, Severity
from .markers import Markers, read
from .moments import Moments
from .motion import Motion
from .scene import Hits, Scene


def kernels() -> str:
    """The widest kernels in use here: baseline, v3 (AVX2) or v4 (AVX-512). They only differ in speed."""
    name: str = _loaded.quadcal_kernels().decode()
    return name


__all__ = [
    "ABI", "Calibration", "Code", "Finding", "Fit", "FitRefused", "Fits", "Hits", "LibraryMismatch", "Limits", "Markers",
    "Measures", "Moments", "Motion", "RobustFit", "Scene", "Severity", "Straightened", "Verdict", "Verdicts", "__version__",
    "calibrate", "check", "findings", "fit", "fit_many", "kernels", "measure", "read", "robust", "straighten",
]
