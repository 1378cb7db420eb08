public import QuadGeometry

/// Markers of 10 to 30 cm on a metre and a half of wall, some of them twice, stacked, tilted or bent.
public struct MarkerCrowd: Sendable {
    public private(set) var quads: [Quad] = []

    public init(_ count: Int, seed: UInt64) {
        for sample in 0..<count {
            var random = SeededGenerator(seed: seed, sample: sample)
            if let earlier = quads.randomElement(using: &random), Int.random(in: 0..<4, using: &random) == 0 {
                quads.append(MarkerCrowd.again(earlier, using: &random))
            } else {
                quads.append(MarkerCrowd.marker(using: &random))
            }
        }
    }

    /// The same marker seen again: from another corner, a little off.
    private static func again(_ quad: Quad, using random: inout SeededGenerator) -> Quad {
        let order = CornerOrder.all.randomElement(using: &random) ?? .identity
        let noise = Double.randomSize(in: 1e-5...1e-3, using: &random)
        return quad.reordered(order).map { $0 + SIMD3<Double>.random(in: -noise...noise, using: &random) }
    }

    private static func marker(using random: inout SeededGenerator) -> Quad {
        let axis = SIMD3<Double>.randomDirection(using: &random)
        let tilt = Rotation(angle: .random(in: 0...0.2, using: &random), axis: axis) ?? .identity
        let place = SIMD3(
            Double.random(in: 0...1.5, using: &random), .random(in: 0...1.5, using: &random),
            .random(in: 0...0.1, using: &random))
        let bend = Bool.random(using: &random) ? 0 : Double.randomSize(in: 1e-4...3e-2, using: &random)
        let flat = Quad.rectangle(
            .random(in: 0.1...0.3, using: &random), .random(in: 0.1...0.3, using: &random))
        // Now and then with two corners exchanged, so that the outline crosses itself.
        let order = Int.random(in: 0..<10, using: &random) == 0 ? SIMD4(0, 2, 1, 3) : SIMD4(0, 1, 2, 3)
        return flat.reordered(order).map {
            tilt * ($0 + SIMD3<Double>.random(in: -bend...bend, using: &random)) + place
        }
    }

    /// The collisions that a search must find, by comparing every pair in the order of the batch.
    public func collisions(_ check: QuadCheck) -> [MarkerCollision] {
        var originals: [Int] = [], found: [MarkerCollision] = []
        for later in quads.indices {
            let original = originals.first {
                let relation = quads[$0].relation(to: quads[later], limits: check.limits)
                return relation == .duplicate || relation == .duplicateOppositeWinding
            }
            if let original {
                found.append(MarkerCollision(index: later, other: original, code: .duplicateMarker))
            } else {
                originals.append(later)
            }
        }
        for (place, later) in originals.enumerated() {
            // Those after the eighth are left out; crowds here are never that dense.
            for earlier in originals[..<place] {
                switch quads[earlier].relation(to: quads[later], limits: check.limits) {
                case .overlap(let share) where share >= check.limits.overlap:
                    found.append(MarkerCollision(index: later, other: earlier, code: .overlappingMarker))
                case .stacked:
                    found.append(MarkerCollision(index: later, other: earlier, code: .stackedMarker))
                default: break
                }
            }
        }
        return found.sorted { ($0.index, $0.other) < ($1.index, $1.other) }
    }
}

/// Two markers of a batch in each other's place, without the numbers.
public struct MarkerCollision: Hashable, Sendable {
    public var index: Int
    public var other: Int
    public var code: QuadIssue.Code

    init(index: Int, other: Int, code: QuadIssue.Code) {
        (self.index, self.other, self.code) = (index, other, code)
    }

    public init(_ issue: NeighborIssue) {
        self.init(index: issue.index, other: issue.other, code: issue.issue.code)
    }
}
