"""Checks, measures and rays: what callers may hand in, and that the answers are those of plain formulas."""

import unittest

import numpy
import quadcal
from quadcal import Code, Severity, _arrays

from made import crossed, rectangles


class CheckTests(unittest.TestCase):
    def test_exactly_the_crossed_quads_are_found(self):
        quads, wrong = crossed(rectangles(100_000))
        verdicts = quadcal.check(quads)
        self.assertTrue((((verdicts.codes & Code.SELF_INTERSECTING) != 0) == wrong).all())
        self.assertTrue((verdicts.severity[wrong] == Severity.ERROR).all())
        self.assertEqual(verdicts.faulty, (verdicts.codes != 0).sum())
        self.assertGreater(wrong.sum(), 500)

    def test_none_one_and_rows_of_twelve(self):
        for empty in [numpy.empty((0, 4, 3)), [], numpy.empty((0, 12))]:
            self.assertEqual(len(quadcal.check(empty)), 0)
            self.assertEqual(len(quadcal.measure(empty).area), 0)
        one = rectangles(1)
        self.assertEqual(quadcal.check(one)[0], quadcal.check(one.reshape(1, 12))[0])

    def test_layout_and_type_change_no_answer(self):
        quads, _ = crossed(rectangles(3_000), 0.2)
        codes = quadcal.check(quads).codes
        wide = numpy.zeros((3_000, 8, 6))
        wide[:, ::2, ::2] = quads
        for same in [wide[:, ::2, ::2], numpy.asfortranarray(quads), quads.astype(">f8"), quads.tolist()]:
            self.assertTrue((quadcal.check(same).codes == codes).all())
        backwards = quadcal.check(quads[::-1]).codes
        self.assertTrue((backwards[::-1] == codes).all())
        single = quads.astype(numpy.float32)
        self.assertTrue((quadcal.check(single).codes == quadcal.check(single.astype(float)).codes).all())
        offset = numpy.frombuffer(b"x" * 4 + quads.tobytes(), numpy.uint8)[4:].view(numpy.float64).reshape(-1, 4, 3)
        self.assertTrue((quadcal.check(offset).codes == codes).all())
        self.assertTrue(not offset.flags.aligned and _arrays.quads(offset).flags.aligned)

    def test_what_is_no_array_of_quads_is_refused(self):
        for wrong in [numpy.zeros((5, 4)), numpy.zeros((5, 3, 4)), numpy.zeros(12), 1.0, None]:
            with self.assertRaises((ValueError, TypeError)):
                quadcal.check(wrong)
        quads = rectangles(2)
        for wrong in [quads.astype(complex), quads.astype(str), quads.astype(object), quads > 0, numpy.ma.masked_array(quads),
                      quads.astype(numpy.longdouble)]:
            with self.assertRaisesRegex(TypeError, "quads"):
                quadcal.check(wrong)
        with self.assertRaisesRegex(ValueError, "2\\*\\*53"):
            quadcal.check(numpy.full((1, 4, 3), 2**60))

    def test_one_quad_alone_is_to_be_wrapped(self):
        quad = rectangles(1)[0]
        for one in [quad, quad.tolist(), quad.ravel()]:
            for ask in [quadcal.check, quadcal.measure, quadcal.Scene]:
                with self.assertRaisesRegex(ValueError, "wrap it in a list: \\[quad\\]"):
                    ask(one)
            self.assertEqual(len(quadcal.check([one])), 1)
        with self.assertRaisesRegex(ValueError, r"quad has the shape \(3, 4, 3\), not \(4, 3\).*check takes many"):
            quadcal.findings(rectangles(3))
        with self.assertRaisesRegex(ValueError, "^quads: .*inhomogeneous"):
            quadcal.check([[0, 0, 0], [1, 0]])

    def test_verdicts_of_some_quads_are_verdicts(self):
        verdicts = quadcal.check(crossed(rectangles(500), 0.2)[0])
        faulty = verdicts.codes != 0
        for some in [slice(5), slice(None, None, -3), numpy.array([7, 3, -1]), [1, 1], faulty, ~faulty, faulty.tolist(), slice(0)]:
            found = verdicts[some]
            self.assertIsInstance(found, quadcal.Verdicts)
            expected = verdicts.codes[some]
            self.assertEqual(found.codes.tolist(), expected.tolist())
            self.assertEqual((len(found.severity), found.faulty), (len(expected), (expected != 0).sum()))
            self.assertTrue(((found.severity != 0) == (found.codes != 0)).all())
        self.assertEqual((len(verdicts[[]]), verdicts[numpy.int64(3)]), (0, verdicts[3]))
        for wrong in ["1", 1.5, [0.5], numpy.zeros((2, 2), int), None, (slice(1), 2)]:
            with self.assertRaisesRegex(TypeError, "is no place|inhomogeneous"):
                verdicts[wrong]
        for wrong in [500, [500], faulty[:9]]:
            with self.assertRaises(IndexError):
                verdicts[wrong]

    def test_not_a_number_is_a_finding_and_not_an_error(self):
        quads = rectangles(4)
        quads[1, 2, 0], quads[2, 0, 1] = numpy.nan, numpy.inf
        self.assertEqual(list(quadcal.check(quads)), [Code(0), Code.NON_FINITE, Code.NON_FINITE, Code(0)])

    def test_limits_are_the_callers(self):
        quads = rectangles(1_000)
        edges = numpy.linalg.norm(quads[:, 1] - quads[:, 0], axis=1), numpy.linalg.norm(quads[:, 3] - quads[:, 0], axis=1)
        long = numpy.maximum(*edges) > 0.7
        codes = quadcal.check(quads, limits=quadcal.Limits(longest_edge=0.7)).codes
        self.assertTrue(((codes & Code.TOO_LARGE != 0) == long).all())
        with self.assertRaises(ValueError):
            quadcal.Limits(longest_edge=numpy.nan)
        with self.assertRaisesRegex(TypeError, "longest_edge"):
            quadcal.Limits(longest=1)
        with self.assertRaises(ValueError):
            quadcal.Limits("loose")

    def test_strict_limits_are_tighter(self):
        bent = numpy.array([[[0, 0, 0], [1, 0, 0.010], [1, 1, 0], [0, 1, 0.010]]])
        self.assertTrue(quadcal.check(bent).sound[0])
        self.assertEqual(quadcal.check(bent, limits=quadcal.Limits("strict"))[0], Code.NON_PLANAR)

    def test_facing_finds_the_quads_that_run_the_other_way(self):
        quads = rectangles(500)
        normals = numpy.cross(quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0])
        codes = quadcal.check(quads, facing=[0, 0, 1]).codes
        self.assertTrue(((codes & Code.WINDING != 0) == (normals[:, 2] < 0)).all())

    def test_the_split_into_batches_changes_nothing(self):
        quads, _ = crossed(rectangles(1_001), 0.3)
        whole = quadcal.check(quads).codes
        parts = [quadcal.check(quads[k:k + 7]).codes for k in range(0, 1_001, 7)]
        self.assertTrue((numpy.concatenate(parts) == whole).all())

    def test_names_and_texts_belong_together(self):
        both = Code.TOO_SMALL | Code.ASPECT_RATIO
        self.assertEqual(both.names, ["TOO_SMALL", "ASPECT_RATIO"])
        self.assertEqual(len(both.texts), 2)
        for code in Code:
            self.assertEqual(quadcal._library.words("code", int(code).bit_length() - 1)[0], code.name)


