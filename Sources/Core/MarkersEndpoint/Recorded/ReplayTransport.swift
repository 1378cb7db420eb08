public import StrictJSON
internal import Synchronization

/// A transport that answers as a recording says, and nothing else.
///
/// Each exchange of the recording answers one request, the earliest first among those that asked the same. A request that the recording
/// does not have fails with ``TransportError/Code/notRecorded``, whose detail says what was asked for and what would have come next.
public final class ReplayTransport: BoundTransport {
    /// The server that the recording is of.
    public let origin: Origin
    private let matching: ReplayMatching
    private let left: Mutex<[RecordedExchange]>

    private static let longestLine = 64 << 20

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - recording: Its lines.
    ///   - origin: The server that it is of.
    ///   - matching: How much of a request has to be as it was.
    /// - Throws: The first line that is no exchange, with its number.
    public init(
        _ recording: [UInt8], of origin: Origin, matching: ReplayMatching = .exact
    ) throws(JSONError) {
        var exchanges: [RecordedExchange] = []
        for (place, line) in recording.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).enumerated() where !line.isEmpty {
            do throws(JSONError) {
                let value = try JSONValue(Array(line), options: JSONOptions(size: Self.longestLine))
                let exchange = try RecordedExchange(value)
                guard exchange.result != nil, exchange.body.bytes != nil else {
                    throw value.error(.missingMember)
                }
                exchanges.append(exchange)
            } catch {
                throw JSONError(
                    error.code, at: error.pointer, line: place + 1, column: error.column, found: error.found)
            }
        }
        (self.origin, self.matching) = (origin, matching)
        left = Mutex(exchanges)
    }

    /// The number of exchanges that nobody has asked for yet.
    public var remaining: Int { left.withLock { $0.count } }

    /// Answers as the recording says.
    public func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
        try request.check()
        let asked = RecordedExchange(
            request, .success(HTTPResponse(200)), hiding: SecretSet([]))
        let found: Result<Result<HTTPResponse, TransportError>, TransportError> = left.withLock { left in
            guard let place = left.firstIndex(where: { $0.asksTheSame(as: asked, matching) }),
                let result = left[place].result
            else { return .failure(Self.notRecorded(asked, left)) }
            left.remove(at: place)
            return .success(result)
        }
        return try found.get().get()
    }

    /// The error that names the request, its difference from the recorded one, and the next of the recording.
    private static func notRecorded(_ asked: RecordedExchange, _ left: [RecordedExchange]) -> TransportError {
        let line = "\(asked.method) \(asked.path)"
        let next = left.first.map { "next is \($0.method) \($0.path)" } ?? "nothing is left of it"
        let text: String
        if let same = left.first(where: { $0.asksTheSame(as: asked, .methodAndPath) }) {
            let part = same.body == asked.body ? "other header fields" : "another body"
            text = "\(line) was recorded with \(part): \(difference(same, asked))"
        } else {
            text = "\(line) is not in the recording; \(next)"
        }
        return TransportError(.notRecorded, mayHaveArrived: false, text)
    }

    /// The characters of a text that are shown around the first difference.
    private static let shown = 40

    private static func difference(_ recorded: RecordedExchange, _ asked: RecordedExchange) -> String {
        func text(_ exchange: RecordedExchange) -> String {
            recorded.body == asked.body
                ? exchange.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
                : exchange.body.text ?? exchange.body.base64 ?? ""
        }
        let (one, other) = (text(recorded), text(asked))
        let same = zip(one.unicodeScalars, other.unicodeScalars).prefix { $0 == $1 }.count
        func part(_ text: String) -> String {
            String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(same).prefix(shown)))
        }
        return "after \(same) characters \"\(part(one))\", now \"\(part(other))\""
    }
}
