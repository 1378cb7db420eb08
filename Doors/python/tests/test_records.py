"""What is given back: equal by value, also to its own pickled copy, and documented field by field."""

import copy
import io
import pickle
import pydoc
import unittest

import numpy
import quadcal
from quadcal import Calibration, Fit, FitRefused, Fits, Hits, Measures, RobustFit, Verdicts

from made import crossed, pairs, rectangles


def records(seed=3):
    """One of each, with NaN where there can be any."""
    sources, targets, _, _ = pairs(24, seed)
    quads = numpy.concatenate([crossed(rectangles(20, seed), 0.3, seed)[0], numpy.zeros((1, 4, 3))])
    many = numpy.stack([sources[:8], numpy.ones((8, 3))])
    refused = None
    try:
        quadcal.fit_many(many, many)[1]
    except FitRefused as error:
        refused = error
    return [quadcal.fit(sources, targets), quadcal.fit_many(many, many), quadcal.robust(sources, targets),
            quadcal.calibrate(sources[:1], targets[:1], at=[[1, 2, 3]]), quadcal.calibrate(sources, targets, at=sources),
            quadcal.straighten(sources, targets, quads[:3], groups=None, by="place"),
            quadcal.measure(quads), quadcal.check(quads),
            quadcal.Scene(quads).nearest(quads[:20].mean(axis=1) + [0, 0, 1], [[0, 0, -1]] * 20), refused]


class EqualityTests(unittest.TestCase):
    def test_records_equal_themselves_and_their_copies(self):
        for found, again in zip(records(), records()):
            for same in [found, again, pickle.loads(pickle.dumps(found)), copy.deepcopy(found)]:
                self.assertTrue(found == same and not found != same, found)
            self.assertFalse(found == 1 or (1, 2) == found or found == (1, 2))

    def test_records_of_other_numbers_are_not_equal(self):
        for found, other in zip(records(3)[:-1], records(4)[:-1]):
            self.assertTrue(found != other and not found == other, found)
        self.assertNotEqual(FitRefused("A", "b", index=1), FitRefused("A", "b", index=2))

    def test_each_field_counts(self):
        for found in records()[:-1]:
            for name in type(found).__annotations__:
                other = copy.deepcopy(found)
                if isinstance(found, tuple):
                    other = other._replace(**{name: "else"})
                else:
                    object.__setattr__(other, name, "else")
                self.assertNotEqual(other, found)

    def test_there_is_a_hash_only_where_equality_allows_it(self):
        fit, again = records()[0], pickle.loads(pickle.dumps(records()[0]))
        self.assertEqual((len({fit, again}), len({FitRefused("A", "b"), FitRefused("A", "b")})), (1, 1))
        for found in records()[1:-1]:
            with self.assertRaises(TypeError):
                hash(found)


class DocumentationTests(unittest.TestCase):
    def test_help_has_a_text_for_each_field(self):
        for kind in [Calibration, Fit, RobustFit, Measures, Hits, Fits, Verdicts]:
            shown = io.StringIO()
            pydoc.Helper(output=shown).help(kind)
            self.assertNotIn("Alias for field", shown.getvalue())
            for name in kind.__annotations__:
                self.assertRegex(shown.getvalue(), rf"\n [ |]*{name}: [A-Z0-9]")
                if issubclass(kind, tuple):
                    self.assertGreater(len(getattr(kind, name).__doc__), 15)

    def test_units_and_what_is_easily_misread_are_said(self):
        for text, words in [(Calibration.errors.__doc__, "the moved point stays within in 95 of 100 cases, in metres"),
                            (Calibration.verdict.__doc__, "the points of ``at``, or at the sources where none are given."),
                            (Calibration.noise.__doc__, "in metres"), (Hits.__doc__, "1 for the front"),
                            (quadcal.calibrate.__doc__, "allowance for drift"), (quadcal.Scene.__doc__, "never hit"),
                            (quadcal.Scene.nearest.__doc__, "ends before it begins hits nothing"),
                            (quadcal.Moments.__doc__, "``Moments.of(both).fit()``")]:
            self.assertIn(words, text)


if __name__ == "__main__":
    unittest.main()
