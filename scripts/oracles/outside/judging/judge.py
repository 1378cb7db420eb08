"""Counts what must not be: the history of every marker, and what the tool said compared with it."""

import re

from judging.history import History, data_source, follow, job_of
from judging.motion import quad_of, same_corners, same_point
from service.rules import calibrated

COUNTERS = ("lost", "doubled", "rewritten", "stale", "foreign edits lost", "misreported", "given up early",
            "jobs that do not end", "advice that cannot succeed")
# How many examples of a counter are shown, each of another kind: kinds differ in the beginning of the sentence.
EXAMPLES, ALIKE = 5, 160
VARYING = re.compile(r"\b[0-9a-f]{8}\b|\S*\d\S*|'[^']*'")
# A person's vector is overwritten knowingly if it was there for so long; a space has no version that would guard it.
RACE_SECONDS = 1.0
ZERO = [0.0, 0.0, 0.0]


class Judge:
    def __init__(self):
        self.found = {counter: {} for counter in COUNTERS}
        self.jobs = self.markers = self.writes = self.edits = 0

    def report(self, counter, key, text):
        """One violation; the same key is counted once."""
        self.found[counter].setdefault(key, text)

    def merge(self, other):
        for counter, found in other.found.items():
            self.found[counter].update(found)
        self.jobs, self.markers = self.jobs + other.jobs, self.markers + other.markers
        self.writes, self.edits = self.writes + other.writes, self.edits + other.edits

    def total(self):
        return sum(len(found) for found in self.found.values())

    def lines(self):
        for counter, found in self.found.items():
            yield f"{counter:28} {len(found)}"
            alike = {}
            for text in found.values():
                alike.setdefault(VARYING.sub("#", text.split("\n")[0])[:ALIKE], []).append(text)
            for texts in list(alike.values())[:EXAMPLES]:
                more = f" [and {len(texts) - 1} like it]" if len(texts) > 1 else ""
                yield "    " + texts[0].replace("\n", "\n      ") + more
            if len(alike) > EXAMPLES:
                yield f"    and {sum(map(len, list(alike.values())[EXAMPLES:]))} others"

    def space(self, path, space, jobs):
        """Every write of the tool to a space, when all is over."""
        history = History(path, space)
        try:
            for marker, steps in history.steps.items():
                def report(counter, step, text, marker=marker, steps=steps):
                    self.report(counter, (counter, marker, step.seq), f"{name(space, marker)}: {text}\n{trail(steps, step)}")

                follow(steps, jobs, report)
                self.writes += sum(step.tool for step in steps)
                self.edits += sum(step.person for step in steps)
            for marker, step in history.strangers(jobs):
                self.report("foreign edits lost", ("stranger", marker),
                            f"marker {marker[:8]} is of another session, or supplied the targets, and {step.who} has written it")
            self.markers += len(history.steps)
            self.jobs += len(jobs)
            self.vectors(history, jobs)
        finally:
            history.close()

    def vectors(self, history, jobs):
        steps = history.spaces
        for at, step in enumerate(steps[1:], 1):
            wrote = (step.body or {}).get("calibration_vector")
            if not step.tool or wrote is None:
                continue
            job, before = job_of(step, jobs), steps[at - 1]
            new = wrote or ZERO
            text = f"space {history.space.key}: "
            found = None
            if same_point(before.doc["calibration_vector"] or ZERO, new):
                if before.tool:
                    found = "rewritten", "the same vector once more"
            elif before.person and before.seq > job.begun and (
                    before.seq <= job.starts.get(step.who, 0) or step.at - before.at > RACE_SECONDS):
                found = "foreign edits lost", f"a vector by {before.who} was overwritten"
            elif not any(same_point(new, vector) for vector in (job.new_vector(), job.vector)):
                found = "doubled", f"{new} is neither the vector of the job nor the one before"
            if found:
                self.report(found[0], ("vector", step.seq), f"{text}{found[1]}\n{trail(steps, step)}")

    def settled(self, path, space, jobs, job, run):
        """The last word of a job, said without faults and with nobody else at work, marker by marker."""
        if not run.doc or "counts" not in run.doc:
            return
        history = History(path, space)
        try:
            Settled(self, history, jobs, job, run).judge()
        finally:
            history.close()

    def spoken(self, path, space, jobs, job, run):
        """What was said in a storm: a marker that is not named as open has been moved, or back, at least at some time."""
        if not run.doc or "counts" not in run.doc or job.mode == "vector":
            return
        undo, said = run.doc["direction"] == "undo", claims(run.doc)
        history = History(path, space)
        try:
            for marker, steps in history.steps.items():
                follow(steps, jobs, lambda *_: None)
                if said.get(marker, "").startswith("gone") and steps[-1].doc:
                    self.report("lost", (marker, job.key, undo, "gone"),
                                f"{name(space, marker)}: {run.text()} says it is gone, but it is there\n{trail(steps)}")
                if steps[0].seq > job.known or marker in said:
                    continue
                if not run.doc.get("complete") and not run.doc.get("comparison") and not any(step.tool for step in steps):
                    continue
                since = [step for step in steps if step.seq > (job.undo_begun if undo else job.begun) and step.doc]
                if since and not any(is_moved(job, step) != undo for step in since) or not since and steps[-1].doc and \
                        is_moved(job, steps[-1]) == undo:
                    self.report("lost", (marker, job.key, undo), f"{name(space, marker)}: {run.text()} names it nowhere as "
                                f"open, but it was never {'moved back' if undo else 'moved'}\n{trail(steps)}")
        finally:
            history.close()


