import TestSupport
import Testing

@testable import MarkersEndpoint

@Suite("Answers as they come in")
struct AnswerIntakeTests {
    static let limits = {
        var options = TransportOptions()
        (options.largestAnswer, options.largestHeader, options.mostHeaderFields) = (64, 256, 8)
        return options
    }()

    static let lines = [
        "HTTP/1.1 200 OK\r\n", "HTTP/1.1 103 Hints\r\n", "HTTP/2 204 \r\n", "HTTP/1.0 304 None\r\n",
        "Content-Length: 12\r\n", "Content-Length: 12\r\n", "Transfer-Encoding: chunked\r\n",
        "ETag: \"a\"\r\n",
        "\r\n", "\r\n", " folded\r\n", ":\r\n", "Content-Encoding: gzip\r\n", "x\n", "",
    ]

    /// The bytes that were given to an intake, and its result.
    static func feed(_ using: inout SeededGenerator) -> (HTTPResponse?, TransportError?) {
        var intake = AnswerIntake(for: HTTPRequest(.get, "/"), limits)
        do throws(TransportError) {
            for _ in 0..<Int.random(in: 1...12, using: &using) {
                var bytes = Array(lines[Int.random(in: 0..<lines.count, using: &using)].utf8)
                if Int.random(in: 0..<8, using: &using) == 0, !bytes.isEmpty {
                    bytes[Int.random(in: 0..<bytes.count, using: &using)] = UInt8.random(
                        in: 0...255, using: &using)
                }
                try bytes.withUnsafeBytesTyped { (line) throws(TransportError) in try intake.take(line: line)
                }
            }
            for _ in 0..<Int.random(in: 0...4, using: &using) {
                let bytes = [UInt8](repeating: 7, count: Int.random(in: 0...24, using: &using))
                try bytes.withUnsafeBytesTyped { (body) throws(TransportError) in try intake.take(body: body)
                }
            }
            return (try intake.whole(), nil)
        } catch {
            return (nil, error)
        }
    }

    @Test("Whatever comes, what is taken as whole keeps every limit and has one length", arguments: Seeds.few)
    func anything(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var taken = 0
        for _ in 0..<10_000 {
            let (answer, error) = Self.feed(&generator)
            #expect((answer == nil) != (error == nil))
            guard let answer else {
                #expect(
                    error.map { [.badFraming, .truncated, .tooLarge].contains($0.code) } == true,
                    "seed \(seed)")
                continue
            }
            taken += 1
            let isSound =
                answer.body.count <= Self.limits.largestAnswer && (200...599).contains(answer.status)
                && answer.headers.fields.count <= Self.limits.mostHeaderFields
                && answer.headers.values("Content-Length").count
                    + answer.headers.values("Transfer-Encoding").count <= 1
                && answer.headers["Content-Encoding"] == nil
            #expect(isSound, "seed \(seed): \(answer)")
        }
        #expect(taken > 20, "seed \(seed): \(taken) were sound")
    }
}

extension [UInt8] {
    /// As `withUnsafeBytes`, for a body that throws one kind of error.
    fileprivate func withUnsafeBytesTyped<E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> Void)
        throws(E)
    {
        let result = withUnsafeBytes { bytes in
            Result<Void, E> { () throws(E) in try body(bytes) }
        }
        try result.get()
    }
}
