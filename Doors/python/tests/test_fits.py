"""Fits of pairs and of their moments."""

import pickle
import unittest

import numpy
import quadcal
from quadcal import FitRefused, Moments

from made import EXACT, pairs, rotation


class FitTests(unittest.TestCase):
    def test_a_known_motion_is_found(self):
        sources, targets, turn, shift = pairs(100, noise=0)
        for solver in ["default", "fast", "exact"]:
            fit = quadcal.fit(sources, targets, solver=solver)
            self.assertLess(numpy.abs(fit.motion.rotation - turn).max(), EXACT)
            self.assertLess(numpy.abs(fit.motion(sources) - targets).max(), 2e-14)
            self.assertGreaterEqual(fit.digits, 15)

    def test_weights_are_repetitions(self):
        sources, targets, _, _ = pairs(20, noise=0.01)
        weights = numpy.arange(20) % 3
        twice = numpy.repeat(numpy.arange(20), weights)
        a, b = quadcal.fit(sources, targets, weights).motion, quadcal.fit(sources[twice], targets[twice]).motion
        self.assertLess(numpy.abs(a.rotation - b.rotation).max(), EXACT)

    def test_refusals_name_their_reason_and_place(self):
        line = numpy.outer(numpy.arange(5.0), [1, 2, 3])
        cases = [("TOO_FEW_PAIRS", [[0, 0, 0]], [[0, 0, 0]]), ("POINTS_ON_LINE", line, line),
                 ("COINCIDENT_POINTS", numpy.ones((4, 3)), numpy.ones((4, 3))), ("TOO_FEW_PAIRS", [], [])]
        for code, sources, targets in cases:
            with self.assertRaises(FitRefused) as caught:
                quadcal.fit(sources, targets)
            self.assertEqual(caught.exception.code, code)
        self.assertTrue(str(caught.exception).endswith("(0 of 3)"))
        sources, targets, _, _ = pairs(10)
        targets[7, 1] = numpy.nan
        with self.assertRaises(FitRefused) as caught:
            quadcal.fit(sources, targets)
        self.assertEqual((caught.exception.side, caught.exception.index), ("targets", 7))
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((again.code, again.index, str(again)), (caught.exception.code, 7, str(caught.exception)))

    def test_columns_of_other_lengths_are_refused(self):
        sources, targets, _, _ = pairs(10)
        for arguments in [(sources, targets[:9]), (sources, targets, numpy.ones(9)), (sources[:, :2], targets[:, :2])]:
            with self.assertRaises(ValueError):
                quadcal.fit(*arguments)
        with self.assertRaises(ValueError):
            quadcal.fit(sources, targets, solver="svd")
        with self.assertRaises(FitRefused):
            quadcal.fit(sources, targets, -numpy.ones(10))

    def test_a_batch_has_the_bits_of_single_fits(self):
        sources = numpy.random.default_rng(4).uniform(-5, 5, (500, 4, 3))
        targets = sources @ rotation(5).T + numpy.random.default_rng(6).normal(0, 0.01, (500, 4, 3))
        sources[3] = 1
        fits = quadcal.fit_many(sources, targets)
        self.assertEqual((len(fits), fits.refused, fits.code(3), fits.code(4)), (500, 1, "COINCIDENT_POINTS", None))
        self.assertTrue(numpy.isnan(fits.numbers[3]).all())
        for place in [0, 4, 77, 499]:
            self.assertEqual(fits[place], quadcal.fit(sources[place], targets[place], solver="fast").motion)
            self.assertTrue((fits.rotations[place] == fits[place].rotation).all())
        with self.assertRaises(FitRefused):
            fits[3]
        for some, places in [(slice(2, 5), [2, 3, 4]), ([4, 3], [4, 3]), (fits.statuses != 0, [3]), ([], [])]:
            self.assertIsInstance(fits[some], quadcal.Fits)
            self.assertEqual(fits[some].numbers.tobytes(), fits.numbers[numpy.array(places, int)].tobytes())
            self.assertEqual((fits[some].refused, len(fits[some].statuses)), (int(3 in places), len(places)))
        with self.assertRaisesRegex(TypeError, "is no place"):
            fits["3"]
        self.assertEqual(len(quadcal.fit_many(numpy.empty((0, 4, 3)), numpy.empty((0, 4, 3)))), 0)
        with self.assertRaises(ValueError):
            quadcal.fit_many(numpy.empty((2, 0, 3)), numpy.empty((2, 0, 3)))


