#!/usr/bin/env python3
"""Makes small mistakes in what decides, one at a time, and asks whether the tests fail: mutants.py --seed N --count M --minutes T.

A seed draws M of all mistakes that Mutate.swift can make in FILES, and one build has them all behind switches. Each suite runs
once to see which switches it comes to; then each mistake is made, and the suites that come to it run, the quickest first, until
one fails. A run that was cut goes on where it was. --append FILE adds a line for each mistake that is not there.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import switched

FILES = [
    "Core/QuadGeometry/Exact", "Core/QuadGeometry/Checks", "Core/RigidCalibration/Fit", "Core/RigidCalibration/Judgement",
    "Core/RigidCalibration/Robust", "Core/RigidCalibration/Placing", "Core/Markers/Join", "Core/MarkersJobs/Push", "Core/MarkersJobs/Job",
    "Core/MarkersJobs/Once", "Core/MarkersJobs/Recalibrate", "Core/MarkersJobs/Locks", "Offline/MarkersOffline/Queue",
    "Offline/MarkersOffline/Push", "Devices/ARMessages/Relay",
]
# These read the sources themselves, or plant faults of their own.
LEFT_OUT = {"HouseTests", "ArticleTests", "HeavyTests"}
# Seconds of suites that run in one process, and then of all others.
STAGES = (5, 30, 1e9)
# A run may take so much longer than without a mistake before it counts as one that does not end.
PATIENCE, GRACE = 4, 20


class Suites:
    """The test program of the switched tree."""

    def __init__(self, tree):
        self.program = tree / ".build/debug/quadcalPackageTests.xctest"
        self.tree = tree

    def all(self):
        listed = subprocess.run([self.program, "--testing-library", "swift-testing", "--list-tests"],
                                text=True, capture_output=True, check=True).stdout
        names = {line.split("/")[0] for line in listed.split("\n") if "/" in line}
        return sorted(name for name in names if name.split(".")[0] not in LEFT_OUT)

    def run(self, names, seconds, **switches):
        """Whether the suites pass, and how they fail."""
        pattern = "|".join(f"^{re.escape(name)}/" for name in names)
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "XDG_STATE_HOME": folder, "TMPDIR": folder, **switches}
            began = time.monotonic()
            process = subprocess.Popen([self.program, "--testing-library", "swift-testing", "--filter", pattern], cwd=self.tree,
                                       env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
            try:
                text = process.communicate(timeout=seconds)[0].decode(errors="replace")
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
                return "no end", time.monotonic() - began
        took = time.monotonic() - began
        if process.returncode == 0:
            return "passed" if "Test run with 0 tests" not in text else "nothing", took
        failed = re.search(r"Test (\S+\(.*?\)|\".*?\") recorded an issue", text)
        return (failed.group(1) if failed else f"ended with {process.returncode}"), took


def prepare(arguments, folder, tree):
    """Builds the tree with the mistakes of a seed; those that compile, by number."""
    known = folder / "mistakes.json"
    if known.exists():
        return json.loads(known.read_text())
    program = switched.mutator()
    left_out, rows = set(), []
    while True:
        new = switched.fresh(tree)
        files = sorted(str(path.relative_to(new)) for name in FILES for path in (new / "Sources" / name).rglob("*.swift"))
        words = [program, str(arguments.count), str(arguments.seed), "1000", ",".join(map(str, sorted(left_out))) or "-"]
        rows = [row.split("\t") for row in
                subprocess.run([*words, *files], cwd=new, text=True, stdout=subprocess.PIPE, check=True).stdout.splitlines()]
        switched.settle(new, tree)
        wrong = switched.build(tree, "tests")
        print(f"{len(rows)} mistakes, {len(wrong)} of them do not compile", flush=True)
        if not wrong:
            break
        if wrong <= left_out:
            raise SystemExit("mutants: leaving mistakes out does not help")
        left_out |= wrong
    made = {row[0]: dict(zip(("file", "line", "kind", "old", "new"), row[1:])) for row in rows}
    known.write_text(json.dumps(made, indent=1))
    return made


def survey(suites, folder, workers):
    """The seconds of each suite that passes by itself, and the mistakes that it comes to."""
    known = folder / "survey.json"
    found = json.loads(known.read_text()) if known.exists() else {}

    def look(name):
        with tempfile.NamedTemporaryFile() as met:
            verdict, took = suites.run([name], 600, QUADCAL_MET=met.name)
            found[name] = {"verdict": verdict, "seconds": took, "met": sorted({int(n) for n in met.read().split()})}

    with ThreadPoolExecutor(workers) as pool:
        for number, _ in enumerate(pool.map(look, [name for name in suites.all() if name not in found])):
            if number % 20 == 19:
                known.write_text(json.dumps(found))
    known.write_text(json.dumps(found))
    for name, one in found.items():
        if one["verdict"] != "passed":
            print(f"left out: {name}: {one['verdict']}", flush=True)
    return {name: one for name, one in found.items() if one["verdict"] == "passed"}


def judge(number, suites, survey):
    """The test that fails by a mistake, or none."""
    able = sorted((one["seconds"], name) for name, one in survey.items() if int(number) in one["met"])
    if not able:
        return "not met"
    seconds, start = 0, 0
    for stage in STAGES:
        names = []
        while start < len(able) and (not names or seconds + able[start][0] <= stage):
            seconds += able[start][0]
            names.append(able[start][1])
            start += 1
        if names:
            usual = sum(survey[name]["seconds"] for name in names)
            verdict, _ = suites.run(names, GRACE + PATIENCE * usual, QUADCAL_SWITCH=number)
            if verdict != "passed":
                return f"killed: {verdict}"
        if start == len(able):
            break
    return "SURVIVED"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=900)
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--append", type=Path)
    parser.add_argument("--least", type=float, default=0, help="fails if a smaller share is killed")
    arguments = parser.parse_args()
    folder = switched.ROOT / f".build/mutants/seed-{arguments.seed}"
    folder.mkdir(parents=True, exist_ok=True)
    tree = switched.ROOT / ".build/mutants/tree"
    made = prepare(arguments, folder, tree)
    suites = Suites(tree)
    seen = survey(suites, folder, arguments.workers)
    end = time.monotonic() + 60 * arguments.minutes
    path = folder / "verdicts.json"
    verdicts = json.loads(path.read_text()) if path.exists() else {}
    order = sorted(made, key=int)
    random.Random(arguments.seed).shuffle(order)

    def one(number):
        if number not in verdicts and time.monotonic() < end:
            verdicts[number] = judge(number, suites, seen)
            path.write_text(json.dumps(dict(verdicts), indent=1))

    with ThreadPoolExecutor(arguments.workers) as pool:
        list(pool.map(one, order))
    lines = [f"{arguments.seed} {made[n]['file']}:{made[n]['line']} {made[n]['kind']}: {made[n]['old']} -> {made[n]['new'] or 'nothing'}: "
             f"{verdict}" for n, verdict in sorted(verdicts.items(), key=lambda pair: int(pair[0]))]
    if arguments.append:
        before = set(arguments.append.read_text().splitlines()) if arguments.append.exists() else set()
        with open(arguments.append, "a") as file:
            file.writelines(f"{line}\n" for line in lines if line not in before)
    killed = sum(verdict.startswith("killed") for verdict in verdicts.values())
    print(f"seed {arguments.seed}: {len(verdicts)} of {len(made)} mistakes made, {killed} killed, "
          f"{sum(v == 'SURVIVED' for v in verdicts.values())} survived, {sum(v == 'not met' for v in verdicts.values())} not met")
    return int(killed < arguments.least * max(len(verdicts), 1))


if __name__ == "__main__":
    sys.exit(main())
