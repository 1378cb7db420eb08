"""The limits of a check, and how grave what it finds is."""

from __future__ import annotations

import ctypes
import enum
import functools
from typing import Any, Literal, overload

from . import _library
from ._arrays import number
from ._library import require


Profile = Literal["app", "strict"]


class Severity(enum.IntEnum):
    """The weight of the gravest finding of a quad."""

    SOUND = 0
    HINT = 1
    INFO = 2
    WARNING = 3
    ERROR = 4


class _Limit:
    """A number of the library's structure, read and set as an attribute of ``Limits``."""

    def __init__(self, text: str) -> None:
        self.__doc__ = text

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, limits: None, owner: type) -> _Limit: ...

    @overload
    def __get__(self, limits: Limits, owner: type) -> float: ...

    def __get__(self, limits: Limits | None, owner: type) -> _Limit | float:
        return self if limits is None else float(getattr(limits._structure, self._name))

    def __set__(self, limits: Limits, value: float) -> None:
        if not number(value, self._name) >= 0:
            raise ValueError(f"the limit {self._name} is {value}, not a number from 0")
        setattr(limits._structure, self._name, value)


class Limits:
    """The limits of a check. A value equal to its limit is sound.

    ``Limits(longest_edge=3)`` are the app's but for one; ``Limits("strict")`` are those for markers that other things are measured
    by. Each is an attribute that can be read and set:

    ==================  ========  ========  =====  =================================================
    limit                    app    strict   unit  of what
    ==================  ========  ========  =====  =================================================
    snap                   0.001     0.001      m  corners nearer than this are one
    flatness_warning        0.01     0.003      m  a warning beyond it
    flatness_error         0.025      0.01      m  an error beyond it
    fold_angle            0.3491    0.3491    rad  between the halves of a folded quad (20 degrees)
    shortest_edge          0.005     0.005      m
    longest_edge              20        20      m
    aspect_ratio              50        50         the longest edge by the shortest
    largest_coordinate     10000     10000      m  its magnitude
    straight_angle       0.03491   0.03491    rad  of a corner from 0 or 180 degrees (2 degrees)
    rectangle_angle      0.08727   0.08727    rad  of a corner from 90 degrees (5 degrees)
    fold_severity        WARNING     ERROR         ``Severity`` of a fold, HINT to ERROR
    ==================  ========  ========  =====  =================================================
    """

    __slots__ = ("_structure",)
    _structure: _library.Limits
    _profiles: dict[Profile, int] = {"app": 0, "strict": 1}

    snap = _Limit("Corners nearer than this are one, in metres.")
    flatness_warning = _Limit("The flatness beyond which there is a warning, in metres.")
    flatness_error = _Limit("The flatness beyond which there is an error, in metres.")
    fold_angle = _Limit("The angle between its halves beyond which a quad is folded, in radians.")
    shortest_edge = _Limit("The length below which an edge is too short, in metres.")
    longest_edge = _Limit("The length beyond which an edge is too long, in metres.")
    aspect_ratio = _Limit("The longest edge by the shortest beyond which a quad is too narrow.")
    largest_coordinate = _Limit("The magnitude beyond which a coordinate is out of range, in metres.")
    straight_angle = _Limit("A corner nearer than this to 0 or 180 degrees is straight, in radians.")
    rectangle_angle = _Limit("A corner further than this from 90 degrees is no rectangle's, in radians.")

    def __init__(self, profile: Profile = "app", *, fold_severity: Severity | int | None = None, **limits: float) -> None:
        if not isinstance(profile, str):
            raise TypeError(f"profile is {profile!r}, not a text; limits have names: Limits(longest_edge=3)")
        if profile not in Limits._profiles:
            raise ValueError(f"the profile {profile!r} is none of {', '.join(Limits._profiles)}")
        self._structure = _library.Limits()
        require("limits_of", Limits._profiles[profile], ctypes.byref(self._structure))
        for name, value in limits.items():
            if name not in _NAMES:
                raise TypeError(f"there is no limit {name!r}; there are {', '.join(_NAMES)}, fold_severity")
            setattr(self, name, value)
        if fold_severity is not None:
            self.fold_severity = fold_severity

    @property
    def fold_severity(self) -> Severity:
        """How grave a fold is, HINT to ERROR."""
        return Severity(self._structure.fold_severity)

    @fold_severity.setter
    def fold_severity(self, value: Severity | int) -> None:
        if value not in list(Severity)[1:]:
            raise ValueError(f"fold_severity is {value!r}, not a Severity from HINT to ERROR")
        self._structure.fold_severity = int(value)

    def _values(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in (*_NAMES, "fold_severity")}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Limits) and self._values() == other._values()

    __hash__ = None  # type: ignore[assignment]  # they change

    def __reduce__(self) -> tuple[Any, ...]:
        return functools.partial(Limits, **self._values()), ()

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in _NAMES)
        return f"Limits({shown}, fold_severity=Severity.{self.fold_severity.name})"


_NAMES = [name for name, kind in vars(Limits).items() if isinstance(kind, _Limit)]


def structure_of(limits: Limits | None) -> Any:
    """The limits as the library takes them; without any, the app's."""
    if limits is None:
        return None
    if not isinstance(limits, Limits):
        raise TypeError(f"limits is {limits!r}, not a quadcal.Limits, such as Limits('strict') or Limits(longest_edge=3)")
    return ctypes.byref(limits._structure)
