import CQuadcal
import QuadGeometry
import QuadcalC
import RigidCalibration
import TestSupport
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
        let covariance = try #require(expected.evidence.markerCovariance)
        #expect(error == covariance.predictedError(atMoved: expected.moved(options.interest[0])))
        #expect(found.rms == expected.evidence.rms)
        #expect(found.motion.rotation.0 == expected.targetFromSource.rotation.x.x)
        var alone = quadcal_motion()
        #expect(
            quadcal_calibrate_motion(
                DoorFitTests.sources, DoorFitTests.targets, nil, nil, 8, nil, &alone, nil) == 0)
        #expect(withUnsafeBytes(of: alone, Array.init) == withUnsafeBytes(of: found.motion, Array.init))
    }

    @Test("corners are found in the order of the other scan, and check pairs have the library's bounds")
    func markers() throws {
        let sources = DoorFitTests.sources
        var turned = DoorFitTests.targets, orders = [UInt8](repeating: 9, count: 8)
        // The second marker begins at its p3.
        for number in 0..<12 { turned[12 + number] = DoorFitTests.targets[12 + (number + 6) % 12] }
        #expect(quadcal_corner_orders(sources, turned, 2, &orders, nil, nil) == 0)
        #expect(orders == [0, 1, 2, 3, 2, 3, 0, 1])
        var options = CalibrationOptions()
        let pairs = try Correspondences(
            sources: DoorFitTests.points(sources), targets: DoorFitTests.points(DoorFitTests.targets))
        let checks = try Correspondences(sources: [SIMD3(1, 1, 1)], targets: [SIMD3(6, 1, 0)])
        options.checks = checks
        let expected = try Calibration(pairs, options: options)
        var residual = [Double](repeating: 0, count: 3), bound = 0.0
        #expect(
            quadcal_check_pairs(
                sources, DoorFitTests.targets, nil, nil, 8, nil, [1, 1, 1], [6, 1, 0], nil, 1, &residual,
                &bound, nil) == 0)
        #expect(residual == [expected.checks[0].x, expected.checks[0].y, expected.checks[0].z])
        #expect(bound == expected.bounds(ofChecks: checks)?[0])
    }

    @Test("markers without labels are paired as the library pairs them, chance and patterns refused")
    func geometry() throws {
        var random = SeededGenerator(seed: 5)
        let scene = MarkerScene(markers: 14, extent: SIMD3(7, 2, 5), noise: 0.001, using: &random)
        func numbers(_ points: [SIMD3<Double>]) -> [Double] { points.flatMap { [$0.x, $0.y, $0.z] } }
        let olds = numbers(scene.pairs.sources), reversed = Array(scene.pairs.targets.reversed())
        // The last of the old are first of the new, and outlines run the other way.
        let news = numbers(reversed)
        var partners = [Int64](repeating: 9, count: 14), problem = quadcal_problem()
        let status = quadcal_join_geometry(olds, nil, 14, news, nil, 14, 0, 0, &partners, &problem)
        #expect(status == 0 && partners == (0..<14).map { 13 - $0 }, "\(status), \(partners)")
        // A marker less on either side.
        #expect(
            quadcal_join_geometry(olds, nil, 13, news, nil, 13, 0, 0, &partners, nil) == 0)
        #expect(Array(partners.prefix(13)) == [-1] + (1..<13).map { 13 - $0 })
        // A row of equal steps leads onto itself in several ways.
        func row(_ count: Int, from start: Double) -> [Double] {
            (0..<count).flatMap { place -> [Double] in
                let x = start + Double(place)
                return [x, 1, 0, x + 0.3, 1, 0, x + 0.3, 1.2, 0, x, 1.2, 0].map {
                    $0 + 0.001 * ((31 * x + $0).truncatingRemainder(dividingBy: 1))
                }
            }
        }
        #expect(
            [QUADCAL_AMBIGUOUS_MOTION, QUADCAL_NOT_DETERMINED].contains(
                Int(
                    quadcal_join_geometry(
                        row(8, from: 0), nil, 8, row(6, from: 0), nil, 6, 0, 0, &partners, &problem))))
        #expect(
            quadcal_join_geometry(olds, nil, 2, news, nil, 2, 0, 0, &partners, nil) == QUADCAL_NOT_DETERMINED)
        #expect(
            quadcal_join_geometry(olds, nil, 14, news, nil, 14, -1, 0, &partners, nil) == QUADCAL_BAD_BOUND)
        #expect(
            quadcal_join_geometry(olds, nil, 14, news, nil, 14, 0, -1, &partners, nil)
                == QUADCAL_NO_SUCH_MOTION)
        #expect(quadcal_join_geometry(olds, nil, 14, news, nil, 14, 0, 0, nil, nil) == QUADCAL_NULL_POINTER)
        #expect(quadcal_join_geometry(nil, nil, 0, nil, nil, 0, 0, 0, nil, nil) == 0)
    }

    @Test("a join by keys is refused where those that share one follow another motion")
    func joins() {
        func corners(_ number: Int, up: Double) -> [Double] {
            let n = Double(number)
            let (x, y, z) = (
                5 * (n * 0.37).truncatingRemainder(dividingBy: 1),
                up + (n * 0.71).truncatingRemainder(dividingBy: 1),
                4 * (n * 0.53).truncatingRemainder(dividingBy: 1)
            )
            return [x, y, z, x + 0.4, y, z, x + 0.4, y + 0.3, z, x, y + 0.3, z]
        }
        let keys = (0..<24).map { Int64($0) }, floor = (0..<24).flatMap { corners($0, up: 1) }
        let olds = floor + (0..<8).flatMap { corners($0, up: 4.2) }
        // Measured, as copies would be judged by themselves.
        let news = (0..<24).flatMap { number in
            corners(number, up: 4.2).enumerated().map {
                $0.element + 0.001 * Double((7 * number + 5 * $0.offset) % 5)
            }
        }
        var problem = quadcal_problem()
        let shared = keys + keys.prefix(8), alone = keys + keys.prefix(8).map { _ in -1 }
        #expect(quadcal_check_join(olds, shared, 32, news, keys, 24, &problem) == QUADCAL_AMBIGUOUS_MOTION)
        #expect(problem.values.1 == 8)
        #expect(quadcal_check_join(olds, alone, 32, news, keys, 24, &problem) == 0)
        #expect(quadcal_check_join(nil, nil, 0, nil, nil, 0, nil) == 0)
        #expect(quadcal_check_join(olds, nil, 32, news, keys, 24, nil) == 1)
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

    @Test("pairs that are numbered by 32 bits are no more than that")
    func counts() {
        var robust = quadcal_robust_result(), calibration = quadcal_calibration()
        let many = Int64(Int32.max) + 1
        #expect(quadcal_robust([0], [0], nil, nil, many, 0, 0, &robust, nil, nil) == 2)
        #expect(quadcal_calibrate([0], [0], nil, nil, many, nil, nil, 0, &calibration, nil, nil, nil) == 2)
    }

    @Test("lengths without a ratio and bounds that are none end no robust similarity")
    func extremeRatios() {
        var options = quadcal_options(), result = quadcal_calibration()
        #expect(quadcal_options_usual(&options) == 0)
        options.model = Int32(QUADCAL_MODEL_SIMILARITY)
        options.is_robust = 1
        for (small, large) in [(1e-290, 1e50), (.leastNonzeroMagnitude * 1e10, 1), (1e50, 1e-290)] {
            let sources = DoorFitTests.sources.map { $0 * small }
            let targets = DoorFitTests.targets.map { $0 * large }
            let status = quadcal_calibrate(
                sources, targets, nil, nil, 8, &options, nil, 0, &result, nil, nil, nil)
            #expect(status >= 100, "\(small) m to \(large) m")
        }
        for bound in [-1e30, -1, Double.infinity, .nan] {
            options.bound = bound
            #expect(
                quadcal_calibrate(
                    DoorFitTests.sources, DoorFitTests.targets, nil, nil, 8, &options, nil, 0, &result, nil,
                    nil, nil) == 116)
        }
    }

    @Test("rounds that do not settle end no calibration")
    func unsettledDrift() {
        let sources = [
            -1.2, -0.4, -0.7, -2.2, 2.3, 1.3, 0.7, 0, 1.8, 0.6, -0.3, 0.4, -0.8, 0.5, 0.6, -1, -0.3, 0.1,
            -0.3,
            -0.7, 0.3,
        ]
        let targets = [
            2, 1, 0, 1.5, -2.4, 0.8, 0.9, 0.6, 2.9, 0.8, 1.4, 1.7, 1.4, 0, 1.1, 2, 0.7, 0.7, 1.7, 1.2, 1.2,
        ]
        var result = quadcal_calibration()
        let status = quadcal_calibrate(
            sources, targets, [2, 1e-6, 1, 0, 1, 1, 1], nil, 7, nil, nil, 0, &result, nil, nil, nil)
        #expect(status == 0 && result.verdict == QUADCAL_FAIL)
    }

    @Test("moments of points that are all in one place are read again, and spoil no others")
    func coincidentMoments() {
        let size = Int(QUADCAL_MOMENT_NUMBERS), many = 5000
        let still = (0..<3 * many).map { Double($0 % 3) + 1 }
        var parts = [Double](repeating: 0, count: 2 * size), merged = [Double](repeating: 0, count: size)
        var fit = quadcal_fit_result()
        #expect(quadcal_moments(still, still, Int64(many), 0, &merged, nil) == 0)
        #expect(quadcal_moments_fit(merged, &fit, nil) == 108)
        parts.replaceSubrange(size..., with: merged)
        #expect(quadcal_moments(DoorFitTests.sources, DoorFitTests.targets, 8, 0, &merged, nil) == 0)
        parts.replaceSubrange(..<size, with: merged)
        #expect(quadcal_moments_merge(parts, 2, &merged) == 0)
        #expect(quadcal_moments_fit(merged, &fit, nil) == 0)
    }
}
