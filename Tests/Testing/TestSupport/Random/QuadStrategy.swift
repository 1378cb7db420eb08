public import QuadGeometry

/// Named ways to draw a quad: sizes, places and shapes at which measures tend to lose digits.
public enum QuadStrategy: String, CaseIterable, Sendable {
    /// Edges of about a metre, skewed and bent by up to a tenth, within a room.
    case ordinary
    /// A rectangle, flat to within rounding.
    case rectangle
    /// A millionth of a metre.
    case tiny
    /// A million metres.
    case huge
    /// Ordinary, 10 km away.
    case far
    /// A twentieth to a thousandth as wide as long.
    case sliver
    /// A trapezoid, one side much shorter than the other, a hundredth to a tenth as wide as long: where
    /// conditions about the area end.
    case wedge
    /// Four equal edges with two narrow corners, nearly: where a rectangle fits in two ways almost as well.
    case rhombus
    /// A parallelogram pushed over by up to five times its height.
    case sheared
    /// Two triangles at an angle of up to 90 degrees along p2p4.
    case folded
    /// An outline that crosses itself.
    case crossed
    /// A corner inside the triangle of the others.
    case concave
    /// Four corners anywhere in a cube.
    case wild

    /// The ones whose outline is convex.
    public static let convex: [QuadStrategy] = [
        .ordinary, .rectangle, .tiny, .huge, .far, .sliver, .wedge, .rhombus, .sheared,
    ]

    public func quad(using random: inout SeededGenerator) -> Quad {
        let place = SIMD3<Double>.random(in: -3...3, using: &random)
        switch self {
        case .ordinary: return laid(skewed(using: &random), at: place, using: &random)
        case .rectangle: return laid(box(using: &random), at: place, using: &random)
        case .tiny: return laid(skewed(using: &random), size: 1e-6, at: place * 1e-6, using: &random)
        case .huge: return laid(skewed(using: &random), size: 1e6, at: place * 1e6, using: &random)
        case .far:
            let away = SIMD3<Double>.randomDirection(using: &random) * 1e4
            return laid(skewed(using: &random), at: away, using: &random)
        case .sliver:
            let width = Double.randomSize(in: 1e-3...5e-2, using: &random)
            let quad = skewed(using: &random).map { SIMD3($0.x * width, $0.y, $0.z * width) }
            return laid(quad, at: place, using: &random)
        case .wedge:
            let width = Double.randomSize(in: 1e-2...1e-1, using: &random)
            var quad = Quad.rectangle(1, width)
            let shrink = Double.random(in: 0.02...0.6, using: &random)
            quad.p3.x = Double.random(in: shrink...1, using: &random)
            quad.p4.x = quad.p3.x - shrink
            quad.p1.z = width * .random(in: -0.3...0.3, using: &random)
            return laid(quad, at: place, using: &random)
        case .rhombus:
            let width = Double.randomSize(in: 2e-2...1e-1, using: &random)
            let noise = width * .randomSize(in: 1e-12...1e-1, using: &random)
            let quad = Quad(SIMD3(-1, 0, 0), SIMD3(0, -width, 0), SIMD3(1, 0, 0), SIMD3(0, width, 0))
            return laid(
                quad.map { $0 + SIMD3<Double>.random(in: -noise...noise, using: &random) }, at: place,
                using: &random)
        case .sheared:
            let push = Double.random(in: -5...5, using: &random)
            let quad = box(using: &random).map { SIMD3($0.x + push * $0.y, $0.y, 0) }
            return laid(quad, at: place, using: &random)
        case .folded:
            var quad = skewed(using: &random)
            let lift = Double.random(in: 0...1, using: &random)
            quad.p1.z += lift
            quad.p3.z += lift
            return laid(quad, at: place, using: &random)
        case .crossed:
            let order = [SIMD4(0, 2, 1, 3), SIMD4(0, 1, 3, 2)].randomElement(using: &random)
            let quad = skewed(using: &random).reordered(order ?? SIMD4(0, 2, 1, 3))
            return laid(quad, at: place, using: &random)
        case .concave:
            var quad = box(using: &random)
            quad.p1 *= -Double.random(in: 0.05...0.6, using: &random)
            let order = CornerOrder.all.randomElement(using: &random) ?? .identity
            return laid(quad.reordered(order), at: place, using: &random)
        case .wild:
            return Quad(
                .random(in: -1...1, using: &random), .random(in: -1...1, using: &random),
                .random(in: -1...1, using: &random), .random(in: -1...1, using: &random))
        }
    }

    /// Some quads of this kind, the same for the same seed.
    public func quads(_ count: Int, seed: UInt64) -> [Quad] {
        (0..<count).map { index in
            var random = SeededGenerator(seed: seed, sample: index)
            return quad(using: &random)
        }
    }

    /// A rectangle about the origin of the xy plane, a metre high or nearly.
    private func box(using random: inout SeededGenerator) -> Quad {
        let x = Double.random(in: 0.3...0.6, using: &random)
        let y = Double.random(in: 0.3...0.6, using: &random)
        return Quad(SIMD3(-x, -y, 0), SIMD3(x, -y, 0), SIMD3(x, y, 0), SIMD3(-x, y, 0))
    }

    private func skewed(using random: inout SeededGenerator) -> Quad {
        box(using: &random).map { $0 + SIMD3<Double>.random(in: -0.1...0.1, using: &random) }
    }

    /// The quad turned any way, then moved.
    private func laid(
        _ quad: Quad, size: Double = 1, at place: SIMD3<Double>, using random: inout SeededGenerator
    ) -> Quad {
        let axis = SIMD3<Double>.randomDirection(using: &random)
        let turn = Rotation(angle: .random(in: 0...Double.pi, using: &random), axis: axis) ?? .identity
        return quad.map { turn * ($0 * size) + place }
    }
}
