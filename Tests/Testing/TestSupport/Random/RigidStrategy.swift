public import QuadGeometry

/// Named ways to draw a rigid motion: the ones on which rotation formulas tend to lose digits, and the rest.
public enum RigidStrategy: String, CaseIterable, Sendable {
    case identity
    /// A turn of about 1e-8 radians, which drives the series at small angles.
    case small
    case random
    /// Half a turn less 1e-9 radians, or 1e-6, or nothing.
    case nearHalfTurn
    /// Any turn, and a move of 10 km.
    case far

    public func transform(using random: inout SeededGenerator) -> RigidTransform {
        let axis = SIMD3<Double>.randomDirection(using: &random)
        let move = SIMD3<Double>.random(in: -5...5, using: &random)
        switch self {
        case .identity: return .identity
        case .small: return make(.randomSize(in: 1e-9...1e-7, using: &random), axis, move * 1e-8)
        case .random: return make(.random(in: 0...Double.pi, using: &random), axis, move)
        case .nearHalfTurn:
            let less = ([1e-9, 1e-6, 0] as [Double]).randomElement(using: &random) ?? 0
            return make(.pi - less, axis, move)
        case .far: return make(.random(in: 0...Double.pi, using: &random), axis, axis * 1e4 + move)
        }
    }

    private func make(
        _ angle: Double, _ axis: SIMD3<Double>, _ translation: SIMD3<Double>
    ) -> RigidTransform {
        Rotation(angle: angle, axis: axis)
            .flatMap { RigidTransform(rotation: $0, translation: translation) } ?? .identity
    }
}
