internal import QuadGeometry

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
