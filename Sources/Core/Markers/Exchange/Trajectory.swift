public import QuadGeometry
public import RigidCalibration

/// The poses of a sensor along its way, as a file of another program has them.
public struct Trajectory: Sendable {
    public let format: TrajectoryFormat
    /// The file as it was read, or as it is to be written.
    public let bytes: [UInt8]
    public let entries: [TrajectoryEntry]

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: The file: UTF-8, lines that begin with # are comments.
    ///   - format: Its format.
    public init(_ bytes: [UInt8], format: TrajectoryFormat) throws(ExchangeError) {
        (self.bytes, self.format) = (bytes, format)
        var reader = TrajectoryReader(bytes, format)
        entries = try reader.entries()
        guard !entries.isEmpty else {
            throw ExchangeError(.empty, line: 1, format: format.motionFormat)
        }
    }

    /// Writes poses.
    ///
    /// - Parameters:
    ///   - poses: Time stamps in seconds (TUM) or names of images (COLMAP), and transforms from the body to the world;
    ///     KITTI has no names.
    ///   - format: The format to write.
    public init(
        _ poses: [(name: String, worldFromBody: RigidTransform)], format: TrajectoryFormat
    ) throws(ExchangeError) {
        var lines = ""
        for (place, one) in poses.enumerated() {
            let pose = Pose(format.isFromWorld ? one.worldFromBody.inverted() : one.worldFromBody)
            let (head, tail) = format == .colmap ? ("\(place + 1)", "1 \(one.name)") : (one.name, "")
            lines += PoseText.line(pose, format, head: head, tail: tail)
        }
        try self.init(Array(lines.utf8), format: format)
    }

    /// The same sensor seen from another world. Comments, time stamps, names and the points of images stay as they are.
    ///
    /// Where a quaternion was read, one is written that varies as the one read does: it may change its sign.
    ///
    /// - Parameter newFromOld: The motion, from the world of these poses to the other.
    public func moved(by newFromOld: AnchoredMotion) throws(ExchangeError) -> Trajectory {
        var moved: [UInt8] = []
        moved.reserveCapacity(bytes.count)
        var end = 0
        for entry in entries {
            moved += bytes[end..<entry.range.lowerBound]
            end = entry.range.upperBound
            let line = PoseText.line(
                try self.moved(entry, newFromOld), format,
                head: String(decoding: bytes[entry.head], as: UTF8.self),
                tail: String(decoding: bytes[entry.tail], as: UTF8.self), isWhole: false)
            moved += line.utf8
        }
        return try Trajectory(moved + bytes[end...], format: format)
    }

    private func moved(_ entry: TrajectoryEntry, _ motion: AnchoredMotion) throws(ExchangeError) -> Pose {
        let old = entry.pose, turn = motion.rotation, center = motion * entry.center
        do throws(ExchangeFault) {
            guard format != .kitti else {
                return Pose(
                    try Trajectory.transform(turn * old.transform.rotation, center))
            }
            // x, y, z, w; the inverse turn for poses that lead from the world.
            let q = turn.quaternionXYZW, written = old.quaternionXYZW
            let product =
                format.isFromWorld
                ? Trajectory.product(written, q * SIMD4(-1, -1, -1, 1)) : Trajectory.product(q, written)
            let unit = product / (product * product).sum().squareRoot()
            guard format.isFromWorld else { return try Pose(quaternionXYZW: unit, translation: center) }
            let rotation = old.transform.rotation * turn.inverted()
            return try Pose(quaternionXYZW: unit, translation: -(rotation * center))
        } catch {
            throw ExchangeError(error, line: entry.line, format: format.motionFormat)
        }
    }

    private static func transform(
        _ rotation: Rotation, _ translation: SIMD3<Double>
    ) throws(ExchangeFault) -> RigidTransform {
        guard let transform = RigidTransform(rotation: rotation, translation: translation) else {
            throw .outOfRange(field: "t")
        }
        return transform
    }

    /// Hamilton's product, in the order x, y, z, w.
    private static func product(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
        SIMD4(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    }

    /// The largest difference of a quaternion's length from 1 that was divided out.
    public var largestLengthDefect: Double { entries.map(\.pose.lengthDefect).max() ?? 0 }

    /// The largest difference of a number of a matrix from the nearest rotation.
    public var largestCorrection: Double { entries.map(\.pose.correction).max() ?? 0 }
}
