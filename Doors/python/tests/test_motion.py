"""Motions: applied, converted and compared."""

import pickle
import unittest

import numpy
import quadcal
from quadcal import Motion

from made import EXACT, pairs


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
        with self.assertRaises(ValueError):
            Motion.from_rotation(-numpy.eye(3))


if __name__ == "__main__":
    unittest.main()
