"""New jobs over spaces of which another job has moved a part, jobs of two people at once, and the examples of the help."""

import asyncio
import json
import re
import shlex
import signal
import uuid

from errand import Errand
from faults import Faults
from judging.history import History, follow
from judging.motion import Job, random_motion
from proxy import Proxy
from scenarios import FEW, HALF, KEEPS, MARKERS, errand, there_and_back
from tool import Tool
from world import ask

# Said of a space of which part is not where it should be, each of these is wrong.
ALL_IS_WELL = re.compile(r"(?i)where they should be|push nothing|nothing to do|already in the new frame")


def moved(one):
    """How many markers of a space each motion has moved."""
    history = History(one.lane.database, one.space)
    try:
        count = 0
        for steps in history.steps.values():
            follow(steps, one.jobs, lambda *_: None)
            count += steps[-1].net[one.job.motion] > 0
        return count
    finally:
        history.close()


def written(lane, space, label):
    """How many markers a run has written."""
    history = History(lane.database, space)
    try:
        return sum(any(step.who == label for step in steps) for steps in history.steps.values())
    finally:
        history.close()


class NotHalf(RuntimeError):
    """A job that ended before its signal came, as on a busy machine; its story can be told again."""


async def half(one, patches=HALF):
    """Stops a job when so many markers have been sent; some are moved then, but not all."""
    await one.run(one.begin, (signal.SIGINT, patches, True))
    if not 0 < moved(one) < MARKERS:
        raise NotHalf(f"{one.job.key} was not stopped half-way, but at {moved(one)}")


async def refused(one, second, run):
    """The new job must not write; and nothing that it says may hide that a part is moved."""
    lane, count = one.lane, written(one.lane, one.space, run.label)
    if count and second.job.motion != one.job.motion:
        lane.judge.report("doubled", (second.job.key, "second"), f"{second.about(run)}: {count} markers moved by another motion, "
                          f"though {one.job.key} had moved {moved(one)} of {MARKERS} and was not done")
    if count and run.exit == 0:
        lane.judge.report("misreported", (second.job.key, "second"),
                          f"{second.about(run)}: exit 0, a job over a space that {one.job.key} had moved in part")
    if count == 0 and ALL_IS_WELL.search(run.message + run.errors + run.why()):
        said = ALL_IS_WELL.search(run.message + run.errors + run.why())[0]
        lane.judge.report("misreported", (second.job.key, "second"),
                          f"{second.about(run)}: {said!r}, though {moved(one)} of {MARKERS} markers are moved: {run.why()}")


async def over_half(lane):
    """The same motion and another, beside the job that was stopped: both must be refused, and the first must end."""
    for again in (True, False):
        one = await errand(lane, "raw", more=FEW)
        await half(one)
        job = Job(f"{one.job.key}-second", "raw", one.job.motion if again else random_motion(lane.chance), "raw", one.job.vector)
        second = Errand(lane, one.space, job, lane.plan(one.space, job, lane.fit(job.motion, job.key)), one.jobs)
        await refused(one, second, await second.run(second.begin))
        await one.settle(await one.run(one.words()))
        one.end()