class Settled:
    """One document, read when nothing is under way any more."""

    def __init__(self, judge, history, jobs, job, run):
        self.judge_, self.history, self.jobs, self.job, self.run = judge, history, jobs, job, run
        self.undo = run.doc["direction"] == "undo"
        self.way = "moved back" if self.undo else "moved"

    def report(self, counter, key, text):
        self.judge_.report(counter, (key, self.job.key, self.undo, counter), text)

    def judge(self):
        if self.job.mode == "vector":
            self.vector()
            return
        said = claims(self.run.doc)
        results = []
        for marker, steps in self.history.steps.items():
            if steps[0].seq <= self.job.known:
                follow(steps, self.jobs, lambda *_: None)
                results.append(self.marker(marker, steps, said.get(marker)))
        wrong = results.count("wrong")
        about = f"{self.run.text()} of {self.history.space.key}"
        if wrong and self.run.exit == 0:
            self.report("misreported", "exit", f"{about}: exit 0, though {wrong} markers are not {self.way}")
        appeared = (self.run.doc.get("comparison") or {}).get("appeared")
        if self.run.exit == 1 and set(results) == {"as wanted"} and not appeared:
            self.report("misreported", "exit", f"{about}: exit 1, though all markers are {self.way}, and nobody touched "
                        f"one: {self.run.why()}")

    def marker(self, marker, steps, said):
        """As wanted, touched by a person, or wrong; and whether the tool's word for it is true."""
        job, last = self.job, steps[-1]
        if last.doc is None:
            return "touched"
        others = [step for step in steps if step.person and step.seq > job.known]
        touched = any({"p1", "p2", "p3", "p4", "calibrated_data"} & set(step.body or {}) for step in others)
        text = f"{name(self.history.space, marker)}: {self.run.text()} says {said or 'nothing of it'}, but "
        tail = f"\n{trail(steps)}"
        if is_moved(job, last) == self.undo:
            # A job that stopped names what is open in its plan, but not what was done and then undone by somebody's edit.
            known = any(step.tool for step in steps) and not any(is_moved(job, step) for step in steps[:-1] if step.doc)
            if said is None and not self.run.ended and not self.run.doc.get("comparison") and not known:
                return "touched"
            if said is None or said.startswith("gone"):
                self.report("lost", marker, f"{text}it is there and not {self.way}{tail}")
            elif not touched and self.run.ended and said != "appeared":
                self.report("lost", marker, f"{text}nobody touched what the job rewrites, and it is not {self.way}{tail}")
            return "touched" if touched else "wrong"
        stale = self.stale(steps)
        if said and said.startswith("gone"):
            self.report("misreported", marker, f"{text}it is there{tail}")
        elif said and not stale and not others:
            self.report("misreported", marker, f"{text}it is {self.way}, and nobody touched it{tail}")
        elif stale and said is None:
            self.report("stale", marker, f"{text}{stale}{tail}")
        return "touched" if others else "wrong" if stale else "as wanted"

    def stale(self, steps):
        """What is wrong with calibrated_data where corners are right; empty where nothing is."""
        last, source = steps[-1].doc, data_source(steps)
        data = last["calibrated_data"]
        derived = same_corners(data, calibrated(last, {"calibration_vector": self.job.vector}))
        first = next((at for at, step in enumerate(steps) if step.tool and job_of(step, self.jobs) is self.job), None)
        if not source.tool or first is None or self.job.mode == "calibrated" and not self.undo:
            return ""
        image = steps[first - 1].doc
        if not self.undo or not same_corners(quad_of(image), quad_of(last)):
            return "" if derived else "calibrated_data does not follow from corners and vector"
        if same_corners(data, image["calibrated_data"]) or derived and image["calibrated_data"] is None:
            return ""
        return "calibrated_data is not as it was" + ("" if derived else " and does not follow from corners and vector")

    def vector(self):
        wanted = self.job.vector if self.undo else self.job.new_vector()
        now = self.history.spaces[-1].doc["calibration_vector"] or ZERO
        said = self.run.doc["vector"]
        person = any(step.person and step.seq > self.job.known for step in self.history.spaces)
        text = f"space {self.history.space.key}: {self.run.text()} says {said}, but the vector is {now}"
        if not same_point(now, wanted):
            if said in ("done", "undone") or not person or self.run.exit == 0:
                self.report("lost", "vector", f"{text}, not {wanted}\n{trail(self.history.spaces)}")
        elif self.run.exit == 1 and not person and all(map(self.follows, self.history.steps.values())):
            self.report("misreported", "vector",
                        f"{text} as the job wants it, nobody touched a marker, and exit 1: {self.run.why()}")

    def follows(self, steps):
        """Whether nobody touched a marker, and its calibrated_data is as before the job or follows from the vector."""
        last = steps[-1].doc
        if last is None or any(step.person and step.seq > self.job.known for step in steps):
            return False
        data = last["calibrated_data"]
        before = next((step.doc for step in reversed(steps) if step.doc and step.seq <= self.job.begun), last)
        now = {"calibration_vector": self.history.spaces[-1].doc["calibration_vector"]}
        derived = data is None or same_corners(data, calibrated(last, now))
        if self.undo:
            return same_corners(data, before["calibrated_data"]) or derived and before["calibrated_data"] is None
        return derived


