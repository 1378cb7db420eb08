internal import QuadGeometry
internal import RigidCalibration

extension FusionProblem {
    /// Turns all sessions and markers together so that the sessions' verticals point up in the mean.
    ///
    /// Fits of single sessions hold to the markers, which all others hold, and would take thousands of rounds for this.
    mutating func level() {
        let up = SIMD3<Double>(0, 1, 0)
        var sum = SIMD3<Double>.zero
        for session in motions.indices { sum += motions[session].rotation * up }
        guard let angle = sum.angle(to: up), let turn = Rotation(angle: angle, axis: sum.cross(up)),
            let all = RigidTransform(rotation: turn, translation: .zero)
        else { return }
        for session in motions.indices {
            guard let motion = motions[session].transform else { continue }
            motions[session] = AnchoredMotion(all * motion)
        }
        for marker in fused.indices { fused[marker] = all * fused[marker] }
    }
}
