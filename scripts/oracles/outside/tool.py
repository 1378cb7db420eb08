"""Runs quadcal as a user does, reads what it says, and follows its advice."""

import asyncio
import json
import os
import re
import shlex
import subprocess
from collections import Counter
from pathlib import Path

# No job of this campaign may take longer without an interrupt.
LONGEST_SECONDS = 240
WORDS = 300
INTERNAL = 70
EXITS = {"good": 0, "findings": 1, "usage": 2, "unreadable": 3, "unsolvable": 4, "network": 5, "internal": INTERNAL,
         "interrupted": 130}
# Policies for conflicts; those that replace other people's values are left to those who ask for them.
POLICIES = ("stop", "skip", "take-theirs")


class Run:
    """One run of the tool: what it was asked, how it ended, and the document it printed."""

    def __init__(self, label, words):
        self.label, self.words = label, words
        self.exit = None
        self.doc, self.message, self.errors = None, "", ""
        self.interrupted = None
        self.timed_out = False

    def read(self, output, errors):
        self.errors = errors.decode(errors="replace")
        try:
            doc = json.loads(output)
        except ValueError:
            return
        if doc.get("schema", "").startswith("quadcal.error"):
            self.message = doc["message"]
        else:
            self.doc = doc

    @property
    def next(self):
        """The command that the tool advises to go on with, or None."""
        return self.doc["next"]["goOn"] if self.doc and self.doc.get("next") else None

    @property
    def advised(self):
        """Its words, without the name of the tool."""
        return shlex.split(self.next)[1:]

    @property
    def ended(self):
        """Every marker has met its fate, as far as it says: it was not stopped, and advises nothing more."""
        return bool(self.doc and not self.next and not (self.doc.get("run") or {}).get("stop"))

    @property
    def locked(self):
        return self.exit not in (0, None) and "locked" in (self.message or self.why()).lower()

    def contradictions(self):
        """What is wrong with what it says, by that alone."""
        if self.exit == INTERNAL or self.exit < 0 and self.interrupted is None and not self.timed_out:
            yield "crashed"
        if not self.doc or self.exit < 0:
            return
        if EXITS.get(self.doc["exit"]) != self.exit:
            yield f"calls its exit {self.doc['exit']!r}"
        counted = Counter(one["state"] for one in self.doc.get("open") or [])
        for state, count in counted.items():
            if self.doc.get("counts", {}).get(state, count) != count:
                yield f"counts {self.doc['counts'][state]} {state} and lists {count}"

    def why(self):
        """What the tool gave as its reason, in short."""
        if self.message:
            return self.message[:WORDS]
        if not self.doc:
            return f"no document; {self.errors[-WORDS:].strip()!r}"
        stop = (self.doc.get("run") or {}).get("stop")
        states = {}
        for one in self.doc.get("open") or []:
            name = f"{one['state']} {one['code'] or ''}".strip()
            states[name] = states.get(name, 0) + 1
        for one in (self.doc.get("comparison") or {}).get("different") or []:
            states[one["code"]] = states.get(one["code"], 0) + 1
        parts = [f"{stop['code']}: {stop['sentence']}"] if stop else []
        parts += [f"{count} {name}" for name, count in states.items()]
        parts += [f"{one['code']}" for one in (self.doc.get("warnings") or [])[:2]]
        return "; ".join(parts)[:WORDS] or "no reason given"

    def text(self):
        return f"{self.label} (exit {self.exit})"


class Tool:
    def __init__(self, path, folder, proxy, token=None):
        self.path, self.folder, self.proxy = str(path), Path(folder), proxy
        self.environment = {**os.environ, "NO_COLOR": "1"}
        for name in ("QUADCAL_TOKEN", "QUADCAL_API_KEY", "QUADCAL_API"):
            self.environment.pop(name, None)
        if token:
            self.environment["QUADCAL_TOKEN"] = token
        self.count = 0
        self.machine = None
        """The folder of the user's state; None for that of this process."""
        self.help = subprocess.run([self.path, "help", "recalibrate"], stdout=subprocess.PIPE, text=True, check=True).stdout
        line = re.search(r"--conflicts POLICY(.*)", self.help)[1]
        self.policies = [policy for policy in POLICIES if policy in line]

    @property
    def api(self):
        return f"http://127.0.0.1:{self.proxy.port}"

    async def probe(self, space, file):
        """Has it find out what the server does, which a mark needs to be known."""
        words = ["probe", "--api", self.api, "--write", "--space", space, "--yes", "--out", file, "--force"]
        process = await asyncio.create_subprocess_exec(
            self.path, *words, cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        await process.wait()
        return file

    async def run(self, job, words, interrupt=None):
        """Runs it with --yes and --json. interrupt is a signal, the number of requests after which it is sent, and
        whether only those count that change a marker."""
        self.count += 1
        action = next((word[2:] for word in words if word in ("--resume", "--undo", "--verify", "--status")), "apply")
        run = Run(f"tool:{job}:{action}:{self.count}", words)
        self.proxy.who = run.label
        environment = {**self.environment, "QUADCAL_API": self.api}
        if self.machine:
            environment["XDG_STATE_HOME"] = str(self.machine)
        extra = [] if "--verify" in words or "--status" in words else ["--yes"]
        process = await asyncio.create_subprocess_exec(
            self.path, *words, *extra, "--json", cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        waiting = asyncio.create_task(process.communicate())
        watching = asyncio.create_task(self.interrupt(process, run, *interrupt)) if interrupt else None
        try:
            done, _ = await asyncio.wait([waiting], timeout=LONGEST_SECONDS)
            run.timed_out = not done
        finally:
            if process.returncode is None and not waiting.done():
                process.kill()
            if watching:
                watching.cancel()
                self.proxy.at_patch = None
        output, errors = await waiting
        run.exit = process.returncode
        run.read(output, errors)
        await self.proxy.settled()
        return run

    async def interrupt(self, process, run, number, requests, patches=False):
        def send():
            if process.returncode is None:
                run.interrupted = number
                process.send_signal(number)

        if patches:
            self.proxy.at_patch = (len(self.proxy.patched) + requests, send)
            return
        start = self.proxy.faults.requests
        while self.proxy.faults.requests - start < requests:
            await asyncio.sleep(0.002)
        send()

    def has(self, option):
        """Whether recalibrate has this option, so that the campaign uses what this tool offers."""
        return re.search(rf"^  (?:-\w, )?{option}\b", self.help, re.M) is not None
