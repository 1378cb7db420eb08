"""Once: sessions of a space are moved from any folder of any machine, by people who forget, and no marker moves twice."""

import signal

from errand import Errand
from judging.history import History, follow, is_moved
from judging.motion import Job, random_motion
from newjobs import new_session
from scenarios import FEW, KEEPS

MARKERS, STORIES = 16, 9
METAS = ("kept", "dropped", "changed")
# Of one story: where the command comes from the second time, as folder and machine.
PLACES = (("elsewhere", "same"), ("elsewhere", "other"), ("same", "other"), ("same", "same"))


class Place:
    """A folder of a machine, in which somebody runs the tool."""

    def __init__(self, lane, space, folder, machine):
        self.lane, self.folder, self.machine = lane, lane.folder / f"{space.key}-{folder}", lane.folder / f"{space.key}-{machine}-state"
        self.folder.mkdir(exist_ok=True)

    def __enter__(self):
        self.lane.tool.folder, self.lane.tool.machine = self.folder, self.machine

    def __exit__(self, *error):
        self.lane.tool.folder, self.lane.tool.machine = self.lane.folder, None


class Once:
    """One space of two sessions, whose motion is given by a matrix or by a rescan, and who moved what so far."""

    def __init__(self, lane, space, motion, mode, onto):
        self.lane, self.space, self.motion, self.mode, self.onto = lane, space, motion, mode, onto
        self.jobs, self.count = {}, 0
        self.fit = str(lane.folder / lane.fit(motion, space.key))

    async def run(self, session, place, interrupt=None, more=()):
        """Somebody has a session moved, by a new job of its own. The rescan shows the first session only."""
        self.count += 1
        space, key = self.space, f"{self.space.key}-{self.count}"
        job = Job(key, self.mode, self.motion, "raw", space.vector or [0.0, 0.0, 0.0])
        shown = self.onto and session == space.sessions[0]
        by = ["--join", "label", "--onto", self.onto] if shown else ["--fit", self.fit]
        words = ["recalibrate", "--api", self.lane.tool.api, "--space", space.key, "--sessions", session, *by, "--mode", self.mode,
                 "--target", "raw", "--sign", "added", "--job", f"{key}.job", *more]
        with place:
            one = Errand(self.lane, space, job, words, self.jobs)
            run = await one.run(words, interrupt)
        # A lock of a run that was killed is one that an hour clears.
        self.lane.clear_locks()
        return one, run

    def moved(self, session):
        """How many markers of a session are where the motion takes them."""
        history, job = History(self.lane.database, self.space), next(iter(self.jobs.values()))
        try:
            steps = [history.steps[marker] for marker in self.space.markers[session]]
            for one in steps:
                follow(one, self.jobs, lambda *_: None)
            return sum(is_moved(job, one[-1]) for one in steps)
        finally:
            history.close()

    def left(self, session):
        return len(self.space.markers[session]) - self.moved(session)


async def once(lane):
    """A session is moved, cut at any write or not, and asked for again from elsewhere; then comes the next session."""
    for number in range(STORIES):
        meta, cut = METAS[number % 3], (None, signal.SIGINT, signal.SIGKILL)[number // 3 % 3]
        mode = lane.chance.choice(("raw", "calibrated"))
        variant = {**KEEPS, "meta": meta, "null": "clears"}
        space = await lane.space(MARKERS, [1.5, 0.0, 2.0] if mode == "calibrated" else None, variant, sessions=2)
        motion = random_motion(lane.chance)
        onto = await new_session(lane, space, motion) if lane.chance.random() < 0.3 else None
        story = Once(lane, space, motion, mode, onto)
        first, second = space.sessions
        here = Place(lane, space, "same", "same")
        after = lane.chance.randrange(1, MARKERS // 2)
        one, _ = await story.run(first, here, cut and (cut, after, True), FEW)
        # A server that changes other members of a mark is found out by the first run, which moves nothing then.
        if cut is None and meta != "changed" and story.left(first):
            lane.judge.report("given up early", (space.key, "first"), f"{space.key}: {story.left(first)} not moved by a first run")
        for folder, machine in PLACES:
            await again(story, first, Place(lane, space, folder, machine))
        with here:
            if story.left(first) and one.exists():
                await one.run(["recalibrate", "--resume", "--job", one.file])
        lane.clear_locks()
        await the_other(story, second, Place(lane, space, *lane.chance.choice(PLACES)))
        one.end()


async def again(story, session, place):
    """Asked for again by somebody who does not know: nothing that is moved moves, and the answer is not that all went well if some is left."""
    judge, before = story.lane.judge, story.moved(session)
    one, run = await story.run(session, place)
    if run.exit == 0 and story.left(session):
        judge.report("misreported", (story.space.key, one.job.key), f"{one.about(run)}: exit 0, and {story.left(session)} are not moved")
    if run.exit != 0 and not before and not story.left(session):
        judge.report("misreported", (story.space.key, one.job.key), f"{one.about(run)}: exit {run.exit}, and all are moved")


async def the_other(story, session, place):
    """The second session of the space, of which none is moved: it moves, if need be by the word of a person who knows, and a second
    time where this machine did not know yet that the server changes what is noted in a mark."""
    word = ("--not-moved-yet", session)
    for more in ((), word, word):
        one, run = await story.run(session, place, more=more)
        if not story.left(session):
            break
    else:
        story.lane.judge.report("advice that cannot succeed", (story.space.key, "second session"),
                                f"{one.about(run)}: {story.left(session)} of the second session are not moved: {run.why()}")
