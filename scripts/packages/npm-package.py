#!/usr/bin/env python3
"""Packs the folder that Doors/web/build-page makes as npm would, by the list in its package.json: npm-package.py FOLDER OUT."""
import gzip
import io
import json
import os
import pathlib
import sys
import tarfile

folder, out = map(pathlib.Path, sys.argv[1:])
package = json.loads((folder / "package.json").read_text(encoding="utf-8"))
names = ["package.json", "README.md", *package["files"]]
packed = io.BytesIO()
with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
    for name in sorted(names):
        content = (folder / name).read_bytes()
        entry = tarfile.TarInfo(f"package/{name}")
        entry.size, entry.mode, entry.mtime = len(content), 0o644, int(os.environ["SOURCE_DATE_EPOCH"])
        archive.addfile(entry, io.BytesIO(content))
name = f"{package['name']}-{package['version']}.tgz"
(out / name).write_bytes(gzip.compress(packed.getvalue(), 9, mtime=0))
