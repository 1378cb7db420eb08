"""The rigid motion between points that correspond: one, many, and with wrong pairs among them."""

from __future__ import annotations

import ctypes
import dataclasses
import math
from typing import Any, Literal, NamedTuple, overload

import numpy
from numpy.typing import ArrayLike, NDArray

from ._arrays import Doubles, doubles, number, one_of, optional, pairs, several, unmasked
from ._library import FitResult, Problem, RobustResult, address, call, require, words
from ._records import record
from .motion import Motion

Solver = Literal["default", "fast", "exact"]
_SOLVERS: dict[Solver, int] = {"default": 0, "fast": 1, "exact": 2}
_FIRST_REFUSAL = 100

#: Of the motions that most pairs follow: none, or the first or second where their support is nearly equal.
CHOICES = range(3)


class FitRefused(ValueError):
    """The pairs determine no motion, and the numbers that show it."""

    def __init__(self, code: str, text: str, side: str | None = None, index: int | None = None, values: tuple[float, ...] = ()) -> None:
        super().__init__(code, text, side, index, values)
        #: The name of the reason, such as "POINTS_ON_LINE".
        self.code = code
        #: A sentence about it.
        self.text = text
        #: "sources" or "targets", where it is about one of them.
        self.side = side
        #: The pair, point or model from 0, where it is about one.
        self.index = index
        #: The numbers of the reason, in the order that quadcal.h gives.
        self.values = values

    def __eq__(self, other: object) -> bool:
        return type(other) is FitRefused and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)

    def __str__(self) -> str:
        place = "" if self.index is None else f" (at {self.index}{'' if self.side is None else ' of the ' + self.side})"
        counts = " ({:.0f} of {:.0f})".format(*self.values) if self.code.startswith("TOO_FEW") and len(self.values) == 2 else ""
        return f"{self.code}: {self.text}{counts}{place}"


def settle(status: int, problem: Problem) -> None:
    """Raises what a status says, if it is not that all is well."""
    if status == 0:
        return
    code, text = words("status", status)
    if status < _FIRST_REFUSAL:
        raise ValueError(f"{code}: {text}")
    side = (None, "sources", "targets")[problem.side + 1]
    values = tuple(value for value in problem.values if not math.isnan(value))
    raise FitRefused(code, text, side, problem.index if problem.index >= 0 else None, values)


@record
class Fit(NamedTuple):
    """A motion from sources to targets, and how well it fits.

    motion: The motion from sources to targets.
    rms: The root mean square of the residuals by weight, in metres.
    digits: The decimal digits promised of the rotation, at most 16.
    singular_values: Of the weighted cross-covariance, largest first, in square metres.
    solver: The solver that gave the answer: default, fast or exact.
    """

    motion: Motion
    rms: float
    digits: float
    singular_values: tuple[float, float, float]
    solver: Solver


def fit_of(result: FitResult) -> Fit:
    """The fit in a structure of the library."""
    values: Any = tuple(result.singular_values)
    return Fit(Motion._found(result.motion), result.rms, result.digits, values, list(_SOLVERS)[result.solver])


def fit(sources: ArrayLike, targets: ArrayLike, weights: ArrayLike | None = None, *, solver: Solver = "default") -> Fit:
    """Fits the rigid motion that brings sources nearest to targets by least squares.

    Parameters
    ----------
    sources, targets
        (P, 3), in metres.
    weights
        Of each pair, at least 0; without them all count the same.
    solver
        default (all digits of a double), fast (at least 15) or exact (the bits of default by another way, for fewer than 16,384 pairs).

    Returns
    -------
    Fit
        The motion, which judges nothing; ``calibrate`` does.

    Raises
    ------
    FitRefused
        If the pairs determine no motion, with the reason and its numbers.
    """
    s, t = pairs(sources, targets)
    w = optional(weights, len(s), "weights")
    if solver not in _SOLVERS:
        raise ValueError(f"the solver {solver!r} is none of {', '.join(_SOLVERS)}")
    result, problem = FitResult(), Problem()
    settle(call("fit", address(s), address(t), address(w), len(s), _SOLVERS[solver], ctypes.byref(result), ctypes.byref(problem)),
           problem)
    return fit_of(result)


