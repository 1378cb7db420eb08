internal import Foundation

/// A part of the sweep: the thing that is broken, and how the result is judged.
public enum Part: String, CaseIterable, Sendable {
    /// The comparison of the system calls of two runs.
    case alike
    /// The tool or the sandbox killed at its system calls, and the tool at random times.
    case client, server, random
    /// A disk that fails, calls that are interrupted or incomplete, and torn files.
    case disk, interrupted, short, torn
    /// Others with the same job, space or address, and a pause that outlasts the locks.
    case rivals, paused
    /// A queue of edits whose sending is killed: at random calls, or at those of a small one.
    case queue, queueSweep = "queue-sweep"

    /// Breaks it in one way of writing after the other, and returns the results.
    ///
    /// Every result that has `violations` counts them.
    public func run(_ modes: [String], _ settings: Settings) throws -> [String: Any] {
        // Edits of a queue are of no mode.
        switch self {
        case .queue: return try QueueKills(settings: settings).random(edits: 4 * settings.markers)
        case .queueSweep: return try QueueKills(settings: settings).sweep(edits: 20)
        default: break
        }
        var results: [String: Any] = [:]
        for mode in PushMode.allCases where modes.isEmpty || modes.contains(mode.rawValue) {
            results[mode.rawValue] = try run(mode, settings)
        }
        return results
    }

    private static let diskErrors = ["ENOSPC": ENOSPC, "EIO": EIO, "EROFS": EROFS, "EDQUOT": EDQUOT]

    private func run(_ mode: PushMode, _ settings: Settings) throws -> Any {
        func each(_ body: (Scene.Action) throws -> Any) rethrows -> [String: Any] {
            var results: [String: Any] = [:]
            for action in settings.actions.isEmpty ? Scene.Action.allCases : settings.actions {
                results[action.rawValue] = try body(action)
            }
            return results
        }
        let disk = DiskFaults(settings: settings)
        return switch self {
        case .alike: try each { try Traces(settings).of(mode, $0).document }
        case .client: try each { try ClientKills(settings: settings).sweep(mode, $0) }
        case .server: try each { try ServerKills(settings: settings).sweep(mode, $0) }
        case .random: try ClientKills(settings: settings).random(mode)
        case .disk:
            try each { action in try Part.diskErrors.mapValues { try disk.failing(mode, action, $0) } }
        case .interrupted: try each { try disk.interrupted(mode, $0) }
        case .short: try each { try disk.short(mode, $0) }
        case .torn: try TornFiles(settings: settings).sweep(mode)
        case .rivals: try Rivals(settings: settings).all(mode)
        case .paused: try Rivals(settings: settings).paused(mode)
        case .queue, .queueSweep: [:] as [String: Any]
        }
    }
}
