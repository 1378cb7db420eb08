internal import Foundation
internal import QuadGeometry
import StrictJSON

/// The contents of a marker's text and their places, found in one pass over it.
struct MarkerOutline: Sendable {
    private(set) var id: UUID?
    private(set) var workSessionID: UUID?
    private(set) var version: Int64?
    private(set) var quad = Quad(.zero, .zero, .zero, .zero)
    /// A bit for each corner that is three finite numbers; that of `p1` is the lowest.
    private(set) var soundCorners: UInt8 = 0
    /// The bounds of the fields' values, counted from the marker's first byte; zero if missing.
    private var starts = SIMD16<UInt32>.zero
    private var ends = SIMD16<UInt32>.zero
    /// The first reason why valid JSON is not a marker.
    private(set) var fault: JSONFault?

    init(_ scanner: inout JSONScanner) throws(JSONFault) {
        let origin = scanner.place
        guard scanner.byte == UInt8(ascii: "{") else {
            fault = JSONFault(
                code: .wrongType, place: origin, kind: JSONValue.Kind(first: scanner.byte), wanted: .object)
            try scanner.skipValue()
            return
        }
        try scanner.open(isObject: true)
        var goesOn = scanner.byte != UInt8(ascii: "}")
        if !goesOn { try scanner.close() }
        while goesOn {
            let (name, hasEscapes) = try scanner.memberName()
            let field =
                hasEscapes ? MarkerOutline.field(scanner.bytes, name) : MarkerField(scanner.bytes, name)
            if let field {
                try read(field, &scanner, origin)
            } else {
                try scanner.skipValue()
            }
            scanner.skipBlanks()
            if scanner.byte == UInt8(ascii: ",") {
                scanner.place += 1
                scanner.skipBlanks()
            } else {
                goesOn = try scanner.goesOn()
            }
        }
        if id == nil { refuse(JSONFault(code: .missingMember, place: origin, member: "id")) }
        if workSessionID == nil {
            refuse(JSONFault(code: .missingMember, place: origin, member: "work_session_id"))
        }
    }

    private static func field(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> MarkerField? {
        let plain = JSONText.unescaped(bytes, from: name.lowerBound)
        return plain.withUnsafeBufferPointer { MarkerField($0, 0..<$0.count) }
    }

    @inline(__always)
    private mutating func read(
        _ field: MarkerField, _ scanner: inout JSONScanner, _ origin: Int
    ) throws(JSONFault) {
        let start = scanner.place
        let kind = JSONValue.Kind(first: scanner.byte)
        switch field {
        case .p1, .p2, .p3, .p4:
            let corner = field.rawValue - MarkerField.p1.rawValue
            if let point = try scanner.point() {
                quad[corner: corner] = point
                soundCorners |= 1 << UInt8(corner)
            } else {
                soundCorners &= ~(1 << UInt8(corner))
            }
        default:
            try scanner.skipValue()
            if kind != field.kind, kind != .null || field == .id || field == .workSessionID {
                refuse(JSONFault(code: .wrongType, place: start, kind: kind, wanted: field.kind))
            }
        }
        starts[field.rawValue] = UInt32(truncatingIfNeeded: start - origin)
        ends[field.rawValue] = UInt32(truncatingIfNeeded: scanner.place - origin)
        guard kind == field.kind else { return }
        switch field {
        case .id: id = identifier(scanner.bytes, start, scanner.place)
        case .workSessionID: workSessionID = identifier(scanner.bytes, start, scanner.place)
        case .version:
            version = Int64(String(decoding: scanner.bytes[start..<scanner.place], as: UTF8.self))
            if version == nil {
                refuse(JSONFault(code: .wrongType, place: start, kind: .number, wanted: .number))
            }
        default: break
        }
    }

    private mutating func identifier(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> UUID? {
        let identifier = UUID(bytes, (start + 1)..<(end - 1))
        if identifier == nil { refuse(JSONFault(code: .notAnIdentifier, place: start, kind: .string)) }
        return identifier
    }

    private mutating func refuse(_ fault: JSONFault) {
        if self.fault == nil { self.fault = fault }
    }

    /// The range of a field's value, counted from the marker's first byte.
    subscript(_ field: MarkerField) -> Range<Int>? {
        let start = Int(starts[field.rawValue])
        return start > 0 ? start..<Int(ends[field.rawValue]) : nil
    }

    /// Notes that a field's value was replaced by one of another length, which moves all that follows.
    mutating func resize(_ field: MarkerField, to count: Int) {
        let end = ends[field.rawValue]
        let change = starts[field.rawValue] &+ UInt32(truncatingIfNeeded: count) &- end
        starts.replace(with: starts &+ change, where: starts .>= end)
        ends.replace(with: ends &+ change, where: ends .>= end)
    }

    /// Notes the range of the value of a field that was missing.
    mutating func move(_ field: MarkerField, to range: Range<Int>) {
        starts[field.rawValue] = UInt32(truncatingIfNeeded: range.lowerBound)
        ends[field.rawValue] = UInt32(truncatingIfNeeded: range.upperBound)
    }

    mutating func set(_ quad: Quad) { (self.quad, soundCorners) = (quad, 0b1111) }

    /// Offsets within a marker have 32 bits.
    static let largestSize = Int(UInt32.max)
}

extension JSONScanner {
    /// Three finite numbers in an array; nil for any other value, which is skipped.
    @inline(__always)
    mutating func point() throws(JSONFault) -> SIMD3<Double>? {
        let start = spot
        guard byte == UInt8(ascii: "["), containers.count < options.depth else {
            try skipValue()
            return nil
        }
        place += 1
        if let x = try coordinate(endsWith: UInt8(ascii: ",")),
            let y = try coordinate(endsWith: UInt8(ascii: ",")),
            let z = try coordinate(endsWith: UInt8(ascii: "]"))
        {
            for _ in 0..<4 { try countValue() }
            return SIMD3(x, y, z)
        }
        goBack(to: start)
        try skipValue()
        return nil
    }

    @inline(__always)
    private mutating func coordinate(endsWith separator: UInt8) throws(JSONFault) -> Double? {
        skipBlanks()
        let start = place
        guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else { return nil }
        let decimal = try number()
        let text = UnsafeBufferPointer(rebasing: bytes[start..<place])
        skipBlanks()
        guard byte == separator else { return nil }
        place += 1
        return JSONNumber.double(decimal, text)
    }
}

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
