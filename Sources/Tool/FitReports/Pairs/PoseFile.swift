package import Markers
import RigidCalibration
import ToolMarkers
package import ToolTerminal

/// A file of the poses of a sensor.
package struct PoseFile {
    package let file: String
    package let sha256: String
    package let trajectory: Trajectory

    /// Reads a file, or standard input where the name is `-`.
    package init(reading file: String, _ format: TrajectoryFormat) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        do throws(ExchangeError) { trajectory = try Trajectory(bytes, format: format) } catch {
            throw .exchange(file: file, error)
        }
        (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
    }

    /// The convention in which it was read, and what was corrected.
    package var notes: [String] {
        let correction = trajectory.largestCorrection
        return [
            "read as \(trajectory.format.motionFormat.convention)",
            lengthNote(trajectory.largestLengthDefect),
            correction > 0
                ? "not exact rotations; the nearest ones are used, which differ by at most "
                    + "\(MeasureText.digits(3, correction)) in a number" : nil,
        ].compactMap { $0 }
    }
}

/// The places of a sensor in two worlds, paired by the times or the names of its poses.
struct PoseFiles: PairSource {
    private let old, new: PoseFile
    private let paired: TrajectoryPairs
    /// The largest difference of the times of a pair that was allowed, in seconds.
    private let gap: Double

    init(reading files: [String], _ format: TrajectoryFormat, within gap: Double) throws(Failure) {
        let old = try PoseFile(reading: files[0], format), new = try PoseFile(reading: files[1], format)
        do throws(TrajectoryPairsError) {
            paired = try TrajectoryPairs(old.trajectory, new.trajectory, within: gap)
        } catch {
            throw .unpairedPoses(old: files[0], new: files[1], error)
        }
        (self.old, self.new, self.gap) = (old, new, gap)
    }

    var file: String { old.file }
    var label: String { "\(fileLabel(old.file)) to \(fileLabel(new.file))" }
    var pairs: Correspondences { paired.correspondences }
    var ids: [String] { paired.correspondences.ids ?? [] }
    var lines: [Int] { paired.matches.map { old.trajectory.entries[$0.old].line } }
    var notes: [(file: String, text: String)] {
        [old, new].flatMap { one in one.notes.map { (one.file, $0) } }
    }

    var facts: [(name: String, text: String)] {
        let count = paired.matches.count
        let times =
            gap > 0 ? ", times at most \(MeasureText.digits(3, paired.largestGap * 1000)) ms apart" : ""
        return [
            (
                "joined",
                "\(counted(count, "pose")), of \(old.trajectory.entries.count) old and "
                    + "\(new.trajectory.entries.count) new\(times)"
            )
        ]
    }

    var inputs: [FitDocument.Input] { [input(old, "old"), input(new, "new")] }

    private func input(_ file: PoseFile, _ role: String) -> FitDocument.Input {
        var input = FitDocument.Input.Poses()
        (input.role, input.file, input.sha256) = (role, file.file, file.sha256)
        input.writtenAs = file.trajectory.format
        input.poses = file.trajectory.entries.count
        input.unmatched = input.poses - paired.matches.count
        input.within = gap
        input.lengthDefect = file.trajectory.largestLengthDefect
        input.correction = file.trajectory.largestCorrection
        return .poses(input)
    }
}