@record
@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Fits:
    """The motions of many problems, in their order; one is taken by its place, which raises ``FitRefused`` where it is refused.

    numbers: The 18 numbers of each motion, (G, 18), which ``Motion`` takes; NaN where it is refused.
    statuses: 0, or the status of each refusal, whose name ``code`` gives.
    refused: The number of problems refused.
    """

    numbers: Doubles
    statuses: NDArray[numpy.int32]
    refused: int

    @property
    def rotations(self) -> Doubles:
        """The rotations as matrices (G, 3, 3)."""
        return self.numbers[:, :9].reshape(-1, 3, 3).transpose(0, 2, 1)

    def code(self, place: int) -> str | None:
        """The name of the reason for which a problem is refused, or None."""
        status = int(self.statuses[place])
        return words("status", status)[0] if status else None

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, place: int) -> Motion: ...

    @overload
    def __getitem__(self, place: slice | ArrayLike) -> Fits: ...

    def __getitem__(self, place: int | slice | ArrayLike) -> Motion | Fits:
        """The motion of one problem, or the fits of those that a slice or an array of integers or truth values chooses."""
        if not isinstance(place, (int, numpy.integer)):
            chosen = several(place)
            statuses = self.statuses[chosen]
            return Fits(self.numbers[chosen], statuses, int(numpy.count_nonzero(statuses)))
        status = int(self.statuses[place])
        if status:
            raise FitRefused(*words("status", status), index=range(len(self))[place])
        return Motion(self.numbers[place])

    def __repr__(self) -> str:
        return f"Fits({len(self)} problems, {self.refused} refused)"


def fit_many(sources: ArrayLike, targets: ArrayLike) -> Fits:
    """Fits many problems of equally many pairs, sources and targets (G, P, 3).

    Each has the bits of ``fit(..., solver="fast")``.
    """
    s, t = doubles(sources, (None, None, 3), "sources"), doubles(targets, (None, None, 3), "targets")
    if s.shape != t.shape:
        raise ValueError(f"sources have the shape {s.shape} and targets {t.shape}")
    problems, points = s.shape[:2]
    if points == 0 and problems:
        raise ValueError("problems have no pairs")
    numbers, statuses, refused = numpy.empty((problems, 18)), numpy.empty(problems, numpy.int32), ctypes.c_int64()
    require("fit_many", address(s), address(t), problems, max(points, 1), 0, address(numbers), address(statuses),
            ctypes.byref(refused))
    return Fits(numbers, statuses, refused.value)


@record
class RobustFit(NamedTuple):
    """The motion that most pairs follow.

    fit: The fit to all pairs that follow.
    inliers: Whether each pair follows.
    support: The number of pairs that follow, or of groups where there are any.
    needed_support: The least support that chance does not bring.
    bound: The largest residual of a pair that follows, in metres.
    bound_was_estimated: Whether the bound was estimated, and not given.
    rival: A clearly different motion that other pairs follow, or None.
    rival_support: The support of the rival; 0 without one.
    margin: The share of the support by which the motion leads its rival, 0 to 1; 1 without one.
    """

    fit: Fit
    inliers: NDArray[numpy.bool_]
    support: int
    needed_support: int
    bound: float
    bound_was_estimated: bool
    rival: Motion | None
    rival_support: int
    margin: float

    @property
    def motion(self) -> Motion:
        """The motion from sources to targets."""
        return self.fit.motion


def groups_of(groups: ArrayLike | None, count: int) -> NDArray[numpy.int64] | None:
    """A column of group numbers, where there is one."""
    if groups is None:
        return None
    array = unmasked(groups, "groups")
    if array.dtype.kind not in "iu":
        raise TypeError(f"groups holds {array.dtype}, not integers")
    if array.shape != (count,):
        raise ValueError(f"groups has the shape {array.shape}, not ({count})")
    return numpy.ascontiguousarray(array, dtype=numpy.int64)


def robust(sources: ArrayLike, targets: ArrayLike, weights: ArrayLike | None = None, *, groups: ArrayLike | None = None,
           bound: float | None = None, choice: int = 0) -> RobustFit:
    """Fits the motion that most pairs follow, when some, or nearly all, of them are wrong; nothing is drawn at random.

    Parameters
    ----------
    sources, targets
        (P, 3), in metres.
    weights
        Of each pair, at least 0; without them all count the same.
    groups
        A whole number for each pair; those of the same one move together, such as the corners of a marker.
    bound
        The largest residual of a pair that follows, in metres; without it, it is estimated.
    choice
        1 or 2 takes one of two motions of nearly equal support, which otherwise are refused.

    Returns
    -------
    RobustFit
        The motion, which pairs follow it, and its rival.

    Raises
    ------
    FitRefused
        If the pairs determine no motion, or two.
    """
    s, t = pairs(sources, targets)
    w, g = optional(weights, len(s), "weights"), groups_of(groups, len(s))
    if bound is not None and not number(bound, "bound") > 0:
        raise ValueError(f"bound is {bound}, not a length above zero")
    result, problem, inliers = RobustResult(), Problem(), numpy.empty(len(s), numpy.uint8)
    settle(call("robust", address(s), address(t), address(w), address(g), len(s), bound or 0.0, one_of(choice, CHOICES, "choice"),
                ctypes.byref(result), address(inliers), ctypes.byref(problem)), problem)
    rival = Motion._found(result.rival) if result.rival_support else None
    return RobustFit(fit_of(result.fit), inliers.astype(bool), result.support, result.needed_support, result.bound,
                     bool(result.bound_was_estimated), rival, result.rival_support, result.margin)
