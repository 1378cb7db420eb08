import QuadGeometry
import TestSupport

/// Numbers for all questions about quads: two quads, a ray, a point and a direction.
struct FuzzInput: CustomStringConvertible {
    let quad: Quad
    let other: Quad
    let origin, direction, facing: SIMD3<Double>
    let start, end: Double

    init(using random: inout SeededGenerator) {
        let kind = Kind.allCases.randomElement(using: &random) ?? .bits
        var pool = Pool(kind, using: &random)
        quad = pool.quad(using: &random)
        // The second quad often shares corners with the first.
        other =
            Bool.random(using: &random) ? pool.quad(using: &random) : pool.relative(of: quad, using: &random)
        origin = pool.vector(using: &random)
        // Half of the rays are aimed.
        let aimed = (quad.p1 - origin) + (quad.p3 - origin)
        direction = Bool.random(using: &random) && aimed.isFinite ? aimed : pool.vector(using: &random)
        facing = pool.vector(using: &random)
        start = Bool.random(using: &random) ? 0 : pool.number(using: &random)
        end = Bool.random(using: &random) ? .infinity : pool.number(using: &random)
    }

    var ray: Ray? { try? Ray(from: origin, along: direction, start: start, end: end) }

    /// True if no number of the quads, of the ray's line and of the direction to face is NaN or infinite.
    var isFinite: Bool {
        quad.isFinite && other.isFinite && origin.isFinite && direction.isFinite && facing.isFinite
    }

    var description: String {
        "\(quad) and \(other), ray from \(origin) along \(direction), \(start) to \(end), facing \(facing)"
    }

    /// The source of the numbers.
    enum Kind: CaseIterable {
        /// All bit patterns equally likely.
        case bits
        /// The ends of the range and their neighbors, and numbers that repeat.
        case ends
        /// Small whole numbers at one power of two: corners that coincide and line up.
        case grid
        /// Quads as they are found, at any size.
        case strategies
    }

    /// A source of numbers that repeat now and then.
    struct Pool {
        let kind: Kind
        let exponent: Int
        private var used: [Double] = [0]

        init(_ kind: Kind, using random: inout SeededGenerator) {
            self.kind = kind
            exponent = Int.random(in: -1060...1000, using: &random)
        }

        static let ends: [Double] = [
            0, -0.0, 1, .infinity, .nan, .greatestFiniteMagnitude, .leastNormalMagnitude,
            .leastNonzeroMagnitude,
            Double.leastNormalMagnitude.nextDown, 0x1p511, 0x1p512, 0x1p-511, 0x1p-537, 1e60, 1e-60, 1e154,
            1e-154, .ulpOfOne,
        ]

        mutating func number(using random: inout SeededGenerator) -> Double {
            let fresh = fresh(using: &random), turn = Int.random(in: 0..<8, using: &random)
            let old = used.randomElement(using: &random) ?? 0
            let number = turn == 0 ? old : turn == 1 ? old.nextUp : fresh
            if used.count < 8 { used.append(number) }
            return Bool.random(using: &random) ? number : -number
        }

        private func fresh(using random: inout SeededGenerator) -> Double {
            switch kind {
            case .bits: return Double(bitPattern: random.next())
            case .ends: return Pool.ends.randomElement(using: &random) ?? 0
            case .grid:
                let whole = Double(Int.random(in: 0...4, using: &random))
                return Double(sign: .plus, exponent: exponent, significand: whole)
            case .strategies: return Double.random(in: 0...3, using: &random)
            }
        }

        mutating func vector(using random: inout SeededGenerator) -> SIMD3<Double> {
            SIMD3(number(using: &random), number(using: &random), number(using: &random))
        }

        mutating func quad(using random: inout SeededGenerator) -> Quad {
            guard kind == .strategies, let strategy = QuadStrategy.allCases.randomElement(using: &random)
            else {
                return Quad(
                    vector(using: &random), vector(using: &random), vector(using: &random),
                    vector(using: &random))
            }
            let size = Double(sign: .plus, exponent: exponent / 4, significand: 1)
            return strategy.quad(using: &random).map { $0 * size }
        }

        /// The quad in another order, moved a little or with a corner of its own.
        mutating func relative(of quad: Quad, using random: inout SeededGenerator) -> Quad {
            var other = quad.reordered(CornerOrder.all.randomElement(using: &random) ?? .identity)
            let step = vector(using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: return other.map { $0 + step }
            case 1: other[corner: Int.random(in: 0..<4, using: &random)] = step
            case 2: other = other.reordered(SIMD4(0, 2, 1, 3))
            default: break
            }
            return other
        }
    }
}
