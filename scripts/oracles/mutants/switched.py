"""A copy of the tree in which mistakes are switched on by number, one at a time: QUADCAL_SWITCH=N."""

import filecmp
import os
import re
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

MANIFEST = """
package.targets.append(.target(name: "CSwitch", path: "Sources/CSwitch"))
for target in package.targets where !["CSwitch", "CProcessor", "CRegister"].contains(target.name) && target.type != .system {
    target.dependencies.append("CSwitch")
}
"""


def fresh(tree, commit="HEAD"):
    """Puts a commit's files beside a tree, with the switches' module; `settle` takes them over."""
    new = tree.with_name(tree.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir(parents=True)
    archive = subprocess.Popen(["git", "-C", ROOT, "archive", commit], stdout=subprocess.PIPE)
    subprocess.run(["tar", "-x", "-C", new], stdin=archive.stdout, check=True)
    shutil.copytree(HERE / "CSwitch", new / "Sources/CSwitch")
    with open(new / "Package.swift", "a") as manifest:
        manifest.write(MANIFEST)
    return new


def settle(new, tree):
    """Takes over what changed; what was built stays."""
    for folder, folders, files in os.walk(tree):
        if Path(folder) == tree:
            folders[:] = [name for name in folders if name != ".build"]
        for name in files:
            place = Path(folder, name).relative_to(tree)
            if not os.path.lexists(new / place):
                (tree / place).unlink()
    for path in sorted(new.rglob("*")):
        old = tree / path.relative_to(new)
        if path.is_dir() and not path.is_symlink():
            old.mkdir(parents=True, exist_ok=True)
        elif not os.path.lexists(old) or path.is_symlink() or not filecmp.cmp(path, old, shallow=False):
            old.unlink(missing_ok=True)
            shutil.copy2(path, old, follow_symlinks=False)
            if not path.is_symlink():
                os.utime(old)
    shutil.rmtree(new)


def mutator():
    """The program that writes the switches, with the syntax library of the toolchain."""
    program = ROOT / ".build/mutants/mutate"
    source = HERE / "Mutate.swift"
    if not program.exists() or program.stat().st_mtime < source.stat().st_mtime:
        program.parent.mkdir(parents=True, exist_ok=True)
        host = Path(shutil.which("swiftc")).resolve().parents[1] / "lib/swift/host"
        subprocess.run(["swiftc", "-O", "-parse-as-library", "-I", host, "-L", host, "-Xlinker", "-rpath", "-Xlinker", host,
                        *(f"-l{name}" for name in ("SwiftSyntax", "SwiftParser", "SwiftOperators")), source, "-o", program],
                       check=True)
    return program


def wrong_lines(text, tree):
    """The mistakes that the compiler does not take: the last switch at or above each error."""
    numbers = set()
    for path, line in re.findall(r"^(/\S+\.swift):(\d+):\d+: error:", text, re.MULTILINE):
        if not Path(path).is_relative_to(tree):
            continue
        lines = Path(path).read_text().split("\n")[:int(line)]
        found = re.findall(r"mutated\((\d+)\)", "\n".join(lines))
        # A mistake of several lines stands above the error, and of one line in it.
        here = re.findall(r"mutated\((\d+)\)", lines[-1])
        numbers.update(map(int, here or found[-1:]))
    return numbers


def build(tree, kind):
    """Builds; the mistakes that do not compile."""
    made = subprocess.run([tree / "scripts/build", kind], cwd=tree, env={**os.environ, "CI": ""}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if made.returncode == 0:
        return set()
    wrong = wrong_lines(made.stdout, tree)
    if not wrong:
        raise SystemExit(f"mutants: the switched tree does not build:\n{made.stdout[-4000:]}")
    return wrong
