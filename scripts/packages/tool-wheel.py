#!/usr/bin/env python3
"""Packs the tool as the wheel quadcal-cli: tool-wheel.py ROOT OUT.

pip puts its programs beside python's, and its manual page and completions below the environment. The tag names the C library that the
programs need, as auditwheel does. The bytes depend on nothing but the files and SOURCE_DATE_EPOCH.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import time
import zipfile

root, out = map(pathlib.Path, sys.argv[1:])
repository = pathlib.Path(__file__).resolve().parents[2]
version = re.sub(r"-dev$", ".dev0", os.environ["VERSION"])
programs = sorted((root / "bin").iterdir())
symbols = "".join(subprocess.run(["readelf", "--version-info", "--wide", program], capture_output=True, text=True, check=True).stdout
                  for program in programs if not program.is_symlink())
needed = max(tuple(map(int, found)) for found in re.findall(r"\bGLIBC_(\d+)\.(\d+)", symbols))
tag = "py3-none-manylinux_{}_{}_x86_64".format(*needed)
data, info = f"quadcal_cli-{version}.data", f"quadcal_cli-{version}.dist-info"
files = {}
for program in programs:
    # A wheel holds no links.
    call = f'#!/bin/sh\nQUADCAL_PROGRAM={program.name} exec "$(dirname "$0")/quadcal" "$@"\n'
    files[f"{data}/scripts/{program.name}"] = call.encode() if program.is_symlink() else program.read_bytes()
for path in sorted((root / "share").rglob("*")):
    if path.is_file() and "doc" not in path.parts:
        files[f"{data}/data/{path.relative_to(root)}"] = path.read_bytes()
files[f"{info}/METADATA"] = f"""Metadata-Version: 2.1
Name: quadcal-cli
Version: {version}
Summary: The command line quadcal: checks AR quad markers, fits the motion between scans, and recalibrates spaces
Requires-Python: >=3.9
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: Scientific/Engineering
Description-Content-Type: text/markdown

""".encode() + (repository / "Doors/tool/README.md").read_bytes()
files[f"{info}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: quadcal\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
if (repository / "LICENSE").exists():
    files[f"{info}/LICENSE"] = (repository / "LICENSE").read_bytes()


def line(name, content):
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


record = f"{info}/RECORD"
files[record] = ("".join(line(name, content) for name, content in files.items()) + f"{record},,\n").encode()
date = time.gmtime(max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800))[:6]
wheel = out / f"quadcal_cli-{version}-{tag}.whl"
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for name, content in files.items():
        entry = zipfile.ZipInfo(name, date)
        entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, content)
