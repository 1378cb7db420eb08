"""Spaces, their reference sets and their sessions."""

import uuid

from api import Api, answer, identity
from rules import CORNERS, Refusal, calibrated, expect, point
from starlette.responses import Response
from store import now_text


class Spaces(Api):
    def list_spaces(self, request, body, actor):
        key = request.query_params.get("key") if self.store.variant("*").get("key") != "ignored" else None
        return answer([space for space in self.store.all("space") if key in (None, space["key"])])

    def create_space(self, request, body, actor):
        now, vector = now_text(), expect(body, "calibration_vector", list)
        space = {"id": str(uuid.uuid4()), "key": expect(body, "key", str, True), "name": expect(body, "name", str, True),
                 "description": body.get("description"), "model_glb_url": None, "model_usdc_url": None,
                 "preview_url": None, "scan_url": None, "calibration_vector": vector and [float(number) for number in vector],
                 "is_active": True, "meta": body.get("meta") or {}, "created_at": now, "updated_at": now}
        self.store.put("space", space["id"], space, None, "create", actor, body)
        return answer(space, 201)

    def get_space(self, request, body, actor):
        return answer(self.row(request, "space"))

    def patch_space(self, request, body, actor):
        space = self.row(request, "space")
        for name in ("key", "name", "description", "meta"):
            if body.get(name) is not None:
                space[name] = body[name]
        variant = self.store.variant(space["id"])
        vector = expect(body, "calibration_vector", list)
        if vector is not None:
            space["calibration_vector"] = point(body, "calibration_vector") if vector else []
        elif "calibration_vector" in body and variant.get("null") == "clears":
            space["calibration_vector"] = None
        space["updated_at"] = now_text()
        self.store.put("space", space["id"], space, None, "patch", actor, body)
        if "calibration_vector" in body and variant.get("vector") == "recomputes":
            for session in self.store.all("session", space["id"]):
                for marker in self.store.all("marker", session["id"]):
                    marker["calibrated_data"] = calibrated(marker, space)
                    marker["version"] += 1
                    self.store.put("marker", marker["id"], marker, session["id"], "recompute", actor)
        return answer(space)

    def delete_space(self, request, body, actor):
        self.store.remove("space", self.row(request, "space")["id"], actor)
        return Response(status_code=204)

    def laser_guide(self, request, body, actor):
        self.row(request, "space")
        raise Refusal(404, "laser guide not found")

    def list_sets(self, request, body, actor):
        return answer(self.store.all("set", self.row(request, "space")["id"]))

    def create_set(self, request, body, actor):
        space = self.row(request, "space")
        now = now_text()
        markers = [{"id": marker.get("id") or str(uuid.uuid4()), "label": marker.get("label"), "color": marker.get("color"),
                    **{name: point(marker, name) for name in CORNERS}} for marker in body.get("markers", [])]
        doc = {"id": str(uuid.uuid4()), "space_id": space["id"], "name": expect(body, "name", str, True),
               "description": body.get("description"), "markers": markers, "version": 1,
               "created_at": now, "updated_at": now}
        self.store.put("set", doc["id"], doc, space["id"], "create", actor, body)
        return answer(doc, 201)

    def list_sessions(self, request, body, actor):
        asked = request.query_params
        space = identity(asked["space_id"]) if "space_id" in asked else None
        return answer([session for session in self.store.all("session", space)
                       if all(asked.get(name) in (None, session[name]) for name in ("status", "session_type"))])

    def create_session(self, request, body, actor):
        space = self.found("space", identity(expect(body, "space_id", str, True)))
        now = now_text()
        session = {"id": str(uuid.uuid4()), "space_id": space["id"],
                   "session_type": expect(body, "session_type", str, True), "status": body.get("status") or "draft",
                   "started_at": body.get("started_at"), "completed_at": None, "version": 1,
                   "meta": body.get("meta") or {}, "created_at": now, "updated_at": now}
        self.store.put("session", session["id"], session, space["id"], "create", actor, body)
        return answer(session, 201)

    def get_session(self, request, body, actor):
        return answer(self.row(request, "session"))

    def patch_session(self, request, body, actor):
        session = self.row(request, "session")
        self.checked(session, body)
        for name, kind in (("session_type", str), ("status", str), ("started_at", str), ("completed_at", str), ("meta", dict)):
            value = expect(body, name, kind)
            stance = self.store.variant(session["space_id"]).get("meta") if name == "meta" else None
            if value is not None and stance != "dropped":
                session[name] = {**value, "seen_by": "server"} if stance == "changed" else value
        session["version"] += 1
        session["updated_at"] = now_text()
        self.store.put("session", session["id"], session, session["space_id"], "patch", actor, body)
        return answer(session)

    def delete_session(self, request, body, actor):
        session = self.row(request, "session")
        for marker in self.store.all("marker", session["id"]):
            self.store.remove("marker", marker["id"], actor)
        self.store.remove("session", session["id"], actor)
        return Response(status_code=204)
