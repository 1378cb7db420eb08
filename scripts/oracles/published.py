#!/usr/bin/env python3
"""Judges what quadcal check and fit print for other programs: published.py QUADCAL REPOSITORY.

JUnit and SARIF 2.1.0 are compared with their published schemas; these, the commands of GitHub Actions and GitHub's Markdown are
read here as their specifications say, and what is read is compared with --json. Labels, ids and names of files are hostile. The example workflow is read as YAML and its
commands are run. Needs PyPI's jsonschema, xmlschema, markdown-it-py and PyYAML, and the schemas, which scripts/setup/peers
installs.
"""

import json
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import unquote

import xmlschema
import yaml
from jsonschema import Draft4Validator, Draft202012Validator
from markdown_it import MarkdownIt

QUADCAL, REPOSITORY = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
SCHEMAS = REPOSITORY / ".peers/schemas"
PUBLISHED_SARIF = Draft4Validator(json.loads((SCHEMAS / "sarif-2.1.0-rtm.4.json").read_text()))
PUBLISHED_JUNIT = xmlschema.XMLSchema(str(SCHEMAS / "junit-10.xsd"))
wrong = []


def expect(holds, what):
    if not holds:
        wrong.append(what)


def run(*arguments, folder):
    done = subprocess.run([QUADCAL, *arguments], cwd=folder, capture_output=True, check=False, timeout=120)
    return done.returncode, done.stdout.decode("utf-8")


# What SARIF 2.1.0 (OASIS, sections 3.13 to 3.58) says of the objects that are used here; others may not occur.
def thing(required, **members):
    return {"type": "object", "required": required, "properties": members, "additionalProperties": False}


TEXT = {"type": "string", "minLength": 1}
MESSAGE = thing(["text"], text=TEXT)
LEVEL = {"enum": ["none", "note", "warning", "error"]}
# RFC 3986: a relative reference whose first segment has no colon, or a file URI.
URI = {"type": "string", "pattern": r"^(file:///)?(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+$"}
LOCATION = thing(
    [],
    physicalLocation=thing(
        ["artifactLocation"],
        artifactLocation=thing([], uri=URI),
        region=thing([], startLine={"type": "integer", "minimum": 1}),
    ),
    logicalLocations={"type": "array", "uniqueItems": True, "items": thing([], fullyQualifiedName=TEXT)},
)
RULE = thing(
    ["id"],
    id=TEXT,
    shortDescription=MESSAGE,
    fullDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=thing([], level=LEVEL),
)
SARIF = thing(
    ["version", "runs"],
    **{
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": thing(
                ["tool"],
                tool=thing(
                    ["driver"],
                    driver=thing(
                        ["name"],
                        name=TEXT,
                        semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
                        rules={"type": "array", "uniqueItems": True, "items": RULE},
                    ),
                ),
                columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                results={
                    "type": "array",
                    "items": thing(
                        ["message"],
                        ruleId=TEXT,
                        ruleIndex={"type": "integer", "minimum": 0},
                        level=LEVEL,
                        message=MESSAGE,
                        locations={"type": "array", "items": LOCATION},
                    ),
                },
                properties={"type": "object"},
            ),
        },
    },
)
LEVELS = {"error": "error", "warning": "warning", "info": "note", "hint": "note"}


def check_sarif(text, findings, name):
    document = json.loads(text)
    for problem in PUBLISHED_SARIF.iter_errors(document):
        expect(False, f"{name}: SARIF's own schema: {problem.json_path}: {problem.message[:200]}")
    for problem in Draft202012Validator(SARIF).iter_errors(document):
        expect(False, f"{name}: SARIF {problem.json_path}: {problem.message[:200]}")
    (one,) = document["runs"]
    rules = [rule["id"] for rule in one["tool"]["driver"]["rules"]]
    expect(len(rules) == len(set(rules)), f"{name}: SARIF has a rule twice")
    found = []
    for result in one["results"]:
        index = result.get("ruleIndex", -1)
        expect(0 <= index < len(rules) and rules[index] == result["ruleId"], f"{name}: SARIF has no rule of {result['ruleId']}")
        (place,) = result["locations"]
        physical = place["physicalLocation"]
        pointers = [logical["fullyQualifiedName"] for logical in place.get("logicalLocations", [])]
        uri = unquote(physical["artifactLocation"]["uri"])
        line = physical.get("region", {}).get("startLine")
        found.append((result["ruleId"], result["level"], uri, line, "".join(pointers)))
    if findings is not None:
        wanted = [(f["code"], LEVELS[f["severity"]], f["file"], f["line"], f["pointer"]) for f in findings]
        expect(found == wanted, f"{name}: SARIF has other findings than JSON")
    return len(found)


