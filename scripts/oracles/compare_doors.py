#!/usr/bin/env python3
"""Compares the results of doors with those of the Swift library, byte for byte: compare_doors.py EXPECTED FOUND....

Each file is of sections with a name of 16 bytes, a length and that many bytes. Names the sections that differ, and how
many of their bytes. With --planted the one file must differ, in its measures at least. With --kinds it says what the
expected results hold, and fails unless all codes of single quads occur, rays that hit, that miss and that cannot be cast for
each reason, and among many fits motions and refusals.

Exit codes: 0 as it should be; 1 otherwise, or an unusable file; 2 unusable arguments.
"""

import struct
import sys
from pathlib import Path

# The codes of single quads that corners of twelve numbers can have: the header's 1 to 14.
ALL_CODES = {"verdicts": 0x7FFE & ~(1 << 13), "verdicts facing": 0x7FFE, "strict verdicts": 0x7FFE & ~(1 << 13)}

# The header's QUADCAL_RAY_... for rays that hit nothing; a range that is no number counts only where ranges are given.
RAY_REASONS = {"rays": {-1, -2, -3, -4}, "front in range": {-1, -2, -3, -4, -5}, "back in range": {-1, -2, -3, -4, -5}}
# The bytes of a ray's answer: an index, three numbers and a face.
RAY_BYTES = 33


def sections(path):
    data, found, at = Path(path).read_bytes(), {}, 0
    while at < len(data):
        name, length = struct.unpack_from("<16sq", data, at)
        found[name.rstrip(b"\0").decode()] = data[at + 24:at + 24 + length]
        at += 24 + length
    if at != len(data) or not found:
        sys.exit(f"compare_doors: {path} is not whole")
    return found


def difference(a, b):
    if len(a) != len(b):
        return f"{len(b):,} bytes instead of {len(a):,}"
    count = sum(x != y for x, y in zip(a, b))
    return f"{count:,} of {len(a):,} bytes, the first at {next(i for i in range(len(a)) if a[i] != b[i]):,}"


def kinds(expected):
    good = True
    for name, wanted in ALL_CODES.items():
        data = expected[name]
        count = (len(data) - 8) // 5
        seen = [0] * 32
        for codes in struct.unpack_from(f"<{count}I", data, 8):
            while codes:
                seen[(codes & -codes).bit_length() - 1] += 1
                codes &= codes - 1
        missing = [bit for bit in range(32) if wanted >> bit & 1 and not seen[bit]]
        good = good and not missing
        print(f"compare_doors: {name}: {struct.unpack_from('<q', data)[0]:,} of {count:,} quads have findings"
              + (f"; no quad has the codes {missing}" if missing else f", of {sum(map(bool, seen))} codes"))
    refused = struct.unpack_from("<q", expected["many fits"])[0]
    print(f"compare_doors: {refused:,} fits of many are refused")
    for name, reasons in RAY_REASONS.items():
        indices = struct.unpack_from(f"<{len(expected[name]) // RAY_BYTES}q", expected[name])
        met = sum(index >= 0 for index in indices)
        print(f"compare_doors: {name}: {met:,} of {len(indices):,} rays hit")
        good = good and 0 < met < len(indices) and reasons == {index for index in indices if index < 0}
    return good and refused > 0


def main():
    options, files = {a for a in sys.argv[1:] if a.startswith("--")}, [a for a in sys.argv[1:] if a[0] != "-"]
    if len(files) < (1 if "--kinds" in options else 2) or options - {"--planted", "--kinds"}:
        print(__doc__, file=sys.stderr)
        return 2
    expected = sections(files[0])
    good = kinds(expected) if "--kinds" in options else True
    for file in files[1:]:
        found = sections(file)
        differing = {name: difference(data, found.get(name, b"")) for name, data in expected.items()
                     if found.get(name) != data}
        if "--planted" in options:
            seen = "measures" in differing
            print(f"compare_doors: {Path(file).name}: the planted fused product "
                  + (f"changes the measures: {differing['measures']}" if seen else "was NOT noticed"))
            good = good and seen
            continue
        for name, text in differing.items():
            print(f"compare_doors: {Path(file).name}: {name} differ: {text}")
        if not differing:
            print(f"compare_doors: {Path(file).name}: {sum(map(len, expected.values())):,} bytes, none differs")
        good = good and not differing and list(found) == list(expected)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
