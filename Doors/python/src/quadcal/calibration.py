"""The motion between two scans with its evidence: a verdict, and the error to expect at any point."""

from __future__ import annotations

import ctypes
import enum
from typing import NamedTuple

import numpy
from numpy.typing import ArrayLike, NDArray

from ._arrays import Doubles, doubles, number, one_of, optional, pairs
from ._library import CalibrationResult, Options, Problem, address, call, require, words
from .fits import CHOICES, groups_of, settle
from .motion import Motion

_MODELS = ["chosen", "translation", "yaw", "gravity", "rigid", "similarity"]
_JUDGEMENTS = 13


class Verdict(enum.IntEnum):
    """What all judgements come to: a motion that fails must not be used."""

    PASS = 0
    WARN = 1
    FAIL = 2


class Calibration(NamedTuple):
    """A motion from sources to targets, its evidence and a verdict."""

    #: The motion; of a similarity, without its growth.
    motion: Motion
    #: The ratio of lengths of targets to sources; 1 unless a similarity was asked for.
    growth: float
    #: The model that was fitted.
    model: str
    verdict: Verdict
    #: The names of the judgements, such as "WEAK_GEOMETRY", each with a sentence.
    judgements: dict[str, str]
    #: The root mean square of the residuals, the largest, and the root mean square under fits without their group, in metres.
    rms: float
    largest: float
    leave_one_out: float
    #: The degrees of freedom that are left, and the deviation of a coordinate of a residual, in metres.
    freedom: float
    noise: float
    #: The 95 % error 5 m from the pairs' centre, where it is largest, in metres.
    error_at_five_metres: float
    #: The distance that each point of ``at`` stays within in 95 of 100 cases once moved, in metres; NaN where the pairs cannot tell.
    errors: Doubles
    #: Whether each pair counts, or was rejected.
    inliers: NDArray[numpy.bool_]


def calibrate(sources: ArrayLike, targets: ArrayLike, *, at: ArrayLike | None = None, weights: ArrayLike | None = None,
              groups: ArrayLike | None = None, model: str = "chosen", robust: bool = False, bound: float | None = None,
              choice: int = 0, tilt_degrees: float | None = None, noise: float | None = None, marker_noise: float | None = None,
              drift: bool = True) -> Calibration:
    """Fits the motion between two scans, judges it, and predicts its error at points of the source frame.

    Corners of one marker share a number in ``groups``. ``model`` is chosen (the rigid motion with gravity's help, +Y up; where pairs
    fix no tilt, yaw; of one pair, a translation), or one of translation, yaw, gravity, rigid and similarity. With ``robust``, wrong
    pairs are rejected. ``noise`` and ``marker_noise`` are deviations in metres where they are known, ``drift=False`` reckons with
    none. Pairs that determine no motion raise ``FitRefused``.
    """
    s, t = pairs(sources, targets)
    w, g = optional(weights, len(s), "weights"), groups_of(groups, len(s))
    points = numpy.empty((0, 3)) if at is None else doubles(at, (None, 3), "at")
    if model not in _MODELS:
        raise ValueError(f"the model {model!r} is none of {', '.join(_MODELS)}")
    options = Options()
    require("options_usual", ctypes.byref(options))
    options.model, options.is_robust, options.no_drift = _MODELS.index(model), robust, not drift
    options.choice = one_of(choice, CHOICES, "choice")
    if not robust and (choice or bound is not None):
        raise ValueError("bound and choice are about which pairs are rejected, and need robust=True")
    given = {"tilt_degrees": tilt_degrees, "noise": noise, "marker_noise": marker_noise, "bound": bound}
    for name, value in given.items():
        if value is None:
            continue
        # That the pairs of a marker share no error can be said, by 0.
        if not number(value, name) >= 0 or (value == 0 and name != "marker_noise"):
            raise ValueError(f"{name} is {value}, not {'a number from' if name == 'marker_noise' else 'above'} zero")
        setattr(options, name, value)
    result, problem = CalibrationResult(), Problem()
    errors, inliers = numpy.empty(len(points)), numpy.empty(len(s), numpy.uint8)
    settle(call("calibrate", address(s), address(t), address(w), address(g), len(s), ctypes.byref(options), address(points),
                len(points), ctypes.byref(result), address(errors), address(inliers), ctypes.byref(problem)), problem)
    judgements = dict(words("judgement", bit) for bit in range(_JUDGEMENTS) if result.judgements >> bit & 1)
    return Calibration(Motion(numpy.array(result.motion)), result.growth, _MODELS[result.model], Verdict(result.verdict), judgements,
                       result.rms, result.largest, result.leave_one_out, result.freedom, result.noise,
                       result.error_at_five_metres, errors, inliers.astype(bool))
