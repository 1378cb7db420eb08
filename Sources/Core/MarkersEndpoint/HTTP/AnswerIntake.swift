import StrictJSON

/// An answer as it comes in: each header line and each piece of the body is checked before it is kept.
package struct AnswerIntake {
    /// The part that comes next.
    private enum Stage { case statusLine, fields, body }

    /// Beside so many, pieces of a body must have so many bytes in the mean: smaller ones cost more than what they bring.
    private static let mostPieces = 1 << 16, leastPiece = 64

    private let options: TransportOptions
    private var cap: AnswerCap
    private var stage = Stage.statusLine
    private var headerBytes = 0, headerLines = 0, pieces = 0
    private var hasOwnFraming = false, isChunked = false
    private var length: Int?
    private var answer = HTTPResponse(0)

    package init(for request: HTTPRequest, _ options: TransportOptions) {
        self.options = options
        cap = AnswerCap(request, options)
    }

    /// Whether anything of an answer came.
    package var hasBegun: Bool { headerLines > 0 }

    /// Takes one line of the header with its end: the status line, a field, the empty line; trailers are dropped.
    package mutating func take(line: UnsafeRawBufferPointer) throws(TransportError) {
        headerBytes += line.count
        headerLines += 1
        guard headerBytes <= options.largestHeader else {
            throw Self.tooLarge("the header has more than \(options.largestHeader) bytes")
        }
        // The status line and the empty one are no fields.
        guard headerLines <= options.mostHeaderFields + 2 else {
            throw Self.tooLarge("the header has more than \(options.mostHeaderFields) fields")
        }
        guard line.count >= 2, line[line.count - 2] == 0x0D, line[line.count - 1] == 0x0A else {
            throw Self.badFraming("a header line does not end in CR LF")
        }
        let content = UnsafeRawBufferPointer(rebasing: line.dropLast(2))
        switch stage {
        case .statusLine: try takeStatus(content)
        case .fields where content.isEmpty: try endHeader()
        case .fields: try takeField(content, keep: true)
        case .body where content.isEmpty: break
        case .body: try takeField(content, keep: false)
        }
    }

    package mutating func take(body: UnsafeRawBufferPointer) throws(TransportError) {
        guard stage == .body else { throw Self.badFraming("a body without a header") }
        pieces += 1
        guard pieces <= Self.mostPieces + answer.body.count / Self.leastPiece else {
            throw Self.tooLarge("\(answer.body.count) bytes came in \(pieces) pieces")
        }
        answer.body.append(contentsOf: body)
        let trusted = cap.trusted
        guard cap.allows(answer.body) else { throw tooLargeBody }
        // A list that turned out to be one gets all the room it says it needs.
        if cap.trusted > trusted, let length { answer.body.reserveCapacity(length) }
    }

    /// The answer once its sender says that it is whole.
    package func whole() throws(TransportError) -> HTTPResponse {
        guard stage == .body else { throw Self.truncated("the header has no end") }
        if hasBody, let length, length != answer.body.count {
            throw Self.truncated("\(answer.body.count) of \(length) bytes came")
        }
        return answer
    }

    private var hasBody: Bool { answer.status != 204 && answer.status != 304 }

    private mutating func takeStatus(_ line: UnsafeRawBufferPointer) throws(TransportError) {
        // HTTP/1.1 200 OK, or HTTP/2 200.
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
            words[1].allSatisfy(\.isDigit), let status = Int(String(decoding: words[1], as: UTF8.self)),
            (100...599).contains(status), status != 101
        else { throw Self.badFraming("the status line is not one of HTTP") }
        answer = HTTPResponse(status)
        hasOwnFraming = words[0].dropFirst(5).first != UInt8(ascii: "1")
        stage = .fields
    }

    private mutating func takeField(_ line: UnsafeRawBufferPointer, keep: Bool) throws(TransportError) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy(\.isToken)
        else { throw Self.badFraming("a header field has no name") }
        var value = line[(colon + 1)...]
        while let first = value.first, first.isBlank { value.removeFirst() }
        while let last = value.last, last.isBlank { value.removeLast() }
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            throw Self.badFraming("a header field has a control character")
        }
        guard keep else { return }
        let name = String(decoding: line[..<colon], as: UTF8.self)
        answer.headers.append(name, String(decoding: value, as: UTF8.self))
    }

    private mutating func endHeader() throws(TransportError) {
        guard answer.status >= 200 else {
            stage = .statusLine
            return
        }
        stage = .body
        let lengths = answer.headers.values("Content-Length")
        let encodings = answer.headers.values("Transfer-Encoding")
        guard lengths.count <= 1, encodings.count <= 1, lengths.isEmpty || encodings.isEmpty else {
            throw Self.badFraming("the length is given more than once")
        }
        if let text = lengths.first {
            guard text.utf8.allSatisfy(\.isDigit), let number = Int(text) else {
                throw Self.badFraming("the length is no number")
            }
            length = number
        }
        if let encoding = encodings.first {
            guard HTTPHeaders.equal(encoding, "chunked") else {
                throw Self.badFraming("a transfer encoding that was not asked for")
            }
            isChunked = true
        }
        guard answer.headers["Content-Encoding"].map({ HTTPHeaders.equal($0, "identity") }) ?? true else {
            throw Self.badFraming("a content encoding that was not asked for")
        }
        guard hasBody else { return }
        guard hasOwnFraming || isChunked || length != nil || options.takesUnframedAnswers else {
            throw Self.badFraming("neither a length nor chunks show where the answer ends")
        }
        if let length {
            guard length <= cap.most else { throw tooLargeBody }
            answer.body.reserveCapacity(min(length, cap.trusted))
        }
    }

    private var tooLargeBody: TransportError {
        Self.tooLarge("the answer has more than \(cap.trusted) bytes")
    }

    private static func tooLarge(_ detail: String) -> TransportError {
        TransportError(.tooLarge, mayHaveArrived: true, detail)
    }

    private static func badFraming(_ detail: String) -> TransportError {
        TransportError(.badFraming, mayHaveArrived: true, detail)
    }

    private static func truncated(_ detail: String) -> TransportError {
        TransportError(.truncated, mayHaveArrived: true, detail)
    }
}

