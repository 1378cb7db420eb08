internal import MarkersEndpoint

/// The reading of an answer from all the bytes that a connection carried, by the rules of every transport.
enum AnswerReading {
    /// The answer, or the reason why the bytes are none.
    static func answer(
        in bytes: [UInt8], to request: HTTPRequest, _ options: TransportOptions
    ) throws(TransportError) -> HTTPResponse {
        guard !bytes.isEmpty else {
            throw TransportError(
                .connectionLost, mayHaveArrived: true, "the connection ended before there was an answer")
        }
        var intake = AnswerIntake(for: request, options), rest = bytes[...], length: Int?
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            let line = rest[...end]
            rest = rest[(end + 1)...]
            try take(line) { (part) throws(TransportError) in try intake.take(line: part) }
            length = length ?? Self.length(in: line)
            guard line.count > 2 else {
                // What is beyond the stated length belongs to no answer.
                let body = rest.prefix(length ?? rest.count)
                if !body.isEmpty {
                    try take(body) { (part) throws(TransportError) in try intake.take(body: part) }
                }
                return try intake.whole()
            }
        }
        return try intake.whole()
    }

    private static func take(
        _ part: ArraySlice<UInt8>,
        _ body: (UnsafeRawBufferPointer) throws(TransportError) -> Void
    ) throws(TransportError) {
        // Pointers to arrays rethrow any error, so the result is carried out by hand.
        let result: Result<Void, TransportError> = part.withUnsafeBytes { bytes in
            do throws(TransportError) { return .success(try body(bytes)) } catch { return .failure(error) }
        }
        try result.get()
    }

    /// The number in a line that states the length of the body.
    private static func length(in line: ArraySlice<UInt8>) -> Int? {
        let words = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "content-length" else { return nil }
        return Int(words[1].filter(\.isNumber))
    }
}
