"""Checks and measures of many quads at once."""

from __future__ import annotations

import ctypes
import dataclasses
import enum
from typing import Iterator, NamedTuple, overload

import numpy
from numpy.typing import ArrayLike, NDArray

from ._arrays import Doubles, doubles, quads as quads_of, several
from ._library import address, require, words
from ._records import record
from .limits import Limits, structure_of


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
    """The findings of each quad, in their order.

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
    """Finds everything wrong with quads (N, 4, 3) in metres, each by itself; NaN is a finding and no error.

    With ``facing``, a direction, the right-hand normal of every quad should share it. Shape is judged exactly.
    """
    corners = quads_of(quads)
    codes, severity = numpy.empty(len(corners), numpy.uint32), numpy.empty(len(corners), numpy.uint8)
    direction = None if facing is None else doubles(facing, (3,), "facing")
    faulty = ctypes.c_int64()
    require("check", address(corners), len(corners), address(direction), structure_of(limits), 0,
            address(codes), address(severity), ctypes.byref(faulty))
    return Verdicts(codes, severity, faulty.value)


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
