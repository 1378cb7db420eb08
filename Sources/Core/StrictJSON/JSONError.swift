/// The reason why JSON was refused, and the place of it.
public struct JSONError: Error, Hashable, Sendable {
    public var code: Code
    /// The value with the error, as a JSON pointer (RFC 6901) from the root of the document.
    public var pointer: String
    /// Counted from 1.
    public var line: Int
    /// In bytes, counted from 1.
    public var column: Int
    public var found: Found
    /// The kind of value that was expected there; nil where the code alone says what was.
    public var wanted: JSONKind?
    /// The name of the file; nil where it is not known.
    public var file: String?

    /// Kinds of errors. Each is a word that never changes meaning.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        case unexpectedEnd = "UNEXPECTED_END"
        case valueExpected = "VALUE_EXPECTED"
        case keyExpected = "KEY_EXPECTED"
        case colonExpected = "COLON_EXPECTED"
        case commaOrEndOfObjectExpected = "COMMA_OR_END_OF_OBJECT_EXPECTED"
        case commaOrEndOfArrayExpected = "COMMA_OR_END_OF_ARRAY_EXPECTED"
        case trailingData = "TRAILING_DATA"
        case badNumber = "BAD_NUMBER"
        case badEscape = "BAD_ESCAPE"
        case loneSurrogate = "LONE_SURROGATE"
        case controlCharacter = "CONTROL_CHARACTER"
        case badUTF8 = "BAD_UTF8"
        case duplicateKey = "DUPLICATE_KEY"
        case tooDeep = "TOO_DEEP"
        case tooLarge = "TOO_LARGE"
        case tooManyValues = "TOO_MANY_VALUES"
        /// A number whose magnitude no double or integer can hold.
        case numberTooLarge = "NUMBER_TOO_LARGE"
        /// NaN or an infinity, for which JSON has no form.
        case notFinite = "NOT_FINITE"
        /// Valid JSON, but not of the type this member has.
        case wrongType = "WRONG_TYPE"
        case missingMember = "MISSING_MEMBER"
        case notAnIdentifier = "NOT_A_UUID"
        /// A corner that is not three finite numbers.
        case badCorner = "BAD_CORNER"
        /// A calibration vector that is neither three finite numbers nor empty.
        case badVector = "BAD_VECTOR"
        /// A word that is not one of those that this member may have.
        case unknownWord = "UNKNOWN_WORD"
        /// Neither an object, an array nor lines of objects.
        case noList = "NO_LIST"
        /// A reply that is neither an array nor an object with one under a documented name.
        case missingList = "MISSING_LIST"
        case readFailed = "READ_FAILED"
        case writeFailed = "WRITE_FAILED"
    }

    /// The thing that was found where something else was expected.
    public enum Found: Hashable, Sendable {
        case end
        case byte(UInt8)
        /// The beginning of a document that is not text in UTF-8.
        case foreign(ForeignBytes)
        /// A value of another type.
        case value(JSONKind)
        /// More than this limit.
        case limit(Int)
        /// An object with members of these names.
        case members([String])
        /// An error number of the system.
        case status(Int32)
    }

    /// The error of a ``ByteSource`` that cannot be read, with the system's error number.
    package static func readFailed(status: Int32) -> JSONError {
        JSONError(.readFailed, at: "", found: .status(status))
    }

    /// The error of a sink that takes no bytes, with the system's error number.
    package static func writeFailed(status: Int32) -> JSONError {
        JSONError(.writeFailed, at: "", found: .status(status))
    }

    package init(
        _ code: Code, at pointer: String, line: Int = 1, column: Int = 1, found: Found,
        wanted: JSONKind? = nil
    ) {
        (self.code, self.pointer, self.line, self.column, self.found) = (code, pointer, line, column, found)
        self.wanted = wanted
    }

    /// A few words of English for what would have been right.
    package var expected: String {
        guard let wanted else { return code.expected }
        guard found == .value(wanted) else { return wanted.words }
        // Of the kind, but none of the values that a member may have.
        return switch wanted {
        case .number: "a whole number"
        case .array: "an array of three numbers"
        case .string: "a string of another form, such as a UUID or a date"
        default: wanted.words
        }
    }
}

extension JSONError {
    /// The error of a part as one of the whole, in which the part starts at this line and column.
    @usableFromInline package func moved(line: Int, column: Int, pointer prefix: String = "") -> JSONError {
        var error = self
        error.pointer = prefix + pointer
        if self.line == 1 { error.column += column - 1 }
        error.line += line - 1
        return error
    }
}

