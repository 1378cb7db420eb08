#!/usr/bin/env python3
"""The certified set: 100,000 problems of nine classes with answers of 40 digits, which two arithmetics agree on.

make    writes problems with answers of the first arithmetic, a problem a line: FOLDER/CLASS/SHARD-of-SHARDS.jsonl
check   solves them again by the second arithmetic, which must find the same in all 40 digits
digest  compares the SHA-256 of each class with Datasets/certified-set.json
score   prints how many digits libraries get
test    compares more digits on a problem of each kind, and expects a wrong last digit of each number to be found

`make` and `check` go on where they were stopped. The same seed gives the same bytes, whatever the number of shards. The first
arithmetic needs Python alone; the second needs mpmath and numpy for graphs and hand-eye problems, which scripts/setup/peers
installs: .peers/bin/python scripts/oracles/certified_set.py
"""
import argparse
import hashlib
import itertools
import json
import sys
from fractions import Fraction
from pathlib import Path

from certified import decimals, frames_decimals, integers, problems, written

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "Datasets" / "certified-set.json"
# The short form is the first of so many shards.
SHORT = 250


def is_of_frames(problem):
    return problem["set"].startswith(("graphs", "hand-eyes"))


def more(problem):
    """How many digits beyond the written ones both arithmetics work out."""
    return 8 if is_of_frames(problem) else 20


def first(problem, start):
    """The members of an answer by the first arithmetic: see `in_units`."""
    by = frames_decimals if is_of_frames(problem) else decimals
    return in_units(by.solve(problem, start), decimals.units, problem)


def second(problem, answer):
    """The same by the second, which takes no more of an answer than the inliers and, of frames, sixteen digits to start from."""
    if is_of_frames(problem):
        from certified import frames_binary as by
        return in_units(by.solve(problem, answer), by.units, problem)
    return in_units(integers.solve(problem, answer.get("inliers")), integers.units, problem)


def in_units(answer, units, problem):
    """For each member its numbers as whole numbers, in units so many decimals below the last one written."""
    found = {}
    for member in written.members(problem):
        value, place = answer[member], written.place(member, problem) + more(problem)
        found[member] = [units(v, place) for v in (value if isinstance(value, list) else [value])]
    return found


def texts(found, problem):
    """For each member its numbers as they are written. Ties, which means of few doubles bring about, go to the even digit."""
    return {member: [written.text(round(Fraction(n, 10 ** more(problem))), written.place(member, problem)) for n in numbers]
            for member, numbers in found.items()}


def start_of(made):
    return made.get("_start", made.get("_inliers"))


def answered(made, found):
    """A problem as it is written, with its answer, and how it was made left out."""
    problem = {member: value for member, value in made.items() if not member.startswith("_")}
    if "_inliers" in made:
        problem["inliers"] = made["_inliers"]
    return {**problem, **{member: t if len(t) > 1 else t[0] for member, t in texts(found, made).items()}}


def line(seed, name, index):
    made = problems.problem(seed, name, index)
    return json.dumps(answered(made, first(made, start_of(made))), separators=(",", ":")) + "\n"


