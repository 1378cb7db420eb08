"""Counts the right digits of libraries on certified problems, as Datasets/score.py does, and prints a table of them."""
import collections
import json
import statistics
import subprocess
import sys
import tempfile
import warnings
from fractions import Fraction
from pathlib import Path

from . import libraries, written

sys.path.insert(0, str(libraries.ROOT / "Datasets"))
import score

# A problem is solved where so many digits are right.
SOLVED = 10
FRAMES = ("graphs", "hand-eyes")


def two_doubles(text):
    high = float(text)
    return [high, float(Fraction(text) - Fraction(high))]


def frame_digits(problem, quadbench):
    """Digits of quadcal on frames, which have no Python door, by `quadbench framedigits`; none where it refuses."""
    answer = {member: list(map(two_doubles, problem[member])) for member in written.members(problem)}
    sets = {name: [{"name": "it", "problems": [{**problem, **answer}]}] * problem["set"].startswith(name) for name in FRAMES}
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder) / f"{name}.json" for name in FRAMES}
        for name, path in paths.items():
            path.write_text(json.dumps({"sets": sets[name]}))
        run = subprocess.run([quadbench, "framedigits", "--graphs", paths["graphs"], "--hand-eyes", paths["hand-eyes"]],
                             capture_output=True)
    found = json.loads(run.stdout) if run.returncode == 0 else {}
    return {member + "s": by_set["it"] for form in found.values() for member, by_set in form.items() if by_set}


def solved(solve, problem):
    try:
        return solve(problem)
    except Exception:
        # It refuses, in words of its own.
        return None


def columns(names, quadbench):
    """The libraries that can be loaded: the name, the classes that have a function, and how."""
    for library in libraries.LIBRARIES:
        if names and library.__name__ not in names:
            continue
        try:
            title, solvers = library()
        except Exception as error:
            print(f"{library.__name__} cannot be loaded: {error}", file=sys.stderr)
            continue
        yield title, solvers, quadbench if library is libraries.quadcal and quadbench.exists() else None


def cell(digits):
    if not digits:
        return "none"
    share = 100 * sum(d >= SOLVED for d in digits) / len(digits)
    # Rounded down: 100 are all.
    return f"{statistics.median(digits):.1f} / {min(digits):.1f} / {int(share * 10) / 10:g}"


def show(paths, names, quadbench, by_set):
    warnings.simplefilter("ignore")
    used, rows, counts = list(columns(names, quadbench)), {}, collections.Counter()
    for path in paths:
        problems = [json.loads(line) for line in path.read_text().splitlines()]
        for title, solvers, bench in used:
            for problem in problems:
                name = problem["set"].split("/")[0]
                group = problem["set"] if by_set else name
                counts[group] += title == used[0][0]
                answer = solved(solvers[name], problem) if name in solvers else None
                frames = frame_digits(problem, bench) if bench and name in FRAMES else None
                for member in written.members(problem) + ("inliers",) * ("inliers" in problem):
                    row = rows.setdefault((group, member), collections.defaultdict(list))
                    if name in solvers:
                        row[title].append(score.digits(member, answer, problem))
                    elif frames is not None:
                        row[title].append(frames.get(member, 0.0))
        print(path, file=sys.stderr, flush=True)
    titles = [title for title, _, _ in used]
    print("| class | problems | member | " + " | ".join(titles) + " |")
    print("| --- | ---: | --- " + "| --- " * len(titles) + "|")
    for (group, member), row in rows.items():
        # A member that a library never gives is none of its answers.
        cells = [cell(row[title]) if any(row[title]) else "none" for title in titles]
        print(f"| {group} | {counts[group]} | {member} | " + " | ".join(cells) + " |")
