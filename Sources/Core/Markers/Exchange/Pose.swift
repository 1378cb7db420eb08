public import QuadGeometry
internal import RigidCalibration

/// A rigid transform as other programs write one, which keeps the quaternion that it was read from.
///
/// A matrix computed from a quaternion and back differs in its last digits; kept, both are written as they were read.
public struct Pose: Hashable, Sendable {
    public let transform: RigidTransform
    /// In the order x, y, z, w: as it was read, or of length one with w not negative.
    public let quaternionXYZW: SIMD4<Double>
    /// The difference of the quaternion's length from 1; zero if it was computed.
    public let lengthDefect: Double
    /// The largest difference of a number of the matrix from the nearest rotation; zero if it was not corrected.
    public let correction: Double

    /// Numbers printed to three places differ from length 1 by less; above this a quaternion is none, or a number is wrong.
    public static let largestLengthDefect = 1e-3

    /// A transform with its quaternion computed.
    public init(_ transform: RigidTransform) { self.init(transform, correction: 0) }

    /// The transform of a matrix, with what was corrected in it.
    public init(_ matrix: RigidMatrix) { self.init(matrix.transform, correction: matrix.correction) }

    init(_ transform: RigidTransform, correction: Double) {
        (self.transform, self.correction, lengthDefect) = (transform, correction, 0)
        quaternionXYZW = transform.rotation.quaternionXYZW
    }

    /// A quaternion of length one, to within ``largestLengthDefect``, and a translation in metres.
    ///
    /// - Parameters:
    ///   - quaternion: The rotation, in the order x, y, z, w.
    ///   - translation: The image of the origin.
    public init(
        quaternionXYZW quaternion: SIMD4<Double>, translation: SIMD3<Double>
    ) throws(ExchangeFault) {
        let length = (quaternion * quaternion).sum().squareRoot(), defect = (length - 1).magnitude
        guard defect <= Pose.largestLengthDefect, let rotation = try? Rotation(quaternionXYZW: quaternion)
        else { throw .notUnit(length: length) }
        guard translation.largestMagnitude <= Correspondences.largestCoordinate,
            let transform = RigidTransform(rotation: rotation, translation: translation)
        else { throw .outOfRange(field: "the translation") }
        (self.transform, quaternionXYZW) = (transform, quaternion)
        (lengthDefect, correction) = (defect, 0)
    }
}

/// Poses as lines of text; numbers are written with the fewest digits that read back as the same double.
enum PoseText {
    /// A pose in a format, with its end unless it replaces a line that has one.
    ///
    /// - Parameters:
    ///   - pose: The transform in the direction of the format.
    ///   - format: The format.
    ///   - head: The time stamp or the number of the image; KITTI has none.
    ///   - tail: The number of the camera and the name of the image; only COLMAP has them.
    ///   - isWhole: Whether the ends of lines are written, and COLMAP's line of points, which is empty.
    static func line(
        _ pose: Pose, _ format: TrajectoryFormat, head: String, tail: String, isWhole: Bool = true
    ) -> String {
        let q = pose.quaternionXYZW, t = pose.transform.translation
        switch format {
        case .tum: return head + " " + numbers([t.x, t.y, t.z, q.x, q.y, q.z, q.w]) + (isWhole ? "\n" : "")
        case .kitti: return numbers(Array(pose.transform.rowMajor.prefix(12))) + (isWhole ? "\n" : "")
        case .colmap:
            return "\(head) \(numbers([q.w, q.x, q.y, q.z, t.x, t.y, t.z])) \(tail)"
                + (isWhole ? "\n\n" : "")
        }
    }

    /// Numbers with blanks between them.
    static func numbers(_ numbers: [Double]) -> String {
        numbers.map(\.shortestText).joined(separator: " ")
    }
}
