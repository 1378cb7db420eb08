internal import Markers

/// A kind of document that the server keeps.
typealias Kind = SandboxRecord.Content

extension SandboxRecord.Content {
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

    var reply: Record { Record(name, members.map { Record.Member($0.name, $0.shape) }) }

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

extension Entity {
    private static let stamps = [Member("created_at", .date), Member("updated_at", .date)]

    static let space = Entity(
        name: "Space",
        members: [
            Member("id", .uuid),
            Member("key", .name, [.needed, .update]),
            Member("name", .text, [.needed, .update]),
            Member("description", .nullable(.text), .both),
            Member("model_glb_url", .nullable(.text), .both),
            Member("model_usdc_url", .nullable(.text), .both),
            Member("preview_url", .nullable(.text), .both),
            Member("scan_url", .nullable(.text), .both),
            Member("ml_model_url", .nullable(.text), .both),
            Member("calibration_vector", .nullable(.vector), .both),
            Member("is_active", .flag, .both, standard: "true"),
            Member("meta", .nullable(.object), .both, standard: "{}"),
        ] + stamps)

    static let workSession = Entity(
        name: "WorkSession",
        members: [
            Member("id", .uuid),
            Member("space_id", .uuid, [.needed, .update]),
            Member("session_type", .words(["inspection", "repair", "other"]), [.needed, .update]),
            Member(
                "status", .words(["draft", "active", "done", "archived"]), .both, standard: "\"draft\""),
            Member("started_at", .nullable(.date), .both),
            Member("completed_at", .nullable(.date), .both),
            Member("version", .counts, standard: "1"),
            Member("meta", .nullable(.object), .both, standard: "{}"),
        ] + stamps)

    static let marker = Entity(
        name: "Marker",
        members: [
            Member("id", .uuid),
            Member("work_session_id", .uuid, [.needed, .update]),
            Member("label", .nullable(.text), .both),
            Member("p1", .point, [.needed, .update]),
            Member("p2", .point, [.needed, .update]),
            Member("p3", .point, [.needed, .update]),
            Member("p4", .point, [.needed, .update]),
            Member("color", .nullable(.text), .both),
            Member("version", .counts, standard: "1"),
            Member("meta", .object, .both, standard: "{}"),
            Member("custom_props", .object, .both, standard: "{}"),
            Member("calibrated_data", .nullable(.record(calibratedData)), .both),
            Member("details", .nullable(.record(details.reply))),
        ] + stamps)

    /// Corners in the frame of the space's calibration; the center is computed where it is not given.
    static let calibratedData = Record(
        "CalibratedData",
        ["p1", "p2", "p3", "p4"].map { Record.Member($0, .place) }
            + [Record.Member("center", .nullable(.place), isRequired: false)])

    static let corners = ["p1", "p2", "p3", "p4"].map { Record.Member($0, .point) }

    static let details = Entity(
        name: "MarkerDetails",
        members: [Member("marker_id", .uuid)]
            + [
                "center_location_long", "center_location_cross", "x_negative", "x_positive", "z_negative",
                "z_positive", "long_size", "cross_size",
            ].map { Member($0, .nullable(.number), .both) }
            + [Member("custom_props", .object, .both, standard: "{}")] + stamps)

    static let referenceSet = Entity(
        name: "ReferenceSet",
        members: [
            Member("id", .uuid),
            Member("space_id", .uuid),
            Member("name", .text, .needed),
            Member("description", .nullable(.text), .create),
            Member("markers", .list(.record(referenceMarker), atMost: Shape.longestList), .needed),
            Member("version", .counts, standard: "1"),
        ] + stamps)

    static let referenceMarker = Record(
        "ReferenceMarker",
        [
            Record.Member("id", .uuid), Record.Member("label", .nullable(.text), isRequired: false),
        ] + corners + [Record.Member("color", .nullable(.text), isRequired: false)])

    static let anchor = Entity(
        name: "Anchor",
        members: [
            Member("id", .uuid),
            Member("session_id", .uuid, .needed),
            Member("run", .whole(1...(1 << 31)), .needed),
            Member("local_z", .number, .needed),
            Member("world_position", .point, [.needed, .update]),
        ] + stamps)

    static let laserGuide = Entity(
        name: "LaserGuide",
        members: [
            Member("id", .uuid),
            Member("space_id", .uuid),
            Member("grid", .list(.record(laserRow), atMost: Shape.longestList), .needed),
            Member("meta", .nullable(.object), .create, standard: "{}"),
        ] + stamps)

    static let laserRow = Record(
        "LaserRow", ["x", "z", "segment_length"].map { Record.Member($0, .number) })
}
