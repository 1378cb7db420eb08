/// The members of a marker that have a meaning here, by their names on the wire.
public enum MarkerField: Int, CaseIterable, Hashable, Sendable {
    case id, workSessionID, label, p1, p2, p3, p4, color, version, meta, customProperties, calibratedData,
        details
    case createdAt, updatedAt

    private static let names: [StaticString] = [
        "id", "work_session_id", "label", "p1", "p2", "p3", "p4", "color", "version", "meta", "custom_props",
        "calibrated_data", "details", "created_at", "updated_at",
    ]

    static let corners: [MarkerField] = [.p1, .p2, .p3, .p4]

    /// The name on the wire.
    public var name: String { MarkerField.names[rawValue].description }

    /// The kind of its value, if that is not null.
    @inline(__always)
    var kind: JSONValue.Kind {
        switch self {
        case .id, .workSessionID, .label, .color, .createdAt, .updatedAt: .string
        case .p1, .p2, .p3, .p4: .array
        case .version: .number
        case .meta, .customProperties, .calibratedData, .details: .object
        }
    }

    /// The field of a name that is written without escapes.
    @inline(__always)
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) {
        guard let field = MarkerField.candidate(bytes, name) else { return nil }
        let wire = MarkerField.names[field.rawValue]
        for i in 0..<name.count where wire.utf8Start[i] != bytes[name.lowerBound + i] { return nil }
        self = field
    }

    /// The one field that a name of this length may be.
    @inline(__always)
    private static func candidate(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> MarkerField? {
        func startsWith(_ letter: Unicode.Scalar) -> Bool { bytes[name.lowerBound] == UInt8(ascii: letter) }
        switch name.count {
        case 2:
            let digit = bytes[name.lowerBound + 1] &- UInt8(ascii: "1")
            return digit < 4 ? MarkerField(rawValue: p1.rawValue + Int(digit)) : .id
        case 4: return .meta
        case 5: return startsWith("l") ? .label : .color
        case 7: return startsWith("v") ? .version : .details
        case 10: return startsWith("c") ? .createdAt : .updatedAt
        case 12: return .customProperties
        case 15: return startsWith("w") ? .workSessionID : .calibratedData
        default: return nil
        }
    }
}