# The schema of Jenkins' xUnit plugin (junit-10.xsd), of which this is what is used here.
COUNTS = {"tests", "failures", "errors", "skipped"}
ATTRIBUTES = {
    "testsuites": ({"name"}, COUNTS | {"time"}),
    "testsuite": ({"name", "tests"}, COUNTS | {"time"}),
    "testcase": ({"name"}, {"classname", "time"}),
    "failure": (set(), {"type", "message"}),
    "error": (set(), {"type", "message"}),
    "system-out": (set(), set()),
}
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"testcase", "system-out"},
    "testcase": {"failure", "error"},
    "failure": set(),
    "error": set(),
    "system-out": set(),
}


CODE_KINDS = {"record", "shape", "size", "place", "calibrated", "pairs", "motion", "limits", "run"}
KIND_OF = {}


def check_junit(text, findings, name):
    root = ElementTree.fromstring(text)
    for problem in PUBLISHED_JUNIT.iter_errors(text):
        expect(False, f"{name}: JUnit's schema: {problem.path}: {problem.reason}")
    expect(root.tag == "testsuites", f"{name}: JUnit begins with {root.tag}")

    def walk(element):
        required, optional = ATTRIBUTES[element.tag]
        names = set(element.attrib)
        expect(required <= names <= required | optional, f"{name}: JUnit {element.tag} has {sorted(names)}")
        for member in names & (COUNTS | {"time"}):
            expect(re.fullmatch(r"\d+(\.\d+)?", element.attrib[member]), f"{name}: JUnit {member} is no number")
        for child in element:
            expect(child.tag in CHILDREN[element.tag], f"{name}: JUnit {child.tag} in {element.tag}")
            walk(child)

    walk(root)
    failed = []
    for suite in root:
        cases = suite.findall("testcase")
        failures = [case for case in cases if case.find("failure") is not None]
        errors = [case for case in cases if case.find("error") is not None]
        expect(int(suite.get("errors")) == len(errors), f"{name}: JUnit counts errors wrongly")
        expect(all(case.get("classname").endswith(".run") for case in errors), f"{name}: JUnit has a finding as an error")
        expect(int(suite.get("tests")) == len(cases), f"{name}: JUnit counts cases wrongly")
        expect(int(suite.get("failures")) == len(failures), f"{name}: JUnit counts failures wrongly")
        expect(len({case.get("name") for case in cases}) == len(cases), f"{name}: JUnit has a case twice")
        # A class is a file and a kind, and one code is of one kind in all files.
        file = [part.replace(".", "_") for part in suite.get("name").split("/") if part not in {"", ".", ".."}]
        for case in cases:
            command, *path, kind = case.get("classname").removeprefix("quadcal.").split(".")
            expect(command == name.split()[0], f"{name}: JUnit's class {case.get('classname')!r} is of no command")
            expect(path == file or suite.get("name") == f"quadcal {command}", f"{name}: JUnit's class {path} is not of {file}")
            expect(KIND_OF.setdefault(case.get("name"), kind) == kind, f"{name}: JUnit has two kinds of {case.get('name')}")
            expect(kind in CODE_KINDS, f"{name}: JUnit has the kind {kind!r}")
        failed += [(suite.get("name"), case.get("name"), len(case.find("failure").text.split("\n"))) for case in failures]
    expect(int(root.get("failures")) == len(failed), f"{name}: JUnit counts failures wrongly in all")
    if findings is not None:
        wanted = {}
        for finding in findings:
            if finding["severity"] == "error":
                key = (finding["file"], finding["code"])
                wanted[key] = wanted.get(key, 0) + 1
        expect({(a, b): n for a, b, n in failed} == wanted, f"{name}: JUnit fails other cases than JSON has errors")


# https://docs.github.com/actions/reference/workflow-commands-for-github-actions: a line is a command if it begins, after
# blanks, with two colons, a name, properties and two colons; of the values only these escapes are undone.
COMMAND = re.compile(r"^\s*::([A-Za-z0-9_-]+)(?:\s+([^:]*(?::(?!:)[^:]*)*))?::(.*)$")
KINDS = {"error": "error", "warning": "warning", "info": "notice", "hint": "notice"}


