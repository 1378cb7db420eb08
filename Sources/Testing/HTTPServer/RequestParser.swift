/// A parser of requests, one after the other; its results do not depend on how the bytes were cut.
///
/// Do not use it after it has thrown.
package struct RequestParser {
    private var bytes: [UInt8] = []
    /// The number of bytes already consumed.
    private var taken = 0
    /// The place before which no line ends that was not taken, so that a head that drips is not searched for every byte.
    private var searched = 0
    private var state = State.head
    private var head = RequestHead()
    private var headSize = 0
    private let rules: RequestRules

    private enum State {
        case head
        case body(IncomingRequest, rest: Int)
        case chunkSize(IncomingRequest)
        case chunk(IncomingRequest, rest: Int)
        case chunkEnd(IncomingRequest)
        case trailer(IncomingRequest)
    }

    package init(_ rules: RequestRules = RequestRules()) { self.rules = rules }

    /// Whether a request has begun and has not ended.
    package var isInside: Bool {
        if case .head = state { return !head.isEmpty || taken < bytes.count }
        return true
    }

    /// Whether there are bytes that belong to no request yet.
    package var hasMore: Bool { taken < bytes.count }

    /// The bytes that are kept of the request that is arriving.
    package var size: Int {
        switch state {
        case .head: bytes.count
        case .body(let request, _), .chunkSize(let request), .chunk(let request, _), .chunkEnd(let request),
            .trailer(let request):
            request.body.count + bytes.count
        }
    }

    /// Whether the client waits for `100 Continue` before it sends the body.
    package var awaitsContinue: Bool {
        switch state {
        case .body(let request, _), .chunkSize(let request):
            request["expect"] != nil && request.body.isEmpty && !hasMore
        default: false
        }
    }

    /// Adds bytes from the connection.
    package mutating func append(_ more: some Collection<UInt8>) {
        if taken > 0 {
            bytes.removeFirst(taken)
            (searched, taken) = (max(searched - taken, 0), 0)
        }
        bytes.append(contentsOf: more)
    }

    /// Takes out the bytes that belong to no request.
    package mutating func takeRest() -> [UInt8] {
        defer { (bytes, taken, searched) = ([], 0, 0) }
        return Array(bytes[taken...])
    }

    /// The next whole request; nil until more bytes are there.
    package mutating func next() throws(RequestRefusal) -> IncomingRequest? {
        while true {
            switch state {
            case .head:
                guard let next = try takeHeadLine() else { return nil }
                state = next
            case .body(var request, let rest):
                // With no second reference to it, the body grows in place.
                state = .head
                let rest = take(rest, into: &request.body)
                guard rest == 0 else {
                    state = .body(request, rest: rest)
                    return nil
                }
                return finish(request)
            case .chunkSize(let request):
                guard let line = try line(upTo: RequestLimits.chunkLine, else: .badChunk) else { return nil }
                let size = try RequestParser.chunkSize(line)
                guard request.body.count + size <= rules.body else { throw .longBody }
                state = size == 0 ? .trailer(request) : .chunk(request, rest: size)
            case .chunk(var request, let rest):
                state = .head
                let rest = take(rest, into: &request.body)
                guard rest == 0 else {
                    state = .chunk(request, rest: rest)
                    return nil
                }
                state = .chunkEnd(request)
            case .chunkEnd(let request):
                guard let line = try line(upTo: 0, else: .badChunk) else { return nil }
                guard line.isEmpty else { throw .badChunk }
                state = .chunkSize(request)
            case .trailer(let request):
                guard let line = try headLine() else { return nil }
                if line.isEmpty { return finish(request) }
                // A trailer is not used, but it must be well-formed.
                _ = try HeaderField(line: line)
            }
        }
    }

    private mutating func takeHeadLine() throws(RequestRefusal) -> State? {
        // Old clients sent an empty line before the first one.
        let isFirst = head.isEmpty && headSize <= 2
        guard let line = try headLine() else { return nil }
        if head.isEmpty, line.count > RequestLimits.line { throw .longTarget }
        guard line.isEmpty else {
            try head.take(line)
            return .head
        }
        if head.isEmpty, isFirst, headSize == 2 { return .head }
        let (request, framing) = try head.finish(rules)
        switch framing {
        case .length(let count): return .body(request, rest: count)
        case .chunks: return .chunkSize(request)
        }
    }

    private mutating func finish(_ request: IncomingRequest) -> IncomingRequest {
        (state, head, headSize) = (.head, RequestHead(), 0)
        return request
    }

    /// Moves up to `count` bytes to a body and returns how many are missing.
    private mutating func take(_ count: Int, into body: inout [UInt8]) -> Int {
        let here = min(count, bytes.count - taken)
        body.append(contentsOf: bytes[taken..<(taken + here)])
        taken += here
        return count - here
    }

    /// The next line of a head, which may not be longer than a head with all its line ends.
    private mutating func headLine() throws(RequestRefusal) -> ArraySlice<UInt8>? {
        let isFirst = if case .head = state { head.isEmpty } else { false }
        let rest = RequestLimits.head - headSize - RequestParser.lineEnd
        guard
            let line = try isFirst
                ? line(upTo: RequestLimits.line, else: .longTarget) : line(upTo: rest, else: .longHead)
        else { return nil }
        headSize += line.count + RequestParser.lineEnd
        return line
    }

    /// The bytes of a carriage return and a line feed.
    private static let lineEnd = 2

    /// The next line without its end; nil until that is there.
    private mutating func line(
        upTo longest: Int, else refusal: RequestRefusal
    ) throws(RequestRefusal) -> ArraySlice<UInt8>? {
        guard let end = bytes[max(taken, searched)...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            // The last of them may be the carriage return of a line that just fits.
            if bytes.count - taken > longest + 1 { throw refusal }
            return nil
        }
        let line = bytes[taken..<end]
        let hasReturn = line.last == UInt8(ascii: "\r")
        guard line.count - (hasReturn ? 1 : 0) <= longest else { throw refusal }
        guard hasReturn else { throw .bareLineFeed }
        taken = end + 1
        return line.dropLast()
    }

    private static func chunkSize(_ line: ArraySlice<UInt8>) throws(RequestRefusal) -> Int {
        let digits = line.prefix { $0.hexadecimal != nil }
        let rest = line.dropFirst(digits.count)
        // Any extension is allowed by the standard and means nothing here.
        guard !digits.isEmpty, rest.isEmpty || rest.first == UInt8(ascii: ";"),
            rest.allSatisfy(\.isFieldText)
        else { throw .badChunk }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard significant.count <= 8 else { throw .longBody }
        return significant.reduce(0) { $0 << 4 | Int($1.hexadecimal ?? 0) }
    }
}
