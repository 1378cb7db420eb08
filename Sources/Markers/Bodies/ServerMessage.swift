/// A server's error message: JSON of the documented shape, or any other text that it sent.
public struct ServerMessage: Hashable, Sendable {
    public let error: String?
    public let message: String?
    public let status: Int64?
    /// The beginning of the body as text, with invalid UTF-8 replaced; empty if it is no text.
    public let text: String

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
