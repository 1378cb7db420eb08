public import QuadGeometry

/// A measure of a quad and its limit, to set limits beside a quad's own measures.
public struct LimitProbe: Sendable {
    let path: WritableKeyPath<QuadLimits, Double> & Sendable
    let measure: @Sendable (Quad) -> Double?

    public static let all: [LimitProbe] = [
        LimitProbe(path: \.largestCoordinate) { $0.largestMagnitude },
        LimitProbe(path: \.snap) { quad in
            [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
                .map { (quad[corner: $0] - quad[corner: $1]).length }.min()
        },
        LimitProbe(path: \.shortestEdge) { $0.edgeLengths.min() },
        LimitProbe(path: \.longestEdge) { $0.edgeLengths.max() },
        LimitProbe(path: \.aspectRatio) { $0.edgeLengths.max() / $0.edgeLengths.min() },
        LimitProbe(path: \.flatnessWarning) { $0.flatness },
        LimitProbe(path: \.flatnessError) { $0.flatness },
        LimitProbe(path: \.foldAngle) { $0.foldAngle },
        LimitProbe(path: \.straightAngle) { quad in
            quad.cornerAngles.map { min($0.min(), .pi - $0.max()) }
        },
        LimitProbe(path: \.rectangleAngle) { quad in
            quad.cornerAngles.map { max(.pi / 2 - $0.min(), $0.max() - .pi / 2) }
        },
    ]

    /// The profiles, and limits under which every size and slenderness reaches the later questions.
    public static let bases: [QuadLimits] = [.app, .strict, .only(\.snap, 0), .only(\.longestEdge, 20)]

    /// Limits with this one at the quad's own measure, or beside it by a rounding step to a millionth.
    public func limits(beside quad: Quad, using random: inout SeededGenerator) -> [QuadLimits] {
        guard let value = measure(quad) else { return [] }
        let step = Double.randomSize(in: 1e-17...1e-6, using: &random)
        let beside = value * (1 + step * Double(Int.random(in: -1...1, using: &random)))
        return LimitProbe.bases.map { base in
            var limits = base
            limits[keyPath: path] = beside
            return limits
        }
    }

    /// A nearly flat, nearly rectangular quad, at any size and slenderness.
    public static func nearlySound(using random: inout SeededGenerator) -> Quad {
        let width = Double.randomSize(in: 1e-6...1, using: &random)
        let noise = Double.randomSize(in: 1e-12...1e-1, using: &random) * width
        let shear = Bool.random(using: &random) ? 0 : Double.randomSize(in: 1e-3...1e5, using: &random)
        var flat = Quad.rectangle(width, 1).map { SIMD3($0.x + shear * $0.y, $0.y, 0) }
        if Bool.random(using: &random) { flat.p3 *= Double.random(in: 0.3...1, using: &random) }
        let strategy = RigidStrategy.allCases.randomElement(using: &random) ?? .random
        let size = Double.randomSize(in: 1e-2...1e1, using: &random)
        return strategy.transform(using: &random)
            * flat.map { ($0 + SIMD3<Double>.random(in: -noise...noise, using: &random)) * size }
    }
}

extension QuadLimits {
    /// Limits under which only the one at `path` can be exceeded by a rightly shaped quad.
    public static func only(_ path: WritableKeyPath<QuadLimits, Double>, _ value: Double) -> QuadLimits {
        var limits = QuadLimits.app
        for zero in [\QuadLimits.snap, \.shortestEdge, \.straightAngle] { limits[keyPath: zero] = 0 }
        for open in [
            \QuadLimits.longestEdge, \.aspectRatio, \.largestCoordinate, \.flatnessWarning, \.flatnessError,
            \.foldAngle, \.rectangleAngle,
        ] { limits[keyPath: open] = .infinity }
        limits[keyPath: path] = value
        return limits
    }
}
