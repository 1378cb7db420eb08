"""What the tool says of a job when nothing is under way any more, compared with the history marker by marker."""

from judging.history import data_source, follow, is_moved, job_of, name, trail
from judging.motion import quad_of, same_corners, same_point
from service.rules import calibrated

ZERO = [0.0, 0.0, 0.0]


class Settled:
    """One document; what is wrong with it goes to the judge."""

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
        # A marker that no list had shown before does appear, to whom asks by lists.
        elif said and said != "appeared" and not stale and not others:
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


def claims(doc):
    """What a document says of each marker that it names, in words."""
    said = {one["id"]: f"{one['state']} {one['code'] or ''}".strip() for one in doc["open"]}
    comparison = doc.get("comparison") or {}
    for one in comparison.get("different") or []:
        said.setdefault(one["id"], f"different {one['code']}")
    for marker in comparison.get("edited") or []:
        said.setdefault(marker, "edited")
    for marker in comparison.get("gone") or []:
        said[marker] = "gone"
    for marker in comparison.get("appeared") or []:
        said.setdefault(marker, "appeared")
    return said
