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

extension DemoWall {
    /// A picture of the wall: the poses of the phone, and what it sees.
    package struct Frame: Hashable, Sendable {
        /// The number of the frame, from 0.
        package let number: Int
        /// The name of the stand; the frames of one share the error of the measured pose.
        package let stand: String
        /// The pose as the phone measures it, and the true one. Camera space has x to the right, y up, and z towards the viewer.
        package let measured, actual: RigidTransform
        /// In no particular order.
        package let sightings: [Sighting]
    }

    /// A box around an object, in pixels from the top left corner, and its distance in metres.
    package struct Sighting: Hashable, Sendable {
        /// The place of the object in ``objects``.
        package let object: Int
        /// 0.5 to 1.
        package let confidence: Double
        package let centerX, centerY, width, height: Double
        package let distance: Double
    }

    /// The focal lengths, the principal point and the size of the phone's image, in pixels.
    package enum Camera {
        package static let (fx, fy, cx, cy) = (933.9137, 933.9137, 617.7059, 363.0624)
        package static let (width, height) = (1280, 720)
    }

    /// Standard deviations: of a box's edge in pixels, of a distance and of the phone's place in metres, and of its turn in degrees.
    package enum Noise {
        package static let (edge, depth, poseShift, poseDegrees) = (2.0, 0.0015, 0.005, 0.3)
    }

    /// The stands of a walk, and the frames of a stand.
    package static let standCount = 20, framesPerStand = 10
    /// The distances of the phone from the middle of the wall.
    package static let range = 0.9...1.4
    /// Objects nearer to the edge of the image than this, in pixels, are not seen.
    package static let margin = 8.0
    /// The deviation of a hand's shake in metres and in radians, a direction, and its largest value in deviations.
    private static let (shake, mostShake) = (0.01, 3.0)

    /// A walk past all stands.
    package var frames: [Frame] { (0..<DemoWall.standCount * DemoWall.framesPerStand).map(frame) }

    /// A frame by its number, from 0; after a walk it continues to further stands.
    package func frame(_ number: Int) -> Frame {
        let number = max(0, number), stand = number / DemoWall.framesPerStand
        var random = SceneRandom(seed: seed, part: 1 << 32 | UInt64(stand))
        let base = DemoWall.look(&random)
        let wrongTurn = DemoWall.turn(random.normals() * (DemoWall.Noise.poseDegrees * QuadLimits.degree))
        let wrongShift = random.normals() * DemoWall.Noise.poseShift
        random = SceneRandom(seed: seed, part: 2 << 32 | UInt64(number))
        let turn = DemoWall.turn(random.noise(DemoWall.shake)) * base.rotation
        let place = base.translation + random.noise(DemoWall.shake)
        let actual = RigidTransform(rotation: turn, translation: place) ?? .identity
        let measured = RigidTransform(rotation: wrongTurn * turn, translation: place + wrongShift)
        return Frame(
            number: number, stand: "stand \(stand + 1)", measured: measured ?? .identity, actual: actual,
            sightings: sightings(from: actual, &random))
    }

    private static func turn(_ vector: SIMD3<Double>) -> Rotation {
        Rotation(rotationVector: vector) ?? .identity
    }

    /// A pose that looks at the middle of the wall, from so far that no shake leaves ``range``.
    private static func look(_ random: inout SceneRandom) -> RigidTransform {
        let most = mostShake * shake * 3.0.squareRoot()
        let direction = random.place(within: SIMD3(0.45, 0.3, 0)) + SIMD3(0, 0, 1)
        let back = direction.unit ?? SIMD3(0, 0, 1)
        let eye = back * random.number(range.lowerBound + most...range.upperBound - most)
        let right = SIMD3(0, 1, 0).cross(back).unit ?? SIMD3(1, 0, 0)
        let turn = try? Rotation(columns: right, back.cross(right), back)
        return RigidTransform(rotation: turn ?? .identity, translation: eye) ?? .identity
    }

    private func sightings(from pose: RigidTransform, _ random: inout SceneRandom) -> [Sighting] {
        let cameraFromWorld = pose.inverted()
        var found: [Sighting] = []
        for (place, object) in objects.enumerated() {
            let seen = cameraFromWorld * object.center, depth = -seen.z
            guard depth > 0 else { continue }
            let across = Camera.fx * DemoWall.size / depth / 2, down = Camera.fy * DemoWall.size / depth / 2
            let u = Camera.cx + Camera.fx * seen.x / depth, v = Camera.cy - Camera.fy * seen.y / depth
            guard u >= across + DemoWall.margin, u <= Double(Camera.width) - across - DemoWall.margin,
                v >= down + DemoWall.margin, v <= Double(Camera.height) - down - DemoWall.margin
            else { continue }
            let confidence = (100 * random.number(0.5...1)).rounded() / 100
            // Edges are off one by one; the centre is their mean.
            let off = random.normals() * Noise.edge, last = random.normals()
            let (left, right) = (u - across + off.x, u + across + off.y)
            let (top, bottom) = (v - down + off.z, v + down + last.x * Noise.edge)
            let distance = (distances == .axis ? depth : seen.length) + last.y * Noise.depth
            found.append(
                Sighting(
                    object: place, confidence: confidence, centerX: DemoWall.rounded((left + right) / 2),
                    centerY: DemoWall.rounded((top + bottom) / 2), width: DemoWall.rounded(right - left),
                    height: DemoWall.rounded(bottom - top), distance: DemoWall.rounded(distance)))
        }
        return found.shuffled(using: &random)
    }

    /// As many places as a phone writes, and far fewer than noise leaves certain.
    private static func rounded(_ number: Double) -> Double { (number * 1e4).rounded() / 1e4 }
}
