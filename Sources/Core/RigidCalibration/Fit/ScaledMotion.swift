internal import QuadGeometry

/// A rigid motion and a growth about its source center; the growth is 1 but for similarities.
struct ScaledMotion: Hashable, Sendable {
    let motion: AnchoredMotion
    let scale: Double

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

/// The motion of a model that brings sources nearest to targets, when each pair counts by a number: in closed form.
extension ScaledMotion {
    /// `tiltWeight` is how much the expected upright direction counts, beside pairs that count by `weights`: the
    /// variance of a coordinate over that of the tilt, in square metres. Only gravity uses it.
    init(
        _ pairs: Correspondences, weights: [Double]?, model: MotionModel, tiltWeight: Double = 0,
        sums: PairSums? = nil
    ) throws(RigidFitError) {
        let count = weights?.count { $0 > 0 } ?? pairs.count
        guard count >= model.leastPairs else { throw .tooFewPairs(found: count, needed: model.leastPairs) }
        let sums = sums ?? PairSums(pairs, weights: weights), moments = sums.moments
        func rigid() throws(RigidFitError) -> AnchoredMotion {
            try RigidFit(
                pairs.weighted(by: weights), solver: .default,
                decomposition: RigidSolver.default.decomposition,
                sums: sums
            ).targetFromSource
        }
        var scale = 1.0
        switch model {
        case .translation:
            motion = ScaledMotion.motion(.identity, moments)
        case .yaw:
            let turn = try ScaledMotion.yaw(moments, rounding: ScaledMotion.rounding(sums))
            guard let rotation = turn.rotation else { throw .solverFailed(status: RigidFit.notSettled) }
            motion = ScaledMotion.motion(rotation, moments)
        case .gravity:
            // An upright direction in both frames is one more pair, of directions (Wahba 1965).
            var cross = moments.cross
            cross.y.y += DoubleDouble(tiltWeight)
            let turn = try SolvedTurn(
                cross, rounding: ScaledMotion.rounding(sums), decomposition: .best)
            motion = ScaledMotion.motion(turn.rotation, moments)
        case .rigid:
            motion = try rigid()
        case .similarity:
            let rigid = try rigid()
            let turn = DoubleDoubleMatrix(rigid.rotation)
            let (trace, square) = ScaledMotion.growth(pairs, weights, moments, turn)
            guard trace > 0 else { throw .turnNotDetermined(axis: up, gain: trace, rounding: 0) }
            scale = trace / square
            let rest = moments.targetRest - turn * (moments.sourceRest * DoubleDouble(scale))
            motion = AnchoredMotion(
                rotation: rigid.rotation, sourceCenter: moments.sourceCenter,
                targetCenter: moments.targetCenter, rest: rest.rounded)
        }
        self.scale = scale
    }

    private static func motion(_ rotation: Rotation, _ moments: CenteredMoments) -> AnchoredMotion {
        AnchoredMotion(
            rotation: rotation, sourceCenter: moments.sourceCenter, targetCenter: moments.targetCenter,
            rest: (moments.targetRest - DoubleDoubleMatrix(rotation) * moments.sourceRest).rounded)
    }

    /// The part of the cross-covariance that rounding of the coordinates can feign.
    private static func rounding(_ sums: PairSums) throws(RigidFitError) -> Double {
        let (sources, targets) = (sums.sources, sums.targets)
        try sources.requireExtent(.source)
        try targets.requireExtent(.target)
        return sums.moments.weight.rounded
            * (sources.extent * targets.resolution + targets.extent * sources.resolution)
    }

    /// The turn about the vertical that makes tr(Rᵀ H) greatest: its cosine and sine are in proportion to two sums.
    private static func yaw(
        _ moments: CenteredMoments, rounding: Double
    ) throws(RigidFitError) -> DoubleDoubleMatrix {
        let h = moments.cross
        let across = h.x.x + h.z.z, along = h.z.x - h.x.z
        let square = across * across + along * along
        let gain = square.rounded.squareRoot()
        guard gain > rounding else { throw .turnNotDetermined(axis: up, gain: gain, rounding: rounding) }
        let length = square.squareRoot
        let cosine = across / length, sine = along / length
        let zero = DoubleDouble.zero
        return DoubleDoubleMatrix(
            DoubleDoubleVector(cosine, zero, -sine), DoubleDoubleVector(zero, DoubleDouble(1), zero),
            DoubleDoubleVector(sine, zero, cosine))
    }

    /// tr(Rᵀ H) and the weighted squares of the sources about their mean.
    private static func growth(
        _ pairs: Correspondences, _ weights: [Double]?, _ moments: CenteredMoments, _ turn: DoubleDoubleMatrix
    ) -> (trace: Double, square: Double) {
        let s = turn.transposed * moments.cross
        var square = CompensatedSum()
        let mean = moments.sourceRest.rounded
        for pair in 0..<pairs.count {
            let p = (pairs.sources[pair] - moments.sourceCenter) - mean
            square.add(p.dot(p) * (weights?[pair] ?? 1))
        }
        return ((s.x.x + s.y.y + s.z.z).rounded, square.value)
    }
}
