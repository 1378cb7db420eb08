"""The rows of the server in one SQLite file, and a history with every version of every row.

A change and its line of history are one transaction, so the history is what happened and nothing else. The judge reads
only the history, in this file, and never asks the server.
"""

import json
import sqlite3
import time
import uuid
from contextlib import contextmanager

SCHEMA = """
CREATE TABLE IF NOT EXISTS row (
    place INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT, doc TEXT NOT NULL, UNIQUE (kind, id));
CREATE INDEX IF NOT EXISTS by_parent ON row (kind, parent, place);
CREATE TABLE IF NOT EXISTS history (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, id TEXT NOT NULL, parent TEXT, op TEXT NOT NULL, version INTEGER,
    doc TEXT, body TEXT, who TEXT NOT NULL, agent TEXT NOT NULL, request TEXT NOT NULL, at REAL NOT NULL);
CREATE INDEX IF NOT EXISTS history_of ON history (kind, id, seq);
CREATE INDEX IF NOT EXISTS history_under ON history (kind, parent, seq);
CREATE TABLE IF NOT EXISTS lock (session TEXT PRIMARY KEY, token TEXT NOT NULL, until REAL NOT NULL);
CREATE TABLE IF NOT EXISTS presence (session TEXT, user TEXT, until REAL NOT NULL, PRIMARY KEY (session, user));
CREATE TABLE IF NOT EXISTS variant (space TEXT PRIMARY KEY, doc TEXT NOT NULL);
"""


def now_text():
    """The time as a Rust server with chrono writes it, with nine digits of a second."""
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds)) + f".{rest:09d}Z"


class Actor:
    """Who sent a request: the name that the campaign gave, the user agent, and the request's own id."""

    def __init__(self, who, agent):
        self.who, self.agent, self.request = who, agent, uuid.uuid4().hex[:12]


class Store:
    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        # A killed process loses nothing that was committed; only a power loss could.
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = OFF")
        self.db.executescript(SCHEMA)

    @contextmanager
    def change(self):
        """One transaction; what raises takes all of it back."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")

    def get(self, kind, row):
        found = self.db.execute("SELECT doc FROM row WHERE kind = ? AND id = ?", (kind, row)).fetchone()
        return json.loads(found[0]) if found else None

    def parent(self, kind, row):
        found = self.db.execute("SELECT parent FROM row WHERE kind = ? AND id = ?", (kind, row)).fetchone()
        return found[0] if found else None

    def all(self, kind, parent=None):
        if parent is None:
            rows = self.db.execute("SELECT doc FROM row WHERE kind = ? ORDER BY place", (kind,))
        else:
            rows = self.db.execute("SELECT doc FROM row WHERE kind = ? AND parent = ? ORDER BY place", (kind, parent))
        return [json.loads(row[0]) for row in rows]

    def put(self, kind, row, doc, parent, op, actor, body=None):
        text = json.dumps(doc)
        self.db.execute(
            "INSERT INTO row (kind, id, parent, doc) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (kind, id) DO UPDATE SET doc = excluded.doc, parent = excluded.parent",
            (kind, row, parent, text))
        self._record(kind, row, parent, op, doc.get("version"), text, body, actor)

    def remove(self, kind, row, actor):
        parent = self.parent(kind, row)
        self.db.execute("DELETE FROM row WHERE kind = ? AND id = ?", (kind, row))
        self._record(kind, row, parent, "delete", None, None, None, actor)

    def note(self, kind, row, op, actor, body=None):
        """A line of history without a row: what became of a lock."""
        self._record(kind, row, None, op, None, None, body, actor)

    def _record(self, kind, row, parent, op, version, text, body, actor):
        self.db.execute(
            "INSERT INTO history (kind, id, parent, op, version, doc, body, who, agent, request, at)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (kind, row, parent, op, version, text, None if body is None else json.dumps(body), actor.who, actor.agent,
             actor.request, time.time()))

    def as_of(self, kind, parent, seconds):
        """The rows under a parent as they were so many seconds ago; what the campaign set up was always there."""
        rows = self.db.execute(
            "SELECT doc FROM history h WHERE kind = ? AND parent = ? AND seq = (SELECT max(seq) FROM history"
            " WHERE kind = h.kind AND id = h.id AND (at <= ? OR who = 'setup' AND op = 'create')) AND doc IS NOT NULL"
            " ORDER BY seq",
            (kind, parent, time.time() - seconds))
        return [json.loads(row[0]) for row in rows]

    def variant(self, space):
        found = self.db.execute("SELECT doc FROM variant WHERE space = ?", (space,)).fetchone()
        return json.loads(found[0]) if found else {}

    def set_variant(self, space, doc):
        self.db.execute("INSERT OR REPLACE INTO variant VALUES (?, ?)", (space, json.dumps(doc)))
