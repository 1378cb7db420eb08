extension AnchoredMotion {
    /// The motion that brings sources nearest to targets where both frames know where up is.
    ///
    /// - Parameter tiltWeight: The weight of the upright direction beside pairs that count by their weights: the variance of a
    ///   coordinate over that of the tilt, in square metres; infinite where neither tilts, so that only a turn about the vertical is
    ///   sought.
    package init(level pairs: Correspondences, tiltWeight: Double) throws(RigidFitError) {
        let model = tiltWeight.isFinite ? MotionModel.gravity(tilt: MotionModel.usualTilt) : .yaw
        self = try ScaledMotion(
            pairs, weights: pairs.weights, model: model, tiltWeight: tiltWeight.isFinite ? tiltWeight : 0
        ).motion
    }
}
