"""The one command that builds the wheel, in a clone whose library is not built yet."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import zipfile

from quadcal import _library

DOOR = pathlib.Path(__file__).parent.parent
TOOLS = DOOR.parent.parent / ".build/doors/python/tools"


def run(script, *arguments):
    return subprocess.run([script, *arguments], capture_output=True, text=True)


class WheelTests(unittest.TestCase):
    def test_one_command_builds_the_library_and_the_wheel(self):
        with tempfile.TemporaryDirectory() as folder:
            door, doors = pathlib.Path(folder, "Doors/python"), pathlib.Path(folder, ".build/doors")
            shutil.copytree(DOOR, door, ignore=shutil.ignore_patterns("tests", "__pycache__"))
            doors.joinpath("python").mkdir(parents=True)
            doors.joinpath("python/tools").symlink_to(TOOLS)
            # Stands in for the one that takes Swift and minutes.
            builder = pathlib.Path(folder, "scripts/build-doors")
            builder.parent.mkdir()
            built = doors / "c/libquadcal.so"
            copy = f'mkdir -p "{built.parent}" && cp "{_library.library._name}" "{built}"'
            builder.write_text(f'#!/bin/sh\n[ "$*" = c ] && {copy} && echo built\n')
            builder.chmod(0o755)
            wheels = set()
            # Also where there is a library, which may be of older sources.
            for _ in range(2):
                done = run(door / "build-wheel")
                self.assertEqual((done.returncode, done.stderr), (0, "built\n"))
                wheels.add(done.stdout)
            wheel = pathlib.Path(wheels.pop().removesuffix("\n"))
            self.assertEqual((wheels, wheel.parent), (set(), doors / "python"))
            with zipfile.ZipFile(wheel) as archive:
                self.assertEqual(archive.read("quadcal/libquadcal.so"), built.read_bytes())
            elsewhere = run(door / "build-wheel", built, pathlib.Path(folder, "elsewhere"))
            self.assertEqual(elsewhere.stdout, f"{os.path.realpath(folder)}/elsewhere/{wheel.name}\n")

    def test_what_it_takes_is_said(self):
        done = run(DOOR / "build-wheel", "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for word in ["LIBRARY", "FOLDER", "scripts/build-doors c"]:
            self.assertIn(word, done.stdout)
        for wrong in [["--wheel"], ["a", "b", "c"], ["no-such-file"]]:
            done = run(DOOR / "build-wheel", *wrong)
            self.assertEqual((done.returncode, done.stdout, done.stderr[:12]), (2, "", "build-wheel:"))

    def test_the_readme_shows_it(self):
        self.assertIn("$ pip install \"$(Doors/python/build-wheel)\"\n", (DOOR / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
