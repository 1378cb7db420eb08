"""Packages that only a part of this one needs."""

from __future__ import annotations

import importlib
from typing import Any


def needed(package: str, extra: str) -> Any:
    """The module of a package, or an error that says with which extra of the wheel it is installed."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"this needs {package}: install the wheel with its extra {extra}, as in "
                                  f"pip install 'quadcal-….whl[{extra}]'", name=error.name) from error
