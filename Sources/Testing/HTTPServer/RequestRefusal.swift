/// A reason for which bytes are not a request that this server takes; the connection ends with the answer.
package enum RequestRefusal: String, Error, Hashable, Sendable, CaseIterable {
    case badRequestLine = "BAD_REQUEST_LINE"
    case unknownMethod = "UNKNOWN_METHOD"
    case unknownVersion = "UNKNOWN_VERSION"
    case badTarget = "BAD_TARGET"
    case badQuery = "BAD_QUERY"
    case badField = "BAD_FIELD"
    case foldedField = "FOLDED_FIELD"
    case bareLineFeed = "BARE_LINE_FEED"
    case missingHost = "MISSING_HOST"
    case repeatedHost = "REPEATED_HOST"
    case badHost = "BAD_HOST"
    /// The request is meant for another server, as after DNS rebinding.
    case foreignHost = "FOREIGN_HOST"
    /// The page that asks is from another server.
    case foreignOrigin = "FOREIGN_ORIGIN"
    case repeatedAuthorization = "REPEATED_AUTHORIZATION"
    case repeatedLength = "REPEATED_LENGTH"
    case badLength = "BAD_LENGTH"
    case lengthAndCoding = "LENGTH_AND_CODING"
    case unknownCoding = "UNKNOWN_CODING"
    case badChunk = "BAD_CHUNK"
    case unknownExpectation = "UNKNOWN_EXPECTATION"
    case longTarget = "LONG_TARGET"
    case longHead = "LONG_HEAD"
    case longBody = "LONG_BODY"
    case tooSlow = "TOO_SLOW"

    package var status: Int {
        switch self {
        case .unknownMethod, .unknownCoding: 501
        case .unknownVersion: 505
        case .foreignHost: 421
        case .foreignOrigin: 403
        case .unknownExpectation: 417
        case .longTarget: 414
        case .longHead: 431
        case .longBody: 413
        case .tooSlow: 408
        default: 400
        }
    }

    /// A sentence without a full stop: what was found, or what was expected.
    package var text: String {
        switch self {
        case .badRequestLine: "the first line is not METHOD TARGET HTTP/1.1, parted by single spaces"
        case .unknownMethod: "the method is none that HTTP defines"
        case .unknownVersion: "only HTTP/1.1 is spoken here"
        case .badTarget: "the target is no path of plain or percent-encoded UTF-8 from the root"
        case .badQuery: "the query is not NAME=VALUE pairs of plain or percent-encoded UTF-8, each name once"
        case .badField: "a header line is not NAME: VALUE without control characters"
        case .foldedField: "a header line is folded; write it as one"
        case .bareLineFeed: "a line ends without a carriage return"
        case .missingHost: "there is no Host"
        case .repeatedHost: "there is more than one Host"
        case .badHost: "Host is not NAME or NAME:PORT, or the target names another"
        case .foreignHost: "Host is not this server's address"
        case .foreignOrigin: "pages of this Origin may not ask"
        case .repeatedAuthorization: "there is more than one Authorization"
        case .repeatedLength: "there is more than one Content-Length"
        case .badLength: "Content-Length is not a decimal number"
        case .lengthAndCoding: "Content-Length and Transfer-Encoding exclude each other"
        case .unknownCoding: "Transfer-Encoding can be chunked and nothing else, once"
        case .badChunk:
            "a chunk is not its size in hexadecimal, a line end, and so many bytes with a line end"
        case .unknownExpectation: "Expect can be 100-continue and nothing else"
        case .longTarget: "the first line is longer than \(RequestLimits.line) bytes"
        case .longHead: "the header is longer than \(RequestLimits.head) bytes"
        case .longBody: "the body is longer than this server takes"
        case .tooSlow: "the request did not arrive in time"
        }
    }
}
