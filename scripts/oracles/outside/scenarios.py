"""Named stories: one fault, edit or interrupt at one place each, so that a promise can be tried by itself."""

import asyncio
import signal

from errand import QUIET_RUNS, Errand
from faults import ANYWHERE
from judging.motion import random_motion

MARKERS = 40
LOCK_SECONDS = 60
# Half of the markers of a push that has but a few requests under way.
HALF, FEW = MARKERS // 2, ("--concurrency", "4")
VECTOR = [1.5, 0.0, 2.0]
KEEPS = {"calibrated": "keeps", "null": "clears", "vector": "recomputes", "fresh": "computed"}
PATCH = r"^PATCH /api/v1/markers/"
LIST = r"^GET /api/v1/(markers\?|work-sessions/[^/]+/markers)"
LOCK = r"^POST /api/v1/locks/work-sessions/[^/]+$"
UNLOCK = r"^POST /api/v1/locks/work-sessions/[^/]+/unlock"
EXTEND = r"^POST /api/v1/locks/work-sessions/[^/]+/extend"


async def errand(lane, mode, markers=MARKERS, vector=VECTOR, variant=None, policy="stop", sessions=2, more=()):
    space = await lane.space(markers, vector, {**KEEPS, **(variant or {})}, sessions=sessions)
    target = "calibrated" if mode == "vector" else "raw"
    job = lane.job(space.key, mode, random_motion(lane.chance, mode != "vector"), target, space, policy)
    return Errand(lane, space, job, lane.plan(space, job, lane.fit(job.motion, job.key), *more))


def expect(one, run, text):
    """A run that must end by itself and well."""
    if run.exit != 0:
        one.judge.report("given up early", (one.job.key, run.label), f"{one.about(run)}, when {text}: {run.why()}")


async def there_and_back(one):
    """To the end, verified, put back and verified, all in quiet."""
    await one.settle(await one.run(one.words()))
    await one.verify()
    await one.settle(await one.run(one.undo()))
    one.end()


async def plain(lane):
    """No faults, nobody else: every mode there and back."""
    for mode in ("raw", "calibrated", "vector"):
        for vector in (None, VECTOR):
            await there_and_back(await errand(lane, mode, vector=vector, variant={"fresh": "computed" if vector else "null"}))


async def each_fault(lane):
    """Every kind of fault that any request can meet, once at a PATCH and once at a list: no run ends by it."""
    for kind in ANYWHERE:
        one = await errand(lane, "raw", markers=12)
        lane.faults.once(kind, PATCH, skip=4)
        run = await one.storm(one.words(), 0)
        expect(one, run, f"one answer to a PATCH was {kind}")
        lane.faults.quiet()
        lane.faults.once(kind, LIST)
        run = await one.storm(one.undo(), 0)
        expect(one, run, f"one list was {kind}")
        await one.settle(run)
        one.end()


async def null_ignored(lane):
    """Markers without calibrated_data and a space without a vector, on a server that ignores null."""
    for mode in ("raw", "calibrated", "vector"):
        await there_and_back(await errand(lane, mode, vector=None, variant={"fresh": "null", "null": "ignored"}))


WRONG_LISTS = ("twice", "late", "foreign-list", "short-list", "stale-list")


async def wrong_plans(lane):
    """A job is planned from lists that hold what they should not: what it does not know of is neither moved nor named."""
    for kind in WRONG_LISTS:
        for skip in range(2):
            one = await errand(lane, "raw", sessions=2)
            lane.faults.once(kind, LIST, skip=skip)
            run = await one.storm(one.words(), 0)
            await one.settle(run)
            await one.verify()
            one.end()


async def wrong_lists(lane):
    """A job stopped half-way is resumed and verified while lists hold what they should not."""
    for kind in WRONG_LISTS:
        one = await errand(lane, "raw", sessions=4, more=FEW)
        await one.run(one.words(), (signal.SIGINT, HALF, True))
        for skip in range(3):
            lane.faults.once(kind, LIST, skip=skip)
            run = await one.storm(one.words(), 0)
            lane.faults.quiet()
            if run.ended:
                break
        for skip in range(3):
            lane.faults.once(kind, LIST, skip=skip)
            await one.storm(["recalibrate", "--verify", "--job", one.file], 0)
            lane.faults.quiet()
        await one.settle(run)
        one.end()


async def edited_undo(lane):
    """A colleague moves corners of pending and of moved markers, before the resume and before the undo."""
    for mode in ("raw", "calibrated"):
        for policy in lane.tool.policies:
            one = await errand(lane, mode, policy=policy, more=FEW)
            await one.run(one.words(), (signal.SIGINT, HALF, True))
            for marker in one.space.all()[::5]:
                await lane.people[0].edit(one.space, "corner", marker)
            await one.settle(await one.run([*one.words(), "--conflicts", one.job.conflicts]))
            for marker in one.space.all()[1::7]:
                await lane.people[1].edit(one.space, "corner", marker)
            for marker in one.space.all()[2::7]:
                await lane.people[2].edit(one.space, "label", marker)
            await one.settle(await one.run(one.undo()))
            one.end()


