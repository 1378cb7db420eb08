internal import Foundation
public import Markers
public import MarkersEndpoint
internal import SQLiteStore

/// The jobs of this user on this machine, whichever folders their files are in: a copy of each, made before anything was sent and brought
/// up to date after every run.
///
/// A second job asks them what became of its markers, and finds jobs of other folders there, deleted ones, too. A copy is itself
/// a job: what it began can be resumed or undone by it, since the server is asked for the state of every marker. An empty folder
/// is no evidence of anything: the machine may be new, or the account another one.
///
/// ```swift
/// var recalibration = Recalibration(api, on: origin, as: "ann")
/// recalibration.records = JobRecords(folder: "/var/lib/rescans/quadcal")
/// ```
public struct JobRecords: Hashable, Sendable {
    /// The folder of the copies, which is made with the first of them.
    public let folder: String

    /// So many copies are kept, and so many files of a folder are looked at, the newest.
    static let most = 1000

    public init(folder: String) { self.folder = folder }

    /// The folder of this user: `quadcal/jobs` in `XDG_STATE_HOME`, or in `~/.local/state`, or on Apple's systems in Application
    /// Support; `nil` for a process without a home.
    public static var standard: JobRecords? {
        let environment = ProcessInfo.processInfo.environment
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            return JobRecords(folder: "\(state)/quadcal/jobs")
        }
        #if canImport(Darwin)
        let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
        return support.map { JobRecords(folder: $0.appending(path: "quadcal/jobs").path) }
        #else
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return JobRecords(folder: "\(home)/.local/state/quadcal/jobs")
        #endif
    }

    /// Keeps a copy of a job, on the disk before this returns, and forgets the oldest copies beyond ``most``; `false` if there is one.
    @discardableResult
    func keep(_ job: Job) async throws(JobError) -> Bool {
        do { try makeFolder() } catch { throw .file(folder, status: JobRecords.status(error)) }
        // The same plan again, after an undo, has the same digest.
        let name = "\(folder)/\(job.head.digest.prefix(16))"
        for number in 1...JobRecords.most {
            let file = number == 1 ? "\(name).job" : "\(name)-\(number).job"
            do throws(JobError) {
                try await job.copy(to: file)
                break
            } catch {
                guard case .exists = error else { throw error }
                if let known = try? Job.read(at: file), known.head == job.head { return false }
            }
        }
        for file in JobRecords.files(of: folder).dropFirst(JobRecords.most) {
            try? FileManager.default.removeItem(atPath: file)
        }
        return true
    }

    /// Brings the copies of a job up to date; one that is the job itself is.
    func update(_ job: Job) async throws(JobError) {
        for file in copies(of: job) {
            let new = "\(folder)/.\(URL(fileURLWithPath: file).lastPathComponent).new"
            JobFile.remove(new)
            try await job.copy(to: new)
            try JobFile.replace(file, by: new)
        }
    }

    /// Whether a job was put back, or is being put back, by the file of a copy.
    func isUndone(_ job: Job) async -> Bool {
        for file in copies(of: job) {
            if let copy = try? Job.read(at: file), (try? await JobStatus(copy))?.direction == .undo {
                return true
            }
        }
        return false
    }

    private func copies(of job: Job) -> [String] {
        let own = URL(fileURLWithPath: job.path).resolvingSymlinksInPath().path
        return JobRecords.files(of: folder).filter { file in
            let place = URL(fileURLWithPath: file)
            return place.lastPathComponent.hasPrefix(job.head.digest.prefix(16))
                && place.resolvingSymlinksInPath().path != own && (try? Job.read(at: file))?.head == job.head
        }
    }

    /// Only its owner sees what is in it.
    private func makeFolder() throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// The servers whose sessions are not marked, since other data changed with a mark.
    private var unmarkable: String { "\(folder)/unmarkable-servers" }

    /// Whether marks change other data of this server.
    func isUnmarkable(_ server: Origin) -> Bool {
        let text = FileManager.default.contents(atPath: unmarkable).map {
            String(decoding: $0, as: UTF8.self)
        }
        return text?.split(separator: "\n").contains { $0 == server.description } ?? false
    }

    func noteUnmarkable(_ server: Origin) {
        guard !isUnmarkable(server) else { return }
        try? makeFolder()
        let known = FileManager.default.contents(atPath: unmarkable) ?? Data()
        try? (known + Data("\(server.description)\n".utf8)).write(
            to: URL(fileURLWithPath: unmarkable), options: .atomic)
    }

    /// Takes over the jobs of a folder, made before there were records, or elsewhere.
    ///
    /// - Returns: how many were new, and the files that could not be read.
    public func adopt(
        _ other: String
    ) async throws(JobError) -> (count: Int, unreadable: [(file: String, error: JobError)]) {
        var count = 0, unreadable: [(file: String, error: JobError)] = []
        for file in JobRecords.files(of: other) {
            let job: Job
            do throws(JobError) { job = try Job.read(at: file) } catch {
                unreadable.append((file, error))
                continue
            }
            if try await keep(job) { count += 1 }
        }
        return (count, unreadable)
    }

    /// The files of a folder that are jobs by their names, the newest first; of this one by their names alone.
    static func files(of folder: String) -> [String] {
        let place = URL(fileURLWithPath: folder.isEmpty ? "." : folder)
        let keys: Set<URLResourceKey> = [.contentModificationDateKey, .isRegularFileKey]
        let files =
            (try? FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: Array(keys)))
            ?? []
        let prefix = folder.isEmpty || folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        let dated = files.filter { $0.pathExtension == "job" }.compactMap { file -> (Date, String)? in
            // A pipe would have to be waited for.
            guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true else {
                return nil
            }
            return (values.contentModificationDate ?? .distantPast, prefix + file.lastPathComponent)
        }
        return dated.sorted { ($1.0, $0.1) < ($0.0, $1.1) }.map(\.1)
    }

    private static func status(_ error: any Error) -> Int32 {
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        return Int32(
            clamping: underlying?.domain == NSPOSIXErrorDomain ? underlying?.code ?? Int(EIO) : Int(EIO))
    }
}

