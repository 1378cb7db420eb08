"""Checks and measures of many quads at once."""

from __future__ import annotations

import ctypes
import dataclasses
import enum
import html
import math
from typing import TYPE_CHECKING, Iterator, NamedTuple, overload

import numpy
from numpy.typing import ArrayLike, NDArray

from ._arrays import Doubles, doubles, quads as quads_of, several, unmasked
from ._extras import needed
from ._library import Finding as FindingStructure, address, require, words
from ._records import record
from .limits import Limits, Severity, structure_of

if TYPE_CHECKING:
    import pandas


class Code(enum.IntFlag):
    """What may be wrong with a quad. The names are those of quadcal's reports and never change their meaning."""

    WRONG_SHAPE = 1 << 0
    NON_FINITE = 1 << 1
    OUT_OF_RANGE = 1 << 2
    DUPLICATE_CORNERS = 1 << 3
    ZERO_AREA = 1 << 4
    SELF_INTERSECTING = 1 << 5
    CONCAVE = 1 << 6
    NON_PLANAR = 1 << 7
    FOLDED = 1 << 8
    TOO_SMALL = 1 << 9
    TOO_LARGE = 1 << 10
    STRAIGHT_CORNER = 1 << 11
    ASPECT_RATIO = 1 << 12
    WINDING = 1 << 13
    NOT_RECTANGULAR = 1 << 14

    @property
    def names(self) -> list[str]:
        """The names of all codes in it, such as ["TOO_SMALL"]."""
        return [code.name or "" for code in Code if code & self]

    @property
    def texts(self) -> list[str]:
        """A sentence for each of them."""
        return [words("code", int(code).bit_length() - 1)[1] for code in Code if code & self]


@record
@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Verdicts:
    """The findings of each quad, in their order. It is true if all quads are sound: ``if not quadcal.check(quads): ...``

    codes: The bits of ``Code`` of each quad; 0 where it is sound.
    severity: The ``Severity`` of each quad's gravest finding.
    faulty: The number of quads with any finding.
    """

    codes: NDArray[numpy.uint32]
    severity: NDArray[numpy.uint8]
    faulty: int

    @property
    def sound(self) -> NDArray[numpy.bool_]:
        """Whether each quad has no finding at all."""
        sound: NDArray[numpy.bool_] = self.codes == 0
        return sound

    def __len__(self) -> int:
        return len(self.codes)

    def __bool__(self) -> bool:
        return self.faulty == 0

    def to_frame(self) -> pandas.DataFrame:
        """A row per quad with the columns sound, severity and findings. Needs pandas."""
        frame: pandas.DataFrame = needed("pandas", "pandas").DataFrame({
            "sound": self.sound, "severity": [Severity(int(severity)).name for severity in self.severity],
            "findings": [" ".join(code.names) for code in self]})
        return frame

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(name)}</td><td>{count}</td></tr>" for name, count in self.counts().items())
        table = f"<table><tr><th>finding</th><th>quads</th></tr>{rows}</table>" if rows else ""
        return f"<p>{len(self)} quads, {self.faulty} faulty</p>{table}"

    @overload
    def __getitem__(self, place: int) -> Code: ...

    @overload
    def __getitem__(self, place: slice | ArrayLike) -> Verdicts: ...

    def __getitem__(self, place: int | slice | ArrayLike) -> Code | Verdicts:
        """The findings of one quad, or the verdicts of those that a slice or an array of integers or truth values chooses."""
        if isinstance(place, (int, numpy.integer)):
            return Code(int(self.codes[place]))
        chosen = several(place)
        codes = self.codes[chosen]
        return Verdicts(codes, self.severity[chosen], int(numpy.count_nonzero(codes)))

    def __iter__(self) -> Iterator[Code]:
        return map(Code, self.codes.tolist())

    def counts(self) -> dict[str, int]:
        """How many quads have each code, of those that occur."""
        counted = {code.name or "": int(numpy.count_nonzero(self.codes & int(code))) for code in Code}
        return {name: count for name, count in counted.items() if count}

    def __repr__(self) -> str:
        return f"Verdicts({len(self)} quads, {self.faulty} faulty: {self.counts()})"


