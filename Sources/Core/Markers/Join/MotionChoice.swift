package import QuadGeometry
internal import RigidCalibration

/// A person's word on which of several motions is meant.
package enum MotionChoice: Sendable {
    /// By its number from 1, as they were told.
    case number(Int)
    /// The one that leads nearest to where this does.
    case near(RigidTransform)

    func index(among motions: [RivalMotion], of quads: [Quad]) throws(RigidFitError) -> Int {
        switch self {
        case .number(let number):
            guard motions.indices.contains(number - 1) else {
                throw .noSuchMotion(choice: number, motions: motions.count)
            }
            return number - 1
        case .near(let place):
            let distances = motions.map { motion in
                // Half a turn of a column leaves its centers.
                quads.flatMap(\.corners).reduce(0) {
                    let step = motion.targetFromSource * $1 - place * $1
                    return $0 + step.dot(step)
                }
            }
            let order = motions.indices.sorted { distances[$0] < distances[$1] }
            // What lies between two of them is near neither.
            guard order.count < 2 || distances[order[1]] > MotionChoice.leastRatio * distances[order[0]]
            else {
                throw motions.count == 2
                    ? .ambiguousMotion(motions[0], rival: motions[1]) : .severalMotions(motions)
            }
            return order[0]
        }
    }

    /// In squares of distances.
    private static let leastRatio = 4.0
}