async def restarts(lane):
    """The server is away for three seconds in a push and in an undo."""
    for mode in ("raw", "calibrated"):
        one = await errand(lane, mode)
        lane.proxy.restart_seconds = 3.0
        for words in (one.words(), None):
            lane.faults.restart_in = MARKERS // 2 + 15
            run = await one.storm(words or one.undo(), 0)
            expect(one, run, "the server was away for 3 s")
            await one.settle(run)
        one.end()


async def html(lane):
    """One page of HTML with status 200 in place of an answer, with and without effect, there and back."""
    for mode in ("raw", "calibrated"):
        for kind in ("html-before", "html-after"):
            one = await errand(lane, mode)
            for words in (one.words(), None):
                lane.faults.once(kind, PATCH, skip=7)
                run = await one.storm(words or one.undo(), 0)
                expect(one, run, "one answer was HTML")
                await one.settle(run)
            one.end()


async def no_calibrated(lane):
    """Calibrated mode where the server ignores or refuses calibrated_data: the first marker decides."""
    for stance in ("ignores", "refuses"):
        one = await errand(lane, "calibrated", variant={"calibrated": stance})
        sent = len(lane.proxy.patched)
        run = await one.run(one.words())
        sent = len(lane.proxy.patched) - sent
        if sent > 2:
            lane.judge.report("jobs that do not end", (one.job.key, "sent"),
                              f"{one.about(run)}: {sent} PATCH requests, though the server {stance} calibrated_data: {run.why()}")
        for _ in range(QUIET_RUNS):
            if run.next:
                run = await one.run(run.advised)
        if run.next:
            lane.judge.report("jobs that do not end", (one.job.key, "advice"),
                              f"{one.about(run)}: after {QUIET_RUNS} runs it says: {run.why()}; next: {run.next}")
        one.end()


async def raw_conflicts(lane):
    """Corners edited between plan and push, with every policy: the advice must end the job."""
    for policy in lane.tool.policies:
        one = await errand(lane, "raw", policy=policy, more=FEW)
        await one.run(one.words(), (signal.SIGINT, HALF, True))
        for marker in one.space.all()[-6:]:
            await lane.people[0].edit(one.space, "corner", marker)
        await one.settle(await one.run(one.words()))
        await one.settle(await one.run(one.undo()))
        one.end()


async def locks(lane):
    """Requests for locks fail once, or three times, and nobody is locked out by it."""
    cases = [(kind, LOCK, times) for kind in ("503-at-lock", "429-before", "reset-before", "html-before") for times in (1, 3)]
    cases += [("503-at-unlock", UNLOCK, times) for times in (1, 3)] + [("reset-before", UNLOCK, 1)]
    for kind, where, times in cases:
        one = await errand(lane, "raw", markers=8)
        lane.faults.once(kind, where, times=times)
        run = await one.storm(one.words(), 0)
        expect(one, run, f"{times} of its requests for locks met {kind}")
        lane.faults.quiet()
        await one.settle(await one.run(one.undo()))
        one.end()


async def lost_ticket(lane):
    """A lock is granted and the answer lost: it runs out after a minute, which the tool waits for or tells of."""
    one = await errand(lane, "raw", markers=8, sessions=1)
    lane.faults.once("reset-after", LOCK)
    run = await one.storm(one.words(), 0)
    if run.exit != 0:
        await asyncio.sleep(LOCK_SECONDS)
        run = await one.run(one.words())
        expect(one, run, "a lock had been granted in vain a minute ago")
    await one.settle(run)
    one.end()


async def long_locks(lane):
    """A push of more than two locks' time, in which each extension fails three times."""
    one = await errand(lane, "raw", markers=75, sessions=1, more=("--rate", "0.5"))
    for skip in (0, 1, 2):
        lane.faults.once("503-at-extend", EXTEND, skip=skip, times=3)
    run = await one.storm(one.words(), 0)
    expect(one, run, "every extension of a lock met three times 503")
    await one.settle(await one.run(one.undo()))
    one.end()


async def slow_locks(lane):
    """A push that outlasts the time to extend its lock, which fails three times."""
    one = await errand(lane, "raw", markers=30, sessions=1, more=("--rate", "1"))
    lane.faults.once("503-at-extend", EXTEND, times=3)
    run = await one.storm(one.words(), 0)
    expect(one, run, "requests to extend its lock met 503")
    await one.settle(await one.run(one.undo()))
    one.end()


async def kept_tickets(lane):
    """A push is killed while it holds its locks; the resume meets faults when it uses them again."""
    for kind in ("503-at-extend", "429-before", "reset-before", "html-before"):
        for times in (1, 3):
            one = await errand(lane, "raw", more=FEW)
            await one.run(one.words(), (signal.SIGKILL, HALF, True))
            # It was killed long after it had written its tickets down, so nothing excuses a lock in its way.
            one.killed = False
            lane.faults.once(kind, EXTEND, times=times)
            run = await one.storm(one.words(), 0)
            expect(one, run, f"{times} of its requests to extend its locks met {kind}")
            lane.faults.quiet()
            await one.settle(run)
            one.end()
