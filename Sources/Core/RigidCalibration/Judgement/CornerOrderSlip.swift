internal import QuadGeometry

/// Markers whose corners begin at another place on one side, or run the other way round: each corner is off by a side of its marker, and
/// the motion that is left goes through their middles.
package struct CornerOrderSlip {
    /// The root mean square distance of the corners of the markers from their middles, in metres.
    package let size: Double

    /// `nil` unless another order brings the corners of most markers clearly nearer to their places.
    package init?(_ pairs: Correspondences, _ moved: (SIMD3<Double>) -> SIMD3<Double>) {
        guard pairs.groups != nil else { return nil }
        let members = pairs.members
        let every = max((members.count + CornerOrderSlip.mostLookedAt - 1) / CornerOrderSlip.mostLookedAt, 1)
        var markers = 0, slipped = 0, squares = 0.0
        for place in stride(from: 0, to: members.count, by: every) {
            let group = members[place]
            guard group.count == 4, group.allSatisfy({ pairs.weights?[$0] ?? 1 > 0 }) else { continue }
            let sources = CornerOrderSlip.shape(group.map { moved(pairs.sources[$0]) })
            let targets = CornerOrderSlip.shape(group.map { pairs.targets[$0] })
            markers += 1
            squares += sources.corners.reduce(0) { $0 + $1.dot($1) } / 4
            let best = sources.correspondence(to: targets)
            let own = (0..<4).reduce(0.0) { sum, corner in
                let miss = sources[corner: corner] - targets[corner: corner]
                return sum + miss.dot(miss) / 4
            }
            let most = CornerOrderSlip.nearer * own.squareRoot()
            if best.order != .identity, best.distance < most { slipped += 1 }
        }
        guard 2 * slipped > markers else { return nil }
        size = (squares / Double(markers)).squareRoot()
    }

    /// Of so many markers, all over, the most of all can be told.
    private static let mostLookedAt = 1024
    /// Noise as large as the markers gains less by the best of eight orders: about two thirds are left.
    private static let nearer = 0.5

    /// Four corners about their middle.
    private static func shape(_ corners: [SIMD3<Double>]) -> Quad {
        let quad = Quad(corners[0], corners[1], corners[2], corners[3]), middle = quad.center
        return quad.map { $0 - middle }
    }
}
