import Markers
import QuadGeometry
import RigidCalibration

/// The promises about motions and poses of other programs.
enum ExchangePromises {
    /// A motion that is read is a rotation and a translation, which are written and read back.
    static func motion(_ bytes: [UInt8]) {
        for format in MotionFormat.allCases {
            do throws(ExchangeError) {
                let motion = try MotionReader.pose(bytes, format: format).transform
                let r = motion.rotation
                promise((try? Rotation(columns: r.x, r.y, r.z)) != nil, "what is read is a rotation")
                let text = MotionText.text(of: motion, as: format)
                let again = try? MotionReader.pose(Array(text.utf8), format: format, layout: .rows)
                promise(again?.transform.translation == motion.translation, "a translation is read back")
                let back = again.map { (r.inverted() * $0.transform.rotation).angle } ?? 1
                promise(back <= MotionText.angleError + Rotation.orthonormalityLimit, "a turn is read back")
            } catch {
                promise(!error.fault.code.isEmpty && error.line > 0, "a refusal has a code and a line")
            }
        }
    }

    /// Poses that are read and moved by nothing keep their names and their lines.
    static func poses(_ bytes: [UInt8]) {
        for format in TrajectoryFormat.allCases {
            guard let poses = try? Trajectory(bytes, format: format) else { continue }
            promise(poses.bytes == bytes, "bytes are kept")
            guard let moved = try? poses.moved(by: .identity) else { continue }
            promise(moved.entries.map(\.name) == poses.entries.map(\.name), "names are kept")
            promise(moved.entries.map(\.line) == poses.entries.map(\.line), "lines are kept")
        }
    }
}
