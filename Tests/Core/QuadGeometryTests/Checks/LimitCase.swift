import QuadGeometry
import TestSupport

/// A limit, a quad that is just within it, and one that just exceeds it.
struct LimitCase: Sendable, CustomStringConvertible {
    let code: QuadIssue.Code
    var severity = Severity.error
    var limits = QuadLimits.app
    let kept: Quad
    /// The quad that exceeds `tighterLimits`, or else `limits`.
    let exceeded: Quad
    var tighterLimits: QuadLimits?
    /// The number that the finding must show.
    let value: Double
    let limit: Double
    var description: String { "\(code.rawValue) \(severity.rawValue)" }

    /// A square metre whose corners are off the plane by `height`, to alternating sides.
    static func bent(_ height: Double, side: Double = 1) -> Quad {
        var quad = Quad.rectangle(side, side)
        for index in 0..<4 { quad[corner: index].z = index & 1 == 0 ? height : -height }
        return quad
    }

    static let lengths: [LimitCase] = [
        LimitCase(
            code: .outOfRange, kept: .rectangle(1, 1).moved(by: SIMD3(9_999, 0, 0)),
            exceeded: Quad.rectangle(1, 1).moved(by: SIMD3(10_000.0.nextUp - 1, 0, 0)),
            value: 10_000.0.nextUp, limit: 10_000),
        LimitCase(
            code: .duplicateCorners, limits: .only(\.snap, 0.001), kept: .rectangle(1, 0.001),
            exceeded: .rectangle(1, 0.001.nextDown), value: 0.001.nextDown, limit: 0.001),
        LimitCase(
            code: .tooSmall, kept: .rectangle(0.1, 0.005), exceeded: .rectangle(0.1, 0.005.nextDown),
            value: 0.005.nextDown, limit: 0.005),
        LimitCase(
            code: .tooLarge, kept: .rectangle(20, 1), exceeded: .rectangle(20.0.nextUp, 1),
            value: 20.0.nextUp, limit: 20),
        LimitCase(
            code: .aspectRatio, severity: .warning, kept: .rectangle(3.125, 0.0625),
            exceeded: .rectangle(3.125.nextUp, 0.0625), value: 50.0.nextUp, limit: 50),
        LimitCase(
            code: .nonPlanar, severity: .warning, kept: bent(0.010), exceeded: bent(0.010.nextUp),
            value: 0.010.nextUp,
            limit: 0.010),
        LimitCase(
            code: .nonPlanar, limits: .only(\.flatnessError, 0.025), kept: bent(0.025),
            exceeded: bent(0.025.nextUp), value: 0.025.nextUp, limit: 0.025),
    ]

    /// Angles are no round numbers: the limit is set at the quad's own, and a step beside it.
    static let angles: [LimitCase] = [
        angle(.folded, .warning, \.foldAngle, bent(0.0625)) { $0.foldAngle ?? .nan },
        angle(.straightCorner, .warning, \.straightAngle, pointed, isLeast: true) {
            ($0.cornerAngles ?? .zero).min()
        },
        angle(.notRectangular, .info, \.rectangleAngle, skewed) {
            ($0.cornerAngles ?? .zero).max() - .pi / 2
        },
    ]

    /// Pointed at its first corner, by 50 degrees, and at no other.
    static let pointed = Quad(SIMD3(0, 0, 0), SIMD3(2, 0, 0), SIMD3(2.25, 1, 0), SIMD3(1, 1.25, 0))

    /// A parallelogram with corners of 45 and 135 degrees, or nearly.
    static let skewed = Quad(SIMD3(0, 0, 0), SIMD3(2, 0, 0), SIMD3(3.125, 1, 0), SIMD3(1.125, 1, 0))

    private static func angle(
        _ code: QuadIssue.Code, _ severity: Severity, _ path: WritableKeyPath<QuadLimits, Double>,
        _ quad: Quad,
        isLeast: Bool = false, _ measure: (Quad) -> Double
    ) -> LimitCase {
        let value = measure(quad), tighter = isLeast ? value.nextUp : value.nextDown
        return LimitCase(
            code: code, severity: severity, limits: .only(path, value), kept: quad, exceeded: quad,
            tighterLimits: .only(path, tighter), value: value, limit: tighter)
    }
}