def is_moved(job, step):
    if job.mode == "raw":
        return step.net[job.motion] > 0
    return same_corners(step.doc["calibrated_data"], job.data(quad_of(step.doc)))


def claims(doc):
    """What a document says of each marker that it names, in words."""
    said = {one["id"]: f"{one['state']} {one['code'] or ''}".strip() for one in doc["open"]}
    comparison = doc.get("comparison") or {}
    for one in comparison.get("different") or []:
        said.setdefault(one["id"], f"different {one['code']}")
    for marker in comparison.get("gone") or []:
        said[marker] = "gone"
    for marker in comparison.get("appeared") or []:
        said.setdefault(marker, "appeared")
    return said


def name(space, marker):
    return f"marker {marker[:8]} of {space.key}"


def trail(steps, end=None):
    """The rows of history of a marker, in one line."""
    words = []
    for step in steps:
        members = ",".join(member for member in (step.body or {}) if member not in ("version", "work_session_id"))
        net = f" net {max(step.net.values())}" if step.net and any(step.net.values()) else ""
        version = f"v{step.version}" if step.version else ""
        words.append(f"{version} {step.op} {step.who} {members if step.op == 'patch' else ''} {step.note}{net}")
        if end is not None and step.seq == end.seq:
            break
    return "history: " + "; ".join(" ".join(word.split()) for word in words)
