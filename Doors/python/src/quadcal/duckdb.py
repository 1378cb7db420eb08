"""SQL functions of DuckDB over Arrow, for where its extension cannot be loaded: ``quadcal.duckdb.register(connection)``."""

from __future__ import annotations

from typing import Any

import pyarrow

from . import arrow


def register(connection: Any) -> None:
    """Adds ``quad_check(DOUBLE[12]) -> UINTEGER`` and ``quad_area(DOUBLE[12]) -> DOUBLE`` to a connection."""
    from duckdb.sqltypes import DOUBLE, UINTEGER

    quad = connection.array_type(DOUBLE, 12)
    connection.create_function("quad_check", arrow.check_codes, [quad], UINTEGER, type="arrow")
    connection.create_function("quad_area", lambda column: pyarrow.array(arrow.measures(column)["area"].to_numpy()), [quad], DOUBLE,
                               type="arrow")
