"""Motions: applied, converted and compared."""

import pickle
import unittest
from fractions import Fraction

import numpy
import quadcal
from quadcal import Motion

from made import EXACT, pairs, rotation


class MotionTests(unittest.TestCase):
    def test_points_and_quads_are_moved_alike(self):
        sources, targets, turn, shift = pairs(40, noise=0)
        motion = quadcal.fit(sources, targets).motion
        self.assertTrue((motion(sources.reshape(10, 4, 3)).reshape(40, 3) == motion(sources)).all())
        self.assertEqual(motion(sources[0]).shape, (3,))
        self.assertEqual(motion(numpy.empty((0, 3))).shape, (0, 3))
        self.assertLess(numpy.abs(motion.shift - shift).max(), 1e-13)
        for wrong in [numpy.zeros((3, 2)), 1.0]:
            with self.assertRaises(ValueError):
                motion(wrong)

    def test_scipy_and_back(self):
        from scipy.spatial.transform import Rotation

        turn = Rotation.from_euler("y", 30, degrees=True)
        motion = Motion.from_rotation(turn, [1, 2, 3])
        self.assertLess((motion.as_rotation() * turn.inv()).magnitude(), EXACT)
        points = numpy.random.default_rng(7).normal(size=(9, 3))
        transform = motion.as_rigid_transform()
        self.assertLess(numpy.abs(transform.apply(points) - motion(points)).max(), 1e-14)
        self.assertLess(numpy.abs(Motion.from_rigid_transform(transform)(points) - motion(points)).max(), 1e-14)
        self.assertAlmostEqual(motion.angle, numpy.deg2rad(30), places=14)

    def test_pickles_compare_equal_and_nothing_else_does(self):
        sources, targets, _, _ = pairs(10)
        motion = quadcal.fit(sources, targets).motion
        again = pickle.loads(pickle.dumps(motion))
        self.assertEqual((again, hash(again)), (motion, hash(motion)))
        self.assertNotEqual(motion, Motion.from_rotation(numpy.eye(3)))

    def test_what_is_no_motion_is_refused(self):
        for wrong in [numpy.zeros(18), numpy.full(18, numpy.nan), numpy.zeros(17)]:
            with self.assertRaises(ValueError):
                Motion(wrong)
        with self.assertRaisesRegex(ValueError, "mirrored"):
            Motion.from_rotation(-numpy.eye(3))
        with self.assertRaisesRegex(ValueError, r"\(3, 3\), not \(4, 4\) or \(3, 4\); from_rotation"):
            Motion.from_matrix(numpy.eye(3))


# Far from the origin, where the shift of a matrix has lost six digits.
FAR = 1e6


def motion_between(source_center, target_center, seed):
    """A motion that was fitted to pairs about two centres."""
    dice = numpy.random.default_rng(seed)
    sources = dice.uniform(-10, 10, (12, 3))
    targets = sources @ rotation(seed).T + dice.normal(0, 0.002, (12, 3))
    return quadcal.fit(sources + source_center, targets + target_center).motion


def exactly(motion, point):
    """The point of fractions that a motion takes a point to."""
    numbers = [Fraction(x) for x in motion.numbers.tolist()]
    columns, source, target, rest = [numbers[k:k + 3] for k in (0, 3, 6)], numbers[9:12], numbers[12:15], numbers[15:18]
    away = [x - s for x, s in zip(point, source)]
    return [target[k] + rest[k] + sum(columns[j][k] * away[j] for j in range(3)) for k in range(3)]


def gap(a, b):
    return max(abs(float(x - y)) for x, y in zip(a, b))


