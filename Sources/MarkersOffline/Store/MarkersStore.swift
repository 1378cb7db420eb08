public import MarkersClient
internal import SQLiteStore

/// All that a device keeps of one server while it has no network, in one SQLite file.
///
/// A store belongs to one server and to one process at a time. What it holds is not encrypted: its file can be read by its owner
/// only, and anything beyond that is the system's. It never holds a credential.
public actor MarkersStore {
    public nonisolated let path: String
    let database: Database
    private let lock: FileLock
    /// The names of lists that were read since one was last kept, in that order: a read alone waits for no disk.
    var readSinceKeeping: [String] = []

    /// Whether a queue is being sent: two at once would make markers twice.
    private var isFlushing = false

    private init(_ path: String, _ database: sending Database, _ lock: FileLock) {
        (self.path, self.database, self.lock) = (path, database, lock)
    }

    /// Opens the store of a server, and makes it where there is no file.
    public static func open(at path: String, for server: Origin) throws(StoreError) -> MarkersStore {
        let lock: FileLock
        do throws(FileLock.Failure) { lock = try FileLock(of: path) } catch {
            switch error {
            case .held(let holder): throw .held(path, by: holder)
            case .file(let file, let status): throw .file(file, status: status)
            }
        }
        do throws(PrivateFile.Failure) { try PrivateFile.create(path) } catch {
            if case .file(let file, let status) = error { throw .file(file, status: status) }
        }
        return MarkersStore(path, try StoreSchema.open(path, for: server.description), lock)
    }

    /// Whether the caller may send the queue; nobody else may until ``endFlush()``.
    func beginFlush() -> Bool {
        defer { isFlushing = true }
        return !isFlushing
    }

    func endFlush() { isFlushing = false }
}
