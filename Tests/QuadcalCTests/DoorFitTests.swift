import CQuadcal
import QuadGeometry
import QuadcalC
import RigidCalibration
import Testing

@Suite struct DoorFitTests {
    private static let sources: [Double] = [
        0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 3, 2, 0, 3, 2, 1, 3, 0, 1, 3,
    ]
    private static let targets: [Double] = [
        5.001, 0, 1, 5, 0, -1.001, 5, 1, -1, 5, 1.001, 1, 8, 0, 1, 8, 0.001, -1, 8.001, 1, -1, 8, 1, 1,
    ]

    private static func points(_ numbers: [Double]) -> [SIMD3<Double>] {
        (0..<numbers.count / 3).map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
    }

    @Test("a calibration through the door predicts the library's errors, to the bit")
    func calibration() throws {
        var options = CalibrationOptions()
        options.interest = [SIMD3(10, 0, 0)]
        let expected = try Calibration(
            Correspondences(
                sources: DoorFitTests.points(DoorFitTests.sources),
                targets: DoorFitTests.points(DoorFitTests.targets)), options: options)
        var found = quadcal_calibration(), error = 0.0
        #expect(
            quadcal_calibrate(
                DoorFitTests.sources, DoorFitTests.targets, nil, nil, 8, nil, [10, 0, 0], 1, &found, &error,
                nil,
                nil) == 0)
        let covariance = try #require(expected.evidence.covariance)
        #expect(error == covariance.predictedError(atMoved: expected.moved(options.interest[0])))
        #expect(found.rms == expected.evidence.rms)
        #expect(found.motion.rotation.0 == expected.targetFromSource.rotation.x.x)
    }

    @Test("a refusal names its pair, side and number")
    func refusals() {
        var fit = quadcal_fit_result(), problem = quadcal_problem()
        var broken = DoorFitTests.targets
        broken[7] = .infinity
        #expect(quadcal_fit(DoorFitTests.sources, broken, nil, 8, 0, &fit, &problem) == 102)
        #expect(problem.side == 1 && problem.index == 2)
        #expect(quadcal_fit(DoorFitTests.sources, DoorFitTests.targets, nil, 2, 0, &fit, &problem) == 107)
        #expect(problem.values.0 == 2 && problem.values.1 == 3)
        let weights = [1, 1, -0.5, 1, 1, 1, 1, 1]
        #expect(quadcal_fit(DoorFitTests.sources, DoorFitTests.targets, weights, 8, 0, &fit, &problem) == 103)
        #expect(problem.index == 2 && problem.values.0 == -0.5)
        #expect(String(cString: quadcal_status_name(103)) == "BAD_WEIGHT")
    }

    @Test("moments are read again to the bit, and damaged ones are refused number by number")
    func storedMoments() throws {
        let size = Int(QUADCAL_MOMENT_NUMBERS)
        var moments = [Double](repeating: 0, count: size), again = moments, fit = quadcal_fit_result()
        #expect(quadcal_moments(DoorFitTests.sources, DoorFitTests.targets, 8, 0, &moments, nil) == 0)
        #expect(quadcal_moments_merge(moments, 1, &again) == 0)
        #expect(moments.map(\.bitPattern) == again.map(\.bitPattern))
        #expect(quadcal_moments_fit(moments, &fit, nil) == 0)
        for place in 0..<size {
            for wrong in [Double.nan, .infinity, -.infinity, 1e308] {
                var damaged = moments
                damaged[place] = wrong
                #expect(
                    quadcal_moments_fit(damaged, &fit, nil) != 0 || place == 1 && wrong == 1e308,
                    "number \(place) as \(wrong) is accepted")
            }
        }
        for count in [-1, 0.5, 0x1p60] {
            var damaged = moments
            damaged[0] = count
            #expect(quadcal_moments_fit(damaged, &fit, nil) == 5)
        }
    }

    @Test("a motion that is none moves nothing")
    func badMotion() {
        var motion = quadcal_motion(), moved = [0.0, 0, 0]
        #expect(quadcal_move(&motion, 1, [1, 2, 3], 1, &moved) == 6)
        motion.rotation = (1, 0, 0, 0, 1, 0, 0, 0, 1)
        #expect(quadcal_move(&motion, 1, [1, 2, 3], 1, &moved) == 0)
        #expect(moved == [1, 2, 3])
        for growth in [0, -1, Double.nan, .infinity] {
            #expect(quadcal_move(&motion, growth, [1, 2, 3], 1, &moved) == 8)
        }
        motion.rotation.0 = .nan
        #expect(quadcal_move(&motion, 1, [1, 2, 3], 1, &moved) == 6)
    }
}
