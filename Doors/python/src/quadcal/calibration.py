"""The motion between two scans with its evidence: a verdict, and the error to expect at any point."""

from __future__ import annotations

import ctypes
import enum
from typing import Literal, NamedTuple

import numpy
from numpy.typing import ArrayLike, NDArray

from ._arrays import Doubles, doubles, number, one_of, optional, pairs
from ._library import CalibrationResult, Options, Problem, address, call, require, words
from ._records import record
from .fits import CHOICES, groups_of, settle
from .motion import Motion

Model = Literal["chosen", "translation", "yaw", "gravity", "rigid", "similarity"]
_MODELS: list[Model] = ["chosen", "translation", "yaw", "gravity", "rigid", "similarity"]
_JUDGEMENTS = 13


class Verdict(enum.IntEnum):
    """What all judgements come to: a motion that fails must not be used."""

    PASS = 0
    WARN = 1
    FAIL = 2


@record
class Calibration(NamedTuple):
    """A motion from sources to targets, its evidence and a verdict.

    motion: The motion; of a similarity, without its growth.
    growth: The ratio of lengths of targets to sources, a number without a unit; 1 unless a similarity was asked for.
    model: The model that was fitted: translation, yaw, gravity, rigid or similarity.
    verdict: What all judgements come to, about the use of the motion at the points of ``at``, or at the sources where none are
        given.
    judgements: The names of the judgements, such as "WEAK_GEOMETRY", each with a sentence; about the same points as the verdict.
    rms: The root mean square of the residuals, in metres.
    largest: The largest residual, in metres.
    leave_one_out: The root mean square residual of pairs under fits without their group, in metres; NaN where it is unknown.
    freedom: The degrees of freedom that are left, a number without a unit: coordinates less what the motion used up.
    noise: The standard deviation of one coordinate of a residual, in metres; NaN where it is unknown.
    error_at_five_metres: The 95 % error 5 m from the pairs' centre, where it is largest, in metres; NaN where it is unknown.
    errors: For each point of ``at``, the distance from its true place that the moved point stays within in 95 of 100 cases, in
        metres; NaN where the pairs cannot tell.
    inliers: Whether each pair counts, or was rejected.
    """

    motion: Motion
    growth: float
    model: Model
    verdict: Verdict
    judgements: dict[str, str]
    rms: float
    largest: float
    leave_one_out: float
    freedom: float
    noise: float
    error_at_five_metres: float
    errors: Doubles
    inliers: NDArray[numpy.bool_]


def calibrate(sources: ArrayLike, targets: ArrayLike, *, at: ArrayLike | None = None, weights: ArrayLike | None = None,
              groups: ArrayLike | None = None, model: Model = "chosen", robust: bool = False, bound: float | None = None,
              choice: int = 0, tilt_degrees: float | None = None, noise: float | None = None, marker_noise: float | None = None,
              drift: bool = True) -> Calibration:
    """Fits the motion between two scans, judges it, and predicts its error at points of the source frame.

    Parameters
    ----------
    sources, targets
        (P, 3), in metres, +Y up.
    at
        (N, 3): where the motion will be used, which errors, verdict and judgements are about. Without it, verdict and judgements are
        about the sources, and no errors are predicted.
    weights
        Of each pair, at least 0; without them all count the same.
    groups
        A whole number for each pair, which the corners of one marker share.
    model
        chosen (the rigid motion with gravity's help; where pairs fix no tilt, yaw; of one pair, a translation), or another.
    robust
        Whether wrong pairs are rejected; only then may there be ``bound`` and ``choice``, as in ``quadcal.robust``.
    tilt_degrees
        How level each frame is taken to be, 0.5 unless it is given.
    noise, marker_noise
        The standard deviation of one coordinate of a residual, and of what the pairs of a group share, in metres; they are estimated
        unless they are given.
    drift
        Whether predictions have an allowance for drift, since scans bend as they are made: as much as the residuals show and more
        beyond the pairs. They are wider than the spread of made-up scenes that have none.

    Returns
    -------
    Calibration
        The motion with its verdict; one that is FAIL must not be used.

    Raises
    ------
    FitRefused
        If the pairs determine no motion, with the reason and its numbers.
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
    return Calibration(Motion._found(result.motion), result.growth, _MODELS[result.model], Verdict(result.verdict), judgements,
                       result.rms, result.largest, result.leave_one_out, result.freedom, result.noise,
                       result.error_at_five_metres, errors, inliers.astype(bool))
