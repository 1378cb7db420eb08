internal import QuadGeometry
internal import RigidCalibration

/// Park and Martin's closed form (1994) over all pairs of poses: turns first, then shifts.
struct HandEyeStart {
    let x, z: RigidTransform
    /// The largest turn between two poses of the hand, in radians.
    let span: Double

    init(_ hands: [RigidTransform], _ cameras: [RigidTransform], noise: Double) throws(HandEyeError) {
        var turns: [(hand: SIMD3<Double>, camera: SIMD3<Double>)] = []
        var motions: [(hand: RigidTransform, camera: RigidTransform)] = []
        for i in hands.indices {
            for j in hands.indices where j > i && j - i <= HandEyeStart.mostApart {
                // H_i X C_i = H_j X C_j, so (H_j⁻¹ H_i) X = X (C_j C_i⁻¹).
                let hand = hands[j].inverted() * hands[i], camera = cameras[j] * cameras[i].inverted()
                motions.append((hand, camera))
                let pair = (hand.rotation.rotationVector, camera.rotation.rotationVector)
                // Near the half turn the vector may point either way.
                if pair.0.length < HandEyeStart.largestTurn, pair.1.length < HandEyeStart.largestTurn {
                    turns.append(pair)
                }
            }
        }
        span = motions.reduce(0) { Double.maximum($0, $1.hand.rotation.angle) }
        guard span > Double.maximum(noise, HandEyeStart.leastTurn) else { throw .turnFree(largest: span) }
        try HandEyeStart.requireAxes(turns.map { $0.hand }, noise: noise)
        // Both signs of each turn, so that the means are zero and the fit finds a rotation alone.
        let sources = turns.map { $0.camera } + turns.map { -$0.camera }
        let targets = turns.map { $0.hand } + turns.map { -$0.hand }
        let fitted = HandEyeStart.fit(sources, targets)
        guard let fitted else { throw .turnFree(largest: span) }
        let rotation = fitted.targetFromSource.rotation
        if let mirrored = fitted.mirroredRMS, mirrored < fitted.rms / 10, fitted.rms > noise {
            throw .mirrored
        }
        // (R_A - 1) t = R b - a, by least squares.
        var normal = Matrix6.identity, side = SIMD8<Double>.zero
        for i in 0..<3 { normal[i, i] = 0 }
        for motion in motions {
            let r = motion.hand.rotation
            let columns = [r.x - SIMD3(1, 0, 0), r.y - SIMD3(0, 1, 0), r.z - SIMD3(0, 0, 1)]
            let right = rotation * motion.camera.translation - motion.hand.translation
            for i in 0..<3 {
                side[i] += columns[i].dot(right)
                for j in 0..<3 { normal[i, j] += columns[i].dot(columns[j]) }
            }
        }
        let solved = normal.inverse.map { $0 * side } ?? .zero
        let shift = SIMD3(solved[0], solved[1], solved[2])
        x = RigidTransform(rotation: rotation, translation: shift) ?? .identity
        z = hands[0] * x * cameras[0]
    }

    private static func fit(_ sources: [SIMD3<Double>], _ targets: [SIMD3<Double>]) -> RigidFit? {
        do throws(RigidFitError) {
            return try RigidFit(Correspondences(sources: sources, targets: targets))
        } catch { return nil }
    }

    /// Refuses turns that are all about one axis to within noise.
    private static func requireAxes(_ turns: [SIMD3<Double>], noise: Double) throws(HandEyeError) {
        let longest = turns.max { $0.dot($0) < $1.dot($1) }?.unit
        guard var axis = longest else { throw .turnFree(largest: 0) }
        // The direction of the greatest scatter, by the power method from the longest turn.
        for _ in 0..<100 {
            let next = turns.reduce(SIMD3<Double>.zero) { $0 + $1 * $1.dot(axis) }
            axis = next.unit ?? axis
        }
        let across = turns.reduce(0.0) { Double.maximum($0, ($1 - axis * $1.dot(axis)).length) }
        guard across > Double.maximum(noise, leastTurn) else { throw .axisFree(axis: axis, across: across) }
    }

    /// Of many poses only those this near each other in order are paired.
    private static let mostApart = 40
    /// In radians: far enough from the half turn that noise does not turn the vector around.
    private static let largestTurn = 3.0
    /// In radians: a thousandth of a degree.
    private static let leastTurn = 2e-5
}
