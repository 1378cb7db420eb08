import QuadGeometry

/// Quads of 5 to 50 cm anywhere in a cube of 62 m, and the three kinds of rays that an index is measured with.
///
/// Of 1,000 quads a camera's rays meet one in a hundred times, of 100,000 two times in three.
struct IndexRays {
    enum Kind: String, CaseIterable {
        /// A picture of 60 degrees, row after row.
        case camera
        /// From anywhere to anywhere.
        case random
        /// From anywhere to a place on some quad.
        case aimed
    }

    let quads: [Quad]
    private let seed: UInt64
    private static let half = 31.0

    init(count: Int, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        quads = (0..<count).map { _ in
            IndexRays.quad(within: IndexRays.half, using: &random)
        }
    }

    /// A rectangle of single precision with its middle in a cube, with 1 mm of noise.
    static func quad(within half: Double, using random: inout SeededGenerator) -> Quad {
        let center = SIMD3<Double>.random(in: -half...half, using: &random)
        let u = SIMD3<Double>.randomDirection(using: &random)
        let v = u.cross(.randomDirection(using: &random)).unit ?? SIMD3(u.y, u.z, u.x)
        let across = u * Double.random(in: 0.025...0.25, using: &random)
        let along = v * Double.random(in: 0.025...0.25, using: &random)
        func corner(_ place: SIMD3<Double>) -> SIMD3<Float> {
            SIMD3<Float>(place + SIMD3<Double>.random(in: -0.001...0.001, using: &random))
        }
        return Quad(
            widening: corner(center - across - along), corner(center + across - along),
            corner(center + across + along), corner(center - across + along))
    }

    /// Rays whose numbers are floats, so that Embree casts the same.
    func rays(_ kind: Kind, count: Int) throws -> [Ray] {
        var random = SeededGenerator(seed: ~seed)
        let side = Int(Double(count).squareRoot().rounded(.up))
        func anywhere() -> SIMD3<Float> {
            SIMD3<Float>(SIMD3<Double>.random(in: -IndexRays.half...IndexRays.half, using: &random))
        }
        return try (0..<count).map { i in
            switch kind {
            case .camera:
                let x = (Double(i % side) + 0.5) / Double(side) * 2 - 1
                let y = (Double(i / side) + 0.5) / Double(side) * 2 - 1
                return try Ray(
                    origin: SIMD3<Float>(-30, 0, 0), direction: SIMD3<Float>(SIMD3(1, x * 0.577, y * 0.577)))
            case .random:
                return try Ray(
                    origin: anywhere(), direction: SIMD3<Float>(.randomDirection(using: &random)))
            case .aimed:
                let origin = anywhere(), quad = quads[Int.random(in: 0..<quads.count, using: &random)]
                let place =
                    quad.p1 + (quad.p2 - quad.p1) * Double.random(in: 0...1, using: &random)
                    + (quad.p4 - quad.p1) * Double.random(in: 0...1, using: &random)
                return try Ray(origin: origin, direction: SIMD3<Float>(place) - origin)
            }
        }
    }
}