extension JSONError.Code {
    /// A few words of English for what would have been right.
    package var expected: String {
        switch self {
        case .unexpectedEnd: "the rest of the document"
        case .valueExpected: "a value"
        case .keyExpected: "a name in quotation marks"
        case .colonExpected: "a colon"
        case .commaOrEndOfObjectExpected: "a comma or a closing brace"
        case .commaOrEndOfArrayExpected: "a comma or a closing bracket"
        case .trailingData: "the end of the document"
        case .badNumber: "a number as JSON writes it"
        case .badEscape: "one of \" \\ / b f n r t, or u and four hexadecimal digits"
        case .loneSurrogate: "a pair of surrogates, high then low"
        case .controlCharacter: "an escape, since control characters are not allowed in text"
        case .badUTF8: "text in UTF-8"
        case .duplicateKey: "a name that this object does not have yet"
        case .tooDeep: "less deep nesting"
        case .tooLarge: "a smaller document"
        case .tooManyValues: "fewer values"
        case .numberTooLarge: "a number that a double, or here a 64-bit integer, can hold"
        case .notFinite: "a finite number"
        case .wrongType: "a value of another type"
        case .missingMember: "a member of this name"
        case .notAnIdentifier: "a UUID of 36 characters"
        case .badCorner: "an array of three finite numbers"
        case .badVector: "an array of three finite numbers, or of none"
        case .unknownWord: "one of the words that this member may have"
        case .noList: "an object, an array of objects, or objects line by line"
        case .missingList: "an array, or an object with one as data or under the name of what it lists"
        case .readFailed: "a source that can be read"
        case .writeFailed: "a sink that takes bytes"
        }
    }
}

/// An error at its byte; ``JSONPlace`` makes a pointer of that on demand.
package struct JSONFault: Error {
    package var code: JSONError.Code
    package var place: Int
    package var limit: Int = 0
    package var kind: JSONKind?
    /// The kind that was expected.
    package var wanted: JSONKind?
    /// The name of what is missing.
    package var member: StaticString?

    package init(
        code: JSONError.Code, place: Int, limit: Int = 0, kind: JSONKind? = nil, wanted: JSONKind? = nil,
        member: StaticString? = nil
    ) {
        (self.code, self.place, self.limit, self.kind, self.member) = (code, place, limit, kind, member)
        self.wanted = wanted
    }

    /// - Parameter steps: how deep in a document the bytes begin.
    package func error(in bytes: UnsafeBufferPointer<UInt8>, inside steps: [JSONPlace.Step] = []) -> JSONError
    {
        let place = JSONPlace(of: self.place, in: bytes, inside: steps)
        // The place of a name that comes twice is that of its quotation mark.
        let again = code == .duplicateKey ? JSONText.string(in: bytes, at: self.place + 1) : nil
        let name = member.map { "\($0)" } ?? again.map(JSONPlace.token)
        let pointer = place.pointer + (name.map { "/" + $0 } ?? "")
        let found: JSONError.Found =
            switch code {
            case .tooDeep, .tooLarge, .tooManyValues: .limit(limit)
            case .missingMember: .end
            case _ where kind != nil: .value(kind ?? .null)
            default: found(in: bytes, isBeginning: isFirst(steps) && place.line == 1 && place.column <= 4)
            }
        return JSONError(
            code, at: pointer, line: place.line, column: place.column, found: found, wanted: wanted)
    }

    /// Whether bytes that begin there begin the document, but for the bracket of a list.
    private func isFirst(_ steps: [JSONPlace.Step]) -> Bool {
        switch steps.first {
        case nil, .element(0)?: steps.count <= 1
        default: false
        }
    }

    private func found(in bytes: UnsafeBufferPointer<UInt8>, isBeginning: Bool) -> JSONError.Found {
        guard place < bytes.count else { return .end }
        guard isBeginning, let form = ForeignBytes(bytes) else { return .byte(bytes[place]) }
        return .foreign(form)
    }
}

/// The form of bytes that are not text in UTF-8, by how they begin.
public enum ForeignBytes: String, Hashable, Sendable {
    case utf16 = "UTF-16"
    case utf32 = "UTF-32"
    case gzip, zstd, bzip2, xz, zip

    private static let beginnings: [(bytes: [UInt8], form: ForeignBytes)] = [
        ([0xFF, 0xFE, 0, 0], .utf32), ([0, 0, 0xFE, 0xFF], .utf32), ([0xFF, 0xFE], .utf16),
        ([0xFE, 0xFF], .utf16),
        ([0x1F, 0x8B], .gzip), ([0x28, 0xB5, 0x2F, 0xFD], .zstd), (Array("BZh".utf8), .bzip2),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0x50, 0x4B, 3, 4], .zip),
    ]

    /// `nil` if they may be text in UTF-8, or are something else.
    package init?(_ bytes: some Collection<UInt8>) {
        if let known = ForeignBytes.beginnings.first(where: { bytes.starts(with: $0.bytes) }) {
            self = known.form
            return
        }
        // Characters of ASCII without a mark of their order before them.
        switch bytes.prefix(4).map({ $0 == 0 ? 0 : $0 < 0x80 ? 1 : 2 }) {
        case [0, 1, 0, 1], [1, 0, 1, 0]: self = .utf16
        case [0, 0, 0, 1], [1, 0, 0, 0]: self = .utf32
        default: return nil
        }
    }

    /// Whether it has to be unpacked, not saved as other text.
    package var isCompressed: Bool { self != .utf16 && self != .utf32 }
}

/// The kind of a JSON value.
public enum JSONKind: String, Hashable, Sendable {
    case null, bool, number, string, array, object

    /// The kind of a value by its first byte.
    @inlinable @inline(__always)
    package init(first: UInt8) {
        switch first {
        case UInt8(ascii: "{"): self = .object
        case UInt8(ascii: "["): self = .array
        case UInt8(ascii: "\""): self = .string
        case UInt8(ascii: "n"): self = .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
        default: self = .number
        }
    }

    package var words: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number, .string: "a \(rawValue)"
        case .array, .object: "an \(rawValue)"
        }
    }
}
