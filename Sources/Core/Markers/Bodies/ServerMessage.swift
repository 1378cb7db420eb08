internal import Foundation

/// A server's error message: JSON of the documented shape, a page for people, or any other text that it sent.
public struct ServerMessage: Hashable, Sendable {
    public let error: String?
    public let message: String?
    public let status: Int64?
    /// The beginning of the body as text, with invalid UTF-8 replaced; empty if it is no text.
    public let text: String
    /// Whether the body is a page in HTML, as proxies send it.
    public let isPage: Bool
    /// The title of the page; `nil` without one.
    public let title: String?

    /// The longest part of a body that is kept, in bytes.
    public static let longestText = 2000

    /// Reads any body, even an empty one.
    public init(_ body: [UInt8]) {
        let beginning = body.prefix(ServerMessage.longestText)
        // Such as UTF-16, where a secret would not be found.
        text = beginning.contains(0) ? "" : String(decoding: beginning, as: UTF8.self)
        let value = try? JSONValue(body)
        error = value?["error"]?.string
        message = value?["message"]?.string
        status = value?["status"]?.integer
        isPage = value == nil && ServerMessage.looksLikePage(text)
        title = isPage ? ServerMessage.title(in: text) : nil
    }

    private static let beginnings = ["<!doctype html", "<html", "<head", "<body", "<title"]

    /// Whether the text begins like a page, after blanks and comments.
    private static func looksLikePage(_ text: String) -> Bool {
        var rest = text.trimmingPrefix("\u{FEFF}").trimmingPrefix(while: \.isWhitespace)
        while rest.hasPrefix("<!--"), let end = rest.firstRange(of: "-->") {
            rest = rest[end.upperBound...].trimmingPrefix(while: \.isWhitespace)
        }
        let beginning = rest.prefix(20).lowercased()
        return beginnings.contains { beginning.hasPrefix($0) }
    }

    /// The words of the first title, on one line.
    private static func title(in text: String) -> String? {
        func range(of tag: String, in text: Substring) -> Range<String.Index>? {
            text.range(of: tag, options: .caseInsensitive)
        }
        guard let tag = range(of: "<title", in: text[...]),
            let start = text[tag.upperBound...].firstIndex(of: ">"),
            let end = range(of: "</title", in: text[start...])
        else { return nil }
        let title = text[text.index(after: start)..<end.lowerBound]
        let words = title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.isEmpty ? nil : words
    }
}

/// The server's answer about the lock of a work session; properties that a reply does not state are nil.
public struct LockReply: Hashable, Sendable {
    /// True if the caller has the lock now; a reply to extending it says so under either of two names.
    public let isHeld: Bool?
    public let token: String?
    public let isReleased: Bool?
    public let isLocked: Bool?

    public init(_ value: JSONValue) throws(JSONError) {
        let object = try WireObject(value)
        let (extended, acquired) = (
            try object.optional("extended", \.bool), try object.optional("acquired", \.bool)
        )
        isHeld = extended ?? acquired
        token = try object.optional("token", \.string)
        isReleased = try object.optional("released", \.bool)
        isLocked = try object.optional("locked", \.bool)
    }
}

/// The users who are present in a work session.
public struct PresenceReply: Hashable, Sendable {
    public let users: [String]

    public init(_ value: JSONValue) throws(JSONError) {
        users = try WireObject(value).list("users") { user throws(JSONError) in
            guard let name = user.string else { throw user.error(.wrongType) }
            return name
        }
    }
}
