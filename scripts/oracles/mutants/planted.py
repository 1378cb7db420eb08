#!/usr/bin/env python3
"""Plants the mistakes of Datasets/planted/bugs.json, one at a time, and asks two judges to find each: planted.py --stories N.

All are behind switches in one build. The stories of the world of seed 1 are told until one finds something, and scenes of `quadbench
silent` made, one of each kind in turn, of mistakes in fits and joins; the number of that story or turn is printed, and the median at
the end. --only TEXT takes those whose name has it; --check only says whether all can still be planted.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import switched

# What is below these is shown to scenes, too.
OF_SCENES = ("Sources/Core/RigidCalibration/", "Sources/Core/Markers/Join/")
LIST = switched.ROOT / "Datasets/planted/bugs.json"
TREE = switched.ROOT / ".build/mutants/planted"


def planted(text, number, bug):
    """A file's text with a mistake behind its switch."""
    place = bug.get("within", bug["old"])
    if text.count(place) != 1:
        raise SystemExit(f"planted: {bug['name']}: {bug['file']} has its text {text.count(place)} times")
    if bug["kind"] == "statement":
        made = f"if mutated({number}) {{ {bug['new']} }} else {{ {bug['old']} }}"
    else:
        made = f"(mutated({number}) ? ({bug['new']}) : ({bug['old']}))"
    return text.replace(place, place.replace(bug["old"], made))


def build(bugs, left_out):
    """The tree with all mistakes but some; those that do not compile."""
    new = switched.fresh(TREE)
    for number, bug in enumerate(bugs, 1):
        if number not in left_out:
            path = new / bug["file"]
            path.write_text(planted(path.read_text(), number, bug))
    for file in {bug["file"] for bug in bugs}:
        path = new / file
        path.write_text("public import CSwitch\n" + path.read_text())
    switched.settle(new, TREE)
    return switched.build(TREE, "release")


def told(number, words):
    """The first thing that a judge finds, as it says; none if it finds nothing."""
    ran = subprocess.run([TREE / ".build/release/quadbench", *map(str, words)], env={**os.environ, "QUADCAL_SWITCH": str(number)},
                         text=True, capture_output=True)
    for line in ran.stdout.splitlines():
        if line.startswith("{"):
            told = json.loads(line)
            return told["found"][0] if told["failed"] else None
    # A mistake that ends the process is found as well.
    return f"at once: ended with {ran.returncode}: {ran.stderr.strip()[-100:]}"


def search(number, bug, arguments):
    """The turn in which a mistake is found, and what is found; none if nothing is."""
    world = ["world", "--seed", arguments.seed, "--stories", arguments.stories, "--first", *["--short"] * arguments.short]
    scenes = ["silent", "--seed", arguments.seed, "--trials", arguments.trials, "--first"]
    judges = [scenes, [*scenes, "--geometry"], world] if bug["file"].startswith(OF_SCENES) else [world]
    for words in judges:
        if found := told(number, words):
            turn = re.match(r"(?:story|trial) (\d+):", found)
            # Of needless refusals a share is allowed, which all stories show together.
            return (int(turn[1]) if turn and "refused without cause" not in found else arguments.stories if turn else 1), found
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stories", type=int, default=1000)
    parser.add_argument("--trials", type=int, default=100, help="scenes of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--short", action="store_true", help="no story is a whole week")
    parser.add_argument("--built", action="store_true", help="the tree of the last time is taken")
    parser.add_argument("--check", action="store_true", help="nothing is built")
    parser.add_argument("--at-least", type=int, default=0, help="fails if fewer are found")
    arguments = parser.parse_args()
    bugs, left_out = json.loads(LIST.read_text()), set()
    if arguments.check:
        for number, bug in enumerate(bugs, 1):
            planted((switched.ROOT / bug["file"]).read_text(), number, bug)
        return 0
    while not arguments.built and (wrong := build(bugs, left_out) - left_out):
        print("do not compile:", [bugs[number - 1]["name"] for number in wrong], flush=True)
        left_out |= wrong
    chosen = [(number, bug) for number, bug in enumerate(bugs, 1) if arguments.only in bug["name"]]
    found = []
    with ThreadPoolExecutor(arguments.workers) as pool:
        for (number, bug), answer in zip(chosen, pool.map(
                lambda one: None if one[0] in left_out else search(*one, arguments), chosen)):
            if answer:
                found.append(answer[0])
            missed = "does not compile" if number in left_out else "not found"
            print(f"{number} {bug['name']}: {answer[1] if answer else missed}", flush=True)
    print(f"{len(found)} found, in turn {statistics.median(found) if found else '-'} in the median, seed {arguments.seed}")
    return int(len(found) < arguments.at_least)


if __name__ == "__main__":
    sys.exit(main())
