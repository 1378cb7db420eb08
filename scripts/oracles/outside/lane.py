"""One server, one proxy and one tool, side by side with other lanes; a server that is killed takes only its lane along."""

import asyncio
import random
import sqlite3
import subprocess

from faults import Faults
from judging.history import last_seq
from judging.judge import Judge
from judging.motion import Job
from people import Person
from proxy import Proxy
from tool import Tool
from world import Service, make_space

NAMES = ("anna", "boris", "chloe")
TOKEN = "outside-token"


class Lane:
    def __init__(self, name, seed, folder, quadcal, token=None):
        self.name, self.seed, self.folder = name, seed, folder / name
        self.folder.mkdir()
        self.service = Service(self.folder / "server.sqlite", token)
        self.faults = Faults(0)
        self.proxy = Proxy(self.faults, self.service)
        self.tool = Tool(quadcal, self.folder, self.proxy, token)
        self.begin(name)

    def begin(self, part):
        """A part begins. All that is random in it follows from the seed and its name, whichever lane it is played in."""
        self.part, self.judge, self.log, self.spaces = part, Judge(), [], 0
        self.faults.quiet()
        self.chance = random.Random(f"{self.seed} {part}")
        self.faults.chance = random.Random(f"{self.seed} {part} faults")
        self.people = [Person(name, self.service, random.Random(f"{self.seed} {part} {name}")) for name in NAMES]

    async def __aenter__(self):
        await self.service.start()
        await self.proxy.start()
        self.setup = self.service.client("setup")
        return self

    async def __aexit__(self, *error):
        await self.proxy.settled()
        await self.proxy.stop()
        await self.setup.aclose()
        await self.service.kill()
        await self.proxy.ended()

    @property
    def database(self):
        return self.service.database

    async def space(self, markers, vector=None, variant=None, calibrated=None, sessions=3):
        self.spaces += 1
        return await make_space(self.setup, self.chance, f"{self.part}-{self.spaces}", sessions, markers, vector,
                                variant or {}, calibrated)

    def job(self, key, mode, motion, target, space, conflicts="stop"):
        seq = last_seq(self.database)
        if mode != "calibrated" and conflicts == "recompute":
            # It is refused there, since nothing is recomputed.
            conflicts = "skip"
        return Job(key, mode, motion, target, space.vector or [0.0, 0.0, 0.0], seq, conflicts, seq)

    def fit(self, motion, name):
        """A fit as quadcal saves it, of two matrices; what it says is not read."""
        for file, text in (("old.txt", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n"), (f"{name}.txt", motion.text())):
            (self.folder / file).write_text(text)
        subprocess.run([self.tool.path, "fit", "--matrices", "scan-from-model", "--rows", "old.txt", f"{name}.txt",
                        "--save", f"{name}.json", "--force", "--quiet"], cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        return f"{name}.json"

    def plan(self, space, job, fit, *more):
        """The command that begins a job, by somebody who knows that no motion has moved these sessions yet: people edit them first."""
        unmoved = [word for session in space.sessions for word in ("--not-moved-yet", session)]
        more = [*(unmoved if self.tool.has("--not-moved-yet") else []), *more]
        return ["recalibrate", "--api", self.tool.api, "--space", space.key, "--fit", fit, "--mode", job.mode, "--sessions",
                "all", "--target", job.target, "--sign", "added", "--job", f"{job.key}.job", "--conflicts", job.conflicts, *more]

    def clear_locks(self):
        """What an hour of waiting would do."""
        with sqlite3.connect(self.database) as db:
            db.execute("DELETE FROM lock")

    async def crowd(self, space, pause):
        """People at work; stop with the function that this returns."""
        stop = asyncio.Event()
        tasks = [asyncio.create_task(person.work(space, pause, stop)) for person in self.people]

        async def home():
            stop.set()
            await asyncio.gather(*tasks)

        return home

    async def edits(self, space, count, kind=None):
        for _ in range(count):
            await self.chance.choice(self.people).edit(space, kind)
