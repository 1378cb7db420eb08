public import Foundation
public import Markers
public import MarkersEndpoint
internal import SQLiteStore

/// All that a device keeps of one server while it has no network, in one SQLite file.
///
/// A store belongs to one server and to one process at a time. What it holds is not encrypted: its file can be read by its owner
/// only, and anything beyond that is the system's. It never holds a credential.
public actor MarkersStore {
    public nonisolated let path: String
    /// The server whose markers it keeps.
    public nonisolated let server: String
    let database: Database
    private let lock: FileLock
    /// The names of lists that were read since one was last kept, in that order: a read alone waits for no disk.
    var readSinceKeeping: [String] = []
    /// The names of lists whose bytes this process has kept, or compared with their digest.
    var seenWhole: Set<String> = []

    /// Whether a queue is being sent: two at once would make markers twice.
    private var isFlushing = false

    private init(_ path: String, _ server: String, _ database: sending Database, _ lock: FileLock) {
        (self.path, self.server, self.database, self.lock) = (path, server, database, lock)
    }

    /// Opens the store of a server, and makes it where there is no file.
    public static func open(at path: String, for server: Origin) throws(StoreError) -> MarkersStore {
        let lock = try lock(path)
        do throws(PrivateFile.Failure) { try PrivateFile.create(path) } catch {
            if case .file(let file, let status) = error { throw .file(file, status: status) }
        }
        return MarkersStore(
            path, server.description, try StoreSchema.open(path, for: server.description), lock)
    }

    /// Opens a store that exists, of whichever server: to look at it, and to decide on its edits.
    ///
    /// A file may name any server: what is sent, and where to, is decided by who names the server.
    public static func open(at path: String) throws(StoreError) -> MarkersStore {
        // A lock beside a file that does not exist would be left behind.
        guard access(path, F_OK) == 0 else { throw .file(path, status: errno) }
        let lock = try lock(path), database = try StoreSchema.open(path, for: nil)
        return MarkersStore(path, try StoreSchema.value("server", in: database) ?? "", database, lock)
    }

    private static func lock(_ path: String) throws(StoreError) -> FileLock {
        do throws(FileLock.Failure) { return try FileLock(of: path) } catch {
            switch error {
            case .held(let holder): throw .held(path, by: holder)
            case .file(let file, let status): throw .file(file, status: status)
            }
        }
    }

    /// Whether the caller may send the queue; nobody else may until ``endFlush()``.
    func beginFlush() -> Bool {
        defer { isFlushing = true }
        return !isFlushing
    }

    func endFlush() { isFlushing = false }
}

extension MarkersStore {
    /// The lists of a kind that are kept and hold something, found by its id in their bytes: nothing is read into this process, and
    /// none counts as used.
    ///
    /// - Parameters:
    ///   - prefix: What the names of their categories begin with, such as `markers/`.
    ///   - id: The id, of which servers write the letters in either case.
    func categories(_ prefix: String, holding id: UUID) throws(StoreError) -> [CacheCategory] {
        let database = database
        return try stored { () throws(DatabaseError) in
            try database.prepare(
                """
                SELECT category FROM kept WHERE substr(category, 1, length(?1)) = ?1
                AND (instr(body, CAST(?2 AS BLOB)) > 0 OR instr(body, CAST(?3 AS BLOB)) > 0)
                """
            ).all(
                .text(prefix), .text(id.uuidString.lowercased()), .text(id.uuidString)
            ) { row in row.text(0).flatMap { CacheCategory($0) } }
        }.compactMap(\.self)
    }
}

extension MarkersStore {
    /// Queues markers that are to be made, all of them or none; each has its id as its key on the server.
    ///
    /// A marker whose id is queued already is left as it is, so that the same call may be repeated. What is kept of a session is
    /// noted beside its markers, so that a recalibration of the session is noticed before they are sent.
    public func create(_ markers: [(id: UUID, marker: CreateMarker)]) throws(EditError) {
        var edits: [QueuedEdit] = []
        for (id, marker) in markers {
            if let color = marker.color, color.isBrokenColor { throw .badColor(color) }
            do throws(JSONError) {
                edits.append(
                    QueuedEdit(
                        id: id, kind: .create, session: marker.workSessionID, target: id,
                        wanted: try marker.json()))
            } catch {
                throw .unwritable(error)
            }
        }
        do throws(StoreError) {
            var changes: [QueueChange] = [], frames: [UUID: String] = [:], noted: Set<UUID> = []
            for var edit in edits where try self.edit(edit.id) == nil {
                if noted.insert(edit.session).inserted {
                    frames[edit.session] = try frameTag(of: edit.session)
                    changes.append(.keepFrame(session: edit.session))
                }
                edit.frame = frames[edit.session]
                changes.append(.add(edit))
            }
            try change(changes)
        } catch {
            throw .store(error)
        }
    }
}
