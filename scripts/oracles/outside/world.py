"""The server as a process that can be killed and started again, and the spaces that the campaign makes on it."""

import asyncio
import math
import socket
import sys
from dataclasses import dataclass, field
from pathlib import Path

import httpx

HERE = Path(__file__).resolve().parent
START_SECONDS = 30


class Port:
    """A port of this machine that nobody else is given, whether anything listens at it or not: servers come back to theirs."""

    def __init__(self):
        self.holder = socket.socket()
        self.holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self.holder.bind(("127.0.0.1", 0))
        self.number = self.holder.getsockname()[1]


class Service:
    """One server process on one database; the same port after every start."""

    def __init__(self, database, token=None):
        self.database, self.token, self.held = str(database), token, Port()
        self.port = self.held.number
        self.process = None
        self.starts = 0

    async def start(self):
        words = [sys.executable, str(HERE / "service/server.py"), self.database, str(self.port)]
        self.process = await asyncio.create_subprocess_exec(*words, *([self.token] if self.token else []),
                                                            stdin=asyncio.subprocess.PIPE)
        self.starts += 1
        for _ in range(START_SECONDS * 20):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                return
            except OSError:
                await asyncio.sleep(0.05)
        sys.exit("check-outside: the server does not start")

    async def kill(self):
        if self.process and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    def client(self, who):
        """A client that goes past the proxy; who is its name in the history."""
        headers = {"user-agent": f"{who}/1", "x-judge-who": who}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}/api/v1", headers=headers, timeout=20)


@dataclass
class Space:
    id: str
    key: str
    vector: list | None
    variant: dict
    sessions: list = field(default_factory=list)
    markers: dict = field(default_factory=dict)
    """The ids of the markers of each session."""
    set: str | None = None

    def all(self):
        return [marker for session in self.sessions for marker in self.markers[session]]


def quad(chance):
    """Corners of a marker somewhere in a hall of 12 by 3 by 20 metres, nearly a rectangle, as single precision gives them."""
    x, y, z = chance.uniform(-6, 6), chance.uniform(0.2, 3), chance.uniform(0, 20)
    turn, width, height = chance.uniform(0, 2 * math.pi), chance.uniform(0.1, 0.4), chance.uniform(0.1, 0.3)
    corners = []
    for across, up in ((-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)):
        corner = (x + across * width * math.cos(turn), y + up * height, z + across * width * math.sin(turn))
        corners.append([round(value * 2**20) / 2**20 for value in corner])
    return dict(zip(("p1", "p2", "p3", "p4"), corners))


async def make_space(client, chance, key, sessions, markers, vector, variant, calibrated=None):
    """A space with that many sessions and markers in all. calibrated(corners) gives the calibrated_data of new markers."""
    body = {"key": key, "name": f"Hall {key}"}
    if vector is not None:
        body["calibration_vector"] = vector
    made = await ask(client, "POST", "/spaces", body)
    space = Space(made["id"], key, vector, variant)
    await ask(client, "PUT", str(client.base_url).replace("/api/v1/", f"/judge/variant/{space.id}"), variant)
    for place in range(sessions):
        session = await ask(client, "POST", "/work-sessions",
                            {"space_id": space.id, "session_type": "inspection", "status": "active"})
        count = markers // sessions + (place < markers % sessions)
        bodies = []
        for number in range(count):
            corners = quad(chance)
            one = {"work_session_id": session["id"], "label": f"{key}-{place}-{number}", **corners,
                   "custom_props": {"severity": chance.choice(["low", "high"]), "number": number}}
            if calibrated:
                one["calibrated_data"] = calibrated(corners)
            bodies.append(one)
        rows = await ask(client, "POST", "/markers/bulk", {"markers": bodies})
        space.sessions.append(session["id"])
        space.markers[session["id"]] = [row["id"] for row in rows]
    return space


async def ask(client, method, path, body=None, accept=()):
    """The answer's JSON; a status that is not expected ends the campaign, since nothing stands between."""
    answer = await client.request(method, path, json=body)
    if answer.status_code in accept:
        return None
    if answer.status_code >= 300:
        raise RuntimeError(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
    return answer.json() if answer.content else None
