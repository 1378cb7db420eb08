#!/usr/bin/env python3
"""Writes the files here: one motion, and a walk of a camera in two worlds that it joins, in formats of other programs.

The motion turns by 30 degrees about the vertical (+Y) and shifts by (2, 0.1, -3) m. The camera makes sixteen poses in a room; in
the new world each place is up to 2 mm off in each coordinate, the times are 4 ms later, and two poses are missing. Run it again
and the files are the same, byte for byte.
"""

import json
import math
import random
from pathlib import Path

HERE = Path(__file__).resolve().parent
ANGLE, SHIFT = math.radians(30), (2.0, 0.1, -3.0)
C, S = math.cos(ANGLE), math.sin(ANGLE)
# Rows of the 4x4 matrix that takes the old world to the new one.
MATRIX = [[C, 0.0, S, SHIFT[0]], [0.0, 1.0, 0.0, SHIFT[1]], [-S, 0.0, C, SHIFT[2]], [0.0, 0.0, 0.0, 1.0]]
TURN = (0.0, math.sin(ANGLE / 2), 0.0, math.cos(ANGLE / 2))


def product(a, b):
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (
        aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def turned(q, p):
    x, y, z, _ = product(product(q, (*p, 0.0)), (-q[0], -q[1], -q[2], q[3]))
    return (x, y, z)


def text(numbers, places=9):
    return " ".join(f"{number:.{places}f}" for number in numbers)


def write(name, lines):
    (HERE / name).write_text("\n".join(lines) + "\n")


def main():
    chance = random.Random(16)
    write("cloudcompare.txt", [text(row, 12) for row in MATRIX])
    transform = {
        "translation": dict(zip("xyz", SHIFT)),
        "rotation": dict(zip("xyzw", (round(number, 15) for number in TURN))),
    }
    write("transform.json", [json.dumps({
        "header": {"frame_id": "plant"}, "child_frame_id": "tablet", "transform": transform})])
    write("shift.proj", [
        "+proj=pipeline +step +proj=helmert +exact +convention=position_vector",
        f"  +x={SHIFT[0]} +y={SHIFT[1]} +z={SHIFT[2]} +ry={30 * 3600}"])
    old, new, cameras, moved = [], [], [], []
    for number in range(16):
        time, phase = 1000 + 0.5 * number, 0.45 * number
        place = (4 * math.cos(phase), 1.5 + 0.6 * math.sin(2.3 * phase), 3 * math.sin(1.4 * phase))
        half = 0.5 * phase
        turn = (0.1 * math.sin(half), math.sin(half), 0.0, math.cos(half))
        length = math.sqrt(sum(number * number for number in turn))
        turn = tuple(number / length for number in turn)
        there = tuple(x + dx + chance.uniform(-0.002, 0.002) for x, dx in zip(turned(TURN, place), SHIFT))
        there_turn = product(TURN, turn)
        old.append(f"{time:.3f} {text(place)} {text(turn)}")
        if number not in (3, 11):
            new.append(f"{time + 0.004:.3f} {text(there)} {text(there_turn)}")
        for lines, (q, p) in [(cameras, (turn, place)), (moved, (there_turn, there))]:
            back = (-q[0], -q[1], -q[2], q[3])
            t = tuple(-x for x in turned(back, p))
            lines += [f"{number + 1} {text((back[3], *back[:3]))} {text(t)} 1 frame{number:02}.jpg", ""]
    header = "# timestamp tx ty tz qx qy qz qw"
    write("old.tum", [header, *old])
    write("new.tum", [header, *new])
    header = "# IMAGE_ID, QW, QX, QY, QZ, TX, TY, TZ, CAMERA_ID, NAME; then POINTS2D[] as (X, Y, POINT3D_ID)"
    write("old-images.txt", [header, *cameras])
    write("new-images.txt", [header, *moved])


main()
