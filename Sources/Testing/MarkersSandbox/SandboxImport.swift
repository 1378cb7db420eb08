internal import Foundation
package import Markers

/// Spaces from files, for a sandbox to have from the start: one that was saved, exports of sessions, or markers alone.
///
/// Values are kept as they are, under the ids that they have. Members that a file lacks get what a new object has; sessions and
/// spaces that are only named by what they own are made up, since no server has markers without them.
package struct SandboxImport: Sendable {
    private var found: [Kind: [UUID: Record]] = [:]
    /// The order in which ids were met first.
    private var order: [Kind: [UUID]] = [:]

    private let date: String

    private struct Record {
        let owner: UUID?
        let document: Document
    }

    /// - Parameter date: When what has no dates was created and changed, as on the wire.
    package init(date: String) { self.date = date }

    /// Adds what a file has: a value, an array of values, or an object with lists of them. A value met before is replaced.
    ///
    /// Throws `JSONError` for what is not understood, and has then added nothing.
    package mutating func add(_ file: [UInt8]) throws(JSONError) {
        var copy = self
        try copy.add(try JSONValue(file), depth: 0)
        self = copy
    }

    /// Lists in objects in lists are as deep as any export goes.
    private static let deepest = 3

    private mutating func add(_ value: JSONValue, depth: Int) throws(JSONError) {
        guard depth <= Self.deepest else { throw value.error(.tooDeep) }
        switch value.kind {
        case .array: for element in value.elements { try add(element, depth: depth + 1) }
        case .object:
            if let kind = Kind(of: value) { return try add(kind, value) }
            let parts = value.members.filter { Self.wrappers.contains($0.name) }
            guard !parts.isEmpty else { throw value.error(.missingList) }
            for part in parts { try add(part.value, depth: depth + 1) }
        default: throw value.error(.wrongType)
        }
    }

    /// The members of an export, or of a reply, that have values of interest.
    private static let wrappers: Set = [
        "space", "spaces", "work_session", "work_sessions", "session", "sessions", "markers",
        "reference_sets", "anchors",
        "laser_guide", "data",
    ]

    private mutating func add(_ kind: Kind, _ value: JSONValue) throws(JSONError) {
        let body = Document(value)
        let owner = try kind.parent.map { name throws(JSONError) in try Self.identifier(name, of: value) }
        try kind.check(value)
        let id = try Self.identifier("id", of: value)
        if found[kind, default: [:]].updateValue(Record(owner: owner, document: body), forKey: id) == nil {
            order[kind, default: []].append(id)
        }
    }

    private static func identifier(_ name: String, of value: JSONValue) throws(JSONError) -> UUID {
        guard let member = value[name] else { throw value.error(.missingMember) }
        guard let id = member.string.flatMap({ UUID(uuidString: $0) }) else {
            throw member.error(.notAnIdentifier)
        }
        return id
    }

    /// Everything that was added, and what had to be made up, owners before what they own.
    package var records: [SandboxRecord] {
        var all = self
        all.makeUp(.workSession, ownersOf: [.marker, .anchor]) { _, space in
            Document.made([
                ("space_id", space.wireText), ("session_type", "inspection"), ("status", "active"),
            ])
        }
        all.makeUp(.space, ownersOf: [.workSession, .referenceSet, .laserGuide]) { number, _ in
            let key = number == 0 ? "imported" : "imported-\(number + 1)"
            return Document.made([("key", key), ("name", key)])
        }
        return Kind.ownersFirst.flatMap { kind in
            all.order[kind, default: []].compactMap { id in
                all.found[kind]?[id].map {
                    let dates = all.dates(of: $0, kind)
                    return SandboxRecord(
                        kind, id: id, owner: $0.owner,
                        json: kind.entity.completed($0.document, id: id, dates.created, dates.updated).text)
                }
            }
        }
    }

    /// The dates of a record that states none: a marker was made with its session, and last edited, if ever, when that was.
    private func dates(of record: Record, _ kind: Kind) -> (created: String, updated: String) {
        guard kind == .marker, let owner = record.owner,
            let session = found[.workSession]?[owner]?.document,
            let created = session.string("created_at")
        else { return (date, date) }
        let isEdited = (record.document["version"]?.double ?? 1) > 1
        return (created, isEdited ? session.string("updated_at") ?? created : created)
    }

    /// The space of markers whose sessions nobody describes, where there is not just one.
    private static let madeUpSpace = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

    /// Makes up owners that are only named, each by how many were made up before it and the space that it is in.
    private mutating func makeUp(
        _ kind: Kind, ownersOf kinds: [Kind], _ document: (Int, UUID) -> Document
    ) {
        let spaces = order[.space, default: []]
        let space = spaces.count == 1 ? spaces[0] : Self.madeUpSpace
        var keys = Set(found[.space, default: [:]].values.compactMap { $0.document.string("key") })
        var number = 0
        for owned in kinds {
            for id in order[owned, default: []] {
                guard let owner = found[owned]?[id]?.owner, found[kind]?[owner] == nil else { continue }
                var made = document(number, space)
                while let key = made.string("key"), !keys.insert(key).inserted {
                    number += 1
                    made = document(number, space)
                }
                number += 1
                found[kind, default: [:]][owner] = Record(
                    owner: kind == .workSession ? space : nil, document: made)
                order[kind, default: []].append(owner)
            }
        }
    }
}

extension Document {
    fileprivate static func made(_ members: [(name: String, text: String)]) -> Document {
        var document = Document()
        for member in members { document.set(member.name, member.text) }
        return document
    }
}

extension Entity {
    /// A document with every member that one has, and the members of others behind them.
    fileprivate func completed(_ given: Document, id: UUID, _ created: String, _ updated: String) -> Document
    {
        var document = document(given)
        for member in given.members where !members.contains(where: { $0.name == member.name }) {
            document.set(member.name, member.json)
        }
        document.set("id", id.wireText)
        if document.string("created_at") == nil { document.set("created_at", created) }
        if document.string("updated_at") == nil { document.set("updated_at", updated) }
        return document
    }
}

extension SandboxRecord.Content {
    fileprivate static let ownersFirst: [Self] = [
        .space, .workSession, .marker, .referenceSet, .anchor, .laserGuide,
    ]

    /// The kind of an object by the members that only it has; `nil` of one that is none.
    fileprivate init?(of value: JSONValue) {
        let marks: [(String, Self)] = [
            ("p1", .marker), ("session_type", .workSession), ("world_position", .anchor),
            ("grid", .laserGuide),
            ("key", .space),
        ]
        if let mark = marks.first(where: { value[$0.0] != nil }) {
            self = mark.1
        } else if value["markers"] != nil, value["space_id"] != nil {
            self = .referenceSet
        } else {
            return nil
        }
    }

    /// Refuses a value that no client would understand.
    fileprivate func check(_ value: JSONValue) throws(JSONError) {
        switch self {
        case .space: _ = try Space(value)
        case .workSession: _ = try WorkSession(value)
        case .referenceSet: _ = try ReferenceSet(value)
        case .anchor: _ = try Anchor(value)
        case .laserGuide: _ = try LaserGuide(value)
        case .marker:
            do throws(JSONError) { _ = try Marker(Array(value.text)).quad } catch {
                throw value.error(error.code)
            }
        }
    }
}
