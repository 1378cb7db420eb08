#!/usr/bin/env python3
"""Writes the CSV files of pairs beside it: one room seen by two scans, and the same with one mistake each.

The second frame is turned by 30 degrees about the vertical and shifted by (2, 0.1, -3) m; every corner of it is off by
2 mm in each coordinate. Run it again and the files are the same, byte for byte.
"""

import math
import random
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOISE = 0.002
TURN = math.radians(30)
SHIFT = (2.0, 0.1, -3.0)

# A marker: its name, its top left corner, the direction to the right, its width and its height.
MARKERS = [
    ("door", (0.6, 2.0, 0.0), (1, 0, 0), 0.9, 1.9),
    ("window", (5.2, 2.1, 0.0), (1, 0, 0), 1.4, 1.1),
    ("poster", (0.0, 2.0, 2.4), (0, 0, -1), 0.6, 0.8),
    ("switch", (7.0, 1.2, 1.0), (0, 0, 1), 0.3, 0.3),
    ("shelf", (4.5, 2.4, 4.0), (-1, 0, 0), 1.2, 0.3),
    ("socket", (1.5, 0.5, 4.0), (-1, 0, 0), 0.3, 0.3),
]


def corners(marker):
    """Top left, top right, bottom right, bottom left, for somebody who faces the marker."""
    name, (x, y, z), (dx, _, dz), width, height = marker
    places = [(0, 0), (width, 0), (width, -height), (0, -height)]
    return [(f"{name}.p{k + 1}", (x + dx * right, y + up, z + dz * right)) for k, (right, up) in enumerate(places)]


def moved(point, turn=TURN, shift=SHIFT):
    x, y, z = point
    return (math.cos(turn) * x + math.sin(turn) * z + shift[0], y + shift[1],
            -math.sin(turn) * x + math.cos(turn) * z + shift[2])


def pairs(rng, markers, motion=moved):
    points = [corner for marker in markers for corner in corners(marker)]
    return [[name, p, tuple(c + rng.gauss(0, NOISE) for c in motion(p))] for name, p in points]


def write(name, rows, header="id,sx,sy,sz,tx,ty,tz"):
    lines = [header] + [
        ",".join([row[0]] + [f"{number:.4f}" for point in row[1:] for number in point]) for row in rows]
    (HERE / name).write_text("\n".join(lines) + "\n")


def main():
    rng = random.Random(1)
    write("room.csv", pairs(rng, MARKERS))
    write("one-marker.csv", pairs(rng, MARKERS[3:4]))
    wrong = pairs(rng, MARKERS)
    wrong[6][2] = wrong[5][2]
    write("wrong-corner.csv", wrong)
    write("mirrored.csv", [[name, (x, y, -z), q] for name, (x, y, z), q in pairs(rng, MARKERS)])
    write("millimetres.csv", [[name, p, tuple(1000 * c for c in q)] for name, p, q in pairs(rng, MARKERS)])
    write("applied.csv", pairs(rng, MARKERS, motion=lambda point: point))
    line = [(f"rail-{k + 1}", (0.5 * k, 1.0, 0.25 * k)) for k in range(6)]
    write("line.csv", [[name, p, tuple(c + rng.gauss(0, NOISE) for c in moved(p))] for name, p in line])
    kept = [("lamp", (3.5, 2.5, 2.0)), ("outlet", (6.9, 0.3, 3.2)), ("hinge", (0.6, 1.0, 0.0))]
    write("kept-apart.csv", [[name, p, tuple(c + rng.gauss(0, NOISE) for c in moved(p))] for name, p in kept])
    write("points.csv", [["lamp", (3.5, 2.5, 2.0)], ["far-corner", (7.0, 0.0, 4.0)], ["next-room", (20.0, 1.0, 2.0)]],
          "id,x,y,z")


main()
