"""The campaign: random episodes in some lanes, named stories in others, one judge over all of them."""

import argparse
import asyncio
import collections
import os
import signal
import sys
import tempfile
import time
from pathlib import Path

import newjobs
import once
import queued
import scenarios
import uvloop
from episodes import Episode
from faults import KINDS
from judging import traps
from judging.judge import Judge
from lane import TOKEN, Lane

STORIES = {story.__name__.replace("_", "-"): story for story in (
    # Those that take longest come first.
    scenarios.slow_locks, scenarios.each_fault, scenarios.restarts, scenarios.html, scenarios.edited_undo,
    scenarios.raw_conflicts, scenarios.plain, scenarios.null_ignored, scenarios.wrong_plans, scenarios.wrong_lists,
    scenarios.locks, scenarios.kept_tickets, scenarios.no_calibrated, newjobs.over_half, newjobs.over_half_elsewhere,
    newjobs.between_sessions, newjobs.two_people, newjobs.odd_neighbour, newjobs.documented,
    once.once)}
# Stories that wait for locks to run out, and one of a queue, which waits for answers that were lost.
LONG = {story.__name__.replace("_", "-"): story for story in (
    scenarios.long_locks, scenarios.lost_ticket, queued.queued_marker)}
ALL = {**LONG, **STORIES}
RANDOM = "random"
# A story in which a job was not stopped when it should be begins so often.
TELLINGS = 3
MODES = ("raw", "calibrated", "vector")
# Vector jobs send one request, so they are one in five.
ORDER = ("raw", "calibrated", "raw", "calibrated", "vector")
RANDOM_LANES, STORY_LANES = 2, 4
# Characters of a line about one run of the tool.
WIDEST = 600


class Campaign:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.judge = Judge()
        self.begun = time.monotonic()
        self.requests = self.stormy = self.hit = 0
        self.fired = collections.Counter()
        self.episodes = 0
        self.errors = []

    def seconds(self):
        return time.monotonic() - self.begun

    def lane(self, name, token=None):
        return Lane(name, self.options.seed, self.folder, self.options.quadcal, token)

    def done(self, lane, since):
        """Adds and prints what a part came to."""
        requests, seconds, fired = since
        now = collections.Counter(lane.faults.fired)
        now.subtract(fired)
        self.fired.update(now)
        self.judge.merge(lane.judge)
        print(f"{lane.part:20} {lane.faults.requests - requests:7} requests {sum(now.values()):6} faults "
              f"{lane.judge.jobs:5} jobs {lane.judge.total():5} violations {self.seconds() - seconds:6.1f} s", flush=True)
        if self.options.runs:
            print("".join(f"    {line[:WIDEST]}\n" for line in lane.log), end="", flush=True)

    def mark(self, lane):
        return lane.faults.requests, self.seconds(), dict(lane.faults.fired)

    async def random(self, number):
        """Episodes until the budget of all lanes together is spent."""
        name = f"{RANDOM}{number}"
        async with self.lane(name, TOKEN if number % 2 else None) as lane:
            since = self.mark(lane)
            while self.requests < self.options.requests and self.seconds() < self.options.seconds:
                mode = self.options.mode or ORDER[(self.episodes + number) % len(ORDER)]
                self.episodes += 1
                before = lane.faults.requests
                await Episode(lane, mode, self.options.markers).play()
                self.requests += lane.faults.requests - before
            self.stormy, self.hit = self.stormy + lane.faults.stormy, self.hit + sum(lane.faults.fired.values())
            self.done(lane, since)

    async def stories(self, number, names):
        """One story after the other, until none is left."""
        if not names:
            return
        async with self.lane(f"story{number}") as lane:
            while names:
                name = names.pop(0)
                since = self.mark(lane)
                lane.begin(name)
                await self.tell(name, lane)
                self.done(lane, since)

    async def tell(self, name, lane):
        """One story, again where a job was not stopped when it should be."""
        for left in reversed(range(TELLINGS)):
            try:
                return await ALL[name](lane)
            except Exception as error:
                if not left or not isinstance(error, newjobs.NotHalf):
                    return self.errors.append(f"{name} could not be told: {error!r}")

    async def play(self):
        part = self.options.part
        names = [part] if part in ALL else [] if part else list(ALL if self.options.long else STORIES)
        tasks = [self.stories(number, names) for number in range(min(STORY_LANES, len(names)))]
        if part in (None, RANDOM):
            tasks += [self.random(number) for number in range(RANDOM_LANES)]
        async with asyncio.TaskGroup() as group:
            for task in tasks:
                group.create_task(task)

    async def traps(self):
        """The judge itself is judged first: it must catch every planted violation, and name it rightly."""
        async with self.lane("traps") as lane:
            return await traps.caught(lane)

    def verdict(self):
        """Prints the counters and returns whether all is well."""
        judge = self.judge
        print(f"{judge.jobs} jobs, {judge.markers} markers, {judge.writes} writes by the tool and {judge.edits} by people")
        if self.stormy:
            print(f"random episodes: {self.hit} of {self.stormy} requests met a fault while faults were on, "
                  f"{self.hit / self.stormy:.1%}")
        fired = [f"{self.fired[kind]} {kind}" for kind in KINDS if self.fired[kind]]
        print(f"faults: {', '.join(fired) or 'none'}")
        for line in judge.lines():
            print(line)
        never = [kind for kind in KINDS if not self.fired[kind]]
        if never and self.options.part is None:
            self.errors.append(f"these faults never fired: {', '.join(never)}")
        # The last lines are those that a log of many gates keeps.
        self.errors += [f"{len(found)} {counter}, such as {next(iter(found.values())).splitlines()[0]}"
                        for counter, found in judge.found.items() if found]
        print("\n".join(f"error: {text}" for text in self.errors) or "no violations")
        return not self.errors


def arguments():
    parser = argparse.ArgumentParser(prog="check-outside")
    parser.add_argument("--quadcal", type=lambda name: Path(name).resolve(), required=True)
    parser.add_argument("--markers", type=int, default=60)
    parser.add_argument("--requests", type=int, default=4000)
    parser.add_argument("--seconds", type=float, default=45)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", choices=MODES)
    parser.add_argument("--part", choices=[RANDOM, *ALL])
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--runs", action="store_true")
    return parser.parse_args()


async def main(options):
    print(f"check-outside: seed {options.seed}", flush=True)
    # A gate that has taken too long is ended; servers, tools and folders go, too.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asyncio.current_task().cancel)
    with tempfile.TemporaryDirectory(prefix="check-outside-") as folder:
        # Its jobs are none of what its user has recalibrated.
        os.environ["XDG_STATE_HOME"] = f"{folder}/state"
        campaign = Campaign(options, Path(folder))
        if wrong := await campaign.traps():
            sys.exit("\n".join(f"error: {text}" for text in wrong))
        await campaign.play()
    return campaign.verdict()


if __name__ == "__main__":
    try:
        sys.exit(not uvloop.run(main(arguments())))
    except asyncio.CancelledError:
        sys.exit("error: ended by a signal")
