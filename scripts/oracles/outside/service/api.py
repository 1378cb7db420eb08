"""What all routes of the server share: who asks, what a body is, one transaction each, and refusals as plain text."""

import json
import uuid

from rules import Refusal, expect
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from store import Actor


def identity(text):
    try:
        return str(uuid.UUID(text))
    except ValueError:
        raise Refusal(400, f"Invalid URL: Cannot parse value at index 0 with value `{text}` to a `Uuid`: UUID parsing failed")


def answer(value, status=200):
    return Response(json.dumps(value), status, media_type="application/json")


class Api:
    def __init__(self, store, token):
        self.store, self.token = store, token

    def route(self, path, **methods):
        """One path; each method is answered in one transaction, and a refusal as plain text."""

        async def serve(request):
            raw = await request.body()
            agent = request.headers.get("user-agent", "")
            actor = Actor(request.headers.get("x-judge-who", agent or "unknown"), agent)
            try:
                if self.token and request.headers.get("authorization") != f"Bearer {self.token}":
                    raise Refusal(401, "Unauthorized")
                handler = methods.get(request.method)
                if handler is None:
                    raise Refusal(405, "")
                with self.store.change():
                    return handler(request, self.body(request, raw), actor)
            except Refusal as refusal:
                return PlainTextResponse(refusal.text, refusal.status)

        return Route(path, serve, methods=["GET", "POST", "PATCH", "PUT", "DELETE"])

    def body(self, request, raw):
        if request.method in ("GET", "DELETE") or not raw and request.headers.get("content-type") is None:
            return {}
        if request.headers.get("content-type", "").split(";")[0].strip() != "application/json":
            raise Refusal(415, "Expected request with `Content-Type: application/json`")
        try:
            value = json.loads(raw)
        except ValueError as error:
            raise Refusal(400, f"Failed to parse the request body as JSON: {error}")
        if not isinstance(value, dict):
            raise Refusal(422, "Failed to deserialize the JSON body into the target type: invalid type")
        return value

    def found(self, kind, row):
        doc = self.store.get(kind, row)
        if doc is None:
            raise Refusal(404, f"{kind} not found")
        return doc

    def row(self, request, kind):
        return self.found(kind, identity(request.path_params["id"]))

    def checked(self, doc, body):
        """The version that a body names must be that of the row."""
        version = expect(body, "version", int)
        if version is not None and version != doc["version"]:
            raise Refusal(409, f"version conflict: expected {doc['version']}, got {version}")
