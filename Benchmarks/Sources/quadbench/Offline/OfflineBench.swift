import Foundation

/// The work of a device without a network: what it keeps, queues and sends.
///
/// `--requests` counts what each way of validating kept lists asks of the server, by the server's log, whatever the clock of the
/// device; `--speed` times lists, the queue and notices beside peers; `--memory` is what a long queue takes.
enum OfflineBench {
    static let usage =
        "offline [--requests] [--speed] [--lists] [--queue] [--notices] [--memory] [--quadcal FILE] [--python PYTHON] [--repeat K] [--count N]"

    private enum Part: String, CaseIterable { case requests, lists, queue, notices, memory }

    static func run(_ options: [String: String]) throws -> Any {
        let (tool, python) = (options["quadcal"], options["python"])
        let rounds = try options.count("repeat", default: 7),
            count = try options.count("count", default: 4000)
        var result: [String: Any] = [:]
        for part in parts(options) {
            switch part {
            case .requests:
                let rows = try OfflineRequests.rows()
                result[part.rawValue] = rows.map(\.summary)
                result[QuadBench.failure] = rows.contains { !$0.isRight }
            case .lists: result[part.rawValue] = try ListSpeed(tool, python, rounds: rounds).summary()
            case .queue:
                result[part.rawValue] = try QueueSpeed(tool, python, rounds: rounds, edits: count).summary()
            case .notices: result[part.rawValue] = try NoticeDelay.summary(rounds: 10 * rounds)
            case .memory: result[part.rawValue] = try QueueMemory.summary(tool)
            }
        }
        return result
    }

    /// The parts that are asked for; all where none is.
    private static func parts(_ options: [String: String]) -> [Part] {
        let timed: [Part] = options["speed"] == nil ? [] : [.lists, .queue, .notices]
        let parts = Part.allCases.filter { options[$0.rawValue] != nil || timed.contains($0) }
        return parts.isEmpty ? Part.allCases : parts
    }

    /// A folder of the system for the files of a run, removed with its last reference.
    final class Folder {
        let url: URL

        init() throws {
            url = FileManager.default.temporaryDirectory.appending(path: "offline-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        func path(_ name: String) -> String { url.appending(path: name).path }
    }
}
