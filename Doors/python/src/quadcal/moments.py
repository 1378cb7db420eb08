"""Sums over pairs that can be stored, sent, merged and fitted: one motion over parts that do not meet."""

from __future__ import annotations

import ctypes
from typing import Iterable

import numpy
from numpy.typing import ArrayLike

from ._arrays import doubles, pairs
from ._library import FitResult, Problem, address, call, require
from .fits import Fit, fit_of, settle

#: The pairs of a chunk: parts that begin at its multiples, merged in order, have the bits of one pass.
CHUNK = 65_536
_NUMBERS = 38


class Moments:
    """Sums over pairs, one row of 38 numbers per chunk, in order.

    Chunks are merged only when they are asked for, all in order: ``(Moments.of(a) + Moments.of(b)).fit()`` has the bits of
    ``Moments.of(both).fit()`` if ``a`` has a multiple of 65,536 pairs, and may differ in its last digits if not. ``quadcal.fit`` of the
    pairs themselves is reckoned in another way, and may differ in its last digits, too.
    """

    __slots__ = ("_chunks",)

    def __init__(self, chunks: ArrayLike | None = None) -> None:
        self._chunks = numpy.empty((0, _NUMBERS)) if chunks is None else doubles(chunks, (None, _NUMBERS), "chunks").copy()

    @classmethod
    def of(cls, sources: ArrayLike, targets: ArrayLike) -> Moments:
        """The moments of pairs, sources and targets (P, 3) in metres."""
        s, t = pairs(sources, targets)
        chunks = numpy.empty((-(-len(s) // CHUNK), _NUMBERS))
        problem = Problem()
        for row, start in zip(chunks, range(0, len(s), CHUNK)):
            a, b = s[start:start + CHUNK], t[start:start + CHUNK]
            status = call("moments", address(a), address(b), len(a), 0, address(row), ctypes.byref(problem))
            if problem.index >= 0:
                problem.index += start
            settle(status, problem)
        return cls(chunks)

    def __add__(self, other: Moments) -> Moments:
        """The moments of these pairs and, after them, those."""
        if not isinstance(other, Moments):
            return NotImplemented
        return Moments(numpy.concatenate([self._chunks, other._chunks]))

    @staticmethod
    def joined(parts: Iterable[Moments]) -> Moments:
        """The moments of all parts, in their order."""
        rows = [part._chunks for part in parts]
        return Moments(numpy.concatenate(rows) if rows else None)

    def merged(self) -> Moments:
        """The same in one row, which merges with others to the last digits only."""
        row = numpy.empty((1, _NUMBERS))
        require("moments_merge", address(self._chunks), len(self._chunks), address(row))
        return Moments(row)

    def fit(self) -> Fit:
        """The fit to all pairs."""
        row = self.merged()._chunks
        result, problem = FitResult(), Problem()
        settle(call("moments_fit", address(row), ctypes.byref(result), ctypes.byref(problem)), problem)
        return fit_of(result)

    def __bytes__(self) -> bytes:
        """All numbers, little-endian: 304 bytes a chunk."""
        return self._chunks.astype("<f8").tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Moments:
        """The moments in bytes; those that no pairs have are refused."""
        if len(data) % (8 * _NUMBERS):
            raise ValueError(f"moments are a multiple of {8 * _NUMBERS} bytes, not {len(data)}")
        chunks = numpy.frombuffer(data, "<f8").astype(numpy.float64).reshape(-1, _NUMBERS)
        moments = cls(chunks)
        moments.merged()
        return moments

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        return Moments.from_bytes, (bytes(self),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moments) and bytes(self) == bytes(other)

    def __hash__(self) -> int:
        return hash(bytes(self))

    def __repr__(self) -> str:
        return f"Moments({len(self._chunks)} chunks)"
