import Foundation
import Markers
import MarkersClient

/// A person at a machine: folders for jobs, and records of the jobs of this account.
struct WorldPerson: Sendable {
    /// A job that a person knows of.
    struct KnownJob: Sendable {
        let path: String
        let sessions: Set<UUID>
        /// The frame that its motion leads to.
        let frame: Int
    }

    /// A fit that a person has saved.
    struct KnownFit: Sendable {
        let session: UUID
        /// The frame that its motion leads to.
        let frame: Int
        let fit: SavedFit
    }

    let name: String
    /// Everything of this machine.
    private let home: URL
    private(set) var jobs: [KnownJob] = []
    /// Whether this machine has records of jobs.
    private let keepsRecords: Bool
    private var folders = 0
    var fits: [KnownFit] = []
    /// The app on this person's phone.
    var phone: WorldPhone

    init(_ name: String, in world: URL, keepsRecords: Bool = true) throws {
        self.name = name
        self.keepsRecords = keepsRecords
        home = world.appending(path: "\(name)-\(UUID().uuidString.prefix(8))")
        phone = WorldPhone(in: home)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    }

    var records: JobRecords? {
        keepsRecords ? JobRecords(folder: home.appending(path: "records").path) : nil
    }

    /// The file of a new job, in the last folder or in another one.
    mutating func newJob(of sessions: Set<UUID>, to frame: Int, elsewhere: Bool) throws -> String {
        if elsewhere || folders == 0 { folders += 1 }
        let folder = home.appending(path: "\(folders)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "\(jobs.count).job").path
        jobs.append(KnownJob(path: path, sessions: sessions, frame: frame))
        return path
    }

    /// The copy of a job in the records of this machine, with which a person can go on as with its file.
    func recorded(_ job: KnownJob) -> String? {
        guard let folder = records?.folder, let head = try? Job.read(at: job.path).head else { return nil }
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder).sorted()) ?? []
        return files.filter { $0.hasSuffix(".job") }.map { "\(folder)/\($0)" }.first {
            (try? Job.read(at: $0).head) == head
        }
    }

    /// Forgets a job that was never made.
    mutating func forgetLastJob() { jobs.removeLast() }

    /// Loses all records, as a new machine has none; files of jobs are kept.
    func loseRecords() {
        try? FileManager.default.removeItem(at: home.appending(path: "records"))
    }

    /// A copy of everything, as it is at a moment.
    ///
    /// Files are read and written whole: `copyItem` never ends where one gets shorter meanwhile.
    func snapshot() {
        let manager = FileManager.default
        try? manager.removeItem(at: copy)
        try? manager.createDirectory(at: copy, withIntermediateDirectories: true)
        for path in (try? manager.subpathsOfDirectory(atPath: home.path).sorted()) ?? [] {
            let (from, to) = (home.appending(path: path).path, copy.appending(path: path).path)
            if let bytes = manager.contents(atPath: from) {
                _ = manager.createFile(
                    atPath: to, contents: bytes, attributes: try? manager.attributesOfItem(atPath: from))
            } else {
                try? manager.createDirectory(atPath: to, withIntermediateDirectories: true)
            }
        }
    }

    /// Brings back what ``snapshot()`` kept: nothing of what the process wrote after its end has happened.
    func restore() throws {
        try FileManager.default.removeItem(at: home)
        try FileManager.default.moveItem(at: copy, to: home)
    }

    private var copy: URL { home.appendingPathExtension("copy") }
}
