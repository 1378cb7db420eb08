package import QuadGeometry

/// Twelve objects on a wall and the path of a phone that looks at them, with what is true of both: the same numbers for the same
/// seed, on every machine.
///
/// Objects are 8 cm wide and at least 15 cm apart; those of one label are at least 30 cm apart. Metres, y up; the wall lies across z, and
/// the phone is on the side of rising z.
package struct DemoWall: Hashable, Sendable {
    package let seed: UInt64
    /// The line along which the phone measures distances.
    package let distances: Distance
    package let objects: [Object]

    package struct Object: Hashable, Sendable {
        package let label: String
        package let center: SIMD3<Double>

        /// Corners p1 to p4, clockwise as the phone sees them, from the top left.
        package var quad: Quad {
            let right = SIMD3(DemoWall.size / 2, 0, 0), up = SIMD3(0, DemoWall.size / 2, 0)
            return Quad(center - right + up, center + right + up, center + right - up, center - right - up)
        }
    }

    /// The line along which distances are measured.
    package enum Distance: Hashable, Sendable {
        case axis
        case ray
    }

    /// Width and height of every object.
    package static let size = 0.08
    /// The least distance between two objects, and between two of one label.
    package static let leastGap = 0.15, leastGapOfLabel = 0.30
    /// Half the width, the height and the depth of the wall.
    static let reach = SIMD3(0.6, 0.4, 0.05)
    static let objectCount = 12, labels = ["red", "green", "blue", "white", "black", "grey"]

    package init(seed: UInt64 = 1, distances: Distance = .axis) {
        (self.seed, self.distances) = (seed, distances)
        var random = SceneRandom(seed: seed, part: 40)
        var objects: [Object] = []
        // A wall that has no room left is begun afresh.
        repeat { objects = DemoWall.placed(&random) } while objects.count < DemoWall.objectCount
        self.objects = objects
    }

    private static func placed(_ random: inout SceneRandom) -> [Object] {
        var objects: [Object] = []
        for _ in 0..<1000 where objects.count < objectCount {
            let center = random.place(within: reach)
            let near = objects.filter { ($0.center - center).length < leastGapOfLabel }
            let taken = Set(near.map(\.label))
            guard near.allSatisfy({ ($0.center - center).length >= leastGap }),
                let label = labels.first(where: { !taken.contains($0) })
            else { continue }
            objects.append(Object(label: label, center: center))
        }
        return objects
    }
}
