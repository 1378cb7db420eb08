#!/usr/bin/env python3
"""Straightens measured pairs by plain kriging, to compare quadbench straighten with: plain_kriging.py DIR [--trials N] [--seed S].

DIR has files NAME.csv with the columns group,time,sx,sy,sz,tx,ty,tz. Of each, 24 and 12 groups are pins and the others are compared, as corners, under
the rigid motion of the pins (Kabsch), by place (distance to the power of 1.75) and by time (a random walk): universal kriging with
turns and shifts as trend, one dense system, and the ratio of drift to noise of the largest restricted likelihood on a grid.
Prints root mean squares in millimetres. Needs numpy.
"""
import argparse
import csv
import pathlib

import numpy as np

RATIOS = np.concatenate([[0], np.logspace(-3, 4, 22)])
POWERS = {"place": 1.75, "time": 1.0}


def read(file):
    groups = {}
    for row in csv.DictReader(open(file, encoding="utf-8")):
        groups.setdefault(row["group"], []).append([float(row[name]) for name in ("time", "sx", "sy", "sz", "tx", "ty", "tz")])
    markers = [np.array(rows) for rows in groups.values()]
    return sorted(markers, key=lambda marker: marker[0, 0]) if len(markers[0]) > 1 else None


def kabsch(sources, targets):
    a, b = sources.mean(0), targets.mean(0)
    u, _, v = np.linalg.svd((sources - a).T @ (targets - b))
    turn = (u @ np.diag([1, 1, np.sign(np.linalg.det(u @ v))]) @ v).T
    return turn, b - turn @ a


def trend(arms):
    """Three rows of turns and shifts for each arm."""
    rows = np.zeros((3 * len(arms), 6))
    for place, (x, y, z) in enumerate(arms):
        rows[3 * place:3 * place + 3] = [[0, z, -y, 1, 0, 0], [-z, 0, x, 0, 1, 0], [y, -x, 0, 0, 0, 1]]
    return rows


def likeness(a, b, power):
    return np.kron(-np.linalg.norm(a[:, None] - b[None], axis=2) ** power, np.eye(3))


def kriged(keys, arms, residuals, others, other_arms, power):
    columns, field = trend(arms), likeness(keys, keys, power)
    left = np.linalg.qr(columns, mode="complete")[0][:, np.linalg.matrix_rank(columns):]
    values, vectors = np.linalg.eigh(left.T @ field @ left)
    values = np.maximum(values, 0) / values.mean()
    squares = (vectors.T @ (left.T @ residuals.ravel())) ** 2

    def likelihood(ratio):
        scale = 1 + ratio * values
        return -np.log(scale).sum() / 2 - len(values) / 2 * np.log((squares / scale).sum())

    ratio = max(RATIOS, key=likelihood)
    mean = np.linalg.eigvalsh(left.T @ field @ left).mean()
    size, count = len(columns), columns.shape[1]
    system = np.zeros((size + count, size + count))
    system[:size, :size] = field * ratio / mean + np.eye(size)
    system[:size, size:], system[size:, :size] = columns, columns.T
    side = np.vstack([likeness(keys, others, power) * ratio / mean, trend(other_arms).T])
    weights = np.linalg.lstsq(system, side, rcond=None)[0]
    return (weights[:size].T @ residuals.ravel()).reshape(-1, 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--trials", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for pins in (24, 12):
        for file in sorted(options.folder.glob("*.csv")):
            markers = read(file)
            if markers is None or len(markers) <= pins:
                continue
            random, sums = np.random.default_rng(options.seed), {"rigid": 0.0, "place": 0.0, "time": 0.0}
            for _ in range(options.trials):
                order = random.permutation(len(markers))
                known, others = order[:pins], order[pins:]
                turn, shift = kabsch(*(np.vstack([markers[i][:, c] for i in known]) for c in (slice(1, 4), slice(4, 7))))
                moved = [marker[:, 1:4] @ turn.T + shift for marker in markers]
                middles = np.array([points.mean(0) for points in moved])
                times = np.array([[marker[0, 0] - markers[0][0, 0]] for marker in markers])
                rests = np.array([(marker[:, 4:] - points).mean(0) for marker, points in zip(markers, moved)])
                arms = middles - middles[known].mean(0)
                shifts = {"rigid": np.zeros((len(others), 3))}
                for kind, keys in (("place", middles), ("time", times)):
                    shifts[kind] = kriged(keys[known], arms[known], rests[known], keys[others], arms[others], POWERS[kind])
                for kind, shift_of in shifts.items():
                    errors = [((markers[i][:, 4:] - moved[i] - s) ** 2).sum(1) for i, s in zip(others, shift_of)]
                    sums[kind] += np.concatenate(errors).mean()
            text = "".join(f"  {kind} {1000 * (value / options.trials) ** 0.5:.1f}" for kind, value in sums.items())
            print(f"{file.stem}, {pins} pins:{text}", flush=True)


if __name__ == "__main__":
    main()
