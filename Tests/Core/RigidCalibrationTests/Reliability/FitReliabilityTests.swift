import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("What could hide in a fit")
struct FitReliabilityTests {
    /// Rounding of a few sums of numbers near one.
    static let rounding = 1e-9

    /// Markers of 0.2 m around a room, each corner off a little; `moved` is off by a vector.
    static func pairs(
        _ count: Int, noise: Double = 0.002, moved: (marker: Int, by: SIMD3<Double>)? = nil, seed: UInt64 = 1
    ) throws -> Correspondences {
        let scene = MovedScene(count, noise: noise, seed: seed)
        return try scene.pairs(moved: moved.map { [$0.marker: $0.by] } ?? [:])
    }

    static func stated(_ noise: Double, marker: Double = 0) -> CalibrationOptions {
        var options = CalibrationOptions()
        (options.noise, options.markerNoise, options.drift) = (noise, marker, .none)
        return options
    }

    /// n measurements of one shift: each is checked by the others with 1 - 1/n of its size, as in every textbook.
    @Test("redundancies of a repeated measurement", arguments: [2, 3, 10])
    func repeated(_ count: Int) throws {
        let places = (0..<count).map { SIMD3(Double($0), 0, Double($0 * $0)) }
        var options = Self.stated(0.01)
        options.model = .translation
        let reliability = try FitReliability(
            Correspondences(sources: places, targets: places.map { $0 + SIMD3(1, 2, 3) }), options: options)
        let share = 1 - 1 / Double(count), law = try #require(reliability.law)
        for one in reliability.markers {
            #expect((one.redundancy - 3 * share).magnitude < Self.rounding)
            let hidden = try #require(one.hidden)
            #expect((hidden.size - 0.01 * law.reach / share.squareRoot()).magnitude < Self.rounding)
            // Of n alike each moves the mean by its share.
            #expect((hidden.shift - hidden.size / Double(count)).magnitude < Self.rounding)
            #expect((hidden.effect(atMoved: SIMD3(50, 0, 0)) - hidden.shift).magnitude < Self.rounding)
        }
    }

    @Test("redundancies add up to what is left over")
    func sum() throws {
        let pairs = try Self.pairs(5).ungrouped
        for (model, unknowns) in [(MotionModel.rigid, 6.0), (.yaw, 4), (.translation, 3), (.similarity, 7)] {
            var options = Self.stated(0.002)
            options.model = model
            let sum = try FitReliability(pairs, options: options).markers.reduce(0) { $0 + $1.redundancy }
            #expect((sum - (3 * Double(pairs.count) - unknowns)).magnitude < Self.rounding)
        }
    }

