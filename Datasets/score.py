#!/usr/bin/env python3
"""Scores answers to certified problems by their right digits: score.py CERTIFIED ANSWERS.

ANSWERS is a JSON object: for each set's name a list with an object for each problem, or null where there is no answer. It
holds the members of the certified answers that are to be scored, their numbers in one list, each as one double. See
Datasets/README.md. Needs Python 3.8 or newer, and nothing else.
"""
import json
import math
import sys
from fractions import Fraction


MEMBERS = (
    "rotation", "image", "covariance", "center", "area", "normal", "flatness", "plane", "distance", "rotations", "translations")


def covariance_off(found, known):
    """The largest error of an entry of a covariance of six, 21 numbers, over the deviations of its row and its column."""
    if len(found) != 21:
        return math.inf
    diagonal = [known[row * (13 - row) // 2][0] for row in range(6)]
    scales = [math.sqrt(diagonal[i] * diagonal[j]) for i in range(6) for j in range(i, 6)]
    return max(off(f, [k]) / scale for f, k, scale in zip(found, known, scales))


def off(found, known):
    """The distance of numbers from certified ones, each of which is two doubles that add up to it, rounded once."""
    if not isinstance(found, list):
        found, known = [found], [known]
    if len(found) != len(known) or not all(math.isfinite(f) for f in found):
        return math.inf
    errors = [float(Fraction(f) - Fraction(k[0]) - Fraction(k[1])) for f, k in zip(found, known)]
    return math.hypot(*errors)


def scale(member, problem):
    """What an error of a member is relative to."""
    if member in ("rotation", "rotations"):
        return math.sqrt(len(problem[member]) / 3)
    if member == "translations":
        return max(abs(high) for high, low in problem[member])
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
    if answer and member in answer:
        measure = covariance_off if member == "covariance" else off
        error = measure(answer[member], problem[member]) / scale(member, problem)
    return 16.0 if error == 0 else min(16.0, max(0.0, -math.log10(error)))


def main():
    certified, answers = (json.load(open(name)) for name in sys.argv[1:3])
    for one in certified["sets"]:
        given = answers.get(one["name"], [])
        if len(given) != len(one["problems"]):
            sys.exit(f"{one['name']}: {len(given)} answers to {len(one['problems'])} problems")
        for member in MEMBERS:
            if member in one["problems"][0] and any(member in (g or {}) for g in given):
                worst = min(digits(member, g, p) for g, p in zip(given, one["problems"]))
                print(f"{one['name']:<24} {member:<10} {worst:6.2f}")


if __name__ == "__main__":
    main()