/// A marker that somebody else had changed and that a job replaced, because it was told to.
public struct ReplacedMarker: Sendable {
    /// The marker with their values, byte for byte.
    public let marker: Marker
    /// The date of the replacement, as it is written.
    public let date: String
}

extension JobSchema {
    static let replacedTable = """
        CREATE TABLE replaced (
            id TEXT NOT NULL, version INTEGER NOT NULL, marker BLOB NOT NULL, date TEXT NOT NULL,
            PRIMARY KEY (id, version)) WITHOUT ROWID
        """

    /// Whether the file has that table, which older files lack.
    fileprivate static func hasReplaced(_ database: Database) throws(DatabaseError) -> Bool {
        try database.prepare("SELECT COUNT(*) FROM sqlite_schema WHERE name = 'replaced'").first {
            $0.integer(0)
        } == 1
    }
}

extension Job {
    /// Keeps a marker with somebody else's values, on the disk before they are replaced.
    func keep(_ marker: Marker, version: Int64) throws(JobError) {
        try keep(marker.id.wireText, version, marker.text)
    }

    /// Keeps a space with somebody else's vector, on the disk before that is replaced. Spaces have no version, so each is kept.
    func keep(_ space: WireID, _ text: [UInt8]) throws(JobError) {
        try keep(space.text, Int64(try replacedSpaces().count), text)
    }

    private func keep(_ id: String, _ version: Int64, _ text: [UInt8]) throws(JobError) {
        try requireOpen()
        try stored { () throws(DatabaseError) in
            if try !JobSchema.hasReplaced(database) { try database.run(JobSchema.replacedTable) }
            try database.prepare("INSERT OR IGNORE INTO replaced VALUES (?, ?, ?, ?)").run(
                .text(id), .integer(version), .bytes(text), .text(Date().formatted(.iso8601)))
        }
    }

    /// The markers with other people's values that this job replaced.
    public func replaced() throws(JobError) -> [ReplacedMarker] {
        try stored { () throws(DatabaseError) in
            guard try JobSchema.hasReplaced(database) else { return [] }
            return try database.prepare("SELECT marker, date FROM replaced ORDER BY date, id").all { row in
                (try? Marker(row.bytes(0) ?? [])).map { ReplacedMarker(marker: $0, date: row.text(1) ?? "") }
            }.compactMap(\.self)
        }
    }

    /// The space with each vector of other people that this job replaced, the oldest first.
    public func replacedSpaces() throws(JobError) -> [Space] {
        try stored { () throws(DatabaseError) in
            guard try JobSchema.hasReplaced(database) else { return [] }
            let rows = try database.prepare("SELECT id, marker FROM replaced ORDER BY version").all { row in
                (id: row.text(0), space: row.bytes(1) ?? [])
            }
            return rows.filter { $0.id == head.space.text }.compactMap { try? Space(JSONValue($0.space)) }
        }
    }
}