def indices(name, shard, shards):
    count = problems.COUNTS[name]
    return range(count * shard // shards, count * (shard + 1) // shards)


def files(options):
    """Class, shard and file of what is asked for."""
    for shard in options.shards or range(options.of):
        for name in options.classes or problems.COUNTS:
            yield name, shard, options.out / name / f"{shard:04}-of-{options.of:04}.jsonl"


def make(options):
    for name, shard, path in files(options):
        if path.exists():
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        kept = [k for k in part.read_text().splitlines(True) if k.endswith("\n")] if part.exists() else []
        with open(part, "w") as file:
            file.writelines(kept)
            for index in indices(name, shard, options.of)[len(kept):]:
                file.write(line(options.seed, name, index))
                file.flush()
        part.rename(path)
        print(f"{path}: {len(indices(name, shard, options.of))} problems", flush=True)


def distance(problem, found):
    """How far an answer is from the written one, in units of the last digit written: half a unit is rounding. Raises ValueError
    if a digit differs."""
    worst = 0.0
    for member, again in texts(found, problem).items():
        known = problem[member] if isinstance(problem[member], list) else [problem[member]]
        for one, other in itertools.zip_longest(known, again):
            if one != other:
                raise ValueError(f"{problem['set']} {problem['index']}: {member} has {one} and {other}")
        for number in (Fraction(n, 10 ** more(problem)) for n in found[member]):
            worst = max(worst, abs(float(number - round(number))))
    return worst


def check(options):
    worst = {}
    for name, shard, path in files(options):
        data, note = path.read_bytes(), path.with_suffix(".checked")
        digest = hashlib.sha256(data).hexdigest()
        known = json.loads(note.read_text()) if note.exists() else {}
        if known.get("sha256") != digest:
            lines = data.decode().splitlines()
            if len(lines) != len(indices(name, shard, options.of)):
                sys.exit(f"{path}: {len(lines)} problems")
            try:
                far = max(distance(one, second(one, one)) for one in map(json.loads, lines))
            except ValueError as error:
                sys.exit(f"{path}: the arithmetics differ: {error}")
            known = {"sha256": digest, "problems": len(lines), "distance": far}
            note.write_text(json.dumps(known) + "\n")
        count, far = worst.get(name, (0, 0))
        worst[name] = count + known["problems"], max(far, known["distance"])
    for name, (count, far) in worst.items():
        print(f"{name:<12} {count:6} problems agree in all {written.DIGITS} digits; farthest {far:.4f} of the last")


def digest(options):
    """Digests of all problems of each class, or of the short form where there is only that."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"seed": options.seed, "digits": written.DIGITS, "classes": {}}
    form, failed = "short" if options.shards == [0] and options.of == SHORT else "all", False
    if options.shards and form == "all":
        sys.exit(f"digests are of all shards, or of the first of {SHORT}")
    found = {}
    for name, _, path in files(options):
        count, state = found.get(name, (0, hashlib.sha256()))
        data = path.read_bytes()
        state.update(data)
        found[name] = count + data.count(b"\n"), state
    for name, (count, state) in found.items():
        one = {"problems": count, "sha256": state.hexdigest()}
        same = record["classes"].get(name, {}).get(form) == one
        failed |= not same
        print(f"{name:<12} {count:6} problems {one['sha256']} {'' if same else 'is not what is recorded'}".rstrip())
        if options.write:
            record["classes"].setdefault(name, {})[form] = one
    if options.write:
        RECORD.write_text(json.dumps(record, indent=1) + "\n")
    elif failed or record["seed"] != options.seed:
        sys.exit("the digests differ from Datasets/certified-set.json")


def score(options):
    from certified import table
    table.show([path for _, _, path in files(options)], options.libraries, options.quadbench, options.sets)


def refuses(problem, inliers):
    """Whether each arithmetic refuses such inliers."""
    verdicts = []
    for by in (decimals, integers):
        try:
            by.solve(problem, inliers)
            verdicts.append(False)
        except ValueError:
            verdicts.append(True)
    return verdicts


def test_inliers(seed):
    """One inlier too few and one too many are refused by both arithmetics, another set as large by the second."""
    made = problems.problem(seed, "robust", 1)
    inliers, wrong = made["_inliers"], min(set(range(len(made["sources"]))) - set(made["_inliers"]))
    rival = {**made, "targets": [q if k in inliers else [c + 3 for c in p]
                                 for k, (p, q) in enumerate(zip(made["sources"], made["targets"]))]}
    found = [refuses(made, inliers), refuses(made, inliers[1:]), refuses(made, inliers + [wrong]), refuses(rival, inliers)]
    if found != [[False, False], [True, True], [True, True], [False, True]]:
        sys.exit(f"inliers are judged wrongly: {found}")


def test(options):
    """Both arithmetics agree beyond the written digits on a problem of each kind; and a wrong last digit of a member is found."""
    for name in options.classes or problems.COUNTS:
        kinds, planted = set(), 0
        while (made := problems.problem(options.seed, name, len(kinds)))["set"] not in kinds:
            kinds.add(made["set"])
            found = first(made, start_of(made))
            problem = answered(made, found)
            again = second(problem, problem)
            # The last of more digits may be rounded either way.
            if any(abs(a - b) > 1 for member in found for a, b in zip(found[member], again[member])):
                sys.exit(f"{made['set']}: the arithmetics differ in digit {written.DIGITS + more(made)}")
            for member in written.members(problem):
                whole = problem[member] if isinstance(problem[member], list) else [problem[member]]
                for place, number in enumerate(whole):
                    wrong = number[:-1] + ("1" if number[-1] == "0" else "0")
                    try:
                        distance({**problem, member: whole[:place] + [wrong] + whole[place + 1:]}, found)
                    except ValueError:
                        planted += 1
                    else:
                        sys.exit(f"{made['set']}: a wrong last digit in {member} is not found")
        if name == "robust":
            test_inliers(options.seed)
        print(f"{name:<12} {len(kinds):3} kinds agree in {written.DIGITS + more(made)} digits, {planted} wrong last digits found")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=["make", "check", "digest", "score", "test"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shards", type=int, nargs="+", metavar="K", help="only these, counted from 0")
    parser.add_argument("--of", type=int, default=100, help="the number of shards (100)")
    parser.add_argument("--short", action="store_true", help=f"the first of {SHORT} shards")
    parser.add_argument("--classes", nargs="+", choices=list(problems.COUNTS), help="only these classes")
    parser.add_argument("--out", type=Path, help="the folder of a seed's problems (.build/certified-set-SEED)")
    parser.add_argument("--libraries", nargs="+", help="score: only these")
    parser.add_argument("--sets", action="store_true", help="score: a row for each kind of a class")
    parser.add_argument("--quadbench", type=Path, default=ROOT / ".build" / "release" / "quadbench",
                        help="score: the program that has quadcal's frames (.build/release/quadbench)")
    parser.add_argument("--write", action="store_true", help="digest: record them")
    options = parser.parse_args()
    options.out = options.out or ROOT / ".build" / f"certified-set-{options.seed}"
    if options.short:
        options.shards, options.of = [0], SHORT
    globals()[options.task](options)


main()
