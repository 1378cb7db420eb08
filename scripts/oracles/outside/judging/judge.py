"""Counts what must not be: the history of every marker, and what the tool said compared with it."""

import re

from judging.history import History, follow, is_moved, job_of, name, trail
from judging.motion import same_point
from judging.settled import ZERO, Settled, claims

COUNTERS = ("lost", "doubled", "rewritten", "stale", "foreign edits lost", "misreported", "given up early",
            "jobs that do not end", "advice that cannot succeed")
# How many examples of a counter are shown, each of another kind: kinds differ in the beginning of the sentence.
EXAMPLES, ALIKE = 5, 160
VARYING = re.compile(r"\b[0-9a-f]{8}\b|\S*\d\S*|'[^']*'")
# A person's vector is overwritten knowingly if it was there for so long; a space has no version that would guard it.
RACE_SECONDS = 1.0


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
        # An undo that is interrupted before it has listed the server cannot name what a killed run moved and never noted:
        # it asks to be continued, and `settled` judges the run that does so.
        unlisted = undo and run.interrupted is not None and run.next
        history = History(path, space)
        try:
            for marker, steps in history.steps.items():
                follow(steps, jobs, lambda *_: None)
                if said.get(marker, "").startswith("gone") and steps[-1].doc:
                    self.report("lost", (marker, job.key, undo, "gone"),
                                f"{name(space, marker)}: {run.text()} says it is gone, but it is there\n{trail(steps)}")
                if unlisted or steps[0].seq > job.known or marker in said or not steps[-1].doc:
                    # One that a person deleted may have been missing from the list that the plan was made of.
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
