"""An app of Carrot as published programs behave on the wire, for scripts that judge quadcal relay.

Facts of the published client (Swift, over SocketRocket), none of its code:
* every message is a binary frame; texts and binary frames are both read;
* the opening request has an Origin made of the URL's own scheme, host and port, and HTTP Basic only if the URL has a user part;
* `carrot_beacon` names the primary device; a device whose token it is advertises and counts as authenticated at once;
* others range the beacon about once a second, and send their pose with every report that is immediate;
* `carrot_transform` that comes in, whatever its payload, is answered with the pose of that moment;
* any other message must have a payload that the app can read, else the app gets an error.
"""

import asyncio
import base64
import json
import urllib.parse

import numpy
import websockets

from relay_room import PATIENCE, inverse, matrix_of


class CarrotApp:
    """A device whose frame lies at `world` in the world, and that is at `place` there."""

    # Seconds between two reports of the beacon; the published client has about one.
    RANGING = 0.1

    def __init__(self, url, world, form="matrix", single=False):
        self.url, self.world, self.form = url, world, form
        # Numbers as the published client writes them come from single precision.
        self.single = single
        self.place = numpy.eye(4)
        self.token = self.primary = None
        self.held = False
        self.questions = self.pings = 0
        self.strokes, self.errors, self.closed = [], [], None

    async def join(self):
        parts = urllib.parse.urlsplit(self.url)
        fields = {}
        if parts.username is not None:
            secret = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
            fields["Authorization"] = "Basic " + base64.b64encode(secret.encode()).decode()
        authority = parts.netloc.rpartition("@")[2]
        self.socket = await websockets.connect(
            f"{parts.scheme}://{authority}{parts.path}", origin=self.origin(parts.scheme, authority),
            additional_headers=fields, compression=None, max_size=None, proxy=None)
        self.tasks = [asyncio.create_task(self.listen()), asyncio.create_task(self.range())]
        await self.until(lambda: self.token)
        return self

    @staticmethod
    def origin(scheme, authority):
        """Of the URL, without the usual port of its scheme."""
        usual = ":443" if scheme == "wss" else ":80"
        return ("https://" if scheme == "wss" else "http://") + authority.removesuffix(usual)

    async def until(self, condition):
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.01)

    @property
    def is_primary(self):
        return self.token is not None and self.primary == self.token

    async def listen(self):
        try:
            async for frame in self.socket:
                await self.take(json.loads(frame))
        except websockets.ConnectionClosed:
            pass
        self.closed = self.socket.close_code

    async def take(self, message):
        endpoint = message["endpoint"]
        if endpoint == "carrot_beacon":
            self.token = message["session_token"]
            self.primary = message["payload"]["params"]["uuid"]
        elif endpoint == "carrot_transform":
            self.questions += 1
            await self.send(endpoint, self.pose())
        elif "params" in message.get("payload", {}) and not endpoint.startswith("carrot_"):
            self.strokes.append(message)
        else:
            self.errors.append(message)

    async def range(self):
        while True:
            if self.held and self.token is not None and not self.is_primary:
                self.pings += 1
                await self.send("carrot_transform", self.pose())
            await asyncio.sleep(self.RANGING)

    def pose(self):
        return inverse(self.world) @ self.place

    async def send(self, endpoint, matrix, params=None):
        if self.single:
            matrix = matrix.astype(numpy.float32)
        if self.form == "matrix":
            # The shortest text that reads back as the number, in single precision as the client has it.
            payload = {"transform": {f"c{place}": [float(str(x)) for x in matrix[:, place]] for place in range(4)}}
        else:
            payload = {"offset": dict(zip("xyz", (float(str(x)) for x in matrix[:3, 3])))}
        if params is not None:
            payload["params"] = params
        message = {"session_token": self.token.upper(), "endpoint": endpoint, "payload": payload}
        await self.socket.send(json.dumps(message).encode())

    async def draw(self, point, number):
        """Draws at a point of the world."""
        stroke = numpy.eye(4)
        stroke[:3, 3] = point
        await self.send("draw", inverse(self.world) @ stroke, {"number": number})

    def places(self):
        """The points of the world at which it shows the strokes of others, by their numbers."""
        shown = {}
        for message in self.strokes:
            payload = message["payload"]
            local = numpy.eye(4)
            if "transform" in payload:
                local = matrix_of(message)
            else:
                local[:3, 3] = [payload["offset"][axis] for axis in "xyz"]
            shown[payload["params"]["number"]] = (self.world @ local)[:3, 3]
        return shown

    async def leave(self):
        self.tasks[1].cancel()
        await self.socket.close()
        await self.tasks[0]
