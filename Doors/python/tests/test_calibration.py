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
        for name, value, said in [("tilt_degrees", 91, "at most 90"), ("noise", numpy.inf, "finite"), ("marker_noise", numpy.inf, "finite")]:
            with self.assertRaisesRegex(ValueError, f"^{name} is {value}, .*{said}"):
                quadcal.calibrate(old, new, **{name: value})

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


class StraighteningTests(unittest.TestCase):
    def scan(self, count=16, bend=0.4):
        """Markers along a hall of which the new scan bends smoothly, made one every ten seconds; the last is in no pair."""
        dice, places = numpy.random.default_rng(4), numpy.arange(count) * 3.0
        corner = numpy.stack([places, dice.uniform(0, 2, count), dice.uniform(-4, 4, count)], axis=1)
        quads = corner[:, None] + numpy.array([[0, 0.4, 0], [0.5, 0.4, 0], [0.5, 0, 0], [0, 0, 0]])
        along = places / places.max() * 2 - 1
        moved = quads + bend * numpy.stack([0 * along, along**3, along**2], axis=1)[:, None] + [4, 0, -2]
        old, new = quads[:-1].reshape(-1, 3), moved[:-1].reshape(-1, 3) + dice.normal(0, 0.001, (4 * count - 4, 3))
        return old, new, quads, moved, {"groups": numpy.arange(4 * count - 4) // 4}

    def test_each_marker_has_a_shift_of_its_own_within_its_error(self):
        old, new, quads, moved, grouped = self.scan()
        found = quadcal.straighten(old, new, quads, by="place", **grouped)
        self.assertEqual((found.by, found.pins, found.markers.shape), ("place", 15, (16, 4, 3)))
        off = numpy.linalg.norm((found.markers - moved).mean(axis=1), axis=1)
        alone = numpy.linalg.norm((found.calibration.motion(quads) - moved).mean(axis=1), axis=1)
        self.assertLess(off[:-1].max(), alone[:-1].max() / 4)
        self.assertTrue((off <= found.calibration.errors).all())
        numpy.testing.assert_array_equal(found.markers[3, 2], found.calibration.motion(quads[3, 2:3])[0] + found.shifts[3])
        self.assertLess(found.leave_one_out, found.leave_one_out_of_motion)
        self.assertIn("SCAN_DRIFT", quadcal.calibrate(old, new, **grouped).judgements)
        self.assertNotIn("SCAN_DRIFT", found.calibration.judgements)
        # Any split into calls gives the same.
        parts = [quadcal.straighten(old, new, quads[part], by="place", **grouped).markers for part in (slice(5), slice(5, 16))]
        numpy.testing.assert_array_equal(numpy.concatenate(parts), found.markers)

    def test_times_are_used_where_all_are_known(self):
        old, new, quads, _, grouped = self.scan()
        made = numpy.arange(16) * 10.0
        timed = {"times": numpy.repeat(made[:-1], 4), "marker_times": made, **grouped}
        self.assertEqual(quadcal.straighten(old, new, quads, by="time", **timed).by, "time")
        self.assertIsNotNone(quadcal.straighten(old, new, quads, **timed).by)
        made[5] = numpy.nan
        self.assertEqual(quadcal.straighten(old, new, quads, **timed).by, "place")
        with self.assertRaises(FitRefused) as caught:
            quadcal.straighten(old, new, quads, by="time", **timed)
        self.assertEqual((caught.exception.code, caught.exception.index, caught.exception.side), ("NO_TIME", 5, None))

    def test_a_scan_that_does_not_bend_keeps_its_motion(self):
        old, new, quads, _, grouped = self.scan(bend=0)
        found = quadcal.straighten(old, new, quads, **grouped)
        self.assertIsNone(found.by)
        numpy.testing.assert_array_equal(found.markers, found.calibration.motion(quads))

    def test_what_cannot_be_straightened_is_refused(self):
        old, new, quads, _, grouped = self.scan()
        for code, words in [("TOO_FEW_PINS", {"sources": old[:12], "targets": new[:12], "groups": numpy.arange(12) // 4}),
                            ("MODEL_NOT_STRAIGHTENED", {"model": "translation"}), ("BAD_POINT", {"markers": quads * numpy.nan}),
                            ("NO_TIME", {"by": "time"})]:
            with self.assertRaises(FitRefused) as caught:
                quadcal.straighten(**{"sources": old, "targets": new, "markers": quads, "by": "place", **grouped, **words})
            self.assertEqual(caught.exception.code, code)
        with self.assertRaisesRegex(ValueError, "none of none, place, time, auto"):
            quadcal.straighten(old, new, quads, by="both", **grouped)
        with self.assertRaisesRegex(ValueError, "wrap it in a list"):
            quadcal.straighten(old, new, quads[0], **grouped)
        with self.assertRaisesRegex(TypeError, "groups"):
            quadcal.straighten(old, new, quads)


if __name__ == "__main__":
    unittest.main()