def check(quads: ArrayLike, *, limits: Limits | None = None, facing: ArrayLike | None = None) -> Verdicts:
    """Finds everything wrong with quads, each by itself. Shape is judged exactly.

    Parameters
    ----------
    quads
        (N, 4, 3) or (N, 12), in metres. NaN is a finding and no error.
    limits
        The app's without them.
    facing
        The direction that right-hand normals should share, (3,); without it, winding is not checked.

    Returns
    -------
    Verdicts
        In the order of the quads; ``findings`` has the numbers and places of one of them.
    """
    corners = quads_of(quads)
    codes, severity = numpy.empty(len(corners), numpy.uint32), numpy.empty(len(corners), numpy.uint8)
    direction = None if facing is None else doubles(facing, (3,), "facing")
    faulty = ctypes.c_int64()
    require("check", address(corners), len(corners), address(direction), structure_of(limits), 0,
            address(codes), address(severity), ctypes.byref(faulty))
    return Verdicts(codes, severity, faulty.value)


class Finding(NamedTuple):
    """One thing that is wrong with a quad.

    code: What is wrong.
    severity: How grave it is.
    value: What was measured, in the unit, or None.
    limit: What it was held against, or None.
    unit: metres, square metres, radians, ratio, numbers, or None.
    location: Where it is, in metres: the crossing, or the worst corner; or None.
    corner: The corner it is about, 0 for p1; of an edge, its first; or None.
    coordinate: The coordinate it is about, 0 for x; or None.
    order: The order of the corners that fixes it, from 0, or None.
    flatten: Whether moving the corners into their common plane fixes it.
    """

    code: Code
    severity: Severity
    value: float | None
    limit: float | None
    unit: str | None
    location: tuple[float, float, float] | None
    corner: int | None
    coordinate: int | None
    order: tuple[int, int, int, int] | None
    flatten: bool


_UNITS = (None, "metres", "square metres", "radians", "ratio", "numbers")
_MOST_FINDINGS = 32


def findings(quad: ArrayLike, *, limits: Limits | None = None, facing: ArrayLike | None = None) -> list[Finding]:
    """What is wrong with one quad: what, where, how much, and what would fix it.

    Parameters
    ----------
    quad
        (4, 3) or (12,), in metres.
    limits, facing
        As of ``check``.

    Returns
    -------
    list of Finding
        In the order in which the layers of the check find them; empty if the quad is sound.
    """
    array = unmasked(quad, "quad")
    if array.ndim > 1 and array.shape != (4, 3):
        raise ValueError(f"quad has the shape {array.shape}, not (4, 3) or (12,); quadcal.check takes many")
    corners = quads_of(array[None], "quad")
    direction = None if facing is None else doubles(facing, (3,), "facing")
    found, count = (FindingStructure * _MOST_FINDINGS)(), ctypes.c_int64()
    require("findings", address(corners), address(direction), structure_of(limits), found, _MOST_FINDINGS, ctypes.byref(count))

    def known(number: float) -> float | None:
        return None if math.isnan(number) else number

    def placed(place: int) -> int | None:
        return None if place < 0 else place

    result = []
    for one in found[:min(count.value, _MOST_FINDINGS)]:
        x, y, z = one.location
        a, b, c, d = one.order
        result.append(Finding(
            Code(1 << one.code), Severity(one.severity), known(one.value), known(one.limit), _UNITS[one.unit],
            None if math.isnan(x) else (x, y, z), placed(one.corner), placed(one.coordinate), None if a < 0 else (a, b, c, d),
            one.fix == 2))
    return result


@record
class Measures(NamedTuple):
    """The measures of each quad, in their order.

    center: The mean of the corners, (N, 3), in metres.
    normal: The right-hand normal, (N, 3), of length 1; 0 0 0 where the quad has none.
    area: The length of the vector area, (N,), in square metres.
    flatness: How far the corners are from their common plane, (N,), in metres; NaN where there is none.
    """

    center: Doubles
    normal: Doubles
    area: Doubles
    flatness: Doubles


def measure(quads: ArrayLike) -> Measures:
    """Measures quads (N, 4, 3) in metres."""
    corners = quads_of(quads)
    numbers = numpy.empty((len(corners), 8))
    require("measure", address(corners), len(corners), 0, address(numbers))
    return Measures(numbers[:, 0:3], numbers[:, 3:6], numbers[:, 6], numbers[:, 7])
