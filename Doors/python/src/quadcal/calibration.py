"""The motion between two scans with its evidence: a verdict, and the error to expect at any point."""

from __future__ import annotations

import ctypes
import enum
import math
import sys
from typing import Literal, NamedTuple

import numpy
from numpy.typing import ArrayLike, NDArray

from ._arrays import Doubles, doubles, number, one_of, optional, pairs, quads
from ._library import CalibrationResult, Options, Problem, StraighteningResult, address, call, require, words
from ._records import record
from .fits import CHOICES, groups_of, settle
from .motion import Motion

Way = Literal["none", "place", "time", "auto"]
_WAYS: list[Way] = ["none", "place", "time", "auto"]
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
    points = numpy.empty((0, 3)) if at is None else doubles(at, (None, 3), "at")
    s, t, w, g, options = _given(sources, targets, weights, groups, model, robust, bound, choice, tilt_degrees, noise, marker_noise, drift)
    result, problem = CalibrationResult(), Problem()
    errors, inliers = numpy.empty(len(points)), numpy.empty(len(s), numpy.uint8)
    settle(call("calibrate", address(s), address(t), address(w), address(g), len(s), ctypes.byref(options), address(points),
                len(points), ctypes.byref(result), address(errors), address(inliers), ctypes.byref(problem)), problem)
    return _calibration_of(result, errors, inliers)


def _given(sources: ArrayLike, targets: ArrayLike, weights: ArrayLike | None, groups: ArrayLike | None, model: Model, robust: bool,
           bound: float | None, choice: int, tilt_degrees: float | None, noise: float | None, marker_noise: float | None,
           drift: bool) -> tuple[Doubles, Doubles, Doubles | None, NDArray[numpy.int64] | None, Options]:
    """Pairs and options as the library reads them."""
    s, t = pairs(sources, targets)
    w, g = optional(weights, len(s), "weights"), groups_of(groups, len(s))
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
        most = 90 if name == "tilt_degrees" else sys.float_info.max
        if not 0 <= number(value, name) <= most or (value == 0 and name != "marker_noise"):
            raise ValueError(f"{name} is {value}, not {'a number from' if name == 'marker_noise' else 'above'} zero"
                             + (" and at most 90" if name == "tilt_degrees" else " and finite" if value == math.inf else ""))
        setattr(options, name, value)
    return s, t, w, g, options


def _calibration_of(result: CalibrationResult, errors: Doubles, inliers: NDArray[numpy.uint8]) -> Calibration:
    judgements = dict(words("judgement", bit) for bit in range(_JUDGEMENTS) if result.judgements >> bit & 1)
    return Calibration(Motion._found(result.motion), result.growth, _MODELS[result.model], Verdict(result.verdict), judgements,
                       result.rms, result.largest, result.leave_one_out, result.freedom, result.noise,
                       result.error_at_five_metres, errors, inliers.astype(bool))


@record
class Straightened(NamedTuple):
    """Markers of a scan that bends, each moved by the motion and by a shift of its own.

    calibration: The motion that shifts come on top of; its verdict and judgements are about both, and its errors are those of the
        markers' middles.
    by: What the scan was straightened by, place or time; None where all markers have the one motion.
    markers: The moved markers (N, 4, 3), in metres.
    shifts: The shift of each (N, 3), in metres.
    beyond: How much farther from the nearest marker of the fit than ``reach`` each is, in metres or seconds; above 0 its shift fades.
    reach: The distance from which on shifts fade, in metres or seconds; NaN without shifts.
    pins: The number of markers of the fit that shifts rest on.
    leave_one_out: The root mean square of what a marker is off by where the others straighten it, in metres; NaN where it is unknown.
    leave_one_out_of_motion: The same of the one motion.
    """

    calibration: Calibration
    by: Literal["place", "time"] | None
    markers: Doubles
    shifts: Doubles
    beyond: Doubles
    reach: float
    pins: int
    leave_one_out: float
    leave_one_out_of_motion: float


def straighten(sources: ArrayLike, targets: ArrayLike, markers: ArrayLike, *, groups: ArrayLike | None, by: Way = "auto",
               times: ArrayLike | None = None, marker_times: ArrayLike | None = None, weights: ArrayLike | None = None,
               model: Model = "chosen", robust: bool = False, bound: float | None = None, choice: int = 0,
               tilt_degrees: float | None = None, noise: float | None = None, marker_noise: float | None = None,
               drift: bool = True) -> Straightened:
    """Moves markers of a scan that bends: each by the motion of ``calibrate``, and by a shift of its own, with its error.

    Parameters
    ----------
    sources, targets
        (P, 3), in metres, +Y up: the pairs of the markers that both scans have.
    markers
        (N, 4, 3) or (N, 12): the quads to be moved, of the source frame, which verdict and judgements are about.
    groups
        A whole number for each pair, which the corners of one marker share; None says that each pair is a marker's only one.
    by
        place, time, none, or auto: what leaves clearly less where markers are left out in turn, which may be nothing.
    times, marker_times
        When the source of each pair, and each of ``markers``, was made, in seconds of any clock; NaN where it is not known.
    weights to drift
        As in ``calibrate``.

    Returns
    -------
    Straightened
        The moved markers; where ``calibration.verdict`` is FAIL they must not be used.

    Raises
    ------
    FitRefused
        If the pairs determine no motion or show no bend, or a marker has no place or no time, with the reason and its numbers.
    """
    if by not in _WAYS:
        raise ValueError(f"by is {by!r}, which is none of {', '.join(_WAYS)}")
    q = quads(markers, "markers")
    s, t, w, g, options = _given(sources, targets, weights, groups, model, robust, bound, choice, tilt_degrees, noise, marker_noise, drift)
    of_pairs, of_markers = optional(times, len(s), "times"), optional(marker_times, len(q), "marker_times")
    result, problem, inliers = StraighteningResult(), Problem(), numpy.empty(len(s), numpy.uint8)
    moved, found = numpy.empty(q.shape), numpy.empty((len(q), 5))
    settle(call("straighten", address(s), address(t), address(w), address(g), address(of_pairs), len(s), ctypes.byref(options),
                _WAYS.index(by), address(q), address(of_markers), len(q), ctypes.byref(result), address(moved), address(found),
                address(inliers), ctypes.byref(problem)), problem)
    taken: list[Literal["place", "time"] | None] = [None, "place", "time"]
    return Straightened(_calibration_of(result.fit, found[:, 3].copy(), inliers), taken[result.by], moved, found[:, :3].copy(),
                        found[:, 4].copy(), result.reach, result.pins, result.leave_one_out, result.leave_one_out_of_motion)
