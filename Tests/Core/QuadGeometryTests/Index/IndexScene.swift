import QuadGeometry
import TestSupport

/// Scenes of more quads than an index looks at one after the other, most of them unkind to a tree.
enum IndexScene: String, CaseIterable {
    case room, sparse, allEqual, coplanar, onLine, growing, mixedSizes, far, tiny, huge, nearLimits,
        beyondLimits

    func quads(seed: UInt64) -> [Quad] {
        var random = SeededGenerator(seed: seed)
        let kinds: [QuadStrategy] = [.ordinary, .rectangle, .folded, .sliver, .concave, .crossed, .wild]
        let room = kinds.flatMap { $0.quads(40, seed: seed) }
        let square = Quad.rectangle(0.5, 0.5)
        switch self {
        case .room: return room
        case .sparse:
            return room.map { quad in
                let step = SIMD3<Double>.random(in: -300...300, using: &random)
                return quad.moved(by: step)
            }
        case .allEqual: return [Quad](repeating: room[0], count: 300)
        case .coplanar:
            return (0..<400).map {
                square.moved(by: SIMD3(0.5 * Double($0 % 20), 0.5 * Double($0 / 20), 0))
            }
        case .onLine: return (0..<300).map { square.moved(by: SIMD3(0.25 * Double($0), 0, 0)) }
        // Each twice as far and as large as the one before: a tree of splits by size would be a list.
        case .growing:
            return (0..<280).map { i in
                let size = Double(sign: .plus, exponent: i - 140, significand: 1)
                return square.map { ($0 + SIMD3(1, 1, 1)) * size }
            }
        case .mixedSizes: return room.enumerated().map { i, quad in quad.map { $0 * [1, 1e-6, 1e6][i % 3] } }
        case .far: return room.map { quad in quad.map { $0 + SIMD3(1e7, -2e7, 3e6) } }
        case .tiny: return room.map { quad in quad.map { $0 * 1e-20 } }
        case .huge: return room.map { quad in quad.map { $0 * 1e20 } }
        case .nearLimits: return room.map { quad in quad.map { $0 * 1e99 } }
        case .beyondLimits: return room.map { quad in quad.map { $0 * 1e290 } }
        }
    }
}
