"""Markers, one by one and in bulk, their details, and lists of them that are wrong where the campaign asks for it."""

import random
import uuid

from api import Api, answer, identity
from rules import CORNERS, Refusal, calibrated, calibrated_body, details, expect, patch_marker, point
from starlette.responses import Response
from store import now_text

STALE_SECONDS = 1.5


class Markers(Api):
    def list_markers(self, request, body, actor):
        asked = request.query_params.get("work_session_id")
        if asked is None:
            return answer(self.store.all("marker"))
        return answer(self.markers_of(identity(asked), request.headers.get("x-judge-fault")))

    def list_markers_of(self, request, body, actor):
        return answer(self.markers_of(self.row(request, "session")["id"], request.headers.get("x-judge-fault")))

    def markers_of(self, session, fault):
        if fault == "stale-list":
            return self.store.as_of("marker", session, STALE_SECONDS)
        markers = self.store.all("marker", session)
        if fault == "short-list":
            chance = random.Random(len(markers))
            return [marker for marker in markers if chance.random() < 0.7]
        if fault == "foreign-list":
            others = [row["id"] for row in self.store.all("session") if row["id"] != session]
            foreign = [marker for other in others[-3:] for marker in self.store.all("marker", other)][:len(markers) // 2 + 1]
            return foreign + markers[len(foreign):]
        return markers

    def new_marker(self, body, actor):
        session = self.found("session", identity(expect(body, "work_session_id", str, True)))
        space = self.store.get("space", session["space_id"])
        for name in CORNERS:
            expect(body, name, list, True)
        now = now_text()
        marker = {"id": str(uuid.uuid4()), "work_session_id": session["id"], "label": expect(body, "label", str),
                  **{name: point(body, name) for name in CORNERS}, "color": expect(body, "color", str), "version": 1,
                  "meta": expect(body, "meta", dict) or {}, "custom_props": expect(body, "custom_props", dict) or {},
                  "calibrated_data": None, "details": None, "created_at": now, "updated_at": now}
        if body.get("calibrated_data") is not None:
            marker["calibrated_data"] = calibrated_body(body["calibrated_data"])
        elif self.store.variant(space["id"]).get("fresh") == "computed":
            marker["calibrated_data"] = calibrated(marker, space)
        self.store.put("marker", marker["id"], marker, session["id"], "create", actor, body)
        return marker

    def create_marker(self, request, body, actor):
        return answer(self.new_marker(body, actor), 201)

    def create_markers(self, request, body, actor):
        bodies = expect(body, "markers", list, True)
        return answer([self.new_marker(one, actor) for one in bodies], 201)

    def get_marker(self, request, body, actor):
        return answer(self.row(request, "marker"))

    def patch_marker(self, request, body, actor):
        marker = self.row(request, "marker")
        self.checked(marker, body)
        session = self.store.get("session", marker["work_session_id"])
        space = self.store.get("space", session["space_id"])
        changed = patch_marker(marker, body, space, self.store.variant(space["id"]))
        changed["version"] += 1
        changed["updated_at"] = now_text()
        self.store.put("marker", changed["id"], changed, session["id"], "patch", actor, body)
        return answer(changed)

    def delete_marker(self, request, body, actor):
        self.store.remove("marker", self.row(request, "marker")["id"], actor)
        return Response(status_code=204)

    def get_details(self, request, body, actor):
        known = self.row(request, "marker")["details"]
        if known is None:
            raise Refusal(404, "details not found")
        return answer(known)

    def calculate(self, request, body, actor):
        return answer(self.calculated(self.row(request, "marker"), actor))

    def calculated(self, marker, actor):
        marker["details"] = details(marker, now_text())
        self.store.put("marker", marker["id"], marker, marker["work_session_id"], "details", actor)
        return marker["details"]

    def calculate_session(self, request, body, actor):
        markers = self.store.all("marker", self.row(request, "session")["id"])
        for marker in markers:
            self.calculated(marker, actor)
        return answer({"calculated": len(markers)})
