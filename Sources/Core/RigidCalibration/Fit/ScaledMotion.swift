internal import QuadGeometry

/// A rigid motion and a growth about its source center; the growth is 1 but for similarities.
struct ScaledMotion: Hashable, Sendable {
    let motion: AnchoredMotion
    let scale: Double

    /// The moved source.
    func moved(_ source: SIMD3<Double>) -> SIMD3<Double> {
        motion.moved(source, growth: scale)
    }

    /// The residual of a pair: its target less its moved source, in metres.
    func residual(_ pairs: Correspondences, _ pair: Int) -> SIMD3<Double> {
        let arm = motion.rotation * (pairs.sources[pair] - motion.sourceCenter) * scale
        // From the middle of the targets, so that no digit is lost to their distance from the origin.
        return pairs.targets[pair] - motion.targetCenter - (arm + motion.rest)
    }

    /// The motion followed by a small one: a turn and a growth about a place, then a shift.
    func changed(by change: [Double], about anchor: SIMD3<Double>, _ free: [Int]) -> ScaledMotion? {
        var all = [Double](repeating: 0, count: 7)
        for (place, value) in zip(free, change) { all[place] = value }
        guard let turn = Rotation(rotationVector: SIMD3(all[0], all[1], all[2])),
            // Products of rotations drift from being rotations; the quaternion brings them back.
            let rotation = try? Rotation(quaternionXYZW: (turn * motion.rotation).quaternionXYZW)
        else { return nil }
        let arm = anchor - motion.targetCenter
        let shift = SIMD3(all[3], all[4], all[5])
        let rest = turn * (motion.rest - arm) * (1 + all[6]) + arm + shift
        return ScaledMotion(
            motion: AnchoredMotion(
                rotation: rotation, sourceCenter: motion.sourceCenter, targetCenter: motion.targetCenter,
                rest: rest), scale: scale * (1 + all[6]))
    }
}

/// The small changes that a model leaves free, about a place in the target frame: turns, shifts, growth.
struct SmallChanges: Hashable, Sendable {
    /// As in ``MotionModel/freeChanges``.
    let free: [Int]
    let anchor: SIMD3<Double>

    /// The movement of a moved point with each.
    func columns(at moved: SIMD3<Double>) -> [SIMD3<Double>] {
        free.map { SmallChanges.column($0, moved - anchor) }
    }

    /// The same, written over the first of some columns.
    func write(_ columns: inout [SIMD3<Double>], at moved: SIMD3<Double>) {
        let arm = moved - anchor
        for place in free.indices { columns[place] = SmallChanges.column(free[place], arm) }
    }

    /// The movement with one change of a point at an arm.
    static func column(_ change: Int, _ arm: SIMD3<Double>) -> SIMD3<Double> {
        switch change {
        case 0: SIMD3(0, -arm.z, arm.y)
        case 1: SIMD3(arm.z, 0, -arm.x)
        case 2: SIMD3(-arm.y, arm.x, 0)
        case 3: SIMD3(1, 0, 0)
        case 4: SIMD3(0, 1, 0)
        case 5: SIMD3(0, 0, 1)
        default: arm
        }
    }

    /// The turn of the image of the vertical with each: shifts and growth leave it.
    func columns(ofVertical image: SIMD3<Double>) -> [SIMD3<Double>] {
        free.map { change in
            switch change {
            case 0: SIMD3(0, -image.z, image.y)
            case 1: SIMD3(image.z, 0, -image.x)
            case 2: SIMD3(-image.y, image.x, 0)
            default: .zero
            }
        }
    }
}
