"""What happened to each marker, read from the history alone: its versions, who wrote them, and how often each motion moved it."""

import json
import sqlite3
from collections import Counter
from dataclasses import dataclass, field

from judging.motion import quad_of, same_corners
from service.rules import calibrated

OTHER_MEMBERS = ("label", "color", "meta", "custom_props", "work_session_id")
TOOL = "tool:"
# Longer than a list may be stale, and than the answer to one may take.
DOUBT_SECONDS = 3.0
SETUP = "setup"


@dataclass
class Step:
    """One version of a marker. net counts the motions that its corners have had until then, one less for each taken back."""

    seq: int
    op: str
    who: str
    version: int
    doc: dict | None
    body: dict | None
    at: float
    net: Counter = field(default_factory=Counter)
    note: str = ""

    @property
    def tool(self):
        return self.who.startswith(TOOL)

    @property
    def person(self):
        return not self.tool and self.who != SETUP


class History:
    """The history of one space, up to now."""

    def __init__(self, path, space):
        self.db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.space = space
        self.spaces = [step for _, step in self.rows("space", "id = ?", space.id)]
        self.steps = {}
        for session in space.sessions:
            for marker, step in self.rows("marker", "parent = ?", session):
                self.steps.setdefault(marker, []).append(step)

    def rows(self, kind, where, value):
        found = self.db.execute(
            f"SELECT id, seq, op, who, version, doc, body, at FROM history WHERE kind = ? AND {where} ORDER BY seq",
            (kind, value))
        for row, seq, op, who, version, doc, body, at in found:
            if op != "details":
                yield row, Step(seq, op, who, version, json.loads(doc) if doc else None, json.loads(body) if body else None, at)

    def strangers(self, jobs):
        """Markers of other sessions that a job has written."""
        for key in jobs:
            for marker, step in self.rows("marker", "who GLOB ?", f"{TOOL}{key}:*"):
                if marker not in self.steps and step.op == "patch":
                    yield marker, step

    def close(self):
        self.db.close()


def last_seq(path):
    """The last line of history so far."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        return db.execute("SELECT coalesce(max(seq), 0) FROM history").fetchone()[0]


def planned_at(path, who, lists):
    """Two lines of history: the last before a run had read what it planned from, which is its last list before it locked or
    wrote; and the last that was in that list even if it was stale."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as db:
        def last(at):
            return db.execute("SELECT coalesce(max(seq), 0) FROM history WHERE at <= ?", (at,)).fetchone()[0]

        begun = db.execute("SELECT min(at) FROM history WHERE who = ? AND kind IN ('lock', 'marker')", (who,)).fetchone()[0]
        lists = [at for at in lists if begun is None or at <= begun]
        return last(max(lists, default=0)), last(min(lists, default=0) - DOUBT_SECONDS)


def job_of(step, jobs):
    """The job that a write of the tool belongs to: its key is in the name that the campaign gave the run."""
    return jobs[step.who.split(":")[1]]


def follow(steps, jobs, report):
    """Counts the motions of a marker step by step. report(counter, step, text) takes what must not be."""
    net = Counter()
    for place, step in enumerate(steps):
        before = steps[place - 1] if place else None
        if step.tool and before and step.doc and step.op == "patch":
            judge_write(steps, place, job_of(step, jobs), net, report)
        step.net = Counter(net)


def judge_write(steps, place, job, net, report):
    """One write of the tool, compared with the version right before it: only what the motion makes of that may be written."""
    step, before = steps[place], steps[place - 1]
    body = step.body or {}
    for name in OTHER_MEMBERS:
        if step.doc[name] != before.doc[name]:
            report("foreign edits lost", step, f"{name} was {before.doc[name]!r} and is {step.doc[name]!r}")
    old, new = quad_of(before.doc), quad_of(step.doc)
    moved = any(name in body for name in old)
    if moved:
        judge_corners(steps, place, job, net, old, new, report)
    if "calibrated_data" in body and not moved:
        judge_data(steps, place, job, report)


def judge_corners(steps, place, job, net, old, new, report):
    step = steps[place]
    motion = job.motion
    if same_corners(new, job.corners(old)):
        net[motion] += 1
        step.note = "moved"
        if net[motion] > 1:
            report("doubled", step, f"moved {net[motion]} times in all")
    elif same_corners(new, job.corners_back(old)):
        net[motion] -= 1
        step.note = "moved back"
        if net[motion] < 0:
            report("doubled", step, "moved back further than where it was")
    elif same_corners(new, old):
        step.note = "written again"
        if steps[place - 1].tool:
            report("rewritten", step, "the same corners once more, with nobody in between")
    else:
        # What the tool wrote fits an older version: whatever came after that one is gone.
        for earlier in reversed(steps[:place - 1]):
            past = quad_of(earlier.doc)
            shapes = {0: past, 1: job.corners(past), -1: job.corners_back(past)}
            fits = [motions for motions, shape in shapes.items() if same_corners(new, shape)]
            if fits:
                lost = [one for one in steps[:place] if one.seq > earlier.seq and one.person]
                who = ", ".join(sorted({one.who for one in lost})) or "nobody"
                report("foreign edits lost", step, f"corners of version {earlier.version} came back over those of {who}")
                net[motion] = earlier.net[motion] + fits[0]
                return
        report("lost", step, "the corners written follow from no version of the marker")


def judge_data(steps, place, job, report):
    step, before = steps[place], steps[place - 1]
    new, old = step.doc["calibrated_data"], before.doc["calibrated_data"]
    wrote = step.body["calibrated_data"]
    if wrote is None:
        step.note = "null " + ("ignored" if new else "taken")
        if new:
            return
    elif same_corners(new, old) and not same_corners(wrote, new):
        step.note = "calibrated_data ignored"
        return
    source = data_source(steps[:place])
    if same_corners(new, old):
        step.note = "calibrated_data written again"
        if source is not None and source.tool and before.tool and new is not None:
            report("rewritten", step, "the same calibrated_data once more, with nobody in between")
        return
    step.note = "calibrated_data " + ("moved" if same_corners(new, job.data(step.doc)) else "other")
    if source is not None and source.person and "calibrated_data" in (source.body or {}) and source.seq > job.begun:
        report("foreign edits lost", step, f"calibrated_data by {source.who} at version {source.version} was overwritten")
        return
    if step.note == "calibrated_data moved":
        return
    first = next((one for one in steps if one.seq > job.begun and one.tool), step)
    image = next(one for one in reversed(steps[:steps.index(first)]) if one.doc)
    if new is not None and same_corners(new, image.doc["calibrated_data"]):
        step.note = "calibrated_data restored"
        touched = [one for one in steps[:place] if one.seq > image.seq and one.person
                   and not same_corners(quad_of(one.doc), quad_of(image.doc))]
        if touched and same_corners(new, calibrated(quad_of(image.doc), {"calibration_vector": job.vector})):
            report("foreign edits lost", step,
                   f"calibrated_data of version {image.version} came back over corners by {touched[-1].who}")


def data_source(steps):
    """The version that made the calibrated_data what it is."""
    for place in range(len(steps) - 1, 0, -1):
        if not same_corners(steps[place].doc["calibrated_data"], steps[place - 1].doc["calibrated_data"]):
            return steps[place]
    return steps[0] if steps else None


def is_moved(job, step):
    if job.mode == "raw":
        return step.net[job.motion] > 0
    return same_corners(step.doc["calibrated_data"], job.data(quad_of(step.doc)))


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
