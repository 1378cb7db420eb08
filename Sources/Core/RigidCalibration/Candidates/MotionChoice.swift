package import QuadGeometry

/// A person's word on which of several motions is meant.
package enum MotionChoice: Sendable {
    /// By its number from 1, as they were told.
    case number(Int)
    /// The one that leads nearest to where this does.
    case near(RigidTransform)

    /// The motion that a person states.
    var stated: AnchoredMotion? {
        guard case .near(let place) = self else { return nil }
        return AnchoredMotion(place)
    }

    func index(among motions: [RivalMotion], of quads: [Quad]) throws(RigidFitError) -> Int {
        switch self {
        case .number(let number):
            guard motions.indices.contains(number - 1) else {
                throw .noSuchMotion(choice: number, motions: motions.count)
            }
            return number - 1
        case .near:
            let distances = motions.map { distance(to: $0.targetFromSource, of: quads) }
            let order = motions.indices.sorted { distances[$0] < distances[$1] }
            guard distances[order[0]] <= MotionChoice.reach(of: quads) else {
                throw .noMotionNear(motions[order[0]], distance: distances[order[0]])
            }
            // What lies between two of them is near neither.
            guard order.count < 2 || distances[order[1]] > MotionChoice.leastRatio * distances[order[0]]
            else {
                throw motions.count == 2
                    ? .ambiguousMotion(motions[0], rival: motions[1]) : .severalMotions(motions)
            }
            return order[0]
        }
    }

    /// Whether a motion is the one that a person states, or nearly.
    func isNear(_ motion: AnchoredMotion, of quads: [Quad]) -> Bool {
        stated != nil && distance(to: motion, of: quads) <= MotionChoice.reach(of: quads)
    }

    /// How far a motion takes corners from where the stated one does, root mean square in metres; half a turn of a column leaves its centers.
    private func distance(to motion: AnchoredMotion, of quads: [Quad]) -> Double {
        guard case .near(let place) = self else { return .infinity }
        return quads.rootMeanSquare { motion * $0 - place * $0 }
    }

    /// How far a motion may be from a person's word, in metres.
    private static func reach(of quads: [Quad]) -> Double {
        let corners = quads.flatMap { $0.corners }
        let middle = corners.reduce(.zero, +) / Double(max(corners.count, 1))
        let level = quads.rootMeanSquare { ($0 - middle) * SIMD3(1, 0, 1) }
        return Double.maximum(nearAngle * level, leastReach)
    }

    private static let leastRatio = 2.0
    /// A motion is near to a person's word if its turn is off by no more than this, in radians, about the middle of the markers, or it leads
    /// them no farther away than this, in metres: a pattern's next motion is often a step of a few metres away.
    private static let nearAngle = 0.15, leastReach = 0.5
}

extension [Quad] {
    /// The root mean square of a length at every corner.
    fileprivate func rootMeanSquare(_ step: (SIMD3<Double>) -> SIMD3<Double>) -> Double {
        let squares = flatMap { $0.corners }.reduce(0) {
            let step = step($1)
            return $0 + step.dot(step)
        }
        return (squares / Double(Swift.max(4 * count, 1))).squareRoot()
    }
}
