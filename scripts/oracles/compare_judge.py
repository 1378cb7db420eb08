#!/usr/bin/env python3
"""Judges documents of quadbench without its code: a comparison by its raw batches, a run by its schema.

    compare_judge.py comparison FILE...   recomputes medians, intervals, floors, outcomes and the code
    compare_judge.py run FILE...          checks against Benchmarks/run.schema.json, by PyPI's jsonschema
    compare_judge.py junit FILE...        checks against the schema of Jenkins, by PyPI's xmlschema
    compare_judge.py workflow FILE...     checks that the commands of a workflow are commands of the tools, with their options
"""
import json
import math
import os
import re
import subprocess
import sys
from fractions import Fraction
from statistics import median

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORSE, PRECISE, COARSE, RISK, LOST = 1.10, 1.02, 1.05, Fraction(1, 100), 0.1


def interval(values):
    """The median with the order statistics that the sign test allows, or None."""
    n = len(values)
    rank = 0
    while rank < n // 2 and 2 * sum(math.comb(n, k) for k in range(rank + 1)) <= RISK * 2**n:
        rank += 1
    if rank == 0 or any(math.isnan(v) for v in values):
        return None
    values = sorted(values)
    return median(values), values[rank - 1], values[n - rank]


def losses(first, second, better):
    return [math.log(b / a if better == "lower" else a / b) for a, b in zip(first, second)]


def outcome(row):
    # Instructions are counted in runs of their own, of which no batches are kept.
    if row["quantity"] == "judged":
        return row["outcome"]
    base, new, copy = row["batches"]
    if row["quantity"] == "digits":
        lost = min(base) - min(new)
        return "worse" if not lost <= max(LOST, abs(min(base) - min(copy))) else "better" if lost < -LOST else "same"
    if row["quantity"] == "count":
        own, sign = base + copy, 1 if row["better"] == "lower" else -1
        own, new = [sign * v for v in own], [sign * v for v in new]
        return "worse" if min(new) > max(own) else "better" if max(new) < min(own) else "same"
    loss, alone = (interval(losses(base, side, row["better"])) for side in (new, copy))
    if loss is None or alone is None:
        return "noisy"
    middle, low, high = loss
    floor = max(abs(alone[1]), abs(alone[2]))
    for name, mine in (("times", middle), ("low", low), ("high", high), ("floor", floor)):
        assert math.isclose(row[name], math.exp(mine), rel_tol=1e-9), f"{row['name']}: {name} is {math.exp(mine)}"
    if middle > math.log(WORSE) and low > floor:
        return "worse"
    if high < math.log(WORSE):
        return "better" if high < -floor else "same"
    half = (high - low) / 2
    return "same" if middle <= math.log(WORSE) and half <= math.log(COARSE) else "noisy"


def code(rows):
    found = {(row["quantity"], row["outcome"]) for row in rows}
    if ("digits", "worse") in found:
        return 11
    outcomes = {one for _, one in found}
    return 3 if not rows else 10 if "worse" in outcomes else 12 if "noisy" in outcomes else 0


def workflow(document):
    """Every call of a tool has a command and options that its usage knows."""
    calls = 0
    for job in document["jobs"].values():
        for step in job["steps"]:
            for line in step.get("run", "").splitlines():
                for tool, rest in re.findall(r"(\S*/quad(?:bench|cal)) ([a-z]+ [^|&]*)", line):
                    command, *words = rest.split()
                    asked = [tool, "help", command] if tool.endswith("quadcal") else [tool]
                    run = subprocess.run(asked, capture_output=True, text=True, cwd=ROOT)
                    usage = run.stdout + run.stderr
                    assert command in usage, f"{tool} has no {command}"
                    for word in words:
                        assert not word.startswith("--") or word in usage, f"{command} has no {word}"
                    calls += 1
    assert calls > 3, f"only {calls} calls"


def main():
    kind, files = sys.argv[1], sys.argv[2:]
    for name in files:
        if kind == "junit":
            import xmlschema

            xmlschema.XMLSchema(os.path.join(ROOT, ".peers/schemas/junit-10.xsd")).validate(name)
            continue
        with open(name) as file:
            if kind == "workflow":
                import yaml

                workflow(yaml.safe_load(file))
                continue
            document = json.load(file)
        if kind == "run":
            import jsonschema

            with open(os.path.join(ROOT, "Benchmarks/run.schema.json")) as file:
                schema = json.load(file)
            jsonschema.Draft202012Validator.check_schema(schema)
            jsonschema.Draft202012Validator(schema).validate(document)
            continue
        for row in document["rows"]:
            mine = outcome(row)
            assert mine == row["outcome"], f"{name}: {row['name']} is {row['outcome']}, and should be {mine}"
        assert document["code"] == code(document["rows"]), f"{name}: the code is {document['code']}"
    print(f"compare_judge: {len(files)} of {kind} agree")


main()
