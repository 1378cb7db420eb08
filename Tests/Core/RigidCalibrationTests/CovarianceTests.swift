import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("What is not known is said")
struct CovarianceTests {
    /// The mean of this many squared distances, each of mean 6 and deviation √12, is within five deviations.
    static let fits = 150
    static let slack = 5 * (12.0 / Double(fits)).squareRoot()
    /// The relative rounding of variances and leverages that are known in closed form.
    static let closedForm = 1e-9
    /// The error of the leave-one-out algebra: noise squared over the scene, in metres.
    static let secondOrder = 0.002 * 0.002 / 0.4
    /// The relative difference of a law of very many degrees of freedom from its limit, of 1e8 the inverse.
    static let nearLimit = 1e-6

    static func meanSquare(
        _ model: MotionModel, markers: Int, points: Int = 0, depthNoise: Double? = nil
    ) throws -> Double {
        var sum = 0.0
        for fit in 0..<fits {
            var random = SeededGenerator(seed: Seeds.first, sample: fit)
            let tilt = SIMD2(Double.normal(using: &random), .normal(using: &random)) * MotionModel.usualTilt
            let scene = MarkerScene(
                markers: markers, points: points, extent: SIMD3(4, 2, 3), noise: 0.002,
                depthNoise: depthNoise,
                tilt: tilt, using: &random)
            var options = CalibrationOptions()
            options.model = model
            (options.markerNoise, options.drift) = (0, .none)
            if depthNoise == nil { options.noise = 0.002 }
            let calibration = try Calibration(scene.pairs, options: options)
            let covariance = try #require(calibration.evidence.covariance)
            let motion = calibration.targetFromSource
            let turn = (scene.rotation * motion.rotation.inverted()).rotationVector
            let shift = scene.moved(motion.inverted() * covariance.anchor) - covariance.anchor
            sum += try #require(covariance.squaredDistance(turn: turn, shift: shift))
        }
        return sum / Double(fits)
    }

    @Test(
        "fits are as far off as their covariance says",
        arguments: [MotionModel.rigid, .gravity(tilt: MotionModel.usualTilt)], [(1, 0), (3, 0), (0, 30)])
    func known(model: MotionModel, scene: (Int, Int)) throws {
        let mean = try CovarianceTests.meanSquare(model, markers: scene.0, points: scene.1)
        #expect((mean - 6).magnitude < CovarianceTests.slack, "seed \(Seeds.first)")
    }

    @Test("and so are those of points with their own noise", arguments: [(3, 0), (0, 30)])
    func ownNoise(scene: (Int, Int)) throws {
        let mean = try CovarianceTests.meanSquare(
            .rigid, markers: scene.0, points: scene.1, depthNoise: 0.01)
        #expect((mean - 6).magnitude < CovarianceTests.slack, "seed \(Seeds.first)")
    }

    @Test("even covariances are plain weights", arguments: Seeds.few)
    func evenCovariances(seed: UInt64) throws {
        let scene = CalibrationTests.scene(seed)
        let noise = SymmetricMatrix(diagonal: 1e-6)
        let sized = [SymmetricMatrix](repeating: noise, count: scene.pairs.count)
        let pairs = try Correspondences(
            sources: scene.pairs.sources, targets: scene.pairs.targets, sourceCovariances: sized,
            targetCovariances: sized)
        let by = try ModelTests.calibration(pairs, .rigid),
            plain = try ModelTests.calibration(scene.pairs, .rigid)
        for source in pairs.sources {
            #expect((by.moved(source) - plain.moved(source)).length < ModelTests.settled)
        }
        let covariance = try #require(by.evidence.covariance)
        // The shift of the mean of N targets, each with the noise of both sides.
        let shift = covariance.shift.xx / (2 * noise.xx / Double(pairs.count))
        #expect((shift - 1).magnitude < CovarianceTests.closedForm)
    }