class GroupTests(unittest.TestCase):
    def setUp(self):
        dice = numpy.random.default_rng(5)
        self.centers = dice.uniform(-FAR, FAR, (4, 3))
        self.motions = [motion_between(self.centers[k], self.centers[k + 1] + dice.uniform(-3, 3, 3), k + 1) for k in range(3)]
        self.points = self.centers[0] + dice.uniform(-10, 10, (50, 3))

    def test_products_are_exact_far_from_the_origin(self):
        b, a, _ = self.motions
        product, worst, worst_of_matrices = a @ b, 0, 0
        matrices = a.matrix @ b.matrix
        for point in self.points:
            exact = exactly(a, exactly(b, [Fraction(x) for x in point.tolist()]))
            worst = max(worst, gap(exactly(product, [Fraction(x) for x in point.tolist()]), exact))
            worst_of_matrices = max(worst_of_matrices, gap([Fraction(x) for x in (matrices @ [*point, 1])[:3].tolist()], exact))
        # The points are within 18 m of the centre, and the rotation is rounded to EXACT.
        self.assertLess(worst, 18 * EXACT)
        self.assertGreater(worst_of_matrices, 1e-10)

    def test_a_motion_about_the_origin_costs_no_digits(self):
        turn = Motion.from_rotation(rotation(9), [FAR, -3, 0.1])
        before = self.motions[0] @ turn
        for point in self.points[:9]:
            point = [Fraction(x) for x in turn.inverse()(point).tolist()]
            exact = exactly(self.motions[0], exactly(turn, point))
            self.assertLess(gap(exactly(before, point), exact), 18 * EXACT)
        # After a fit, the place to which its centre is taken is exact to the last digits of two doubles.
        center = [Fraction(x) for x in self.motions[0].source_center.tolist()]
        exact = exactly(turn, exactly(self.motions[0], center))
        self.assertLess(gap(exactly(turn @ self.motions[0], center), exact), 1e-25)
        self.assertEqual((turn @ turn).source_center.tolist(), [0, 0, 0])

    def test_the_inverse_leads_back_far_from_the_origin(self):
        for motion in [*self.motions, Motion([1, 0, 0, 0, 1, 0, 0, 0, 1, FAR, 0, 0, 0, FAR, 0, 0.1, 1e-9, 7])]:
            back = motion.inverse()
            for offset in numpy.random.default_rng(6).uniform(-10, 10, (20, 3)):
                point = [Fraction(x) for x in (motion.source_center + offset).tolist()]
                self.assertLess(gap(exactly(back, exactly(motion, point)), point), 18 * EXACT)
            self.assertTrue((back.inverse().rotation == motion.rotation).all())
            self.assertLess(gap(exactly(back.inverse(), point), exactly(motion, point)), 1e-25)
            one = back @ motion
            self.assertLess(one.angle, EXACT)
            self.assertLess(gap(exactly(one, point), point), 18 * EXACT)

    def test_products_obey_the_laws_of_motions(self):
        c, b, a = self.motions
        one = Motion.from_rotation(numpy.eye(3))
        starts = [[Fraction(x) for x in point.tolist()] for point in self.points[:9]]
        ends = [exactly(a, exactly(b, exactly(c, point))) for point in starts]
        for left, right, points in [((a @ b) @ c, a @ (b @ c), starts), (c @ one, c, starts), (one @ c, c, starts),
                                    ((a @ b @ c).inverse(), c.inverse() @ b.inverse() @ a.inverse(), ends)]:
            for point in points:
                self.assertLess(gap(exactly(left, point), exactly(right, point)), 36 * EXACT)

    def test_long_products_stay_rotations(self):
        step = Motion.from_rotation(rotation(4), [1, 2, 3])
        # Off by almost as much as is taken.
        loose = Motion(numpy.concatenate([step.numbers[:9] * (1 + 4e-13), step.numbers[9:]]))
        for factor in [step, loose]:
            product = factor
            for _ in range(3_000):
                product = product @ factor
            self.assertLess(numpy.abs(product.rotation @ product.rotation.T - numpy.eye(3)).max(), EXACT)

    def test_the_matrix_is_that_of_scipy(self):
        motion = motion_between([1, 2, 3], [4, 5, 6], 7)
        self.assertLess(numpy.abs(motion.matrix - motion.as_rigid_transform().as_matrix()).max(), 2e-14)
        points = numpy.random.default_rng(8).uniform(-5, 5, (9, 3))
        moved = numpy.hstack([points, numpy.ones((9, 1))]) @ motion.matrix.T
        self.assertLess(numpy.abs(moved[:, :3] - motion(points)).max(), 2e-14)
        self.assertEqual(motion.matrix[3].tolist(), [0, 0, 0, 1])

    def test_a_growth_multiplies_lengths(self):
        old = numpy.random.default_rng(9).uniform(-5, 5, (12, 3))
        new = 1.5 * (old @ rotation(3).T) + [1, 2, 3]
        found = quadcal.calibrate(old, new, model="similarity")
        self.assertLess(numpy.abs(found.motion(old, growth=found.growth) - new).max(), 1e-13)
        for growth in [0, -1, numpy.nan, numpy.inf]:
            with self.assertRaisesRegex(ValueError, "growth"):
                found.motion(old, growth=growth)

    def test_what_the_library_does_not_take_is_no_motion(self):
        with self.assertRaisesRegex(ValueError, "1e60"):
            Motion.from_rotation(numpy.eye(3), [1e61, 0, 0])
        with self.assertRaisesRegex(TypeError, "masked"):
            self.motions[0](numpy.ma.masked_array(self.points))

    def test_products_with_anything_else_are_refused(self):
        motion = self.motions[0]
        for ask in [lambda: motion @ self.points, lambda: self.points @ motion, lambda: motion @ 1, lambda: motion @ motion.matrix]:
            with self.assertRaises(TypeError):
                ask()


if __name__ == "__main__":
    unittest.main()
