"""Markers of files: the server's JSON, NDJSON, and CSV rows, as an array of quads with their ids."""

from __future__ import annotations

import csv
import html
import io
import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Iterator

import numpy
from numpy.typing import ArrayLike

from ._arrays import Doubles, doubles, quads as quads_of
from ._extras import needed
from .checks import Code, Verdicts, check
from .limits import Limits, Severity

if TYPE_CHECKING:
    import pandas

_CORNERS = ("p1", "p2", "p3", "p4")
_HEADER = [f"{corner}{axis}" for corner in _CORNERS for axis in "xyz"]
_COLORS = {Severity.SOUND: "#0072b2", Severity.HINT: "#0072b2", Severity.INFO: "#56b4e9", Severity.WARNING: "#e69f00",
           Severity.ERROR: "#d55e00"}


class Markers:
    """Quads with what is known of them: ``quads`` (N, 4, 3) in metres, ``ids``, ``labels`` and the ``records`` they were read from.

    A marker whose corners cannot be read has NaN in ``quads``, so that the others can be used; ``check`` calls it WRONG_SHAPE.
    """

    def __init__(self, quads: ArrayLike, ids: list[str] | None = None, labels: list[str] | None = None,
                 records: list[Any] | None = None) -> None:
        self.quads: Doubles = quads_of(quads)
        count = len(self.quads)
        self.ids: list[str] = [str(place) for place in range(count)] if ids is None else [str(one) for one in ids]
        self.labels: list[str] = [""] * count if labels is None else list(labels)
        self.records: list[Any] = [None] * count if records is None else list(records)
        self._unreadable = numpy.zeros(count, bool)
        for name, values in [("ids", self.ids), ("labels", self.labels), ("records", self.records)]:
            if len(values) != count:
                raise ValueError(f"{len(values)} {name} for {count} quads")

    def __len__(self) -> int:
        return len(self.quads)

    def __iter__(self) -> Iterator[tuple[str, Doubles]]:
        return zip(self.ids, self.quads)

    def check(self, *, limits: Limits | None = None, facing: ArrayLike | None = None) -> Verdicts:
        """Everything wrong with each marker, by itself; see ``quadcal.check``."""
        found = check(self.quads, limits=limits, facing=facing)
        found.codes[self._unreadable] = Code.WRONG_SHAPE
        return found

    def to_frame(self) -> pandas.DataFrame:
        """A row per marker: id, label, the twelve coordinates, and what the check finds.

        Returns
        -------
        pandas.DataFrame
            Indexed by id, with the columns label, p1x to p4z, severity and findings. Needs pandas.
        """
        frame: pandas.DataFrame = needed("pandas", "pandas").DataFrame(
            self.quads.reshape(-1, 12), columns=[f"{corner}{axis}" for corner in _CORNERS for axis in "xyz"])
        verdicts = self.check()
        frame.insert(0, "label", self.labels)
        frame["severity"] = [Severity(int(severity)).name for severity in verdicts.severity]
        frame["findings"] = [" ".join(code.names) for code in verdicts]
        frame.index = needed("pandas", "pandas").Index(self.ids, name="id")
        return frame

    def plot(self, values: ArrayLike | None = None, *, ax: Any = None, name: str = "") -> Any:
        """Draws the markers from above and returns the axes of matplotlib, which it needs.

        Parameters
        ----------
        values
            A number for each marker, such as the error to expect there; they choose the colours. Without them, the gravest finding does.
        ax
            The axes to draw into; new ones without them.
        name
            What the values are, for the bar of colours.
        """
        pyplot = needed("matplotlib.pyplot", "plot")
        collections = needed("matplotlib.collections", "plot")
        if ax is None:
            _, ax = pyplot.subplots()
        # From above, x to the right and z towards the reader; a marker on a wall is a stroke.
        outlines = [quad[[0, 1, 2, 3, 0]][:, [0, 2]] for quad in self.quads]
        drawn = collections.LineCollection(outlines, linewidths=2)
        if values is None:
            drawn.set_color([_COLORS[Severity(int(severity))] for severity in self.check().severity])
        else:
            drawn.set_array(doubles(values, (len(self),), "values"))
            ax.figure.colorbar(drawn, ax=ax, label=name)
        ax.add_collection(drawn)
        ax.autoscale()
        ax.set_aspect("equal")
        # Another scan may be drawn into the same axes.
        if not ax.yaxis_inverted():
            ax.invert_yaxis()
        ax.set_xlabel("x (m)")
        ax.set_ylabel("z (m)")
        return ax

    def __repr__(self) -> str:
        return f"Markers({len(self)}, {self.check().faulty} faulty)"

    def _repr_html_(self) -> str:
        verdicts, shown = self.check(), 20
        rows = "".join(
            f"<tr><td>{html.escape(key)}</td><td>{html.escape(label)}</td><td>{html.escape(' '.join(code.names) or 'sound')}</td></tr>"
            for key, label, code in list(zip(self.ids, self.labels, verdicts))[:shown])
        more = f"<p>and {len(self) - shown} more</p>" if len(self) > shown else ""
        return (f"<p>{len(self)} markers, {verdicts.faulty} faulty</p><table><tr><th>id</th><th>label</th><th>findings</th></tr>"
                f"{rows}</table>{more}")


