"""A marker that was sensed without a network, queued in a store, and sent through every fault: it is made once."""

import asyncio
import sqlite3
from pathlib import Path

from faults import ANYWHERE

SENSED = Path(__file__).resolve().parents[3] / "Datasets/sensor"
POST = r"^POST /api/v1/markers"
# Syncs after which what was queued must be on the server, whatever happened to the first.
SYNCS = 4


async def tool(lane, *words):
    """The exit code of a run in the lane's folder, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        lane.tool.path, *words, cwd=lane.folder, env=lane.tool.environment, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT)
    output, _ = await process.communicate()
    return process.returncode, output.decode(errors="replace")


def created(lane, session):
    """How many markers the server has made in a session since its people did, by its own history."""
    with sqlite3.connect(lane.database) as db:
        rows = db.execute("SELECT op FROM history WHERE kind = 'marker' AND parent = ? AND agent LIKE 'quadcal%'", [session])
        return [op for (op,) in rows].count("create")


async def queued_marker(lane):
    """Each kind of fault meets the request that makes the marker, and then none."""
    for kind in ANYWHERE:
        space = await lane.space(1, sessions=1)
        session, store = space.sessions[0], f"{kind}.quadstore"
        # A network that loses everything.
        lane.faults.storm(1, ["reset-before"])
        sensed = await tool(
            lane, "sense", "--detections", str(SENSED / "replies.ndjson"), "--camera", str(SENSED / "poses.ndjson"), "--distance", "axis",
            "--origin", "identity", "--quiet", "--yes", "--session", session, "--api", lane.tool.api, "--store", store)
        lane.faults.quiet()
        if sensed[0] != 0:
            lane.judge.report("lost", (kind,), sensed[1])
            continue
        lane.faults.once(kind, POST)
        ends = []
        for _ in range(SYNCS):
            ends.append(await tool(lane, "sync", "--store", store, "--api", lane.tool.api, "--yes", "--quiet"))
            if ends[-1][0] == 0:
                break
        lane.faults.quiet()
        await lane.proxy.settled()
        count = created(lane, session)
        if count != 1:
            lane.judge.report("doubled" if count > 1 else "lost", (kind,), f"made {count} times: {ends}")
        elif ends[-1][0] != 0:
            lane.judge.report("given up early", (kind,), f"made, and not known after {SYNCS} runs: {ends[-1][1]}")
