"""One job from its first run to its end: what the tool is asked, the advice that is followed, and what is judged on the way."""

import signal

from judging.history import last_seq, planned_at

# So often the advice of the tool is followed in quiet before it counts as a job that does not end.
QUIET_RUNS = 4
NETWORK, UNREADABLE = 5, 3


class Errand:
    def __init__(self, lane, space, job, begin, jobs=None):
        self.lane, self.space, self.job, self.begin = lane, space, job, begin
        self.jobs = jobs if jobs is not None else {}
        self.jobs[job.key] = job
        self.file = f"{job.key}.job"
        self.undoing = False
        # How much of the log of faults is from before this job, or from before its locks had run out.
        self.locks_cleared = len(lane.faults.log)
        self.killed = False

    @property
    def judge(self):
        return self.lane.judge

    def about(self, run):
        return f"{run.text()} of {self.space.key} ({self.job.mode}, --conflicts {self.job.conflicts})"

    def exists(self):
        return (self.lane.folder / self.file).exists()

    def words(self):
        """The command that continues: the first one while there is no job."""
        if not self.exists():
            return self.begin
        return ["recalibrate", "--undo" if self.undoing else "--resume", "--job", self.file]

    def undo(self):
        """The command that puts all back."""
        self.undoing = True
        self.job.undo_begun = last_seq(self.lane.database)
        return self.words()

    async def run(self, words, interrupt=None):
        lane = self.lane
        before, start = self.exists(), last_seq(lane.database)
        run = await lane.tool.run(self.job.key, words, interrupt)
        self.job.starts[run.label] = start
        if self.exists() and not before:
            self.job.begun, known = planned_at(lane.database, run.label, lane.proxy.listed.get(run.label, []))
            self.job.known = max(self.job.known, known)
        self.killed = self.killed or run.interrupted == signal.SIGKILL
        lane.log.append(f"{run.text()} {' '.join(words)}: {run.why()}")
        if run.timed_out:
            self.judge.report("jobs that do not end", (self.job.key, run.label), f"{self.about(run)}: had to be stopped")
        for text in run.contradictions():
            self.judge.report("misreported", (self.job.key, run.label, text), f"{self.about(run)} {text}: {run.why()}")
        if run.exit == UNREADABLE and self.exists() and not self.undoing:
            # A job that was never finished writing says so, and is to be removed.
            (lane.folder / self.file).unlink()
        if run.locked:
            self.locked(run)
        return run

    def locked(self, run):
        """Nobody else ever takes a lock, so a lock in the way is the tool's own."""
        lost = self.killed or self.lane.faults.tickets_lost(self.locks_cleared)
        if not lost:
            self.judge.report("advice that cannot succeed", (self.job.key, "locked"),
                              f"{self.about(run)} is locked out by its own lock: {run.why()}")
        self.lane.clear_locks()
        self.locks_cleared, self.killed = len(self.lane.faults.log), False

    async def settle(self, run=None):
        """Follows what the tool advises, without faults and people, until it asks for nothing more."""
        self.lane.faults.quiet()
        words = run.advised if run and run.next else self.words()
        for _ in range(QUIET_RUNS):
            run = await self.run(words)
            if run.ended:
                break
            words = run.advised if run.next else self.words()
        else:
            self.judge.report("jobs that do not end", (self.job.key, self.undoing),
                              f"{self.about(run)}: after {QUIET_RUNS} runs without faults it says: {run.why()}; next: {run.next}")
        self.judge.settled(self.lane.database, self.space, self.jobs, self.job, run)
        return run

    async def storm(self, words, rate, interrupt=None):
        """One run under faults, which one request in ten must not end."""
        restarts = self.lane.service.starts
        self.lane.faults.storm(rate)
        run = await self.run(words, interrupt)
        if run.exit == NETWORK and run.interrupted is None:
            after = " after the server was away for some seconds" if self.lane.service.starts > restarts else ""
            self.judge.report("given up early", (self.job.key, run.label), f"{self.about(run)}{after}: {run.why()}")
        self.judge.spoken(self.lane.database, self.space, self.jobs, self.job, run)
        return run

    async def verify(self):
        run = await self.run(["recalibrate", "--verify", "--job", self.file])
        self.judge.settled(self.lane.database, self.space, self.jobs, self.job, run)
        return run

    def end(self):
        self.judge.space(self.lane.database, self.space, self.jobs)