class RobustTests(unittest.TestCase):
    def test_wrong_pairs_are_found(self):
        sources, targets, turn, _ = pairs(60)
        wrong = numpy.arange(60) % 3 == 0
        targets[wrong] += numpy.random.default_rng(8).uniform(1, 3, (20, 3))
        found = quadcal.robust(sources, targets)
        self.assertTrue((found.inliers == ~wrong).all())
        self.assertEqual((found.support, found.rival), (40, None))
        self.assertTrue(found.bound_was_estimated)
        self.assertLess(numpy.abs(found.motion.rotation - turn).max(), 0.003)
        self.assertFalse(quadcal.robust(sources, targets, bound=0.05).bound_was_estimated)

    def test_chance_is_refused(self):
        dice = numpy.random.default_rng(9)
        with self.assertRaises(FitRefused):
            quadcal.robust(dice.uniform(-9, 9, (30, 3)), dice.uniform(-9, 9, (30, 3)), bound=0.01)
        sources, targets, _, _ = pairs(9)
        for bound in [0, -1, numpy.nan]:
            with self.assertRaises(ValueError):
                quadcal.robust(sources, targets, bound=bound)

    def test_what_is_no_choice_or_bound_is_refused_by_name(self):
        sources, targets, _, _ = pairs(9)
        for ask in [quadcal.robust, lambda *pair, **said: quadcal.calibrate(*pair, robust=True, **said)]:
            for said, error in [({"choice": "1"}, TypeError), ({"choice": 1.5}, TypeError), ({"choice": 3}, ValueError),
                                ({"choice": 2**32 + 1}, ValueError), ({"bound": "1"}, TypeError), ({"bound": 0}, ValueError)]:
                with self.assertRaisesRegex(error, f"^{list(said)[0]} is "):
                    ask(sources, targets, **said)

    def test_groups_are_integers(self):
        sources, targets, _, _ = pairs(12)
        self.assertEqual(quadcal.robust(sources, targets, groups=numpy.arange(12) // 4, bound=0.05).support, 3)
        with self.assertRaises(TypeError):
            quadcal.robust(sources, targets, groups=numpy.zeros(12))
        with self.assertRaises(ValueError):
            quadcal.robust(sources, targets, groups=[1, 2])


class MomentTests(unittest.TestCase):
    def test_parts_have_the_bits_of_the_whole(self):
        chunk = quadcal.moments.CHUNK
        sources, targets, _, _ = pairs(3 * chunk + 777)
        for wrong in [numpy.zeros((3, 1)), numpy.zeros(38), numpy.zeros((3, 38), complex)]:
            with self.assertRaises((TypeError, ValueError)):
                Moments(wrong)
        whole = Moments.of(sources, targets).fit()
        cuts = [0, chunk, 3 * chunk, len(sources)]
        parts = [pickle.loads(pickle.dumps(Moments.of(sources[a:b], targets[a:b]))) for a, b in zip(cuts, cuts[1:])]
        self.assertEqual(Moments.joined(parts).fit(), whole)
        self.assertEqual((parts[0] + parts[1] + parts[2]).fit(), whole)
        self.assertEqual(bytes(parts[0] + parts[1] + parts[2]), bytes(Moments.of(sources, targets)))

    def test_a_fit_of_moments_is_that_of_the_pairs(self):
        sources, targets, _, _ = pairs(5_000)
        a, b = Moments.of(sources, targets).fit(), quadcal.fit(sources, targets)
        self.assertLess(numpy.abs(a.motion.rotation - b.motion.rotation).max(), EXACT)
        self.assertLess(abs(a.rms - b.rms), 1e-9)

    def test_damaged_moments_are_refused(self):
        data = bytes(Moments.of(*pairs(100)[:2]))
        refused = 0
        for place in range(0, len(data), 8):
            damaged = data[:place] + numpy.array(numpy.nan).tobytes() + data[place + 8:]
            with self.assertRaises(ValueError):
                Moments.from_bytes(damaged).fit()
            refused += 1
        self.assertEqual(refused, 38)
        for wrong in [data[:-1], data[:8]]:
            with self.assertRaises(ValueError):
                Moments.from_bytes(wrong)

    def test_none_are_too_few(self):
        for empty in [Moments(), Moments.of([], []), Moments.joined([])]:
            with self.assertRaises(FitRefused):
                empty.fit()

    def test_a_bad_pair_has_its_place_among_all(self):
        sources, targets, _, _ = pairs(quadcal.moments.CHUNK + 10)
        targets[-3, 0] = numpy.inf
        with self.assertRaises(FitRefused) as caught:
            Moments.of(sources, targets)
        self.assertEqual(caught.exception.index, len(sources) - 3)


if __name__ == "__main__":
    unittest.main()
