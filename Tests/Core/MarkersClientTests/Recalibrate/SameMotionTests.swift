import Testing

@testable import MarkersJobs

@Suite("Motions that are one recalibration")
struct SameMotionTests {
    @Test(
        "differ by less than a quarter of the way, and by less than a metre or a turn of three degrees",
        arguments: [
            (6, 2, 0.4, true), (6, 2, 0.6, false), (6, 30, 0.9, true), (6, 30, 1.1, false),
            (0, 30, 0.9, true),
            // A blade of 100 m.
            (50, 30, 2.4, true), (50, 30, 2.6, false), (50, 4, 1.1, false),
        ])
    func limits(reach: Double, way: Double, off: Double, isAlike: Bool) {
        let same = SameMotion(of: [SIMD3(-reach, 0, 2), SIMD3(reach, 0, 2)])
        #expect(same.isAlike(off: off, way: way) == isAlike)
    }

    @Test("are judged without any marker, too")
    func none() {
        #expect(
            SameMotion(of: []).isAlike(off: 0.9, way: 30) && !SameMotion(of: []).isAlike(off: 1.1, way: 30))
    }
}
