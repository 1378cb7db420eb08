"""Locks of sessions and presence, in the style of the app's routes. Like Redis, both outlive a restart of the server."""

import time
import uuid

from api import Api, answer
from rules import Refusal, expect
from starlette.responses import Response

PRESENCE_SECONDS = 30


class Locks(Api):
    def lock_of(self, session):
        """The token of a lock that has not run out."""
        found = self.store.db.execute("SELECT token, until FROM lock WHERE session = ?", (session,)).fetchone()
        return found[0] if found and found[1] > time.time() else None

    def hold(self, session, token, seconds):
        self.store.db.execute("INSERT OR REPLACE INTO lock VALUES (?, ?, ?)", (session, token, time.time() + seconds))

    def seconds(self, body):
        seconds = expect(body, "ttl_seconds", int) or 30
        if not 0 < seconds <= 3600:
            raise Refusal(400, "ttl_seconds out of range")
        return seconds

    def lock(self, request, body, actor):
        session = self.row(request, "session")
        seconds = self.seconds(body)
        if self.lock_of(session["id"]):
            self.store.note("lock", session["id"], "busy", actor)
            status = self.store.variant(session["space_id"]).get("busy", 200)
            if status != 200:
                raise Refusal(status, "lock is held")
            return answer({"acquired": False, "token": None})
        token = uuid.uuid4().hex
        self.hold(session["id"], token, seconds)
        self.store.note("lock", session["id"], "acquired", actor, {"ttl_seconds": seconds})
        return answer({"acquired": True, "token": token})

    def extend(self, request, body, actor):
        session = self.row(request, "session")["id"]
        ours = self.lock_of(session) == expect(body, "token", str, True)
        if ours:
            self.hold(session, body["token"], self.seconds(body))
        self.store.note("lock", session, "extended" if ours else "not extended", actor)
        return answer({"extended": ours})

    def unlock(self, request, body, actor):
        session = self.row(request, "session")["id"]
        ours = self.lock_of(session) == expect(body, "token", str, True)
        if ours:
            self.store.db.execute("DELETE FROM lock WHERE session = ?", (session,))
        self.store.note("lock", session, "released" if ours else "not released", actor)
        return answer({"released": ours})

    def lock_status(self, request, body, actor):
        return answer({"locked": self.lock_of(self.row(request, "session")["id"]) is not None})

    def presence(self, request, body, actor):
        session = self.row(request, "session")["id"]
        users = self.store.db.execute("SELECT user FROM presence WHERE session = ? AND until > ? ORDER BY user",
                                      (session, time.time()))
        return answer({"users": [row[0] for row in users]})

    def join(self, request, body, actor):
        session = self.row(request, "session")["id"]
        user = expect(body, "user_id", str, True)
        self.store.db.execute("INSERT OR REPLACE INTO presence VALUES (?, ?, ?)",
                              (session, user, time.time() + PRESENCE_SECONDS))
        self.store.note("presence", session, "join", actor, {"user_id": user})
        return self.presence(request, body, actor)

    def leave(self, request, body, actor):
        session = self.row(request, "session")["id"]
        user = request.path_params["user"]
        self.store.db.execute("DELETE FROM presence WHERE session = ? AND user = ?", (session, user))
        self.store.note("presence", session, "leave", actor, {"user_id": user})
        return Response(status_code=204)
