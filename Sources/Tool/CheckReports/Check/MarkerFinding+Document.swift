import Foundation
package import Markers
import QuadGeometry
package import StrictJSON
import ToolMarkers
import ToolTerminal

extension MarkerFinding: WrittenObject {
    package static let members: [DocumentMember<MarkerFinding>] =
        [
            .always("code", \.code, "The code of the finding; quadcal check --explain describes it."),
            .always("severity", \.severity, "How serious it is."), .file(\.site.file),
        ] + .place(\.line, \.pointer, \.site.id) + [
            .always("label", \.site.label, "The label of the marker."),
            .always("message", \.shownMessage, "The finding in words."),
            .always(
                "found", \.found,
                "What was found instead: a text, a kind of value or a number that JSON cannot express."),
            .always("value", \.reported.value, "The measured value."),
            .always("limit", \.reported.limit, "The limit it was compared with."),
            .always("unit", \.reported.unit, "The unit of both."),
            .always("location", \.location, "The position of the problem, in metres."),
            .always("other", \.otherMarker, "The marker it collides with, whose id comes first."),
            .always("fix", \.repair, "The suggested repair."),
            .sometimes(
                "likelyUnit", \.likelyUnit,
                "The unit that the numbers are likely to be in instead of metres; present only with UNIT_SLIP."
            ),
            .sometimes(
                "factor", \.factor,
                "The factor that turns that unit into metres; present only with UNIT_SLIP."),
        ]

    /// Angles are reported in degrees.
    private var reported: (value: Double?, limit: Double?, unit: DocumentUnit?) {
        let (value, limit, unit) = measure
        guard unit == .radians else { return (value, limit, unit.map { DocumentUnit($0) }) }
        return (value.map(LimitScale.degrees.shown), limit.map(LimitScale.degrees.shown), .degrees)
    }

    private var shownMessage: String { message(.whole) }
    private var likelyUnit: LengthUnit? { slip?.unit }
    private var factor: Double? { slip?.unit.metres }
    private var otherMarker: OtherMarker? {
        other.map { OtherMarker(site: $0, file: $0.file == site.file ? nil : $0.file) }
    }

    private var repair: RepairStep? { fix.map { RepairStep($0, of: other) } }
}

/// That of two markers that collide whose id comes first.
private struct OtherMarker: WrittenObject {
    let site: MarkerSite
    let file: String?

    static let members: [DocumentMember<OtherMarker>] = [
        .part(\.site, MarkerSite.members),
        .sometimes("file", \.file, "The file that contains it; present only if it is another one."),
    ]
}

extension Repair: WrittenObject {
    package static let members: [DocumentMember<Repair>] = [
        .file(\.site.file), .part(\.site, MarkerSite.members),
        .always("steps", \.stepsTaken, "The repairs made, in order."),
    ]

    private var stepsTaken: [RepairStep] { steps.map { RepairStep($0, of: original) } }
}

extension MarkerSite: WrittenObject {
    package static let members: [DocumentMember<MarkerSite>] = .place(\.line, \.pointer, \.id)
}

extension DocumentMember where Object: WrittenObject {
    fileprivate static func file(_ path: any KeyPath<Object, String> & Sendable) -> DocumentMember {
        .always("file", path, "The file that contains it.")
    }
}

extension Array {
    fileprivate static func place<Object: WrittenObject>(
        _ line: any KeyPath<Object, Int> & Sendable, _ pointer: any KeyPath<Object, String> & Sendable,
        _ id: any KeyPath<Object, String?> & Sendable
    ) -> [Element] where Element == DocumentMember<Object> {
        [
            .always("line", line, "The line on which it begins, from 1."),
            .always(
                "pointer", pointer,
                "The JSON pointer to it; rows of CSV count as the elements of a list named markers."),
            .always("id", id, "The id of the marker, as written in the file."),
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
            .constant("kind", "reorder", "Reorder the corners."),
            .always("order", \.order, "The corners in their new order, numbered from 1.", count: 4),
        ]
    }

    struct DropMarker: DocumentObject {
        var original: MarkerName?

        static let members: [DocumentMember<DropMarker>] = [
            .constant("kind", "drop-marker", "Remove the marker."),
            .always(
                "of", \.original,
                "The marker that it duplicates: its id, or its position in the file, from 0.",
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

extension MarkerNames {
    /// Names at this run's terminal, with ids as they are written.
    package static let whole = MarkerNames(to: .terminal)

    /// Names at this run's terminal, with UUIDs as short as keeps them apart in their file.
    ///
    /// - Parameter files: The files whose ids become short.
    package init(shortIn files: [MarkerFile]) {
        let ids = files.map { file in
            file.quads.indices.compactMap { file.site($0).id }.filter { UUID(uuidString: $0) != nil }
        }
        let short = Dictionary(zip(files.map(\.name), ids.map { ShortIDs($0) })) { first, _ in first }
        self.init(to: .terminal) { id, file in
            guard let short = short[file], UUID(uuidString: id) != nil else { return id }
            return short.shortened(id)
        }
    }
}

/// The beginnings of ids, as long as keeps them apart.
package struct ShortIDs: Sendable {
    private let length: Int

    package init(_ ids: [String]) {
        let sorted = Set(ids).sorted()
        let common = zip(sorted, sorted.dropFirst()).map { $0.commonPrefix(with: $1).count }.max() ?? 0
        length = max(ShortIDs.usual, common + 1)
    }

    /// Ids of up to some ten thousand objects differ in these.
    private static let usual = 8

    func shortened(_ id: String) -> String { String(id.prefix(length)) }

    /// The beginning of an id; safe for a terminal.
    package func text(_ id: String) -> String { visible(shortened(id)) }
}
