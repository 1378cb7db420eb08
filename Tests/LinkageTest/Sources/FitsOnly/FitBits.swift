import QuadGeometry
import RigidCalibration

/// The bits of fits and whole calibrations, from general position to thin lines, as one number.
struct FitBits {
    private var state: UInt64 = 1
    private(set) var sum: UInt64 = 0

    init() throws(RigidFitError) {
        for thickness in [1, 1e-2, 1e-4, 1e-6] {
            for _ in 0..<100 { try add(pairs(thickness)) }
        }
    }

    /// A number from 0 to 1, the same in every run.
    private mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) * 0x1p-53
    }

    private mutating func pairs(_ thickness: Double) throws(RigidFitError) -> Correspondences {
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        for _ in 0..<6 {
            let p = SIMD3(100 * next(), thickness * next(), thickness * next())
            sources.append(p)
            targets.append(
                SIMD3(0.6 * p.x + 0.8 * p.z + 5, p.y, 0.6 * p.z - 0.8 * p.x) + 1e-3 * thickness * next())
        }
        return try Correspondences(sources: sources, targets: targets)
    }

    private mutating func add(_ pairs: Correspondences) throws(RigidFitError) {
        let fit = try RigidFit(pairs), probe = SIMD3<Double>(7, 8, 9)
        add(fit.targetFromSource)
        add(fit.targetFromSource * probe, fit.singularValues, SIMD3(fit.rms, fit.digits, 0))
        for model: MotionModel? in [nil, .rigid, .similarity] {
            var options = CalibrationOptions()
            options.model = model
            guard let found = try? Calibration(pairs, options: options) else { continue }
            add(found.targetFromSource)
            add(found.moved(probe), SIMD3(found.growth, found.evidence.rms, found.evidence.p95))
        }
    }

    private mutating func add(_ motion: AnchoredMotion) {
        add(motion.rotation.x, motion.rotation.y, motion.rotation.z)
        add(motion.sourceCenter, motion.targetCenter, motion.rest)
    }

    private mutating func add(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double> = .zero) {
        for vector in [a, b, c] {
            for axis in 0..<3 { sum = (sum ^ vector[axis].bitPattern) &* 0x100_0000_01b3 }
        }
    }
}
