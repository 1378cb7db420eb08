"""Random episodes: a job under faults, people and interrupts, brought to its end in quiet, verified, undone, and judged."""

import random
import signal

from errand import Errand
from judging.motion import random_motion

FAULT_RATE = 0.10
# So often a job is tried under faults before it is brought to its end in quiet.
STORMY_RUNS = 3
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
VECTORS = (None, [0.0, 0.0, 0.0], [1.5, 0.0, 2.0], [-0.25, 0.0, 0.75])
# calibrated_data that somebody surveyed is this far from corners plus vector.
SURVEYED_METRES = 0.25


def random_variant(chance, mode):
    """What real servers do differently; calibrated mode needs one that keeps calibrated_data."""
    return {
        "calibrated": "keeps" if mode == "calibrated" else chance.choice(["keeps", "ignores", "refuses"]),
        "null": chance.choice(["ignored", "clears"]), "vector": chance.choice(["recomputes", "leaves"]),
        "fresh": chance.choice(["computed", "null"]), "busy": chance.choice([200, 409, 423])}


def surveyed(vector):
    return lambda quad: {name: [a + b + SURVEYED_METRES for a, b in zip(quad[name], vector or [0, 0, 0])] for name in quad}


class Episode:
    def __init__(self, lane, mode, markers, rate=FAULT_RATE):
        self.lane, self.mode, self.markers, self.rate = lane, mode, markers, rate
        self.chance = random.Random(lane.chance.random())

    async def play(self):
        chance, lane, mode = self.chance, self.lane, self.mode
        vector = chance.choice(VECTORS)
        self.space = await lane.space(self.markers, vector, random_variant(chance, mode),
                                      surveyed(vector) if chance.random() < 0.3 else None)
        target = "calibrated" if mode == "vector" else chance.choice(["raw", "calibrated"])
        job = lane.job(self.space.key, mode, random_motion(chance, mode != "vector"), target, self.space,
                       chance.choice(lane.tool.policies))
        self.errand = Errand(lane, self.space, job, lane.plan(self.space, job, lane.fit(job.motion, job.key)))
        await self.phase(self.errand.begin)
        if self.errand.exists():
            await self.errand.verify()
            if chance.random() < 0.7:
                await lane.edits(self.space, chance.randrange(4))
                if mode == "vector" and chance.random() < 0.3:
                    await chance.choice(lane.people).vector(self.space)
                await self.phase(self.errand.undo())
        self.errand.end()

    async def phase(self, words):
        """One direction of a job: in a storm, interrupted and continued; then in quiet to its end."""
        lane, chance, errand = self.lane, self.chance, self.errand
        home = await lane.crowd(self.space, chance.choice([0.05, 0.15, 0.5]))
        for _ in range(STORMY_RUNS):
            if self.rate and chance.random() < 0.08:
                lane.faults.restart_in = chance.randrange(5, self.markers + 20)
            interrupt = None
            if chance.random() < 0.6:
                interrupt = (chance.choice(SIGNALS), chance.randrange(1, int(self.markers * 1.3) + 12))
            run = await errand.storm(words, self.rate, interrupt)
            if run.ended:
                break
            await lane.edits(self.space, chance.randrange(3))
            words = errand.words()
        await home()
        await errand.settle(run)
