"""Devices of a room whose frames are known in one world, for scripts that judge quadcal relay."""

import asyncio
import base64
import json

import numpy
import websockets

# Metres by which a place may be off: six products of doubles of a few metres.
BOUND = 1e-12
# Seconds after which something that never comes counts as missing.
PATIENCE = 60


def pose(random):
    """A random yaw and tilt, a few metres from the origin."""
    quaternion = random.normal(size=4)
    w, x, y, z = quaternion / numpy.linalg.norm(quaternion)
    matrix = numpy.eye(4)
    matrix[:3, :3] = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrix[:3, 3] = random.uniform(-3, 3, size=3)
    return matrix


def inverse(matrix):
    result = numpy.eye(4)
    result[:3, :3] = matrix[:3, :3].T
    result[:3, 3] = -matrix[:3, :3].T @ matrix[:3, 3]
    return result


class Device:
    """A device whose frame lies at `world` in the world."""

    def __init__(self, socket, world):
        self.socket, self.world = socket, world

    @classmethod
    async def join(cls, url, secret, world, context=None, key="", **options):
        """Joins, or comes back by the key that an earlier connection was given."""
        password = base64.b64encode(f"{key}:{secret}".encode()).decode()
        socket = await websockets.connect(
            url, additional_headers={"Authorization": f"Basic {password}"}, ssl=context, compression=None,
            max_size=None, **options)
        device = cls(socket, world)
        beacon = await device.message("carrot_beacon")
        params = beacon["payload"]["params"]
        device.token, device.primary, device.key = beacon["session_token"], params["uuid"], params["resume"]
        return device

    async def message(self, endpoint):
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        message = json.loads(text)
        assert message["endpoint"] == endpoint, f"{message} instead of {endpoint}"
        return message

    async def send(self, endpoint, matrix, params=None):
        payload = {"transform": {f"c{place}": list(matrix[:, place]) for place in range(4)}}
        if params is not None:
            payload["params"] = params
        await self.socket.send(
            json.dumps({"session_token": self.token, "endpoint": endpoint, "payload": payload}))

    async def meet(self, primary, place):
        """Both are held at one place of the world, and say where that is in their frames."""
        await self.send("carrot_transform", inverse(self.world) @ place)
        question = await primary.message("carrot_transform")
        assert question["session_token"] == self.token
        await primary.send("carrot_transform", inverse(primary.world) @ place)
        await self.message("carrot_transform")


def matrix_of(message):
    columns = message["payload"]["transform"]
    return numpy.array([columns[f"c{place}"] for place in range(4)]).T
