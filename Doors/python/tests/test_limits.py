"""Limits: read, set, shown, compared and refused by name."""

import copy
import inspect
import math
import pickle
import re
import unittest

import numpy
import quadcal
from quadcal import Limits, Severity

from made import rectangles

NAMES = ["snap", "flatness_warning", "flatness_error", "fold_angle", "shortest_edge", "longest_edge", "aspect_ratio",
         "largest_coordinate", "straight_angle", "rectangle_angle"]


class LimitsTests(unittest.TestCase):
    def test_what_is_set_is_what_checks_go_by(self):
        limits, quads = Limits(), rectangles(10)
        self.assertTrue(quadcal.check(quads, limits=limits).sound.all())
        limits.longest_edge = 1e-9
        self.assertEqual(limits.longest_edge, 1e-9)
        self.assertEqual(quadcal.check(quads, limits=limits).counts(), {"TOO_LARGE": 10})

    def test_attributes_are_checked_as_arguments_are(self):
        for value, error in [(-1, ValueError), (math.nan, ValueError), ("3", TypeError), (None, TypeError), ([1], TypeError)]:
            for name in NAMES:
                with self.assertRaisesRegex(error, name):
                    Limits(**{name: value})
                limits = Limits()
                with self.assertRaisesRegex(error, name):
                    setattr(limits, name, value)
                self.assertEqual(limits, Limits())
        for value in [0, 3, numpy.float32(0.5), numpy.int64(7), math.inf]:
            self.assertEqual(Limits(snap=value).snap, value)
        for value in [Severity.SOUND, 5, "ERROR"]:
            with self.assertRaisesRegex(ValueError, "fold_severity"):
                Limits(fold_severity=value)
        with self.assertRaises(AttributeError):
            Limits().longest = 1

    def test_they_are_shown_compared_and_pickled_whole(self):
        for limits in [Limits(), Limits("strict"), Limits(snap=0.1 + 0.2, fold_severity=Severity.HINT)]:
            for name in [*NAMES, "fold_severity"]:
                self.assertIn(f"{name}=", repr(limits))
            for again in [eval(repr(limits)), pickle.loads(pickle.dumps(limits)), copy.copy(limits), copy.deepcopy(limits)]:
                self.assertEqual(again, limits)
                again.snap = 7
                self.assertNotEqual(again, limits)
        self.assertNotEqual(Limits(), Limits("strict"))
        self.assertIn("fold_severity=Severity.WARNING", repr(Limits()))

    def test_what_are_no_limits_is_refused_by_name(self):
        for wrong in [{"longest_edge": 1}, "strict", 0, {}]:
            with self.assertRaisesRegex(TypeError, "limits is .*Limits\\("):
                quadcal.check(rectangles(1), limits=wrong)
        with self.assertRaisesRegex(TypeError, "profile"):
            Limits({"longest_edge": 1})

    def test_the_defaults_are_those_that_are_documented(self):
        rows = re.findall(r"^(\w+) +([\d.]+|[A-Z]+) +([\d.]+|[A-Z]+)", inspect.getdoc(Limits), re.MULTILINE)
        self.assertEqual([row[0] for row in rows], [*NAMES, "fold_severity"])
        for name, *documented in rows:
            for profile, said in zip(["app", "strict"], documented):
                value = getattr(Limits(profile), name)
                shown = said if name == "fold_severity" else float(said)
                self.assertEqual(shown, value.name if name == "fold_severity" else float(f"{value:.4g}"), (name, profile))
            self.assertTrue(getattr(Limits, name).__doc__)


if __name__ == "__main__":
    unittest.main()
