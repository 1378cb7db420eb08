/// A reason for which no connection was opened.
public enum OpeningRefusal: Error, Hashable, Sendable {
    /// The request is not a GET.
    case badMethod(String)
    case body
    /// `Upgrade` does not list websocket.
    case noUpgrade
    /// `Connection` does not list upgrade.
    case noConnectionUpgrade
    /// `Sec-WebSocket-Key` is not there once, or is not 16 bytes in Base64.
    case badKey(count: Int)
    /// `Sec-WebSocket-Version` is not 13; nil where it is not there once.
    case badVersion(String?)
    /// The page that asks is from another machine.
    case foreignOrigin(String)
    /// The answer is none of HTTP/1.1, or its header is longer than ``ClientOpening/longestHead``.
    case badAnswer
    /// The server answered with another status than 101.
    case status(Int)
    /// `Sec-WebSocket-Accept` does not belong to the key.
    case badAccept
    /// The server chose an extension or a subprotocol that was not offered.
    case notOffered(String)
    /// A host, path or field of the request has characters that it must not have.
    case badRequestText(String)
}

extension OpeningRefusal {
    /// The status of the answer to a request that is refused.
    public var status: Int {
        switch self {
        case .badMethod: 405
        case .noUpgrade, .badVersion: 426
        case .foreignOrigin: 403
        default: 400
        }
    }

    /// Header fields for the answer, which say what would be accepted.
    public var fields: [OpeningField] {
        switch self {
        case .badMethod: [OpeningField("Allow", "GET")]
        case .noUpgrade: [OpeningField("Upgrade", "websocket")]
        case .badVersion:
            [
                OpeningField("Upgrade", "websocket"),
                OpeningField("Sec-WebSocket-Version", OpeningField.spokenVersion),
            ]
        default: []
        }
    }

    /// A word that never changes its meaning.
    public var code: String { told.code }

    /// A sentence without a full stop: what was found, or what is needed.
    public var message: String { told.message }

    private var told: (code: String, message: String) {
        switch self {
        case .badMethod(let method): ("BAD_METHOD", "a WebSocket is opened with GET, not \(method)")
        case .body: ("BODY", "a request that opens a WebSocket has no body")
        case .noUpgrade: ("NO_UPGRADE", "this path is a WebSocket; send Upgrade: websocket")
        case .noConnectionUpgrade:
            ("NO_CONNECTION_UPGRADE", "send Connection: Upgrade with Upgrade: websocket")
        case .badKey(let count):
            (
                "BAD_KEY",
                count == 1
                    ? "Sec-WebSocket-Key is not 16 bytes in Base64"
                    : "Sec-WebSocket-Key is there \(count) times; send it once"
            )
        case .badVersion(let version):
            (
                "BAD_VERSION",
                "Sec-WebSocket-Version is \(version ?? "not there once"); only \(OpeningField.spokenVersion) is spoken here"
            )
        case .foreignOrigin(let origin): ("FOREIGN_ORIGIN", "the Origin \(origin) is not this machine")
        case .badAnswer: ("BAD_ANSWER", "the server's answer is not that of HTTP/1.1")
        case .status(let status):
            ("STATUS", "the server answered with status \(status); 101 opens a WebSocket")
        case .badAccept: ("BAD_ACCEPT", "Sec-WebSocket-Accept does not belong to the key that was sent")
        case .notOffered(let name): ("NOT_OFFERED", "the server chose a \(name), but none was offered")
        case .badRequestText(let text): ("BAD_REQUEST_TEXT", "\(text) must not be in the request")
        }
    }
}

/// A line of the header of a request or an answer that opens a connection.
public struct OpeningField: Hashable, Sendable {
    public var name: String
    public var value: String

    static let spokenVersion = "13"

    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

extension [OpeningField] {
    /// The values of a field, by its name in lower case.
    func values(_ name: String) -> [String] { filter { $0.name.lowercased() == name }.map(\.value) }

    /// Whether a word stands in a list, which may be in several fields.
    func lists(_ word: String, in name: String) -> Bool {
        values(name).contains { value in
            value.split(separator: ",").contains { $0.blanksRemoved.lowercased() == word }
        }
    }
}

extension Substring {
    /// The text without spaces and tabs at both ends.
    var blanksRemoved: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}
