import FitReports
import Markers
import QuadGeometry
import ToolMarkers
import ToolTerminal

/// The poses of a file, moved by a fit and written.
struct MovedPoses {
    private let old, new: Trajectory
    private let file: PoseFile
    private let saved: SavedFitFile

    init(
        of file: String, _ format: TrajectoryFormat, by saved: SavedFitFile, _ options: ApplyOptions
    ) throws(Failure) {
        if let kinds = saved.fit.kinds, kinds.target != .raw {
            throw .contradiction(
                "--poses \(format.rawValue)",
                "\(saved.file), which leads to \(kinds.target.rawValue) corners,")
        }
        let motion = PlannedMotion(saved.fit, from: .raw, to: .raw)
        let request = PlanRequest(
            motion, mode: .raw, frames: FrameMembership(chosen: [], rule: .allButTargets, targets: []),
            space: SpaceCalibration(nil, sign: .added), isStrict: false)
        do throws(RecalibrationPlanError) { _ = try MarkerMover(request) } catch {
            throw .unusableFit(file: saved.file, error)
        }
        self.saved = saved
        self.file = try PoseFile(reading: file, format)
        old = self.file.trajectory
        do throws(ExchangeError) { new = try old.moved(by: saved.fit.targetFromSource) } catch {
            throw .exchange(file: file, error)
        }
        let bytes = new.bytes
        try MarkerOutput(options).write { (output) throws(Failure) in
            do throws(JSONError) {
                try bytes.withUnsafeBufferPointer { buffer throws(JSONError) in
                    try output.sink.take(UnsafeRawBufferPointer(buffer))
                }
            } catch {
                throw output.failure(error) ?? .json(file: file, error)
            }
        }
    }

    /// The outcome for people.
    var lines: [String] {
        let shift = zip(old.entries, new.entries).map { ($1.center - $0.center).length }.max() ?? 0
        let name = fileLabel(file.file), fit = fileLabel(saved.file)
        let said = saved.fit.judgements.map { visible($0.code) }
        return [
            "PASS  \(name): \(counted(old.entries.count, "pose")) moved, by at most \(MeasureText.length(shift))"
        ] + file.notes.map { "\(name): \($0)" }
            + (said.isEmpty ? [] : ["\(fit) was saved with a warning (\(said.joined(separator: ", ")))"])
            + ["poses do not tell whether \(fit) was already applied"]
    }
}

extension ApplyOptions {
    /// An option that only markers have, if one was given.
    var markerOption: String? {
        [
            mode.map { "--mode \($0 == .raw ? "raw" : "calibrated")" },
            sessions.first.map { "--from-session \($0.wireText)" }, isStrict ? "--strict" : nil,
            from.map { "--from \($0.rawValue)" }, to.map { "--to \($0.rawValue)" },
            vector == nil ? nil : "--vector", form == .json ? "--json" : nil,
        ].compactMap { $0 }.first
    }
}