def unescaped(text, is_property):
    escapes = {"%25": "%", "%0D": "\r", "%0A": "\n"} | ({"%3A": ":", "%2C": ","} if is_property else {})
    return re.sub("|".join(escapes), lambda match: escapes[match.group(0)], text)


def check_github(text, findings, name):
    found = []
    # The runner splits lines at both kinds of breaks.
    for line in re.split(r"\r\n|\r|\n", text):
        command = COMMAND.match(line)
        if not command:
            expect(not line.lstrip().startswith("::"), f"{name}: GitHub may take {line[:80]!r} for a command")
            continue
        kind, properties, message = command.groups()
        values = {}
        for part in (properties or "").split(","):
            key, _, value = part.partition("=")
            expect(key not in values, f"{name}: GitHub is given {key} twice")
            values[key] = unescaped(value, True)
        expect(set(values) <= {"file", "line", "title"}, f"{name}: GitHub is given {sorted(values)}")
        expect(unescaped(message, False).strip() != "", f"{name}: GitHub is given no message")
        line_number = int(values["line"]) if "line" in values else None
        found.append((kind, values.get("title"), values.get("file"), line_number))
    if findings is not None:
        wanted = [(KINDS[f["severity"]], f["code"], f["file"], f["line"]) for f in findings]
        expect(found == wanted, f"{name}: GitHub has other annotations than JSON has findings")


MARKDOWN = MarkdownIt("commonmark").enable("table")


def check_markdown(text, findings, name):
    rows, cells = [], []
    for token in MARKDOWN.parse(text):
        expect(token.type not in {"html_block", "fence", "code_block"}, f"{name}: Markdown has a {token.type}")
        if token.type == "tr_open":
            rows.append([])
        if token.type == "inline":
            for part in token.children:
                allowed = {"text", "code_inline", "text_special", "softbreak"}
                expect(part.type in allowed, f"{name}: Markdown has a {part.type}")
                plain = part.type != "code_inline"
                expect(not (plain and re.search(r"@\w", part.content)), f"{name}: Markdown mentions somebody")
            if rows and token.level > 2:
                rows[-1].append("".join(part.content for part in token.children))
    body = rows[1:]
    expect(all(len(row) == 4 for row in body), f"{name}: Markdown has a row of other than four cells")
    if findings is not None:
        wanted = [(f["severity"], f["code"]) for f in findings]
        expect([tuple(row[:2]) for row in body] == wanted, f"{name}: Markdown has other rows than JSON has findings")


CHECKS = {"sarif": check_sarif, "junit": check_junit, "github": check_github, "markdown": check_markdown}

HOSTILE = [
    "plain",
    "::error file=x::forged",
    "a\n::warning::forged",
    "a\r::set-output name=x::y",
    "100%0A::error::forged",
    "a|b|c",
    "| --- |",
    "<script>alert(1)</script>",
    "]]><x/>",
    "\u0001\u0008\u001b[31m\ufffe",
    "`code` *bold* _it_ [x](http://example.com) ![y](z)",
    "@somebody see #1",
    "a&amp;b\"c'd",
    "\u202eright to left",
    "=1+1",
    "\\| \\\\",
    "e\u0301\U0001f600",
]


def write_inputs(folder):
    (folder / "quads.csv").write_text((REPOSITORY / "Datasets/check/room.csv").read_text())
    (folder / "sound.csv").write_text((REPOSITORY / "Datasets/check/sound.csv").read_text())
    for source in (REPOSITORY / "Datasets/pairs").glob("*.csv"):
        (folder / source.name).write_text(source.read_text())
    markers = []
    for place, label in enumerate(HOSTILE):
        x = 2.0 * place
        crossed = {"p1": [x, 1, 0], "p2": [x + 1, 0, 0], "p3": [x + 1, 1, 0], "p4": [x, 0, 0]}
        markers.append({"label": label, "id": label, **crossed})
    (folder / "hostile.json").write_text(json.dumps({"markers": markers}))
    (folder / "a, b: 100%\t::x.json").write_text(json.dumps(markers[:3]))
    quoted = [label.replace('"', '""') for label in HOSTILE]
    rows = [f'"{label}",{2 * n},1,0,{2 * n + 1},0,0,{2 * n + 1},1,0,{2 * n},0,0' for n, label in enumerate(quoted)]
    (folder / "hostile.csv").write_text("\n".join(rows) + "\n", newline="")
    pairs = ["id,sx,sy,sz,tx,ty,tz"]
    for n, label in enumerate(quoted):
        x, y, z = n, n * n % 7, n * 3 % 5
        off = 3 if n in (3, 7) else 0
        pairs.append(f'"{label}",{x},{y},{z},{x + 5 + off},{y + 0.001 * (n % 3)},{z}')
    (folder / "hostile-pairs.csv").write_text("\n".join(pairs) + "\n", newline="")


