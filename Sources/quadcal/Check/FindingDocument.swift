import Markers
import QuadGeometry
import StrictJSON

extension Finding: WrittenObject {
    static let members: [DocumentMember<Finding>] =
        [
            .always("code", \.code, "The kind of finding; quadcal check --explain describes it."),
            .always("severity", \.severity, "Its severity."), .file(\.site.file),
        ] + .place(\.line, \.pointer, \.site.id) + [
            .always("label", \.site.label, "The label of the marker."),
            .always("message", \.message, "A sentence about the finding."),
            .always(
                "found", \.found,
                "The text, the kind of value or the number without a form in JSON that was found."),
            .always("value", \.reported.value, "The measured value."),
            .always("limit", \.reported.limit, "The limit of that value."),
            .always("unit", \.reported.unit, "The unit of both."),
            .always("location", \.location, "Its place in space, in metres."),
            .always("other", \.other, "The earlier marker it collides with."),
            .always("fix", \.repair, "The suggested fix."),
        ]

    /// Angles are reported in degrees.
    private var reported: (value: Double?, limit: Double?, unit: DocumentUnit?) {
        let (value, limit, unit) = measure
        guard unit == .radians else { return (value, limit, unit.map { DocumentUnit($0) }) }
        return (value.map(LimitScale.degrees.shown), limit.map(LimitScale.degrees.shown), .degrees)
    }

    private var repair: RepairStep? { fix.map { RepairStep($0, of: other) } }
}

extension Repair: WrittenObject {
    static let members: [DocumentMember<Repair>] = [
        .file(\.site.file), .part(\.site, MarkerSite.members),
        .always("steps", \.stepsTaken, "The steps taken, in this order."),
    ]

    private var stepsTaken: [RepairStep] { steps.map { RepairStep($0, of: original) } }
}

/// Where a marker is in its file.
extension MarkerSite: WrittenObject {
    static let members: [DocumentMember<MarkerSite>] = .place(\.line, \.pointer, \.id)
}

extension DocumentMember where Object: WrittenObject {
    fileprivate static func file(_ path: any KeyPath<Object, String> & Sendable) -> DocumentMember {
        .always("file", path, "The file it is in.")
    }
}

extension Array {
    fileprivate static func place<Object: WrittenObject>(
        _ line: any KeyPath<Object, Int> & Sendable, _ pointer: any KeyPath<Object, String> & Sendable,
        _ id: any KeyPath<Object, String?> & Sendable
    ) -> [Element] where Element == DocumentMember<Object> {
        [
            .always("line", line, "The line it begins in, from 1."),
            .always(
                "pointer", pointer, "The JSON pointer to it; in CSV as if its rows were the list markers."),
            .always("id", id, "The id of the marker, as it is written."),
        ]
    }
}

/// A repair of a marker as a document names it.
private enum RepairStep: DocumentVariant {
    case flatten(Flatten), reorder(Reorder), dropMarker(DropMarker)

    struct Flatten: DocumentObject {
        static let members: [DocumentMember<Flatten>] = [
            .constant("kind", "flatten", "Move the corners into one plane.")
        ]
    }

    struct Reorder: DocumentObject {
        /// Corners are counted from 1.
        var order: [Int] = []

        static let members: [DocumentMember<Reorder>] = [
            .constant("kind", "reorder", "Take the corners in another order."),
            .always("order", \.order, "The corners to take, from 1.", count: 4),
        ]
    }

    struct DropMarker: DocumentObject {
        var original: MarkerName?

        static let members: [DocumentMember<DropMarker>] = [
            .constant("kind", "drop-marker", "Leave the marker out."),
            .always(
                "of", \.original,
                "The marker in the same place: its id, or its index in the file from 0.",
                schema: .oneOf([.string, .integer, .null])),
        ]
    }

    static let forms: [DocumentForm<RepairStep>] = [
        DocumentForm(RepairStep.flatten), DocumentForm(RepairStep.reorder),
        DocumentForm(RepairStep.dropMarker),
    ]

    var object: any DocumentObject {
        switch self {
        case .flatten(let object): object
        case .reorder(let object): object
        case .dropMarker(let object): object
        }
    }

    init(_ fix: QuadFix, of original: MarkerSite?) {
        switch fix {
        case .flatten: self = .flatten(Flatten())
        case .reorder(let order): self = .reorder(Reorder(order: (0..<4).map { order[$0] + 1 }))
        case .dropMarker:
            self = .dropMarker(
                DropMarker(original: original.map { $0.id.map(MarkerName.id) ?? .index($0.index) }))
        }
    }
}

/// A marker's id, or its place among the rows where it has none.
private enum MarkerName: DocumentValue {
    case id(String), index(Int)

    static var schema: Schema { .oneOf([.string, .integer]) }

    init(_ json: JSONValue) throws(JSONError) {
        self = json.kind == .string ? .id(try String(json)) : .index(try Int(json))
    }

    func write(to json: inout JSONWriter) {
        switch self {
        case .id(let id): json.value(id)
        case .index(let index): json.value(index)
        }
    }
}

extension DocumentUnit {
    fileprivate init(_ unit: QuadIssue.Unit) {
        switch unit {
        case .metres: self = .metres
        case .squareMetres: self = .squareMetres
        case .radians: self = .degrees
        case .ratio: self = .ratio
        case .numbers: self = .fields
        }
    }
}
