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

extension MarkersStore {
    /// Queues changes of markers as they were read, all of them or none, by one commit; returns the ids of the edits.
    func update(_ edits: [(marker: Marker, changes: UpdateMarker)]) throws(EditError) -> [UUID] {
        var wanted: [(marker: Marker, base: MarkerFields, changes: UpdateMarker)] = []
        for (marker, changes) in edits {
            var fields = MarkerFields(marker)
            if fields == nil { fields = try fieldsOfCreation(marker) }
            guard let base = fields else { throw .unusableMarker }
            if let color = changes.color, color.isBrokenColor { throw .badColor(color) }
            do throws(JSONError) {
                // Refuses numbers that are not finite.
                _ = try changes.json(version: base.version)
            } catch {
                throw .unwritable(error)
            }
            guard !FieldEdits(changes, on: base.corners).isEmpty else { throw .nothingWanted }
            wanted.append((marker, base, changes))
        }
        do throws(StoreError) {
            return try together { () throws(StoreError) in
                var ids: [UUID] = []
                for (marker, base, changes) in wanted { ids.append(try update(marker, base, changes)) }
                return ids
            }
        } catch {
            throw .store(error)
        }
    }

    /// Makes one edit of this one and the last that waits, where both are of fields and of one frame; else queues it behind.
    private func update(
        _ marker: Marker, _ base: MarkerFields, _ changes: UpdateMarker
    ) throws(StoreError) -> UUID {
        if let creation = try waitingCreation(marker) {
            // A corner alone is of the frame of those that stay.
            let isWhole = [changes.p1, changes.p2, changes.p3, changes.p4].allSatisfy { $0 != nil }
            let frame = isWhole ? try frameTag(of: creation.session) : creation.frame
            let edits = FieldEdits(changes, on: base.corners)
            try change([
                .keepFrame(session: creation.session),
                .want(creation.id, base: creation.base, wanted: creation.body(after: edits), frame: frame),
            ])
            return creation.id
        }
        let session = marker.workSessionID
        let open = try openEdits(of: marker.id, [.waiting, .sent]), frame = try frameTag(of: session)
        if let last = open.last, last.state == .waiting, last.kind == .update, last.fit == nil,
            let earlier = try? FieldEdits(json: last.wanted), let first = MarkerFields(json: last.base)
        {
            // What the edits before it make of the marker is what this one was made on.
            let seen = base.after(open.dropLast())
            let later = FieldEdits(changes, on: seen.after(earlier).corners)
            // Corners of two frames are no single edit.
            if last.frame == frame || earlier.corners == nil || later.corners == nil {
                let joined = earlier.followed(by: later)
                let isOfCorners = earlier.corners == nil && later.corners != nil
                try change([
                    .keepFrame(session: session),
                    .want(
                        last.id, base: first.joined(with: seen, for: later, beyond: earlier).json,
                        wanted: joined.json(), frame: isOfCorners ? frame : last.frame),
                ])
                return last.id
            }
        }
        let seen = base.after(open), id = UUID()
        try change([
            .keepFrame(session: session),
            .add(
                QueuedEdit(
                    id: id, kind: .update, session: session, target: marker.id, base: seen.json,
                    wanted: FieldEdits(changes, on: seen.corners).json(), frame: frame)),
        ])
        return id
    }

    /// The creation of a marker, as long as it was not sent. Only such a marker has no version.
    func waitingCreation(_ marker: Marker) throws(StoreError) -> QueuedEdit? {
        guard marker.version == nil else { return nil }
        return try edit(marker.id).flatMap { $0.kind == .create && $0.state == .waiting ? $0 : nil }
    }

    /// The fields of a marker that waits to be made, which has no version.
    private func fieldsOfCreation(_ marker: Marker) throws(EditError) -> MarkerFields? {
        do throws(StoreError) {
            guard try waitingCreation(marker) != nil, let quad = try? marker.quad else { return nil }
            return MarkerFields(version: 0, corners: quad)
        } catch {
            throw .store(error)
        }
    }
}

extension QueuedEdit {
    /// The body of a creation after a later edit of its marker.
    fileprivate func body(after edits: FieldEdits) throws(StoreError) -> [UInt8] {
        guard var marker = CreateMarker(json: wanted, in: session) else {
            throw .damaged("edit \(id.wireText)")
        }
        marker.label = edits.label ?? marker.label
        marker.color = edits.color ?? marker.color
        marker.quad = edits.corners ?? marker.quad
        let properties = marker.customProperties?.memberTexts ?? [:]
        do throws(JSONError) {
            if !edits.properties.isEmpty {
                marker.customProperties = try JSONValue(edits.mergedProperties(over: properties))
            }
            return try marker.json()
        } catch {
            throw .damaged("edit \(id.wireText)")
        }
    }
}
