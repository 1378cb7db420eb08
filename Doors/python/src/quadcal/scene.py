"""Rays at many quads."""

from __future__ import annotations

import ctypes
import dataclasses
from typing import Literal

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _library
from ._arrays import Doubles, doubles, quads as quads_of
from ._library import address, require
from ._records import record

Face = Literal["any", "front", "back"]
_FACES: dict[Face, int] = {"any": 0, "front": 1, "back": 2}
_RAYS_OF_NO_USE = {-2: "an origin that is not finite", -3: "a direction that is not finite", -4: "no direction: it is 0 0 0",
                   -5: "a range that is not a number"}


@record
@dataclasses.dataclass(frozen=True, eq=False)
class Hits:
    """The first quad that each ray meets, in the order of the rays.

    index: The quad, from 0; -1 where none is hit.
    distance: How far along the ray, in lengths of its direction (metres, if that is 1 long); NaN where none is hit.
    u: Where on the quad, from the side p1 p4 (0) to the side p2 p3 (1), without a unit; NaN where none is hit.
    v: Where on the quad, from the side p1 p2 (0) to the side p4 p3 (1), without a unit; NaN where none is hit.
    face: 1 for the front, the side that the right-hand normal leaves from, on which p1 p2 p3 p4 run anticlockwise; 2 for the back;
        0 where none is hit.
    """

    index: NDArray[numpy.int64]
    distance: Doubles
    u: Doubles
    v: Doubles
    face: NDArray[numpy.uint8]

    @property
    def hit(self) -> NDArray[numpy.bool_]:
        """Whether each ray hits anything."""
        hit: NDArray[numpy.bool_] = self.index >= 0
        return hit


class Scene:
    """Quads made ready for rays. It keeps a copy of them, and any number of threads may look at once.

    A quad with a corner that is not finite keeps its place, and is never hit.
    """

    def __init__(self, quads: ArrayLike) -> None:
        """Takes quads (N, 4, 3) in metres."""
        # Its own copy, so that what is pickled is what is hit.
        self._quads = quads_of(quads).copy()
        self._targets = ctypes.c_void_p()
        require("targets_make", address(self._quads), len(self._quads), ctypes.byref(self._targets))

    def __del__(self) -> None:
        targets = getattr(self, "_targets", None)
        if targets:
            _library.library.quadcal_targets_free(targets)
            self._targets = ctypes.c_void_p()

    def __len__(self) -> int:
        return len(self._quads)

    def __reduce__(self) -> tuple[type[Scene], tuple[Doubles]]:
        return Scene, (self._quads,)

    def nearest(self, origins: ArrayLike, directions: ArrayLike, *, ranges: ArrayLike | None = None, face: Face = "any") -> Hits:
        """The first quad that each ray meets, exactly: rays between two quads with a common edge never slip through.

        Origins are (N, 3) in metres, directions (N, 3) of any length but zero, ranges (N, 2) in lengths of the directions; ``face``
        is any, front or back. A range that ends before it begins hits nothing. A ray that cannot be cast is an error with its place.
        """
        o, d = doubles(origins, (None, 3), "origins"), doubles(directions, (None, 3), "directions")
        if len(o) != len(d):
            raise ValueError(f"{len(o)} origins for {len(d)} directions")
        if face not in _FACES:
            raise ValueError(f"the face {face!r} is none of {', '.join(_FACES)}")
        rays = numpy.hstack([o, d])
        limits = None if ranges is None else doubles(ranges, (len(o), 2), "ranges")
        index, faces = numpy.empty(len(o), numpy.int64), numpy.empty(len(o), numpy.uint8)
        numbers = numpy.empty((len(o), 3))
        require("nearest", self._targets, address(rays), address(limits), len(o), _FACES[face], 0, address(index),
                address(numbers), address(faces))
        if len(index) and index.min() < -1:
            place = int(numpy.flatnonzero(index < -1)[0])
            raise ValueError(f"ray {place} has {_RAYS_OF_NO_USE[int(index[place])]}")
        return Hits(index, numbers[:, 0], numbers[:, 1], numbers[:, 2], faces)