    @Test("knowing the direction of the noise halves the error")
    func depthNoise() throws {
        var by = 0.0, plain = 0.0
        for sample in 0..<20 {
            var random = SeededGenerator(seed: Seeds.first, sample: sample)
            let scene = MarkerScene(
                markers: 4, extent: SIMD3(4, 2, 3), noise: 0.001, depthNoise: 0.01, using: &random)
            let bare = try Correspondences(sources: scene.pairs.sources, targets: scene.pairs.targets)
            let place = SIMD3<Double>(2, 1, 1)
            let known = try ModelTests.calibration(scene.pairs, .rigid)
            by += (known.moved(place) - scene.moved(place)).length
            plain += (try ModelTests.calibration(bare, .rigid).moved(place) - scene.moved(place)).length
        }
        #expect(by < plain / 2, "seed \(Seeds.first): \(by) beside \(plain)")
    }

    @Test("a pair without noise in some direction is refused")
    func noNoise() throws {
        let scene = CalibrationTests.scene(1)
        var noise = [SymmetricMatrix](repeating: SymmetricMatrix(diagonal: 1e-6), count: scene.pairs.count)
        noise[3] = SymmetricMatrix(xx: 1e-6, xy: 0, xz: 0, yy: 0, yz: 0, zz: 1e-6)
        let pairs = try Correspondences(
            sources: scene.pairs.sources, targets: scene.pairs.targets, targetCovariances: noise)
        #expect(throws: RigidFitError.noNoise(pair: 3)) { try Calibration(pairs) }
        noise[3] = SymmetricMatrix(xx: 1, xy: 2, xz: 0, yy: 1, yz: 0, zz: 1)
        #expect(throws: RigidFitError.badCovariance(pair: 3, side: .target)) {
            try Correspondences(
                sources: scene.pairs.sources, targets: scene.pairs.targets, targetCovariances: noise)
        }
    }

    @Test("leaving a marker out by algebra is fitting without it", arguments: Seeds.few)
    func leaveOneOut(seed: UInt64) throws {
        let scene = CalibrationTests.scene(seed)
        let all = try ModelTests.calibration(scene.pairs, .rigid)
        let without = try ModelTests.calibration(scene.pairs.selected(Array(4..<scene.pairs.count)), .rigid)
        for pair in 0..<4 {
            let residual = (scene.pairs.targets[pair] - without.moved(scene.pairs.sources[pair])).length
            let said = try #require(all.evidence.pairs[pair].leaveOneOut)
            #expect((said - residual).magnitude < CovarianceTests.secondOrder, "seed \(seed)")
        }
        let spent = all.evidence.pairs.reduce(0) { $0 + $1.leverage }
        #expect((spent - 6).magnitude < CovarianceTests.closedForm)
    }

    @Test("what only gravity knows is not surer because residuals vanish")
    func exactPairs() throws {
        let points = [SIMD3<Double>(0, 0, 0), SIMD3(1, 1, 0)]
        let pairs = try Correspondences(sources: points, targets: points.map { $0 + SIMD3(1, 1, 1) })
        let covariance = try #require(try Calibration(pairs).evidence.covariance)
        // Half a degree of tilt about a line at 45 degrees, five metres away: 2.2 cm in each of 39 % of cases and more.
        let error = covariance.worstError(atDistance: 5)
        #expect(error > 0.05 && error < 0.5, "\(error)")
        #expect(covariance.turnBound * 180 / .pi > MotionModel.usualTilt)
        #expect(covariance.turnBound * 180 / .pi < 4 * MotionModel.usualTilt)
    }

    @Test("noise known from very many is known")
    func manyDegreesOfFreedom() throws {
        for above in [1.0, 2.5, 6] {
            let known = try #require(chiSquareBound(above, .infinity))
            for below in [1e8, 1e10, 1e300] {
                let found = try #require(chiSquareBound(above, below))
                #expect((found / known - 1).magnitude < CovarianceTests.nearLimit, "\(above) \(below)")
            }
        }
    }

    private func chiSquareBound(_ above: Double, _ below: Double) -> Double? {
        let bound = FDistribution(above: above, below: below).quantile(exceededWith: 0.05)
        return bound.isFinite ? bound : nil
    }
}
