internal import Markers

/// A kind of document that the server keeps.
typealias Kind = SandboxRecord.Content

extension SandboxRecord.Content {
    /// The kind in words.
    var label: String { rawValue.replacing("_", with: " ") }

    /// The member that names the owner of a document.
    var parent: String? {
        switch self {
        case .space: nil
        case .workSession, .referenceSet, .laserGuide: "space_id"
        case .marker: "work_session_id"
        case .anchor: "session_id"
        }
    }

    var entity: Entity {
        switch self {
        case .space: .space
        case .workSession: .workSession
        case .marker: .marker
        case .referenceSet: .referenceSet
        case .anchor: .anchor
        case .laserGuide: .laserGuide
        }
    }
}

extension Problem {
    /// Nothing has this id.
    static func missing(_ kind: Kind, _ id: String, at pointer: String? = nil) -> Problem {
        Problem(404, "there is no \(kind.label) \(id)", at: pointer)
    }
}

/// The one description of a kind of document: what it is made of and who may set it.
///
/// Bodies are checked by it, the store's documents and the schemas of the OpenAPI document are written from it.
struct Entity: Sendable {
    let name: String
    let members: [Member]

    struct Member: Sendable {
        let name: String
        let shape: Shape
        let access: Access
        /// The value, as JSON, where none is given.
        let standard: String

        init(_ name: String, _ shape: Shape, _ access: Access = [], standard: String = "null") {
            (self.name, self.shape, self.access, self.standard) = (name, shape, access, standard)
        }
    }

    /// The requests that may set a member; the server alone sets it if there are none.
    struct Access: OptionSet, Sendable {
        let rawValue: Int
        static let create = Access(rawValue: 1)
        static let update = Access(rawValue: 2)
        /// Required on creation.
        static let needed = Access(rawValue: 5)
        static let both: Access = [.create, .update]
    }

    /// The body that creates one.
    var creation: Record {
        Record(
            "Create\(name)",
            members.filter { $0.access.contains(.create) }.map {
                Record.Member($0.name, $0.shape, isRequired: $0.access.contains(.needed))
            })
    }

    /// The body that changes one; its version, where it has one, is a condition and no change.
    var update: Record {
        Record(
            "Update\(name)",
            members.filter { $0.access.contains(.update) || $0.name == "version" }.map { member in
                // Null changes nothing, so it is taken for any member.
                let isNullable = if case .nullable = member.shape { true } else { false }
                return Record.Member(
                    member.name, isNullable ? member.shape : .nullable(member.shape), isRequired: false)
            })
    }

    /// The document in an answer.
    var reply: Record { Record(name, members.map { Record.Member($0.name, $0.shape) }) }

    /// The document that a valid body makes.
    func document(_ body: Document) -> Document {
        Document(
            members.map { member in
                let given = body.members.first { $0.name == member.name && $0.json != Document.null }
                return Document.Member(
                    name: member.name,
                    json: given.map { member.canonical($0.json) } ?? Array(member.standard.utf8))
            })
    }
}

extension Entity.Member {
    /// A value as it is kept: UUIDs in lower case, whole numbers without a point.
    func canonical(_ json: [UInt8]) -> [UInt8] {
        switch shape {
        case .string(let rule):
            guard let canonical = rule.canonical, let text = (try? JSONValue(json))?.string else {
                return json
            }
            return Array("\"\(canonical(text))\"".utf8)
        case .whole: return (try? JSONValue(json))?.whole.map { Array(String($0).utf8) } ?? json
        default: return json
        }
    }
}
