internal import Markers

/// A kind of text: what it may be, in words, as a check and as JSON Schema.
struct StringRule: Sendable {
    let expectation: String
    /// The format that JSON Schema knows it by.
    private(set) var format: String?
    /// The most characters.
    private(set) var longest: Int?
    /// A regular expression for JSON Schema.
    private(set) var pattern: String?
    let fits: @Sendable (String) -> Bool
    /// The form that is kept, where different texts mean the same.
    private(set) var canonical: (@Sendable (String) -> String)?

    private static let longestText = 1 << 16, longestName = 256

    static let text = StringRule(
        expectation: "text of at most \(longestText) characters, without NUL",
        longest: longestText, pattern: #"^[^\u0000]*$"#, fits: { isText($0, longestText) })

    static let pointer = StringRule(expectation: "a JSON pointer", fits: { _ in true })

    static let name = StringRule(
        expectation: "text of at most \(longestName) characters, without control characters",
        longest: longestName, pattern: #"^[^\u0000-\u001f\u007f]*$"#, fits: isName)

    static let segment = StringRule(
        expectation:
            "text of 1 to \(longestName) characters, without control characters and slashes, no dot in front",
        longest: longestName, pattern: #"^[^\u0000-\u001f\u007f/\\.][^\u0000-\u001f\u007f/\\]*$"#,
        fits: { isName($0) && !$0.isEmpty && $0.first != "." && !$0.contains("/") && !$0.contains("\\") })

    static let uuid = StringRule(
        expectation: "a UUID of 36 characters", format: "uuid", fits: { WireID($0).uuid != nil },
        canonical: { WireID($0).canonical })

    /// The id of a request to the phone, which answers it unchanged.
    static let requestID = StringRule(
        expectation: "a UUID of version 4", longest: 36,
        pattern: "^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$",
        fits: { text in
            let digits = Array(text.utf8)
            return WireID(text).uuid != nil && digits.count == 36 && digits[14] == UInt8(ascii: "4")
                && "89abAB".utf8.contains(digits[19])
        })

    static let date = StringRule(
        expectation: "a date and time with its zone, as in 2026-01-31T12:00:00Z", format: "date-time",
        // A blank in the place of the T is read elsewhere, but the standard does not allow it.
        fits: { $0.utf8.dropFirst(10).first == UInt8(ascii: "T") && WireDate($0)?.hasZone ?? false })

    /// Whether text is short enough, and free of what databases do not keep.
    private static func isText(_ text: String, _ longest: Int) -> Bool {
        !text.unicodeScalars.contains("\0") && text.unicodeScalars.count <= longest
    }

    private static func isName(_ text: String) -> Bool {
        isText(text, longestName) && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
    }
}

extension WireID {
    /// A UUID in lower case; any other text unchanged.
    var canonical: String { uuid?.wireText ?? text }
}