def compare(arguments, folder):
    name = " ".join(arguments)
    exit_code, text = run(*arguments, "--json", folder=folder)
    document = json.loads(text)
    # What could not be read is a finding of the other forms alone.
    findings = document.get("findings") if arguments[0] == "check" and not document.get("unread") else None
    for form, judge in CHECKS.items():
        code, text = run(*arguments, "--format", form, folder=folder)
        expect(code == exit_code, f"{name}: exit code {code} as {form}, {exit_code} as JSON")
        expect(text != "", f"{name}: nothing printed as {form}")
        try:
            judge(text, findings, f"{name} ({form})")
        except Exception as error:  # whatever a reader stumbles over is a fault of what it reads
            expect(False, f"{name} ({form}): {error!r}")
        expect((code, text) == run(*arguments, "--format", form, folder=folder), f"{name}: {form} differs again")


def check_workflow(path, folder, fails=()):
    """Runs the steps of a workflow as GitHub does; those of these names have to fail, all others succeed and write."""
    workflow = yaml.safe_load(path.read_text())
    expect("jobs" in workflow and True in workflow, f"{path.name}: no jobs, or no event")
    count = 0
    for job in workflow["jobs"].values():
        expect("runs-on" in job and job["steps"], f"{path.name}: a job without a runner or steps")
        for step in job["steps"]:
            expect(("run" in step) != ("uses" in step), f"{path.name}: a step that does nothing, or two things")
            command = step.get("run", "")
            if "quadcal" not in command or "git clone" in command:
                continue
            count += 1
            summary = {"GITHUB_STEP_SUMMARY": "summary.md", "PATH": f"{QUADCAL.parent}:/usr/bin:/bin"}
            done = subprocess.run(["bash", "-e", "-c", command], cwd=folder, env=summary, capture_output=True, check=False)
            expect((done.returncode != 0) == (step["name"] in fails),
                   f"{path.name}: {step['name']} ended with {done.returncode}: {done.stderr.decode()[:300]}")
            expect(count == 1 or step.get("if") == "always()", f"{path.name}: {step['name']} does not always run")
            for written in re.findall(r">+\"?([\w.$]+)", command):
                file = folder / summary.get(written.strip("$"), written)
                expect(file.is_file() and file.stat().st_size > 0, f"{path.name}: {step['name']} wrote nothing")
                file.unlink(missing_ok=True)
    expect(count > 0, f"{path.name}: no step runs quadcal")
    return count


def main():
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        write_inputs(folder)
        runs = [
            ["check", "quads.csv"],
            ["check", "quads.csv", "sound.csv"],
            ["check", "sound.csv", "--format", "csv"],
            ["check", "hostile.json"],
            ["check", "hostile.csv"],
            ["check", "a, b: 100%\t::x.json"],
            ["check", "missing.csv"],
            ["check", "sound.csv", "missing.csv"],
            ["fit", "hostile-pairs.csv"],
            ["fit", "hostile-pairs.csv", "--robust"],
            ["fit", "room.csv"],
            *[["fit", file] for file in ("wrong-corner.csv", "mirrored.csv", "millimetres.csv", "line.csv", "applied.csv")],
        ]
        for arguments in runs:
            compare(arguments, folder)
        (folder / "markers").mkdir()
        (folder / "markers/room.csv").write_text((REPOSITORY / "Datasets/check/sound.csv").read_text())
        workflow = REPOSITORY / "Examples/quadcal-workflow.yml"
        steps = check_workflow(workflow, folder)
        (folder / "markers/gone.json").symlink_to("nowhere.json")
        check_workflow(workflow, folder, fails=["Check"])
    for line in wrong:
        print(line)
    print(f"published: {len(runs)} runs in {len(CHECKS)} forms, {steps} steps of the workflow, {len(wrong)} faults")
    return 1 if wrong else 0


sys.exit(main())
