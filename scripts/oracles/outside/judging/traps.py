"""Wrong tools that the judge must catch: each does one thing that must not be, through the server, and says that all is well."""

from judging.motion import quad_of, random_motion
from service.rules import calibrated
from tool import Run
from world import ask

VECTOR = [0.5, 0.0, 1.0]
KEEPS = {"calibrated": "keeps", "null": "clears", "vector": "leaves", "fresh": "computed"}


class Trap:
    """One space of one marker, one job, and a tool that writes whatever the trap wants."""

    def __init__(self, lane, mode):
        self.lane, self.mode = lane, mode

    async def set(self):
        self.space = await self.lane.space(1, VECTOR, KEEPS, sessions=1)
        self.marker = self.space.all()[0]
        self.job = self.lane.job(self.space.key, self.mode, random_motion(self.lane.chance), "raw", self.space)
        self.first = await self.read()
        return self

    async def read(self):
        return await ask(self.lane.setup, "GET", f"/markers/{self.marker}")

    async def write(self, body, who=None):
        async with self.lane.service.client(who or f"tool:{self.job.key}:apply:1") as client:
            await ask(client, "PATCH", f"/markers/{self.marker}", body)

    async def move(self, times=1):
        for _ in range(times):
            await self.write(self.job.corners(quad_of(await self.read())))

    def say(self, exit=0, direction="apply", **claims):
        run = Run(f"tool:{self.job.key}:{direction}:2", [])
        run.exit = exit
        run.doc = {"direction": direction, "complete": True, "counts": {}, "open": [], "vector": None, "next": {"goOn": None},
                   "comparison": {"different": [], "gone": [], "appeared": []}, "exit": "good", **claims}
        self.lane.judge.settled(self.lane.database, self.space, {self.job.key: self.job}, self.job, run)


async def not_moved(trap):
    trap.say()


async def called_gone(trap):
    trap.say(1, comparison={"different": [], "gone": [trap.marker], "appeared": []})


async def moved_twice(trap):
    await trap.move(2)


async def sent_again(trap):
    await trap.move()
    await trap.write(quad_of(await trap.read()))


async def over_an_edit(trap):
    await trap.write({"p1": [value + 0.02 for value in trap.first["p1"]]}, "anna")
    await trap.write(trap.job.corners(quad_of(trap.first)))


async def over_a_label(trap):
    await trap.write({"label": "a crack"}, "anna")
    await trap.write({**trap.job.corners(quad_of(trap.first)), "label": trap.first["label"]})


async def over_data(trap):
    await trap.write({"calibrated_data": calibrated(trap.first, {"calibration_vector": [9, 9, 9]})}, "anna")
    await trap.write({"calibrated_data": trap.job.data(quad_of(trap.first))})


async def undone_over_an_edit(trap):
    await trap.write({"calibrated_data": trap.job.data(quad_of(trap.first))})
    await trap.write({"p1": [value + 0.02 for value in trap.first["p1"]]}, "anna")
    await trap.write({"calibrated_data": trap.first["calibrated_data"]})


async def data_left_behind(trap):
    await trap.move()
    await trap.write({**quad_of(trap.first), "calibrated_data": trap.job.data(quad_of(trap.first))})
    trap.say(direction="undo")


async def called_changed(trap):
    await trap.move()
    trap.say(1, comparison={"different": [{"id": trap.marker, "code": "CORNERS_CHANGED"}], "gone": [], "appeared": []})


TRAPS = (
    (not_moved, "raw", {"lost", "misreported"}), (not_moved, "calibrated", {"lost", "misreported"}),
    (called_gone, "raw", {"lost"}), (moved_twice, "raw", {"doubled"}), (sent_again, "raw", {"rewritten"}),
    (over_an_edit, "raw", {"foreign edits lost"}), (over_a_label, "raw", {"foreign edits lost"}),
    (over_data, "calibrated", {"foreign edits lost"}), (undone_over_an_edit, "calibrated", {"foreign edits lost"}),
    (data_left_behind, "raw", {"stale", "misreported"}), (called_changed, "raw", {"misreported"}))


async def caught(lane):
    """Sets every trap and returns what the judge made wrong of them."""
    wrong = []
    for act, mode, expected in TRAPS:
        lane.begin(f"{act.__name__}-{mode}")
        trap = await Trap(lane, mode).set()
        await act(trap)
        lane.judge.space(lane.database, trap.space, {trap.job.key: trap.job})
        found = {counter for counter, reports in lane.judge.found.items() if reports}
        if found != expected:
            wrong.append(f"{act.__name__} in {mode} mode: the judge finds {found or 'nothing'}, not {expected}")
    return wrong