async def over_half_elsewhere(lane):
    """In another folder, with pairs of a new session that show it, or with the mark that the first job left."""
    robust = ("--robust",)
    cases = [(False, HALF // 3, ()), (False, HALF, ()), (False, HALF, robust), (False, HALF + 4, robust), (True, HALF, ())]
    for marked, patches, more in cases:
        if marked and not lane.tool.has("--mark"):
            continue
        one = await errand(lane, "raw", sessions=1, vector=None)
        if marked:
            profile = await lane.tool.probe(one.space.key, "profile.json")
            begin = one.begin = [*one.begin, "--mark", "--server-profile", profile, *FEW]
        else:
            target = await new_session(lane, one.space, one.job.motion)
            begin = one.begin = onto(lane, one.job, one.space, target, *more, *FEW)
        await half(one, patches)
        lane.log.append(f"{moved(one)} of {MARKERS} moved")
        job = Job(f"{one.job.key}-second", "raw", one.job.motion, "raw", one.job.vector)
        elsewhere = lane.folder / job.key
        elsewhere.mkdir()
        words = [str(lane.folder / word) if word.endswith(".json") else word for word in begin]
        words[words.index("--job") + 1] = str(elsewhere / f"{job.key}.job")
        second = Errand(lane, one.space, job, words, one.jobs)
        lane.tool.folder = elsewhere
        run = await second.run(words)
        lane.tool.folder = lane.folder
        await refused(one, second, run)
        await one.settle(await one.run(one.words()))
        one.end()


async def new_session(lane, space, motion):
    """A session in the new frame: the same labels where the motion takes them."""
    session = await ask(lane.setup, "POST", "/work-sessions",
                        {"space_id": space.id, "session_type": "inspection", "status": "active"})
    old = await ask(lane.setup, "GET", f"/markers?work_session_id={space.sessions[0]}")
    bodies = [{"work_session_id": session["id"], "label": row["label"],
               **{name: motion(row[name]) for name in ("p1", "p2", "p3", "p4")}} for row in old]
    await ask(lane.setup, "POST", "/markers/bulk", {"markers": bodies})
    return session["id"]


def onto(lane, job, space, target, *more):
    return ["recalibrate", "--api", lane.tool.api, "--space", space.key, "--mode", job.mode, "--sessions", space.sessions[0],
            "--join", "label", "--onto", target, "--target", "raw", "--sign", "added", "--job", f"{job.key}.job", *more]


async def between_sessions(lane):
    """The motion fitted between two sessions of the server, there and back in both modes that rewrite markers."""
    for mode in ("raw", "calibrated"):
        one = await errand(lane, mode, sessions=1, vector=None)
        one.begin = onto(lane, one.job, one.space, await new_session(lane, one.space, one.job.motion))
        await there_and_back(one)


async def two_people(lane):
    """Two tools at once, each with a job of its own and the same motion: each marker moves once."""
    one = await errand(lane, "raw", markers=3 * MARKERS)
    proxy = Proxy(Faults("quiet"), lane.service)
    await proxy.start()
    try:
        folder = lane.folder / f"{one.job.key}-other"
        folder.mkdir()
        tool = Tool(lane.tool.path, folder, proxy, lane.service.token)
        job = Job(f"{one.job.key}-other", "raw", one.job.motion, "raw", one.job.vector, one.job.begun)
        one.jobs[job.key] = job
        words = [tool.api if word == lane.tool.api else word for word in lane.plan(one.space, job, lane.fit(job.motion, job.key))]
        words[words.index("--fit") + 1] = str(lane.folder / f"{job.key}.json")
        await asyncio.gather(lane.tool.run(one.job.key, one.begin), tool.run(job.key, words))
    finally:
        await proxy.stop()
        await proxy.ended()
    lane.clear_locks()
    if one.exists():
        await one.settle(await one.run(one.words()))
    one.end()


async def odd_neighbour(lane):
    """A space with a vector of six numbers beside a sound one, on a server that does not know ?key=: the sound one moves."""
    base = str(lane.setup.base_url).replace("/api/v1/", "/judge/variant/*")
    odd = await ask(lane.setup, "POST", "/spaces", {"key": f"{lane.part}-odd", "name": "odd", "calibration_vector": [0.0] * 6})
    await ask(lane.setup, "PUT", base, {"key": "ignored"})
    try:
        one = await errand(lane, "raw", markers=8)
        run = await one.run(one.words())
        if run.exit != 0:
            lane.judge.report("given up early", (one.job.key, "odd"),
                              f"{one.about(run)}, beside a space with six numbers: {run.why()}")
        one.end()
    finally:
        await ask(lane.setup, "PUT", base, {})
        await ask(lane.setup, "DELETE", f"/spaces/{odd['id']}")


async def documented(lane):
    """The examples of the help with a reference set and with a session, and a fit saved from files: they work as they stand."""
    example = re.search(r"^ +(quadcal recalibrate .*--onto NEW.*)$", lane.tool.help, re.M)[1]
    for kind in ("set", "session", "set before a date", "saved fit", "saved fit of other markers"):
        space = await lane.space(MARKERS, [0.0, 0.0, 0.0], KEEPS, sessions=1)
        motion = random_motion(lane.chance)
        job = lane.job(space.key, "raw", motion, "raw", space)
        old = await ask(lane.setup, "GET", f"/markers?work_session_id={space.sessions[0]}")
        if kind == "session":
            target = await new_session(lane, space, motion)
        else:
            markers = [{"label": row["label"], **{name: motion(row[name]) for name in ("p1", "p2", "p3", "p4")}} for row in old]
            made = await ask(lane.setup, "POST", f"/spaces/{space.id}/reference-sets", {"name": "surveyed", "markers": markers})
            target, markers = made["id"], made["markers"]
        stands = {"URL": lane.tool.api, "hall": space.key, "OLD": space.sessions[0], "NEW": target}
        words = [stands.get(word, word) for word in shlex.split(example)[1:]]
        if kind == "set before a date":
            at = words.index("--sessions")
            words[at:at + 2] = ["--before", "2100-01-01T00:00:00Z"]
        if kind.startswith("saved fit"):
            if kind.endswith("other markers"):
                old = [{**row, "id": str(uuid.uuid4()), "work_session_id": str(uuid.uuid4())} for row in old]
            (lane.folder / "old.json").write_text(json.dumps(old))
            (lane.folder / "new.json").write_text(json.dumps(markers))
            made = await asyncio.create_subprocess_exec(
                lane.tool.path, "fit", "--quiet", "--join", "label", "--target", "raw", "--save", f"{space.key}.json", "old.json",
                "new.json", cwd=lane.folder, stdout=asyncio.subprocess.DEVNULL)
            await made.wait()
            words = ["recalibrate", "--api", lane.tool.api, "--space", space.key, "--mode", "raw", "--sessions", "all", "--fit",
                     f"{space.key}.json"]
        one = Errand(lane, space, job, words)
        run = await one.run([*words, "--job", one.file])
        count = moved(one)
        if kind == "saved fit of other markers" and run.exit != 0 and count == 0:
            continue
        if run.exit != 0 or count != MARKERS:
            lane.judge.report("advice that cannot succeed", (space.key, kind), f"{kind}: quadcal {' '.join(words)} ends with "
                              f"{run.exit} and moves {count} of {MARKERS}: {run.why()}")
        one.end()
