internal import Foundation
internal import QuadGeometry
internal import RigidCalibration

/// An object of a saved fit, whose members must be there and be what they should be.
struct SavedMembers {
    let object: JSONValue
    private let members: [String: JSONValue]

    init(_ value: JSONValue) throws(SavedFitError) {
        guard value.kind == .object else { throw SavedFitError(value.error(.wrongType)) }
        object = value
        members = Dictionary(value.members.map { ($0.name, $0.value) }) { _, last in last }
    }

    /// A member that is there, and may be null.
    func value(_ name: String) throws(SavedFitError) -> JSONValue {
        guard let value = members[name] else {
            let place = object.error(.missingMember)
            throw SavedFitError(
                JSONError(
                    .missingMember, at: place.pointer + "/" + name, line: place.line, column: place.column,
                    found: .end))
        }
        return value
    }

    private func needed<T>(_ name: String, _ read: (JSONValue) -> T?) throws(SavedFitError) -> T {
        let value = try value(name)
        guard let result = read(value) else { throw SavedFitError(value.error(.wrongType)) }
        return result
    }

    func text(_ name: String) throws(SavedFitError) -> String { try needed(name, \.string) }

    func number(_ name: String) throws(SavedFitError) -> Double { try needed(name, \.double) }

    func flag(_ name: String) throws(SavedFitError) -> Bool { try needed(name, \.bool) }

    /// A text that may be null.
    func optionalText(_ name: String) throws(SavedFitError) -> String? {
        try value(name).isNull ? nil : try text(name)
    }

    /// One of the words of a kind.
    func word<Word: RawRepresentable<String>>(_ name: String) throws(SavedFitError) -> Word {
        let text = try text(name)
        guard let word = Word(rawValue: text) else {
            throw SavedFitError(.unknownWord(text), at: try value(name))
        }
        return word
    }

    func identifier(_ name: String) throws(SavedFitError) -> UUID {
        let value = try value(name)
        guard let id = value.uuid else { throw SavedFitError(value.error(.notAnIdentifier)) }
        return id
    }

    /// Three numbers that a coordinate can be.
    func point(_ name: String) throws(SavedFitError) -> SIMD3<Double> {
        let point = try needed(name, \.point)
        guard point.largestMagnitude <= Correspondences.largestCoordinate else {
            throw SavedFitError(.outOfRange, at: try value(name))
        }
        return point
    }

    /// So many numbers.
    func numbers(_ name: String, _ count: Int) throws(SavedFitError) -> [Double] {
        try needed(name) { value in
            let numbers = value.elements.compactMap(\.double)
            return numbers.count == count && value.elements.count == count ? numbers : nil
        }
    }

    /// Rows of so many numbers each, one after the other.
    func rows(_ name: String, _ count: Int) throws(SavedFitError) -> [Double] {
        try needed(name) { value in
            let rows = value.elements.map { $0.elements.compactMap(\.double) }
            return rows.count == count && rows.allSatisfy { $0.count == count } ? rows.flatMap { $0 } : nil
        }
    }

    func elements(_ name: String) throws(SavedFitError) -> [JSONValue] {
        try needed(name) { $0.kind == .array ? $0.elements : nil }
    }

    func object(_ name: String) throws(SavedFitError) -> SavedMembers { try SavedMembers(try value(name)) }

    /// An object that may be null.
    func optional(_ name: String) throws(SavedFitError) -> SavedMembers? {
        try value(name).isNull ? nil : try object(name)
    }
}
