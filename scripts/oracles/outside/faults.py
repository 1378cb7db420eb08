"""Which request meets which fault. Every kind is chosen by the seed, counted as it fires, and asked for by name.

before: the request has no effect. after: it has, but the answer is lost or spoilt.
"""

import random
import re

LIST = re.compile(r"GET /api/v1/(markers\?|work-sessions/[^/]+/markers)")
LOCK = re.compile(r"POST /api/v1/locks/work-sessions/[^/]+(/extend|/unlock)?$")

# What a status says besides itself.
STATUSES = {"500": "", "502": "", "503": "", "429": "Retry-After: 1\r\n", "408": "Connection: close\r\n"}
ANYWHERE = [f"{status}-{when}" for status in STATUSES for when in ("before", "after")] + [
    "reset-before", "reset-after", "html-before", "html-after", "truncated", "length-long", "length-short", "dripped",
    "slow", "twice", "late"]
LISTS = ["foreign-list", "short-list", "stale-list"]
LOCKS = ["503-at-lock", "503-at-extend", "503-at-unlock"]
RESTART = "restart"
# The request takes effect and the tool does not learn how it was answered.
ANSWER_LOST = {f"{status}-after" for status in STATUSES} | {
    "reset-after", "html-after", "truncated", "length-long", "length-short", "twice", "late"}
KINDS = ANYWHERE + LISTS + LOCKS + [RESTART]

# Lists and locks are few, so each of them is more likely to fail than the one request in ten of all others.
LIST_FACTOR, LOCK_FACTOR = 2, 3


class Faults:
    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.rate = 0.0
        self.kinds = None
        self.only = None
        self.restart_in = None
        self.script = []
        self.fired = dict.fromkeys(KINDS, 0)
        self.requests = self.stormy = 0
        self.log = []

    def quiet(self):
        self.rate, self.kinds, self.only, self.restart_in, self.script = 0.0, None, None, None, []

    def once(self, kind, where, skip=0, times=1):
        """Exactly so many requests fail: those that match METHOD /path, after so many that do not."""
        self.script.append([re.compile(where), kind, skip, times])

    def storm(self, rate, kinds=None, only=None):
        """A share of the requests fails from now on: by these kinds, only where METHOD /path matches."""
        self.rate, self.kinds, self.only = rate, kinds, re.compile(only) if only else None

    def choose(self, method, target):
        """The fault of the next request, or None."""
        self.requests += 1
        line = f"{method} {target}"
        if self.restart_in is not None:
            self.restart_in -= 1
            if self.restart_in <= 0:
                self.restart_in = None
                return self.fire(RESTART, line)
        for entry in self.script:
            if entry[0].search(line) and entry[3]:
                if entry[2]:
                    entry[2] -= 1
                    continue
                entry[3] -= 1
                return self.fire(entry[1], line)
        self.stormy += self.rate > 0
        if not self.rate or self.only and not self.only.search(line):
            return None
        listed, lock = LIST.match(line), LOCK.match(line)
        rate = self.rate * (LIST_FACTOR if listed else LOCK_FACTOR if lock else 1)
        if self.chance.random() >= rate:
            return None
        able = ANYWHERE + (LISTS if listed else [])
        if lock:
            able = ["503-at-" + (lock[1] or "/lock")[1:]] + ANYWHERE
            if not lock[1]:
                # A lock that was granted in vain can only run out, which takes a minute: that has a story of its own.
                able = [kind for kind in able if kind not in ANSWER_LOST]
        if self.kinds is not None:
            able = [kind for kind in able if kind in self.kinds]
        if not able:
            return None
        return self.fire(min(self.chance.sample(able, min(3, len(able))), key=self.fired.get), line)

    def tickets_lost(self, since):
        """Whether a lock may have been granted since then and the answer lost: nobody has its token, so it can only run out.
        A restart at a PATCH comes when all locks of a job have long been granted."""
        return any(kind == RESTART and not line.startswith("PATCH") or
                   kind in ANSWER_LOST and re.search(r"POST /api/v1/locks/work-sessions/[^/]+$", line)
                   for kind, line in self.log[since:])

    def fire(self, kind, line):
        self.fired[kind] += 1
        self.log.append((kind, line))
        return kind
