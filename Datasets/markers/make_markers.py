#!/usr/bin/env python3
"""Writes old.json, new.json and map.csv beside it: the markers of one room as two sessions have them.

The second frame is turned by 30 degrees about the vertical and shifted by (2, 0.1, -3) m; every corner in it is off by
2 mm in each coordinate. Labels are written as people write them: in another case, composed or not, with blanks around
them; "weld" stands three times, one marker has no label, one on either side has no partner, and two were placed from
another corner on. Run it again and the files are the same, byte for byte.
"""

import json
import math
import random
import struct
from pathlib import Path

HERE = Path(__file__).resolve().parent
NOISE = 0.002
TURN = math.radians(30)
SHIFT = (2.0, 0.1, -3.0)
SESSIONS = ("5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13", "0d6c3a52-11f4-4c06-8f0e-7b9a4e2c5d81")

# Label in the old and in the new session, top left corner, direction to the right, width, height, and the first corner and
# direction of the new outline.
MARKERS = [
    ("Door", "door", (0.6, 2.0, 0.0), (1, 0, 0), 0.9, 1.9, (0, 1)),
    ("Caf\u00e9 window", "Cafe\u0301 Window ", (5.2, 2.1, 0.0), (1, 0, 0), 1.4, 1.1, (0, 1)),
    ("poster", "poster", (0.0, 2.0, 2.4), (0, 0, -1), 0.6, 0.8, (1, 1)),
    ("switch", "switch", (7.0, 1.2, 1.0), (0, 0, 1), 0.3, 0.2, (0, 1)),
    ("Stra\u00dfe", "STRASSE", (4.5, 2.4, 4.0), (-1, 0, 0), 1.2, 0.3, (2, -1)),
    ("socket", "socket", (1.5, 0.5, 4.0), (-1, 0, 0), 0.3, 0.2, (0, 1)),
    ("weld", "weld", (0.0, 1.1, 1.0), (0, 0, -1), 0.2, 0.1, (0, 1)),
    ("weld", "weld", (7.0, 0.4, 2.5), (0, 0, 1), 0.2, 0.1, (0, 1)),
    ("weld", "Weld", (3.0, 1.8, 4.0), (-1, 0, 0), 0.2, 0.1, (0, 1)),
    (None, "", (2.5, 1.0, 0.0), (1, 0, 0), 0.3, 0.3, (0, 1)),
    ("shelf", None, (3.4, 1.2, 0.0), (1, 0, 0), 0.8, 0.3, (0, 1)),
    (None, "lamp", (6.0, 2.2, 4.0), (-1, 0, 0), 0.3, 0.3, (0, 1)),
]


def single(number):
    """As the app has it: single precision, widened."""
    return struct.unpack("f", struct.pack("f", number))[0]


def corners(place, right, width, height):
    x, y, z = place
    dx, _, dz = right
    return [(x + dx * r, y + u, z + dz * r) for r, u in [(0, 0), (width, 0), (width, -height), (0, -height)]]


def moved(point):
    x, y, z = point
    return (math.cos(TURN) * x + math.sin(TURN) * z + SHIFT[0], y + SHIFT[1],
            -math.sin(TURN) * x + math.cos(TURN) * z + SHIFT[2])


def marker(number, session, label, points):
    wire = {"id": f"{number:08x}-0000-4000-8000-{number * 2654435761 % 2**48:012x}",
            "work_session_id": SESSIONS[session], "label": label}
    wire |= {f"p{k + 1}": [single(c) for c in p] for k, p in enumerate(points)}
    return wire | {"color": "#ff0000", "version": 1 + number % 3, "meta": {}, "custom_props": {"anchorId": f"A-{number % 100}"}}


def lines(markers):
    return ",\n".join(json.dumps(one, ensure_ascii=False) for one in markers)


def main():
    rng = random.Random(1)
    old, new = [], []
    for number, (before, after, place, right, width, height, (start, step)) in enumerate(MARKERS):
        points = corners(place, right, width, height)
        seen = [tuple(c + rng.gauss(0, NOISE) for c in moved(p)) for p in points]
        if before is not None or after == "":
            old.append(marker(100 + number, 0, before, points))
        if after is not None:
            new.append(marker(200 + number, 1, after, [seen[(start + step * k) % 4] for k in range(4)]))
    rng.shuffle(new)
    (HERE / "old.json").write_text("[\n" + lines(old) + "\n]\n")
    (HERE / "new.json").write_text('{"markers": [\n' + lines(new) + "\n]}\n")
    ids = {one["id"][:8]: one["id"] for one in old + new}
    rows = [f"{ids[f'{100 + n:08x}']},{ids[f'{200 + n:08x}']}" for n in range(10)]
    (HERE / "map.csv").write_text("\n".join(["old,new"] + rows) + "\n")


main()
