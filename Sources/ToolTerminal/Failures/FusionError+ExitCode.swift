package import FrameGraph

extension FusionError {
    /// Unsolvable where sessions are not connected.
    package var exitCode: ExitCode {
        switch self {
        case .unconnected: .unsolvable
        case .badCorner: .unreadable
        case .tooFewSessions, .duplicateSession, .noSuchSession, .badNoise, .badTilt: .usage
        }
    }
}
