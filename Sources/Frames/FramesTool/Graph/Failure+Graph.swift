import FrameGraph
import FrameReports
import ToolTerminal

/// Graphs, sessions and poses that give no answer.
extension Failure {
    /// A graph of frames that is refused, or gives no answer.
    static func graph(file: String, _ error: GraphInputError) -> Failure {
        Failure(
            error.isUnreadable ? .unreadable : .unsolvable, code: error.code, file: file, line: error.line,
            "\(fileLabel(file))\(error.line.map { ":\($0)" } ?? ""): \(visible(error.text, atMost: .max))")
    }

    /// Sessions that cannot be fused.
    static func fusion(_ error: FusionError) -> Failure {
        let (exitCode, file): (ExitCode, String?) =
            switch error {
            case .unconnected: (.unsolvable, nil)
            case .badCorner(let file, _, _): (.unreadable, file)
            case .tooFewSessions, .duplicateSession, .noSuchSession, .badNoise, .badTilt: (.usage, nil)
            }
        return Failure(
            exitCode, code: error.code, file: file,
            "\(error.code), \(visible(error.message)); \(error.remedy)")
    }

    /// Poses that determine no place of the camera.
    static func handEye(file: String, _ error: HandEyeError) -> Failure {
        Failure(
            .unsolvable, code: error.code, file: file,
            "\(fileLabel(file)): \(error.code), \(error.message); \(error.remedy)")
    }
}
