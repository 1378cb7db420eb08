#!/usr/bin/env python3
"""Plants the mistakes of Datasets/planted/bugs.json, one at a time, and asks the world to find each: planted.py --stories N.

All are behind switches in one build. The stories of seed 1 are told until one finds something that the tree without mistakes does
not find there; the number of that story is printed, and the medians at the end. --only TEXT takes those whose name has it.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys

import switched

LIST = switched.ROOT / "Datasets/planted/bugs.json"
TREE = switched.ROOT / ".build/mutants/planted"


def planted(text, number, bug):
    """A file's text with a mistake behind its switch."""
    if text.count(bug["old"]) != 1:
        raise SystemExit(f"planted: {bug['name']}: {bug['file']} has its text {text.count(bug['old'])} times")
    if bug["kind"] == "statement":
        return text.replace(bug["old"], f"if mutated({number}) {{ {bug['new']} }} else {{ {bug['old']} }}")
    return text.replace(bug["old"], f"(mutated({number}) ? ({bug['new']}) : ({bug['old']}))")


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


def world(number, seed, stories, weeks):
    """The first story in which anything is found, and what; none if the world ends well."""
    words = [TREE / ".build/release/quadbench", "world", "--seed", str(seed), "--stories", str(stories), "--first", *weeks]
    ran = subprocess.run(words, env={**os.environ, "QUADCAL_SWITCH": str(number)}, text=True, capture_output=True)
    for line in ran.stdout.splitlines():
        if line.startswith("{"):
            told = json.loads(line)
            if not told["failed"]:
                return None
            # Of needless refusals a share is allowed, which all stories show together.
            return (stories if "stories" in told else int(told["found"][0].split()[1].rstrip(":")), told["found"][0])
    # A mistake that ends the process is found as well.
    return (0, f"ended with {ran.returncode}: {ran.stderr.strip()[-100:]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stories", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--short", action="store_true", help="no story is a whole week")
    parser.add_argument("--built", action="store_true", help="the tree of the last time is taken")
    parser.add_argument("--at-least", type=int, default=0, help="fails if fewer are found")
    arguments = parser.parse_args()
    bugs, left_out = json.loads(LIST.read_text()), set()
    while not arguments.built and (wrong := build(bugs, left_out) - left_out):
        print("do not compile:", [bugs[number - 1]["name"] for number in wrong], flush=True)
        left_out |= wrong
    found = []
    for number, bug in enumerate(bugs, 1):
        if arguments.only not in bug["name"]:
            continue
        answer = "does not compile" if number in left_out else world(number, arguments.seed, arguments.stories,
                                                                             ["--short"] * arguments.short)
        if isinstance(answer, tuple):
            found.append(answer[0])
        print(f"{number} {bug['name']}: {answer[1] if isinstance(answer, tuple) else answer or 'not found'}", flush=True)
    print(f"{len(found)} found, in story {statistics.median(found) if found else '-'} in the median, seed {arguments.seed}")
    return int(len(found) < arguments.at_least)


if __name__ == "__main__":
    sys.exit(main())
