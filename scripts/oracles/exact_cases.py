#!/usr/bin/env python3
"""Verdict cases with exactly known answers for `quadbench verdicts`: `exact_cases.py --seed N > cases.json`.

Inputs are doubles; every answer is computed from those doubles in rational arithmetic, or, for pairs, follows from
how the two quads were built. The same seed and count give the same bytes.
"""

import sys

sys.dont_write_bytecode = True  # no __pycache__ beside the sources

import argparse
import json
import random
from collections import Counter

from exact import orders, pairs, rays, shapes
from exact.rational import number_for_json
from exact.validity import STRICT

# How many cases of each kind make a default document: whole rounds of each, so that no family is cut short.
KINDS = {"ray": (rays.one_round, 704), "validity": (shapes.one_round, 312), "order": (orders.one_round, 96),
         "pair": (pairs.one_round, 66)}
DEFAULT_COUNT = sum(wanted for _, wanted in KINDS.values())


def drawn_cases(kind, one_round, seed, wanted):
    # A generator of its own for each kind: a change in one kind leaves the others' cases as they were.
    rng = random.Random(f"{seed} {kind}")
    drawn = []
    while len(drawn) < wanted:
        drawn += one_round(rng)
    kept = [drawn[index] for index in sorted(rng.sample(range(len(drawn)), wanted))]
    numbers = Counter()
    for family, given, expected in kept:
        numbers[family] += 1
        yield {"id": f"{kind}/{family}/{numbers[family]}", "kind": kind, **given, "expect": expected}


def write_document(seed, count, out):
    cases, counts = [], {}
    for kind, (one_round, share) in KINDS.items():
        of_kind = list(drawn_cases(kind, one_round, seed, max(1, round(share * count / DEFAULT_COUNT))))
        counts[kind] = len(of_kind)
        cases += of_kind
    # One case a line, so that a difference can be found with grep.
    head = json.dumps({"seed": seed, "counts": counts, "options": STRICT})
    out.write(head[:-1] + ', "cases": [\n')
    out.write(",\n".join(json.dumps(number_for_json(case), allow_nan=False) for case in cases))
    out.write("\n]}\n")


def at_least_one(text):
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, required=True, help="the same seed gives the same cases")
    parser.add_argument("--count", type=at_least_one, default=DEFAULT_COUNT,
                        help=f"cases in all, split over the kinds in the default proportion (default {DEFAULT_COUNT})")
    arguments = parser.parse_args()
    write_document(arguments.seed, arguments.count, sys.stdout)


if __name__ == "__main__":
    main()