def read(path: str | os.PathLike[str]) -> Markers:
    """Reads the markers of a file.

    Parameters
    ----------
    path
        JSON of the server (one marker, a list, or an object with ``markers`` or ``data``), NDJSON, or CSV rows of twelve numbers or an
        id and twelve, in metres, with commas, semicolons or tabs between them.

    Returns
    -------
    Markers
        In the order of the file. ``quadcal check`` of the tool is stricter: it also judges what markers hold besides corners.

    Raises
    ------
    ValueError
        If the file holds something else, with its line.
    """
    file = pathlib.Path(path)
    try:
        text = file.read_text(encoding="utf-8-sig")
        if not text.strip():
            raise ValueError(f"{file}: is empty; [] and a header without rows are no markers")
        if text.lstrip()[:1] in ("{", "["):
            return _of_records(_records(text, file), file)
        return _of_rows(text, file)
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: not UTF-8: {error}") from None
    except OverflowError:
        raise ValueError(f"{file}: a number is beyond what a double holds") from None
    except RecursionError:
        raise ValueError(f"{file}: lists in lists in lists, too deep to be markers") from None


def _unrepeated(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are each there once: of two values nothing says which is meant."""
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        raise ValueError(f'"{next(name for name in names if names.count(name) > 1)}" is there twice in one object')
    return found


def _records(text: str, file: pathlib.Path) -> list[Any]:
    try:
        found = json.loads(text, object_pairs_hook=_unrepeated)
    except ValueError as whole:
        lines = [(place, line) for place, line in enumerate(text.split("\n"), 1) if line.strip()]
        records = []
        for place, line in lines:
            try:
                records.append(json.loads(line, object_pairs_hook=_unrepeated))
            except ValueError as error:
                # Of one document, what is wrong with that.
                problem = whole if place == lines[0][0] else error
                raise ValueError(f"{file}:{place}: {problem}") from None
        return records
    if isinstance(found, dict):
        for name in ("markers", "data"):
            if isinstance(found.get(name), list):
                return list(found[name])
    return list(found) if isinstance(found, list) else [found]


def _of_records(records: list[Any], file: pathlib.Path) -> Markers:
    if records and not any(isinstance(record, dict) and any(corner in record for corner in _CORNERS) for record in records):
        raise ValueError(f"{file}: no markers: nothing in it has p1 to p4")
    quads, unreadable = numpy.full((len(records), 4, 3), numpy.nan), []
    for place, record in enumerate(records):
        corners = [record.get(corner) for corner in _CORNERS] if isinstance(record, dict) else []
        if len(corners) == 4 and all(_is_point(corner) for corner in corners):
            quads[place] = corners
        else:
            unreadable.append(place)

    def texts(name: str) -> list[str]:
        values = [record.get(name) if isinstance(record, dict) else None for record in records]
        return [value if isinstance(value, str) else "" for value in values]

    markers = Markers(quads, texts("id"), texts("label"), records)
    markers._unreadable[unreadable] = True
    return markers


def _is_point(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(
        isinstance(number, (int, float)) and not isinstance(number, bool) for number in value)


def _of_rows(text: str, file: pathlib.Path) -> Markers:
    first = next((line for line in text.split("\n") if line.strip()), "")
    separator = next((mark for mark in ("\t", ";") if mark in first), ",")
    ids: list[str] = []
    quads: list[list[float]] = []
    reader, place = csv.reader(io.StringIO(text, newline=""), delimiter=separator), 1
    try:
        for row in reader:
            names = [field.strip().lower() for field in row]
            if any(names) and (quads or names not in (_HEADER, ["id", *_HEADER])):
                if len(row) not in (12, 13):
                    raise ValueError(f"{len(row)} fields, expected 12 or 13")
                quads.append([_number(field) for field in row[-12:]])
                ids.append(row[0] if len(row) == 13 else f"line {place}")
            place = reader.line_num + 1
    except (ValueError, csv.Error) as error:
        raise ValueError(f"{file}:{place}: {error}") from None
    return Markers(numpy.array(quads).reshape(-1, 4, 3), ids)


def _number(field: str) -> float:
    """A number as the tool reads it, which Python's 1_0 and the digits of other scripts are not."""
    if "_" in field or not field.isascii():
        raise ValueError(f"could not convert string to float: {field!r}")
    return float(field)