class MeasureTests(unittest.TestCase):
    def test_measures_are_those_of_plain_formulas(self):
        quads = rectangles(2_000)
        found = quadcal.measure(quads)
        area = numpy.cross(quads[:, 2] - quads[:, 0], quads[:, 3] - quads[:, 1]) / 2
        # Coordinates of 20 m are rounded to 4e-15 m, and edges are up to 1 m long.
        bound = 1e-13
        self.assertLess(numpy.abs(found.center - quads.mean(axis=1)).max(), bound)
        self.assertLess(numpy.abs(found.area - numpy.linalg.norm(area, axis=1)).max(), bound)
        self.assertLess(numpy.abs(found.normal * found.area[:, None] - area).max(), bound)
        self.assertLess(found.flatness.max(), bound)

    def test_a_quad_without_a_plane_has_no_normal(self):
        found = quadcal.measure(numpy.zeros((1, 4, 3)))
        self.assertTrue((found.normal == 0).all() and numpy.isnan(found.flatness[0]))


class SceneTests(unittest.TestCase):
    def test_rays_at_centres_hit_them_from_where_nothing_is_between(self):
        quads = rectangles(300)
        found = quadcal.measure(quads)
        origins = found.center + found.normal * 0.001
        hits = quadcal.Scene(quads).nearest(origins, -found.normal)
        self.assertTrue((hits.index == numpy.arange(300)).all() and hits.hit.all())
        self.assertLess(numpy.abs(hits.distance - 0.001).max(), 1e-13)
        self.assertLess(max(numpy.abs(hits.u - 0.5).max(), numpy.abs(hits.v - 0.5).max()), 1e-12)

    def test_rays_that_hit_nothing_say_so(self):
        scene = quadcal.Scene(rectangles(5))
        hits = scene.nearest([[1e4, 0, 0]], [[1, 0, 0]])
        self.assertEqual((hits.index[0], hits.face[0]), (-1, 0))
        self.assertTrue(numpy.isnan(hits.distance[0]))
        self.assertEqual(len(scene.nearest(numpy.empty((0, 3)), numpy.empty((0, 3))).index), 0)
        self.assertEqual(quadcal.Scene([]).nearest([[0, 0, 0]], [[1, 0, 0]]).index[0], -1)

    def test_sides_and_ranges_are_kept(self):
        quad = [[[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]]
        scene, o, d = quadcal.Scene(quad), [[0.5, 0.5, 2]], [[0, 0, -1]]
        side = int(scene.nearest(o, d).face[0])
        names = {1: "front", 2: "back"}
        self.assertEqual(scene.nearest(o, d, face=names[side]).index[0], 0)
        self.assertEqual(scene.nearest(o, d, face=names[3 - side]).index[0], -1)
        self.assertEqual(scene.nearest(o, d, ranges=[[0, 1.9]]).index[0], -1)
        self.assertEqual(scene.nearest(o, d, ranges=[[0, 2]]).index[0], 0)

    def test_faces_and_places_on_a_quad_are_those_of_its_corners(self):
        quad, rays = [[[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]]], numpy.array([[0.5, 0.75, 2], [0.5, 0.75, -2]])
        self.assertEqual(quadcal.measure(quad).normal.tolist(), [[0, 0, 1]])
        hits = quadcal.Scene(quad).nearest(rays, -rays * [0, 0, 1])
        self.assertEqual((hits.face.tolist(), hits.u.tolist(), hits.v.tolist()), ([1, 2], [0.25] * 2, [0.75] * 2))

    def test_quads_that_are_not_finite_and_reversed_ranges_never_hit(self):
        quads = numpy.array([[[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]] * 3)
        quads[0, 1, 0], quads[1, 2, 2] = numpy.nan, numpy.inf
        scene, o, d = quadcal.Scene(quads), [[0.5, 0.5, 2]], [[0, 0, -1]]
        self.assertEqual((len(scene), scene.nearest(o, d).index[0]), (3, 2))
        self.assertEqual(scene.nearest(o, d, ranges=[[3, 1]]).index[0], -1)

    def test_a_ray_that_cannot_be_cast_is_an_error_with_its_place(self):
        scene = quadcal.Scene(rectangles(5))
        with self.assertRaisesRegex(ValueError, "ray 1 has no direction"):
            scene.nearest(numpy.zeros((2, 3)), [[1, 0, 0], [0, 0, 0]])
        with self.assertRaisesRegex(ValueError, "ray 0 .*finite"):
            scene.nearest([[numpy.nan, 0, 0]], [[1, 0, 0]])
        with self.assertRaises(ValueError):
            scene.nearest([[0, 0, 0]], [[1, 0, 0], [0, 1, 0]])
        with self.assertRaises(ValueError):
            scene.nearest([[0, 0, 0]], [[1, 0, 0]], face="left")


if __name__ == "__main__":
    unittest.main()
