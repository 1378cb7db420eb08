/// The same pairs under every model that they allow, each fitted once.
struct ModelEstimates {
    /// The model that was asked for, or the most that the pairs allow.
    let chosen: MotionEstimate
    /// All that the pairs allow, the chosen one first.
    let all: [MotionEstimate]

    init(_ pairs: Correspondences, _ options: CalibrationOptions) throws(RigidFitError) {
        let chosen = try ModelEstimates.chosen(pairs, options)
        let models: [MotionModel] = [
            .translation, .yaw, .gravity(tilt: options.tilt), .rigid, .similarity,
        ]
        self.chosen = chosen
        all =
            [chosen]
            + models.filter { $0.name != chosen.model.name }
            .compactMap { try? MotionEstimate(pairs, model: $0, noise: options.noise) }
    }

    /// The estimate of the rigid model, without the gravity prior, if the pairs allow it.
    var rigid: MotionEstimate? { all.first { $0.model == .rigid } }

    var similarity: MotionEstimate? { all.first { $0.model == .similarity } }

    /// The estimate of the model that was asked for, or of the first that the pairs allow: gravity, yaw, translation.
    static func chosen(
        _ pairs: Correspondences, _ options: CalibrationOptions
    ) throws(RigidFitError) -> MotionEstimate {
        if let model = options.model {
            return try MotionEstimate(pairs, model: model, noise: options.noise)
        }
        if pairs.effectiveCount > 1 { try pairs.requireExtent() }
        for model in [MotionModel.gravity(tilt: options.tilt), .yaw] {
            if let estimate = try? MotionEstimate(pairs, model: model, noise: options.noise) {
                return estimate
            }
        }
        return try MotionEstimate(pairs, model: .translation, noise: options.noise)
    }
}
