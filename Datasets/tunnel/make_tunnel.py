#!/usr/bin/env python3
"""Writes a tunnel of 40 m in two scans, a space with two sessions: the first scan drifts with the time, by 20 cm at most."""
import json
import math
import os
import random

SPACE, OLD, NEW = (f"{kind}000000-0000-4000-8000-000000000001" for kind in ("0a", "0b", "0c"))
os.chdir(os.path.dirname(os.path.abspath(__file__)))
random.seed(7)


def date(day, seconds):
    return f"2026-06-{day:02}T09:{int(seconds // 60):02}:{seconds % 60:06.3f}Z"


def moved(point):
    """Where a point truly is in the second scan: a turn of 30 degrees about +Y and a shift."""
    c, s = math.cos(math.radians(30)), math.sin(math.radians(30))
    x, y, z = point
    return [c * x + s * z + 4, y + 0.5, c * z - s * x - 2]


def marker(number, kind, session, day, seconds, corners):
    at = date(day, seconds)
    points = {f"p{corner + 1}": [round(value, 4) for value in point] for corner, point in enumerate(corners)}
    return {"id": f"{kind}{number:02}00000-0000-4000-8000-000000000001", "work_session_id": session, "label": f"M{number:02}",
            **points, "version": 1, "created_at": at, "updated_at": at}


def write(name, values):
    with open(name, "w", encoding="utf-8") as file:
        file.write("[\n" + ",\n".join(json.dumps(value) for value in values) + "\n]\n")


old, new = [], []
for number in range(18):
    seconds = 5 + 6.5 * number
    along = 40 - abs(seconds - 60) * 2 / 3
    middle = (along, random.uniform(0.5, 2.5), random.choice((-2.0, 2.0)))
    drift = (0.06 * math.sin(seconds / 19), 0.04 * math.sin(seconds / 13 + 1), 0.2 * math.sin(seconds / 25))
    true = [(middle[0] + x * 0.15, middle[1] + y * 0.1, middle[2]) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    old.append(marker(number, "1", OLD, 1, seconds, [[a - d for a, d in zip(point, drift)] for point in true]))
    if number % 5 != 3:
        seen = [[value + random.gauss(0, 0.001) for value in moved(point)] for point in true]
        new.append(marker(number, "2", NEW, 8, seconds, seen))
write("old.json", old)
write("new.json", new)
sessions = [{"id": id, "space_id": SPACE, "session_type": "inspection", "status": "active", "version": 1,
             "created_at": date(day, 0), "updated_at": date(day, 0)} for id, day in ((OLD, 1), (NEW, 8))]
write("sessions.json", sessions)
with open("space.json", "w", encoding="utf-8") as file:
    file.write(json.dumps({"id": SPACE, "key": "tunnel", "name": "Tunnel", "calibration_vector": []}) + "\n")
