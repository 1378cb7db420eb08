import Foundation
import MarkersClient
import TestSupport
import Testing

@testable import MarkersEndpoint

@Suite("What is sent again, and when")
struct RetryTests {
    /// A clock that stands still at a Sunday morning of 1994.
    private struct StoppedClock: ClientClock {
        var now: Duration { .zero }
        var date: Date { Date(timeIntervalSince1970: 784_111_777) }
        func sleep(for duration: Duration) async throws {}
        var share = 0.5
        func jitter() -> Double { share }
    }

    @Test(
        "a clock chooses the share of a pause, and no pause is longer or less than none",
        arguments: [
            (0.5, 0.5), (0, 0), (-1, 0), (2, 1), (.infinity, 1), (-.infinity, 0), (.nan, 0),
        ] as [(Double, Double)])
    func jitter(share: Double, taken: Double) {
        let pause = Backoff.pause(after: 3, on: StoppedClock(share: share))
        #expect(pause == Backoff.base * 4 * taken)
    }

    @Test("a budget is used up by failures and filled again by successes")
    func budget() {
        var budget = RetryBudget()
        let affordable = RetryBudget.capacity / RetryBudget.cost
        for _ in 0..<affordable { #expect(budget.withdraw(afterTimeout: false) == true) }
        #expect(budget.withdraw(afterTimeout: false) == false)
        for _ in 0..<RetryBudget.cost { budget.reward() }
        #expect(budget.withdraw(afterTimeout: true) == false)
        #expect(budget.withdraw(afterTimeout: false) == true)
        for _ in 0..<(2 * RetryBudget.capacity) { budget.reward() }
        #expect(budget.tokens == RetryBudget.capacity)
    }

    @Test("pauses are spread evenly up to a length that doubles until the cap", arguments: Seeds.few)
    func backoff(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for failures in [1, 2, 5, 8, 9, 60, Int.max] {
            let longest = min(Backoff.base * (1 << min(failures - 1, 20)), Backoff.cap)
            let pauses = (0..<1000).map { _ in Backoff.pause(after: failures, using: &random) }
            #expect(pauses.allSatisfy { $0 >= .zero && $0 < longest }, "seed \(seed)")
            #expect(pauses.contains { $0 < longest / 10 } && pauses.contains { $0 > longest * 9 / 10 })
        }
    }

    @Test(
        "both forms of Retry-After are understood, what is neither is not there",
        arguments: [
            ("0", 0.0), (" 17 ", 17), ("99999999999999999999999", 120), ("3600", 120),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 0), ("Sun, 06 Nov 1994 08:50:07 GMT", 30),
            ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Wed, 06 Nov 2094 08:49:37 GMT", 120), ("", nil),
            ("-1", nil), ("1.5", nil), ("soon", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 24:49:37 GMT", nil), ("Sunday, 06-Nov-94 08:49:37 GMT", nil),
            ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("\u{0661}", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil),
        ] as [(String, Double?)])
    func retryAfter(header: String, seconds: Double?) {
        #expect(RetryAfter.pause(header, by: StoppedClock()) == seconds.map { .seconds($0) })
        #expect(RetryAfter.pause(nil, by: StoppedClock()) == nil)
    }

    @Test("a limit rises by one a window and falls by a tenth")
    func limit() {
        var limit = AdaptiveLimit()
        #expect(limit.limit == AdaptiveLimit.start)
        for _ in 0..<AdaptiveLimit.start { limit.note(overload: false) }
        #expect(limit.limit == AdaptiveLimit.start + 1)
        for _ in 0..<10_000 { limit.note(overload: false) }
        #expect(limit.limit == AdaptiveLimit.range.upperBound)
        limit.note(overload: true)
        #expect(limit.limit == 28)
        for _ in 0..<100 { limit.note(overload: true) }
        #expect(limit.limit == AdaptiveLimit.range.lowerBound)
        #expect(AdaptiveLimit(8...8).limit == 8)
    }

    @Test("a rate spaces requests evenly and saves nothing up")
    func rate() throws {
        var cap = try #require(RateCap(perSecond: 4))
        #expect(cap.place(now: .zero) == .zero)
        #expect(cap.place(now: .zero) == .milliseconds(250))
        #expect(cap.place(now: .seconds(10)) == .zero)
        #expect(cap.place(now: .seconds(10)) == .milliseconds(250))
        for rate in [0, -1, .nan, .infinity, 1e-9] { #expect(RateCap(perSecond: rate) == nil) }
    }

    @Test("an answer is applied, not applied or unknown")
    func outcomes() {
        func word(_ result: Result<HTTPResponse, TransportError>) -> String {
            switch RequestOutcome(result, by: StoppedClock()) {
            case .applied: "applied"
            case .notApplied(let failure): failure.isRetryable ? "later" : "never"
            case .unknown(let failure): failure.isRetryable ? "unknown" : "unknown, never"
            }
        }
        let expected: [Int: String] = [
            200: "applied", 201: "applied", 204: "applied", 302: "never", 400: "never", 404: "never",
            408: "unknown", 409: "never", 425: "later", 429: "later", 500: "unknown", 501: "unknown, never",
            503: "unknown", 504: "unknown",
        ]
        for (status, outcome) in expected {
            #expect(word(.success(HTTPResponse(status))) == outcome, "\(status)")
        }
        #expect(word(.failure(TransportError(.unreachable, mayHaveArrived: false, ""))) == "later")
        #expect(word(.failure(TransportError(.timeout, mayHaveArrived: true, ""))) == "unknown")
        #expect(word(.failure(TransportError(.tls, mayHaveArrived: false, ""))) == "never")
    }
}
