#!/usr/bin/env python3
"""Writes before.json and after.json beside it: a made-up room of 12 m by 6 m in two scans, between which markers were moved."""

import json
import math
import pathlib
import random
import uuid

SEED = 20261130
# Deviations of one coordinate in one scan, in metres: of a corner, and of a marker.
CORNER, MARKER = 0.0014, 0.0012
NAMES = [
    "door", "window", "switch", "socket", "poster", "shelf", "cabinet left", "cabinet middle", "cabinet right", "sign",
    "pump", "valve", "lamp", "fuse box", "weld", "weld",
]
HALF = 0.12


def turned(point, angle):
    """The point turned about +Y."""
    x, y, z = point
    return [x * math.cos(angle) + z * math.sin(angle), y, z * math.cos(angle) - x * math.sin(angle)]


def add(*vectors):
    return [sum(numbers) for numbers in zip(*vectors)]


def quad(center, yaw, roll=0.0):
    """The corners of a square on a wall, turned on it by an angle."""
    corners = [(-HALF, HALF), (HALF, HALF), (HALF, -HALF), (-HALF, -HALF)]
    rolled = [
        [x * math.cos(roll) - y * math.sin(roll), x * math.sin(roll) + y * math.cos(roll), 0.0] for x, y in corners
    ]
    return [add(center, turned(point, yaw)) for point in rolled]


def place(number, name, dice):
    """The middle of a marker and the turn of its wall."""
    wall = 2 if name.startswith("cabinet") else number % 4
    along, height = dice.uniform(0.5, 11.5 if wall % 2 == 0 else 5.5), dice.uniform(0.4, 2.4)
    if name.startswith("cabinet"):
        side = ["left", "middle", "right"].index(name.split()[1])
        along, height = 7 + 0.6 * side, 1.2 + 0.3 * (side == 1)
    center = [[along, height, 0.0], [12.0, height, along], [along, height, 6.0], [0.0, height, along]][wall]
    return center, wall * math.pi / 2


def seen(corners, dice):
    """The corners with the errors of a scan."""
    own = [dice.gauss(0, MARKER) for _ in range(3)]
    return [add(corner, own, [dice.gauss(0, CORNER) for _ in range(3)]) for corner in corners]


def write(name, markers, session, dice):
    lines = []
    for label, corners in markers:
        marker = {"id": str(uuid.UUID(int=dice.getrandbits(128), version=4)), "work_session_id": session, "label": label}
        for number, corner in enumerate(corners):
            marker[f"p{number + 1}"] = [round(value, 5) for value in corner]
        lines.append(json.dumps(marker | {"color": "#3366cc", "version": 1, "meta": {}, "custom_props": {}}))
    text = '{"markers": [\n' + ",\n".join(lines) + "\n]}\n"
    (pathlib.Path(__file__).parent / name).write_text(text)


def main():
    dice = random.Random(SEED)
    old, new = [], []
    for number, name in enumerate(NAMES):
        center, yaw = place(number, name, dice)
        old.append((name, seen(quad(center, yaw), dice)))
        # The cabinet was pushed along its wall, the pump lifted, and the sign turned on its wall.
        there = add(center, [-0.25, 0, 0]) if name.startswith("cabinet") else center
        there = add(there, [0, 0.04, 0]) if name == "pump" else there
        new.append((name, seen(quad(there, yaw, 0.14 if name == "sign" else 0.0), dice)))
    old.append(("hook", seen(quad([3.0, 2.2, 0.0], 0), dice)))
    new.append(("clock", seen(quad([9.0, 2.2, 0.0], 0), dice)))
    shift, angle = [2, 0.1, -3], math.radians(30)
    moved = [(name, [add(turned(corner, angle), shift) for corner in corners]) for name, corners in new]
    write("before.json", old, "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13", dice)
    write("after.json", moved, "0d6c3a52-11f4-4c06-8f0e-7b9a4e2c5d81", dice)


main()
