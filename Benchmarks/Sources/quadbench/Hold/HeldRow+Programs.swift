import Foundation
import Markers

/// Files of markers and the relay, beside Foundation and plain reading.
extension HeldRow {
    static func markersRead() throws -> HeldRow {
        // A decoder of Foundation's reads far fewer in the same time.
        let items = 2000, share = 10
        let few = try MarkersCommand.document(SceneCommand.quads(items / share, seed: 1), seed: 1)
        let data = Data(few)
        let files = WorkedFiles { try MarkersCommand.document(SceneCommand.quads($0, seed: 1), seed: 1) }
        return HeldRow(
            items: items,
            ours: { items in
                let bytes = try files.bytes(items)
                var found = 0
                let time = try ThreadClock.time { found = try MarkerList(bytes).markers.count }
                guard found == items else { throw BenchError.violated("\(found) of \(items) markers read") }
                return time
            },
            theirs: {
                var found = 0
                let time = try ThreadClock.time {
                    found = try JSONDecoder().decode([FoundationMarker].self, from: data).count
                }
                guard found == items / share else { throw BenchError.violated("Foundation read \(found)") }
                return time * Double(share)
            })
    }

    /// The tool's check as a process, its start included, beside reading the same markers here.
    static func checkOfFile(_ tool: String) throws -> HeldRow {
        let items = 60_000, files = WorkedFiles(CheckFileBench.document)
        let plain = try files.bytes(items)
        return HeldRow(
            items: items,
            ours: { items in
                try ChildRun([tool, "check", try files.file(items).path]).processorMilliseconds * 1e6
            },
            theirs: {
                var found = 0
                let time = try ThreadClock.time { found = try MarkerList(plain).markers.count }
                guard found == items else { throw BenchError.violated("\(found) of \(items) markers read") }
                return time
            })
    }

    /// The relay of a room in memory, since what the system takes for sockets differs by a third from process to process, and so
    /// does Foundation.
    static func relayed(beside problems: FitProblems) throws -> HeldRow {
        let items = 2000, fits = 20_000
        var relay = try RelayRun(recipients: 4)
        let message = MessagesBench.message(token: RelayRun.token(1))
        return HeldRow(
            items: items,
            ours: { items in ThreadClock.time { relay.say(message, times: items) } },
            theirs: { fitInEigen(problems, fits) })
    }
}

/// Documents of so many markers, each made once; their files go with the last reference.
private final class WorkedFiles {
    private let document: (Int) throws -> [UInt8]
    private var made: [Int: (bytes: [UInt8], file: URL)] = [:]

    init(_ document: @escaping (Int) throws -> [UInt8]) { self.document = document }

    deinit { for (_, file) in made.values { try? FileManager.default.removeItem(at: file) } }

    func bytes(_ count: Int) throws -> [UInt8] { try worked(count).bytes }

    func file(_ count: Int) throws -> URL { try worked(count).file }

    private func worked(_ count: Int) throws -> (bytes: [UInt8], file: URL) {
        if let found = made[count] { return found }
        let bytes = try document(count)
        let file = FileManager.default.temporaryDirectory.appending(path: "held-\(UUID().uuidString).json")
        do { try Data(bytes).write(to: file) } catch { throw BenchError.badFile(file.path, "\(error)") }
        made[count] = (bytes, file)
        return (bytes, file)
    }
}
