"""FastAPI on uvicorn with SQLite as a peer of the sandbox: one work session's markers, read and updated by version.

    marker_server.py MARKERS

Prints the port, then the ids of its markers, one a line and an empty line behind them, and serves.
"""
import json
import socket
import sqlite3
import sys
import uuid

import uvicorn
from fastapi import FastAPI, HTTPException, Response
from pydantic import BaseModel

count = int(sys.argv[1])
database = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
database.execute("CREATE TABLE marker (id TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL)")
database.execute("CREATE TABLE effect (number INTEGER PRIMARY KEY, id TEXT, version INTEGER, body TEXT)")
app = FastAPI()


class CalibratedData(BaseModel):
    p1: list[float]
    p2: list[float]
    p3: list[float]
    p4: list[float]
    center: list[float] | None = None


class Update(BaseModel):
    version: int
    calibrated_data: CalibratedData | None = None


def stored(marker_id):
    row = database.execute("SELECT version, body FROM marker WHERE id = ?", (marker_id,)).fetchone()
    if row is None:
        raise HTTPException(404)
    return row


@app.get("/api/v1/markers/{marker_id}")
async def get_marker(marker_id: uuid.UUID):
    return Response(stored(str(marker_id))[1], media_type="application/json")


@app.patch("/api/v1/markers/{marker_id}")
async def update_marker(marker_id: uuid.UUID, update: Update):
    database.execute("BEGIN IMMEDIATE")
    try:
        version, body = stored(str(marker_id))
        if version != update.version:
            raise HTTPException(409)
        marker = json.loads(body)
        marker |= update.model_dump() | {"version": version + 1}
        text = json.dumps(marker, separators=(",", ":"))
        database.execute("UPDATE marker SET version = ?, body = ? WHERE id = ?", (version + 1, text, str(marker_id)))
        database.execute(
            "INSERT INTO effect (id, version, body) VALUES (?, ?, ?)",
            (str(marker_id), version + 1, update.model_dump_json()))
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return Response(text, media_type="application/json")


session = str(uuid.uuid4())
ids = [str(uuid.uuid4()) for _ in range(count)]
for place, marker_id in enumerate(ids):
    corners = {name: [place + 0.125, 0.25 * corner, 2.5] for corner, name in enumerate(("p1", "p2", "p3", "p4"))}
    body = {
        "id": marker_id, "work_session_id": session, "label": None, **corners, "color": None, "version": 1,
        "meta": {}, "custom_props": {}, "calibrated_data": corners | {"center": corners["p1"]}, "details": None,
        "created_at": "2026-01-31T12:00:00.123456789Z", "updated_at": "2026-01-31T12:00:00.123456789Z"}
    database.execute("INSERT INTO marker VALUES (?, 1, ?)", (marker_id, json.dumps(body, separators=(",", ":"))))

listener = socket.socket()
listener.bind(("127.0.0.1", 0))
listener.listen(512)
print(listener.getsockname()[1], *ids, "", sep="\n", flush=True)
config = uvicorn.Config(app, loop="uvloop", http="httptools", log_level="critical", access_log=False)
uvicorn.Server(config).run(sockets=[listener])
