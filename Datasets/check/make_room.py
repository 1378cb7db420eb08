#!/usr/bin/env python3
"""Writes sound.csv and room.csv: the markers of a room, and the same room with one planted defect a row.

The room is 9 m long (x), 3 m wide (z) and 2.6 m high (y); its markers are on the walls, the floor and the ceiling, in
the app's corner order (clockwise for somebody in the room), each corner up to 1 mm off. A planted row is named after
its defect. Run it again and the files are the same, byte for byte.
"""

import math
import random
from pathlib import Path

HERE = Path(__file__).resolve().parent
LENGTH, HEIGHT, WIDTH = 9.0, 2.6, 3.0
NOISE = 0.001
HEADER = "id," + ",".join(f"p{corner}{axis}" for corner in (1, 2, 3, 4) for axis in "xyz")

# A surface: a corner of it, the direction to the right and the direction up for somebody who faces it in the room.
SURFACES = {
    "north": ((0, 0, 0), (1, 0, 0), (0, 1, 0)),
    "south": ((LENGTH, 0, WIDTH), (-1, 0, 0), (0, 1, 0)),
    "east": ((LENGTH, 0, 0), (0, 0, 1), (0, 1, 0)),
    "west": ((0, 0, WIDTH), (0, 0, -1), (0, 1, 0)),
    "floor": ((0, 0, WIDTH), (1, 0, 0), (0, 0, -1)),
    "ceiling": ((0, HEIGHT, 0), (1, 0, 0), (0, 0, 1)),
}

# Kind, surface, how many, distance between them, left, bottom, width, height.
FITTINGS = [
    ("door", "north", 2, 4.2, 0.60, 0.02, 0.90, 2.00),
    ("window", "south", 3, 2.6, 0.80, 0.95, 1.40, 1.10),
    ("socket", "north", 8, 0.4, 1.70, 0.25, 0.08, 0.08),
    ("switch", "east", 3, 0.9, 0.40, 1.10, 0.09, 0.09),
    ("poster", "west", 2, 1.3, 0.40, 1.20, 0.60, 0.85),
    ("tile", "floor", 12, 0.7, 0.35, 0.50, 0.50, 0.50),
    ("lamp", "ceiling", 6, 1.4, 0.70, 1.30, 0.60, 0.30),
    ("shelf", "south", 4, 2.1, 0.50, 2.15, 1.20, 0.30),
]


def point(surface, right, up, out=0.0):
    """The point `right` and `up` on a surface and `out` in front of it."""
    origin, across, upward = SURFACES[surface]
    outward = (
        across[1] * upward[2] - across[2] * upward[1],
        across[2] * upward[0] - across[0] * upward[2],
        across[0] * upward[1] - across[1] * upward[0],
    )
    return [origin[k] + right * across[k] + up * upward[k] + out * outward[k] for k in range(3)]


def rectangle(surface, left, bottom, width, height, out=0.0):
    """Top left, top right, bottom right, bottom left, for somebody who faces the surface."""
    places = [(left, bottom + height), (left + width, bottom + height), (left + width, bottom), (left, bottom)]
    return [point(surface, right, up, out) for right, up in places]


def row(marker, corners):
    return ",".join([marker] + [f"{number:.4f}" for corner in corners for number in corner])


def sound_rows(noise):
    rows = {}
    for kind, surface, count, step, left, bottom, width, height in FITTINGS:
        for number in range(count):
            corners = rectangle(surface, left + number * step, bottom, width, height)
            rows[f"{kind}-{number + 1}"] = [[x + noise.uniform(-NOISE, NOISE) for x in corner] for corner in corners]
    return rows


def planted_rows(sound):
    """Each defect with the row it gives, on free places of the walls."""

    def square(left, bottom, size=0.3, out=0.0):
        return rectangle("east", left, bottom, size, size, out)

    def lifted(corners, heights):
        return [[x - h if axis == 0 else x for axis, x in enumerate(c)] for c, h in zip(corners, heights)]

    a, b, c, d = square(0.1, 0.1)
    yield row("bow-tie-1", [a, c, b, d])
    a, b, c, d = square(0.5, 0.1)
    yield row("bow-tie-2", [a, b, d, c])
    yield row("bent-badly-1", lifted(square(0.9, 0.1, 0.7), [0.04, -0.04, 0.04, -0.04]))
    yield row("bent-slightly-1", lifted(square(1.7, 0.1, 0.7), [0.015, -0.015, 0.015, -0.015]))
    lift = 0.04 * math.sqrt(2) * math.sin(math.radians(15))
    yield row("folded-1", lifted(square(2.5, 0.1, 0.08), [lift, 0, lift, 0]))
    a, b, c, d = square(2.65, 0.1, 0.2)
    yield row("not-a-number-1", [a, b, [c[0], math.nan, c[2]], d])
    a, b, c, d = square(2.65, 0.4, 0.2)
    yield row("infinite-1", [a, b, c, [-math.inf, d[1], d[2]]])
    yield row("far-away-1", [[x + 12_000 if axis == 0 else x for axis, x in enumerate(c)] for c in square(0.1, 2)])
    a, b, c, d = square(0.1, 1.6)
    yield row("two-corners-in-one-1", [a, b, b, d])
    yield row("on-a-line-1", [point("east", 0.5 + step * 0.125, 1.6) for step in range(4)])
    a, b, c, d = square(1.1, 1.6)
    yield row("arrow-1", [a, b, [(3 * p + 2 * (q + r) / 2) / 5 for p, q, r in zip(a, b, d)], d])
    yield row("tiny-1", square(1.5, 1.6, 0.003))
    yield row("huge-1", rectangle("south", -8.0, 2.52, 25.0, 0.6))
    yield row("sliver-1", rectangle("east", 0.5, 2.5, 2.0, 0.02))
    a, b, c, d = square(1.8, 1.6)
    yield row("straight-corner-1", [a, b, [(p + q) / 2 + (r - p) * 0.005 for p, q, r in zip(b, d, c)], d])
    a, b, c, d = square(2.3, 1.6)
    slant = [0, 0, 0.04]
    yield row("skewed-1", [[x + s for x, s in zip(a, slant)], [x + s for x, s in zip(b, slant)], c, d])
    a, b, c, d = [[x + 0.0002 for x in corner] for corner in sound["door-1"]]
    yield row("twin-of-door-1", [c, d, a, b])
    flat = rectangle("west", 0.9, 0.2, 0.6, 0.6)
    yield row("board-1", flat)
    yield row("overlaps-board-1", rectangle("west", 1.2, 0.2, 0.6, 0.6))
    yield row("stacked-on-window-1", rectangle("south", 0.9, 1.0, 1.2, 1.0, out=0.012))
    yield row("eleven-numbers-1", square(0.1, 0.9)).rsplit(",", 1)[0]
    yield row("a-word-1", square(0.5, 0.9)).replace(",0.9000,", ",unknown,", 1)


def write(name, rows):
    (HERE / name).write_text("\n".join([HEADER] + rows) + "\n", encoding="ascii")


def main():
    sound = sound_rows(random.Random(20240611))
    rows = [row(marker, corners) for marker, corners in sound.items()]
    write("sound.csv", rows)
    # A planted row after every second sound one; the rest at the end.
    planted = list(planted_rows(sound))
    mixed = []
    for place, text in enumerate(rows):
        mixed.append(text)
        if place % 2 == 1 and place > 2 and planted:
            mixed.append(planted.pop(0))
    write("room.csv", mixed + planted)


if __name__ == "__main__":
    main()