/// The cap on the length of an answer.
///
/// A list may have hundreds of megabytes, but only as long as it shows elements: any other endless answer is cut off at
/// the usual cap.
package struct AnswerCap: Sendable {
    /// The bytes at the end of what has arrived in which a list names an element.
    static let window = 1 << 16
    /// A list is inspected each time that so many more bytes have arrived.
    static let step = 1 << 20

    /// The most bytes overall.
    package let most: Int
    /// The bytes that may arrive without inspection.
    package private(set) var trusted: Int

    package init(_ request: HTTPRequest, _ options: TransportOptions) {
        trusted = request.largestAnswer ?? options.largestAnswer
        let list = min(request.largestList ?? options.largestList, options.largestList)
        most = request.expectsList ? max(trusted, list) : trusted
    }

    /// Whether a body may have its current length.
    package mutating func allows(_ body: [UInt8]) -> Bool {
        guard body.count > trusted else { return true }
        guard body.count <= most, AnswerCap.hasElement(body) else { return false }
        trusted = min(body.count + AnswerCap.step, most)
        return true
    }

    /// Whether the end of a body has the member that every element has.
    private static func hasElement(_ body: [UInt8]) -> Bool {
        let member: StaticString = "\"id\""
        let count = member.utf8CodeUnitCount
        return body.withUnsafeBytes { bytes in
            let end = UnsafeRawBufferPointer(rebasing: bytes.suffix(window))
            return (0...max(end.count - count, 0)).contains { place in
                place + count <= end.count
                    && (0..<count).allSatisfy { end[place + $0] == member.utf8Start[$0] }
            }
        }
    }
}
