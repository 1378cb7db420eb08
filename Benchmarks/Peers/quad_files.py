"""Reads the binary files of the bench."""
import struct
import sys

import numpy


def records(path, magic, numbers):
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != magic.ljust(8, b"\0"):
        sys.exit(f"{path}: does not begin with the magic {magic.decode()}")
    (count,) = struct.unpack("<Q", data[8:16])
    return numpy.frombuffer(data, "<f8", offset=16).reshape(count, numbers)


def quads(path):
    return records(path, b"QUADS1", 12).reshape(-1, 4, 3)


def points(path):
    return records(path, b"POINT1", 3)


def rays(path):
    return records(path, b"RAYS01", 8)