    @Test("the numbers of a whole adjustment in matrices", arguments: [3, 5, 8], [1, 2] as [UInt64])
    func adjustment(_ count: Int, _ seed: UInt64) throws {
        let pairs = try Self.pairs(count, seed: seed), far = SIMD3(40.0, -3, 25)
        var options = Self.stated(0.002, marker: 0.003)
        options.model = .rigid
        let reliability = try FitReliability(pairs, options: options), law = try #require(reliability.law)
        let estimate = try MotionEstimate(pairs, model: .rigid, noise: nil)
        let plain = PlainAdjustment(pairs, at: estimate.motion.motion, marker: 0.003, corner: 0.002)
        for (number, one) in reliability.markers.enumerated() {
            let wanted = plain.marker(number, reach: law.reach, at: far), hidden = try #require(one.hidden)
            func isNear(_ a: Double, _ b: Double) -> Bool { (a / b - 1).magnitude < Self.rounding * 100 }
            #expect(isNear(try #require(one.square), wanted.square), "\(one.square ?? 0) \(wanted.square)")
            #expect(isNear(one.redundancy, wanted.redundancy), "\(one.redundancy) \(wanted.redundancy)")
            #expect(isNear(hidden.size, wanted.hidden), "\(hidden.size) \(wanted.hidden)")
            #expect(
                isNear(hidden.effect(atMoved: far), wanted.effect),
                "\(hidden.effect(atMoved: far)) \(wanted.effect)")
        }
    }

    /// Of single pairs the test by the others is what leaving the pair out does to the squares.
    @Test("a marker is judged by the others")
    func studentised() throws {
        let pairs = try Self.pairs(6).ungrouped
        var options = CalibrationOptions()
        (options.model, options.drift) = (.rigid, .none)
        let reliability = try FitReliability(pairs, options: options)
        func squares(_ pairs: Correspondences) throws -> Double {
            try MotionEstimate(pairs, model: .rigid, noise: nil).squares
        }
        let all = try squares(pairs), freedom = Double(3 * pairs.count - 6)
        for (place, one) in reliability.markers.enumerated() {
            let rest = try squares(pairs.selected((0..<pairs.count).filter { $0 != place }))
            let ratio = (all - rest) / 3 / (rest / (freedom - 3))
            let chance = FDistribution(above: 3, below: freedom - 3).exceedance(ratio)
            #expect((try #require(one.probability) / chance - 1).magnitude < 1e-3)
        }
    }

    @Test("an error stands out where it is, and its shift is read")
    func found() throws {
        let shift = SIMD3(0.06, -0.03, 0.02)
        for options in [CalibrationOptions(), Self.stated(0.002, marker: 0.002)] {
            let reliability = try FitReliability(
                Self.pairs(10, moved: (4, shift)), options: options)
            let worst = reliability.markers.indices.min {
                (reliability.markers[$0].probability ?? 1) < (reliability.markers[$1].probability ?? 1)
            }
            #expect(worst == 4)
            #expect((try #require(reliability.markers[4].shift) - shift).length < 0.01)
        }
    }

    @Test("the size by which errors are told does not count the error itself")
    func excused() throws {
        var options = CalibrationOptions()
        options.drift = .none
        let sound = try FitReliability(Self.pairs(10), options: options)
        let off = try FitReliability(Self.pairs(10, moved: (4, SIMD3(0.5, 0, 0))), options: options)
        let (a, b) = (try #require(sound.markers[4].hidden), try #require(off.markers[4].hidden))
        #expect((a.size / b.size - 1).magnitude < 0.05)
    }

    @Test("what nothing checks is not judged")
    func unchecked() throws {
        // Two markers leave the distance between them, and three estimated numbers of noise leave nothing.
        let three = try FitReliability(
            Self.pairs(3),
            options: {
                var options = CalibrationOptions()
                (options.drift, options.model) = (.none, .rigid)
                return options
            }())
        #expect(three.law == nil || three.markers.allSatisfy { ($0.hidden?.size ?? .infinity) > 0.01 })
        var options = Self.stated(0.01)
        options.model = .translation
        let one = try FitReliability(
            Correspondences(sources: [.zero], targets: [SIMD3(1, 0, 0)]), options: options)
        #expect(one.markers.count == 1 && one.markers[0].hidden == nil && one.markers[0].probability == nil)
        #expect(one.leastChecked == 0)
    }

    @Test("copies say nothing of their errors")
    func copies() throws {
        let reliability = try FitReliability(MovedScene(8, noise: 0, marker: 0).pairs())
        #expect(reliability.law == nil && reliability.leastChecked == nil)
    }

    @Test("pairs that do not count are in no marker")
    func weights() throws {
        let pairs = try Self.pairs(6)
        let counting = pairs.counting(only: (0..<pairs.count).map { $0 >= 4 })
        let reliability = try FitReliability(counting, options: Self.stated(0.002, marker: 0.002))
        #expect(reliability.markers.count == 5)
        #expect(reliability.markers[0].pairs == [4, 5, 6, 7])
    }

    @Test("covariances of pairs are their law")
    func covariances() throws {
        let pairs = try Self.pairs(6).ungrouped
        let noise = [SymmetricMatrix](repeating: SymmetricMatrix(diagonal: 4e-6), count: pairs.count)
        var options = CalibrationOptions()
        options.model = .rigid
        let byMatrices = try FitReliability(
            Correspondences(sources: pairs.sources, targets: pairs.targets, targetCovariances: noise),
            options: options)
        var stated = Self.stated(0.002)
        stated.model = .rigid
        let byNumbers = try FitReliability(pairs, options: stated)
        for (a, b) in zip(byMatrices.markers, byNumbers.markers) {
            #expect((a.redundancy - b.redundancy).magnitude < 1e-6)
            #expect((try #require(a.square) - (try #require(b.square))).magnitude < 1e-5)
            #expect((try #require(a.hidden).size / (try #require(b.hidden).size) - 1).magnitude < 1e-6)
        }
    }

    @Test("an unnoticed error moves far points most")
    func effects() throws {
        let reliability = try FitReliability(Self.pairs(8), options: Self.stated(0.002, marker: 0.005))
        let near = SIMD3(6.0, 1, 3), far = SIMD3(60.0, 1, 3)
        let worst = try #require(reliability.worstEffect(atMoved: [near, far]))
        #expect(worst.point == 1)
        let effects = reliability.markers.compactMap { $0.hidden?.effect(atMoved: far) }
        #expect(effects.max() == worst.size)
    }
}
