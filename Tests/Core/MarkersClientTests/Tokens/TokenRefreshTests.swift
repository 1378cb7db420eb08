import MarkersClient
import MarkersSandbox
import Testing

/// Every count is that of the sandbox's own log.
@Suite("The requests that a token costs which is over")
struct TokenRefreshTests {
    @Test("50 calls at once under a good refresh token: 1 renewal, 50 successes, at most 100 others")
    func renewed() async throws {
        let scene = try await TokenRefreshScene()
        defer { scene.server.stop() }
        #expect(await scene.results(50) == ["200": 50])
        let counts = scene.counts
        #expect(counts.renewals == 1 && (50...100).contains(counts.others), "\(counts)")
    }

    /// Ten faults that let the 401s of 50 calls come over two seconds.
    private static let spread = (0..<10).map {
        "latency=\($0 * 222):@\($0 * 5 + 1)-\($0 * 5 + 5):after:GET"
    }

    @Test("50 calls under a refused one, their 401s over 2 s: 1 renewal; then 50 more: none, and no request")
    func refused() async throws {
        let scene = try await TokenRefreshScene(faults: Self.spread, refresh: "nobody")
        defer { scene.server.stop() }
        let start = ContinuousClock.now
        #expect(await scene.results(50) == ["AUTHENTICATION_REQUIRED": 50])
        #expect(ContinuousClock.now - start > .seconds(1.9), "the answers were spread")
        let counts = scene.counts
        #expect(counts.renewals == 1 && counts.others <= 50, "\(counts)")
        #expect(await scene.results(50) == ["AUTHENTICATION_REQUIRED": 50])
        #expect(scene.counts == counts)
        // Somebody signs in.
        await scene.tokens.use(try await TokenRefreshScene.pair(of: scene.server))
        #expect(await scene.results(50) == ["200": 50])
        #expect(scene.counts == (1, counts.others + 50))
    }

    @Test("a renewal that is not answered twice, then is: 3 renewals, and only who waited fails")
    func unanswered() async throws {
        let scene = try await TokenRefreshScene(faults: ["close:@1-2:refreshToken"])
        defer { scene.server.stop() }
        for count in 1...2 {
            #expect(await scene.results(1) == ["CONNECTION_LOST": 1])
            #expect(scene.counts.renewals == count)
        }
        #expect(await scene.results(20) == ["200": 20])
        #expect(scene.counts.renewals == 3)
    }

    @Test("a second 401, with the new token: 1 renewal, and the caller gets it", arguments: [1, 20])
    func refusedTwice(calls: Int) async throws {
        let scene = try await TokenRefreshScene(faults: ["401:1:before:listSpaces"])
        defer { scene.server.stop() }
        #expect(await scene.results(calls) == ["401": calls])
        #expect(scene.counts == (1, 2 * calls))
    }

    @Test("a server whose answers bring the next token is never asked for one")
    func brought() async throws {
        let clock = ManualClock()
        var options = SandboxOptions(seed: 1, tokenSeconds: 10, clock: clock.clock)
        options.variants = [.headerTokens]
        let scene = try await TokenRefreshScene(options, isOver: false)
        defer { scene.server.stop() }
        for _ in 0..<10 {
            clock.advance(by: 6)
            #expect(await scene.results(1) == ["200": 1])
        }
        #expect(scene.counts == (0, 10))
        // Then it is silent for longer than a token lives.
        clock.advance(by: 11)
        #expect(await scene.results(1) == ["200": 1])
        #expect(scene.counts == (1, 12))
    }

    @Test("a refresh token that is over is refused like one that never was")
    func refreshTokenOver() async throws {
        let clock = ManualClock()
        var options = SandboxOptions(seed: 1, tokenSeconds: 10, clock: clock.clock)
        options.refreshSeconds = 60
        let scene = try await TokenRefreshScene(options, isOver: false)
        defer { scene.server.stop() }
        clock.advance(by: 59)
        #expect(await scene.results(1) == ["200": 1])
        clock.advance(by: 59)
        #expect(await scene.results(3) == ["AUTHENTICATION_REQUIRED": 3])
        #expect(scene.counts.renewals == 2)
    }
}
