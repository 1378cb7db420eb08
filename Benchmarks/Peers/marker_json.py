"""Reads marker JSON as msgspec, orjson or DuckDB do, named by the first argument, into records with every field."""
import json
import sys
import time

kind, file = sys.argv[1:3]
with open(file, "rb") as stream:
    data = stream.read()


def with_msgspec():
    import msgspec

    point = tuple[float, float, float]

    class Calibrated(msgspec.Struct):
        p1: point
        p2: point
        p3: point
        p4: point
        center: point

    class Details(msgspec.Struct):
        marker_id: str
        center_location_long: float
        center_location_cross: float
        x_negative: float
        x_positive: float
        z_negative: float
        z_positive: float
        long_size: float
        cross_size: float
        custom_props: msgspec.Raw
        created_at: str
        updated_at: str

    class Marker(msgspec.Struct):
        id: str
        work_session_id: str
        p1: point
        p2: point
        p3: point
        p4: point
        version: int
        meta: msgspec.Raw
        custom_props: msgspec.Raw
        label: str | None = None
        color: str | None = None
        calibrated_data: Calibrated | None = None
        details: Details | None = None
        created_at: str | None = None
        updated_at: str | None = None

    decoder = msgspec.json.Decoder(list[Marker])
    return f"msgspec {msgspec.__version__}", lambda: len(decoder.decode(data))


def with_orjson():
    import orjson

    return f"orjson {orjson.__version__}", lambda: len(orjson.loads(data))


def with_duckdb():
    import duckdb

    connection = duckdb.connect()
    connection.execute("set threads = 1")
    name = file.replace("'", "''")
    # A table in memory: every field is converted, as a count alone would not do.
    query = f"create or replace table markers as select * from read_json('{name}', maximum_object_size = 1000000000)"

    def read():
        connection.execute(query)
        return connection.execute("select count(*) from markers").fetchone()[0]

    return f"DuckDB {duckdb.__version__}, one thread", read


name, read = {"msgspec": with_msgspec, "orjson": with_orjson, "duckdb": with_duckdb}[kind]()
# The file begins as a list of markers; how many there are is asked of another reader.
count = len(json.loads(data))
print(name, flush=True)
for _ in sys.stdin:
    # DuckDB works in threads of its own: the time of all of them counts.
    start = time.process_time_ns()
    found = read()
    spent = time.process_time_ns() - start
    if found != count:
        sys.exit(f"{name} found {found} of {count} markers")
    print(spent / count, flush=True)
