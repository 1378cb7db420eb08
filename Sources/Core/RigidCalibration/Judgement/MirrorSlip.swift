internal import QuadGeometry

/// The mistake in the axes of one side that explains a mirrored scene: after its repair both frames agree on where up is.
public enum MirrorSlip: String, Hashable, Sendable, CaseIterable {
    /// The sign of x or z is wrong, or the two are swapped; levelled frames do not tell these apart.
    case horizontal
    /// The sign of y is wrong.
    case upsideDown
    /// y and z are swapped: +Z is up on one side.
    case yAndZ
    /// x and y are swapped.
    case xAndY

    /// The likeliest mistake in pairs that a mirrored motion fits; `nil` where no repair leaves both frames level.
    public init?(_ pairs: Correspondences) {
        let verticals = MirrorSlip.allCases.map { slip in
            let repaired = try? Correspondences(
                sources: pairs.sources.map { slip.repaired($0) }, targets: pairs.targets,
                weights: pairs.weights)
            let fit = repaired.flatMap { try? RigidFit($0) }
            return fit.map { $0.targetFromSource.rotation.y.y } ?? -1
        }
        guard let best = verticals.indices.max(by: { verticals[$0] < verticals[$1] }),
            verticals[best] > MirrorSlip.level
        else { return nil }
        self = MirrorSlip.allCases[best]
    }

    private func repaired(_ p: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .horizontal: SIMD3(-p.x, p.y, p.z)
        case .upsideDown: SIMD3(p.x, -p.y, p.z)
        case .yAndZ: SIMD3(p.x, p.z, p.y)
        case .xAndY: SIMD3(p.y, p.x, p.z)
        }
    }

    /// The cosine of the tilt below which frames are not level.
    private static let level = 0.99
}
