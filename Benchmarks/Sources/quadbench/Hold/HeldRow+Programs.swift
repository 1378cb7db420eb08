import Foundation
import Markers

/// Files of markers and the relay, beside Foundation, plain reading, and plain sockets.
extension HeldRow {
    static func markersRead() throws -> HeldRow {
        // A decoder of Foundation's reads far fewer in the same time.
        let items = 2000, share = 10
        let few = try MarkersCommand.document(SceneCommand.quads(items / share, seed: 1), seed: 1)
        let data = Data(few)
        let files = WorkedFiles { try MarkersCommand.document(SceneCommand.quads($0, seed: 1), seed: 1) }
        return HeldRow(
            name: "markers read", peer: "Foundation", items: items,
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
        let items = 20_000, files = WorkedFiles(CheckFileBench.document)
        let plain = try files.bytes(items)
        return HeldRow(
            name: "check of a file", peer: "reading it", items: items,
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

    /// The relay's processor time, beside what the system takes for the same bytes through a pair of sockets.
    static func relayed(_ tool: String) throws -> HeldRow {
        let items = 8000, recipients = 4
        let server = try ServerProcess([tool, "relay", "--port", "0"])
        let room = try SpeedRoom(server: server, "relay", recipients: recipients, joins: true)
        let pair = try SocketPair()
        return HeldRow(
            name: "message in, re-based for \(recipients)", peer: "its bytes through sockets", items: items,
            ours: { items in
                let before = server.processorNanoseconds
                _ = try room.carry(items)
                return server.processorNanoseconds - before
            },
            theirs: {
                try ThreadClock.time {
                    for _ in 0..<items * (1 + recipients) { try pair.pass(SpeedRoom.messageBytes) }
                }
            })
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

/// Two connected sockets of this process.
private final class SocketPair {
    private var ends: [Int32] = [-1, -1]
    private var room = [UInt8](repeating: 7, count: 4096)

    init() throws {
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw BenchError.violated("no pair of sockets: \(String(cString: strerror(errno)))")
        }
    }

    deinit { for end in ends { close(end) } }

    /// Writes so many bytes and reads them again.
    func pass(_ count: Int) throws {
        guard send(ends[0], room, count, 0) == count, recv(ends[1], &room, room.count, 0) == count else {
            throw BenchError.violated("a pair of sockets passed fewer than \(count) bytes")
        }
    }
}
