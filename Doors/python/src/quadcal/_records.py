"""What is the same in all records that are given back: their fields are documented one by one, and they are equal by value."""

from __future__ import annotations

import inspect
import re
from typing import Any, TypeVar

import numpy

Class = TypeVar("Class", bound=type)


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal, arrays by their elements; a NaN equals a NaN."""
    if isinstance(a, numpy.ndarray) or isinstance(b, numpy.ndarray):
        return numpy.array_equal(a, b, equal_nan=True)
    if type(a) is tuple and type(b) is tuple:
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b or (a != a and b != b))


def record(cls: Class) -> Class:
    """Makes a NamedTuple or dataclass equal by value, and gives its fields the texts that its docstring has of them.

    A text begins by the name and a colon, and goes on in lines that are further in.
    """
    names = list(cls.__annotations__)

    def equal(self: Any, other: object) -> bool:
        return type(other) is cls and all(same(getattr(self, name), getattr(other, name)) for name in names)

    def unequal(self: Any, other: object) -> bool:
        return not equal(self, other)

    setattr(cls, "__eq__", equal)
    setattr(cls, "__ne__", unequal)
    if issubclass(cls, tuple):
        for name, text in re.findall(r"^(\w+): (.*(?:\n +.*)*)", inspect.cleandoc(cls.__doc__ or ""), re.MULTILINE):
            getattr(cls, name).__doc__ = re.sub(r"\s+", " ", text)
    else:
        # A tuple has a hash if all that it holds have one, which arrays have not.
        setattr(cls, "__hash__", None)
    return cls
