"""SQL functions of DuckDB over Arrow, for where its extension cannot be loaded: ``quadcal.duckdb.register(connection)``."""

from __future__ import annotations

from typing import Any

from ._extras import needed

needed("duckdb", "duckdb")
needed("pyarrow", "duckdb")

# Only now, so that what is missing is named for this module.
from . import arrow


def _area(column: Any) -> Any:
    return arrow.measures(column)["area"].combine_chunks()


def register(connection: Any) -> None:
    """Adds ``quad_check(DOUBLE[12]) -> UINTEGER`` and ``quad_area(DOUBLE[12]) -> DOUBLE`` to a connection.

    A function of that name which is there already, by an earlier call or the extension, is left as it is. A row that is NULL gives
    NULL. A row that has a number that is NULL is an error (the extension gives NULL), with its place from 0 among the rows that
    DuckDB hands over at once, which are at most 2,048. The extension, Doors/duckdb, is faster and also has ``quad_codes``,
    ``quad_measure``, ``quad_nearest`` and ``rigid_fit``.
    """
    from duckdb.sqltypes import DOUBLE, UINTEGER

    quad = connection.array_type(DOUBLE, 12)
    for name, function, result in [("quad_check", arrow.check_codes, UINTEGER), ("quad_area", _area, DOUBLE)]:
        if not connection.execute("SELECT 1 FROM duckdb_functions() WHERE function_name = ?", [name]).fetchall():
            # "special": rows that are NULL are handed over, too, so that rows are counted rightly.
            connection.create_function(name, function, [quad], result, type="arrow", null_handling="special")
