import Testing

@testable import HTTPServer

@Suite("What may be smuggled")
struct FramingCorpusTests {
    /// The result of a parser for bytes: requests, and an optional refusal.
    private static func outcome(_ text: String) -> (requests: [IncomingRequest], refusal: RequestRefusal?) {
        var parser = RequestParser(), requests: [IncomingRequest] = []
        parser.append(Array(text.utf8))
        do throws(RequestRefusal) {
            while let request = try parser.next() { requests.append(request) }
            return (requests, nil)
        } catch {
            return (requests, error)
        }
    }

    /// Fewer would mean that a part of the corpus was lost.
    private static let fewest = 10_000

    @Test("is refused as RFC 9112 asks, with nothing taken of what follows; the rest is taken whole")
    func corpus() throws {
        #expect(FramingCorpus.all.count >= Self.fewest)
        var wrong: [String] = []
        for sample in FramingCorpus.all {
            let (requests, refusal) = Self.outcome(sample.text + FramingCorpus.next)
            let isRight =
                if sample.flaws.isEmpty {
                    refusal == nil && requests.count == 2 && requests[0].body == Array(sample.body.utf8)
                        && requests[1].target.path == ["next"]
                } else {
                    requests.isEmpty && refusal.map(sample.flaws.contains) == true
                }
            if !isRight {
                wrong.append(
                    "\(sample.text.prefix(200).debugDescription): \(requests.count), \(String(describing: refusal)), "
                        + "not \(sample.flaws.map(\.rawValue).sorted())")
            }
        }
        #expect(wrong.prefix(20) == [], "\(wrong.count) of \(FramingCorpus.all.count)")
    }

    @Test("has both kinds, and every refusal that bytes alone can bring about")
    func kinds() {
        let flaws = Set(FramingCorpus.all.flatMap(\.flaws))
        // Others are those of a server's own rules, of time and of sizes.
        let byBytes = Set(RequestRefusal.allCases).subtracting([
            .foreignHost, .foreignOrigin, .repeatedAuthorization, .longTarget, .tooSlow,
        ])
        #expect(flaws == byBytes)
        #expect(FramingCorpus.all.contains { $0.flaws.isEmpty })
    }
}
