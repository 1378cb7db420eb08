"""Calibrations: their verdicts, and that predicted errors hold."""

import unittest

import numpy
import quadcal
from quadcal import FitRefused


class CalibrationTests(unittest.TestCase):
    def scans(self, seed):
        """Twelve markers in a hall; each has an error of its own in the new scan."""
        dice = numpy.random.default_rng(seed)
        old = (dice.uniform(-5, 5, (12, 1, 3)) + dice.uniform(-0.3, 0.3, (12, 4, 3))).reshape(-1, 3)
        c, s = numpy.cos(0.4), numpy.sin(0.4)
        turn = numpy.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        marker_errors = numpy.repeat(dice.normal(0, 0.01, (12, 3)), 4, axis=0)
        return old, old @ turn.T + [3, 0.1, -1] + marker_errors + dice.normal(0, 0.002, (48, 3)), turn

    def test_predicted_errors_hold_and_grow_with_distance(self):
        groups, away, inside = numpy.repeat(numpy.arange(12), 4), [[40.0, 0, 0]], 0
        for seed in range(100):
            old, new, turn = self.scans(seed)
            found = quadcal.calibrate(old, new, groups=groups, at=numpy.vstack([away, [[0, 0, 0]]]))
            self.assertGreater(found.errors[0], found.errors[1])
            truth = numpy.array(away) @ turn.T + [3, 0.1, -1]
            inside += numpy.linalg.norm(found.motion(away) - truth) <= found.errors[0]
        # 95 of 100 are promised; 88 or fewer happen by chance once in 500 such tests.
        self.assertGreaterEqual(inside, 88)

    def test_rejected_markers_do_not_count(self):
        old, new, _ = self.scans(1)
        new[:8] += [2, 0, 1]
        found = quadcal.calibrate(old, new, groups=numpy.repeat(numpy.arange(12), 4), robust=True, bound=0.1)
        self.assertEqual(found.inliers.tolist(), [False] * 8 + [True] * 40)

    def test_what_would_be_ignored_is_refused(self):
        old, new, _ = self.scans(1)
        for said in [{"bound": 0.1}, {"choice": 1}]:
            with self.assertRaisesRegex(ValueError, "need robust=True"):
                quadcal.calibrate(old, new, **said)
        for name in ["noise", "marker_noise", "tilt_degrees"]:
            for value, error in [(-1, ValueError), (numpy.nan, ValueError), ("1", TypeError)]:
                with self.assertRaisesRegex(error, f"^{name} is "):
                    quadcal.calibrate(old, new, **{name: value})
        self.assertEqual(quadcal.calibrate(old, new, marker_noise=0).model, "gravity")

    def test_models_are_by_name(self):
        old, new, _ = self.scans(2)
        self.assertEqual(quadcal.calibrate(old, new).model, "gravity")
        for model in ["translation", "yaw", "rigid", "similarity"]:
            self.assertEqual(quadcal.calibrate(old, new, model=model).model, model)
        found = quadcal.calibrate(old, new * 2, model="similarity")
        self.assertLess(abs(found.growth - 2), 0.01)
        with self.assertRaises(ValueError):
            quadcal.calibrate(old, new, model="affine")
        with self.assertRaises(FitRefused) as caught:
            quadcal.calibrate(old, new, at=[[numpy.nan, 0, 0]])
        self.assertEqual((caught.exception.code, caught.exception.index), ("BAD_POINT", 0))

    def test_a_mirrored_scan_fails(self):
        old, new, _ = self.scans(3)
        found = quadcal.calibrate(old, new * [-1, 1, 1])
        self.assertEqual(found.verdict, quadcal.Verdict.FAIL)
        self.assertIn("MIRRORED", found.judgements)


if __name__ == "__main__":
    unittest.main()
