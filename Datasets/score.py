#!/usr/bin/env python3
"""Scores answers to certified problems by their right digits: score.py CERTIFIED ANSWERS.

ANSWERS is a JSON object: for each set's name a list with an object for each problem, or null where there is no answer. It
holds the members of the certified answers that are to be scored, their numbers in one list, each as one double. Where
CERTIFIED has a problem a line (.jsonl), ANSWERS has an object or null a line, in the same order. See Datasets/README.md.
Needs Python 3.8 or newer, and nothing else.
"""
import json
import math
import sys
from fractions import Fraction


MEMBERS = (
    "rotation", "image", "scale", "inliers", "covariance", "center", "area", "normal", "flatness", "plane", "distance",
    "rotations", "translations")


def exact(known):
    """A certified number: the text of a decimal, or two doubles that add up to it."""
    return Fraction(known) if isinstance(known, str) else Fraction(known[0]) + Fraction(known[1])


def covariance_off(found, known):
    """The largest error of an entry of a covariance of six, 21 numbers, over the deviations of its row and its column."""
    if len(found) != 21:
        return math.inf
    diagonal = [known[row * (13 - row) // 2][0] for row in range(6)]
    scales = [math.sqrt(diagonal[i] * diagonal[j]) for i in range(6) for j in range(i, 6)]
    return max(off(f, k) / scale for f, k, scale in zip(found, known, scales))


def off(found, known):
    """The distance of numbers from certified ones, rounded once."""
    if not isinstance(found, list):
        found, known = [found], [known]
    if len(found) != len(known) or not all(math.isfinite(f) for f in found):
        return math.inf
    errors = [float(Fraction(f) - exact(k)) for f, k in zip(found, known)]
    return math.hypot(*errors)


def scale(member, problem):
    """What an error of a member is relative to."""
    if member in ("rotation", "rotations"):
        return math.sqrt(len(problem[member]) / 3)
    if member in ("translations", "scale"):
        known = problem[member]
        return max(abs(float(exact(k))) for k in ([known] if member == "scale" else known))
    if member in ("normal", "plane", "covariance"):
        return 1.0
    if member == "image":
        return max(abs(c) for p in problem["targets"] for c in p)
    corners = problem["corners"]
    extent = max(math.dist(a, b) for a in corners for b in corners)
    # A center is as good as its coordinates.
    return {"area": extent**2, "flatness": extent, "distance": extent, "center": max(abs(c) for p in corners for c in p)}[member]


def digits(member, answer, problem):
    error = math.inf
    if member == "inliers":
        # All of them and no others, or none.
        error = 0 if answer and answer.get(member) == problem[member] else 1
    elif answer and member in answer:
        measure = covariance_off if member == "covariance" else off
        error = measure(answer[member], problem[member]) / scale(member, problem)
    return 16.0 if error == 0 else min(16.0, max(0.0, -math.log10(error)))


def read(path):
    with open(path) as file:
        return [json.loads(line) for line in file] if path.endswith(".jsonl") else json.load(file)


def main():
    certified, answers = (read(name) for name in sys.argv[1:3])
    if isinstance(certified, list):
        if len(answers) != len(certified):
            sys.exit(f"{len(answers)} answers to {len(certified)} problems")
        sets, given = {}, {}
        for problem, answer in zip(certified, answers):
            sets.setdefault(problem["set"], []).append(problem)
            given.setdefault(problem["set"], []).append(answer)
        certified, answers = {"sets": [{"name": name, "problems": sets[name]} for name in sets]}, given
    for one in certified["sets"]:
        given = answers.get(one["name"], [])
        if len(given) != len(one["problems"]):
            sys.exit(f"{one['name']}: {len(given)} answers to {len(one['problems'])} problems")
        for member in MEMBERS:
            if member in one["problems"][0] and any(member in (g or {}) for g in given):
                worst = min(digits(member, g, p) for g, p in zip(given, one["problems"]))
                print(f"{one['name']:<28} {member:<12} {worst:6.2f}")


if __name__ == "__main__":
    main()
