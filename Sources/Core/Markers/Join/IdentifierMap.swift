public import Foundation
import StrictJSON

/// The ids of one scan and those of another that they become, as somebody listed them: a JSON object or CSV
/// of `old,new`.
///
/// No id is listed twice on a side.
public struct IdentifierMap: Hashable, Sendable {
    /// The old id of a marker and its new one.
    public struct Pair: Hashable, Sendable {
        public let old, new: UUID

        public init(old: UUID, new: UUID) { (self.old, self.new) = (old, new) }
    }

    public let pairs: [Pair]
    let newOfOld: [UUID: UUID]
    let oldOfNew: [UUID: UUID]

    public init(_ pairs: [Pair]) throws(IdentifierMapError) {
        self.pairs = pairs
        var newOfOld: [UUID: UUID] = [:], oldOfNew: [UUID: UUID] = [:]
        for (place, pair) in pairs.enumerated() {
            guard newOfOld.updateValue(pair.new, forKey: pair.old) == nil else {
                throw .repeated(pair.old, .old, entry: place)
            }
            guard oldOfNew.updateValue(pair.old, forKey: pair.new) == nil else {
                throw .repeated(pair.new, .new, entry: place)
            }
        }
        (self.newOfOld, self.oldOfNew) = (newOfOld, oldOfNew)
    }

    /// Reads a document: JSON where it begins with a brace, else CSV, with a header of `old,new` or without.
    public init(_ bytes: [UInt8], options: JSONOptions = JSONOptions()) throws(IdentifierMapError) {
        let start = bytes.starts(with: JSONScanner.byteOrderMark) ? JSONScanner.byteOrderMark.count : 0
        let first = bytes[start...].first { !$0.isWhitespace }
        try self.init(
            first == UInt8(ascii: "{")
                ? IdentifierMap.object(bytes, options) : IdentifierMap.rows(bytes[start...]))
    }

    private static func object(
        _ bytes: [UInt8], _ options: JSONOptions
    ) throws(IdentifierMapError) -> [Pair] {
        let value: JSONValue
        do { value = try JSONValue(bytes, options: options) } catch { throw .json(error) }
        var pairs: [Pair] = []
        for (place, member) in value.members.enumerated() {
            guard let old = UUID(uuidString: member.name) else {
                throw .noIdentifier(member.name, .old, entry: place, line: nil)
            }
            guard let new = member.value.string.flatMap({ UUID(uuidString: $0) }) else {
                let found = String(decoding: member.value.text.prefix(60), as: UTF8.self)
                throw .noIdentifier(found, .new, entry: place, line: nil)
            }
            pairs.append(Pair(old: old, new: new))
        }
        return pairs
    }

    private static func rows(_ bytes: ArraySlice<UInt8>) throws(IdentifierMapError) -> [Pair] {
        var pairs: [Pair] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        var isFirst = true
        for (place, line) in lines.enumerated() {
            let fields = line.split(
                omittingEmptySubsequences: false, whereSeparator: { ",;\t".utf8.contains($0) }
            ).map { field in
                String(decoding: field, as: UTF8.self).trimmingCharacters(in: blanks)
            }
            if fields == [""] { continue }
            defer { isFirst = false }
            guard fields.count == 2 else { throw .fieldCount(fields.count, line: place + 1) }
            if isFirst, fields.map({ $0.lowercased() }) == ["old", "new"] { continue }
            guard let old = UUID(uuidString: fields[0]) else {
                throw .noIdentifier(fields[0], .old, entry: pairs.count, line: place + 1)
            }
            guard let new = UUID(uuidString: fields[1]) else {
                throw .noIdentifier(fields[1], .new, entry: pairs.count, line: place + 1)
            }
            pairs.append(Pair(old: old, new: new))
        }
        return pairs
    }

    /// The characters allowed around an id in a row.
    private static let blanks = CharacterSet(charactersIn: " \r\"")
}

/// The reason why a document is not a map of ids. Entries count from 0, lines from 1.
public enum IdentifierMapError: Error, Hashable, Sendable {
    case json(JSONError)
    /// The row of this line does not have two fields.
    case fieldCount(Int, line: Int)
    case noIdentifier(String, JoinSide, entry: Int, line: Int?)
    case repeated(UUID, JoinSide, entry: Int)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .json(let error): error.code.rawValue
        case .fieldCount: "FIELD_COUNT"
        case .noIdentifier: "NOT_A_UUID"
        case .repeated: "DUPLICATE_KEY"
        }
    }
}

/// An id of a map that no marker has.
public struct UnknownIdentifier: Hashable, Sendable {
    public let side: JoinSide
    public let id: UUID
}
