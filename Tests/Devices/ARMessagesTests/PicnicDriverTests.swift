import ARMessages
import QuadGeometry
import StrictJSON
import Testing

@Suite("The handshake of a device")
struct PicnicDriverTests {
    typealias Action = SessionAction<PicnicState>

    /// Every event with the state that each state goes to; states that are not named stay.
    static let table: [(name: String, event: SessionEvent, to: [PicnicScript: String])] = [
        ("start", .start, [.closed: "opening", .failed: "opening"]),
        (
            "end", .end,
            [
                .opening: "closing", .pendingToken: "closing", .pendingAdvertising: "closing",
                .pendingPing: "closing", .confirming: "closing", .authenticatedPrimary: "closing",
                .authenticatedSecondary: "closing", .failed: "closed",
            ]
        ),
        ("opened", .opened, [.opening: "pendingToken"]),
        ("closed", .closed(code: 1001, reason: "away", isClean: true), lost),
        ("closed for good", .closed(code: 1008, reason: "policy", isClean: true), lost),
        ("failed", .failed("reset"), lost),
        (
            "beacon of its own", PicnicScript.beacon(primary: PicnicScript.own),
            [
                .pendingToken: "pendingAdvertising", .pendingPing: "pendingAdvertising",
                .confirming: "pendingAdvertising", .authenticatedSecondary: "authenticatedPrimary",
            ]
        ),
        (
            "beacon of another", PicnicScript.beacon(primary: PicnicScript.other),
            [
                .pendingToken: "pendingPing", .pendingAdvertising: "pendingPing",
                .authenticatedPrimary: "authenticatedSecondary",
            ]
        ),
        (
            "beacon for another", PicnicScript.beacon(primary: PicnicScript.own, token: PicnicScript.other),
            [.pendingToken: "pendingPing"]
        ),
        (
            "confirmation", PicnicScript.empty(token: PicnicScript.own),
            [.pendingPing: "authenticatedSecondary", .confirming: "authenticatedSecondary"]
        ),
        ("question", PicnicScript.empty(token: PicnicScript.other), [:]),
        ("message", PicnicScript.app, [:]),
        ("unknown reserved", PicnicScript.text(SampleMessage.payload("{}", endpoint: "carrot_x")), [:]),
        ("no JSON", PicnicScript.text("{"), [:]),
        ("unknown", .proximity(.unknown), [:]), ("far", .proximity(.far), [:]),
        ("near", .proximity(.near), [:]), ("immediate", .proximity(.immediate), [:]),
        ("advertising", .advertising(started: true), [.pendingAdvertising: "authenticatedPrimary"]),
        ("not advertising", .advertising(started: false), [.pendingAdvertising: "failed"]),
        ("soon", .tick(100.25), [:]),
        ("later", .tick(200), [.closing: "closed", .failed: "opening"]),
        ("no time", .tick(.nan), [:]),
    ]

    private static let lost: [PicnicScript: String] = [
        .opening: "failed", .pendingToken: "failed", .pendingAdvertising: "failed", .pendingPing: "failed",
        .confirming: "failed", .authenticatedPrimary: "failed", .authenticatedSecondary: "failed",
        .closing: "closed",
    ]

    @Test("every event in every state ends in the state of the table", arguments: PicnicScript.allCases)
    func table(state: PicnicScript) {
        for (name, event, to) in Self.table {
            var driver = state.driver()
            let before = driver.state
            #expect(before.name == (state == .confirming ? "pendingPing" : state.rawValue))
            let actions = driver.receive(event)
            #expect(driver.state.name == to[state] ?? before.name, "\(state), \(name)")
            let told = actions.compactMap { if case .state(let state) = $0 { state } else { nil } }
            #expect(
                told.last ?? before == driver.state || before.phase == driver.state.phase, "\(state), \(name)"
            )
            let isDelivered = actions.contains { if case .deliver = $0 { true } else { false } }
            #expect(isDelivered == (name == "message" && before.isAuthenticated), "\(state), \(name)")
        }
    }

    private func fault(_ actions: [Action]) -> String? {
        actions.lazy.compactMap { if case .fault(let fault) = $0 { fault.code } else { nil } }.first
    }

    private func sent(_ actions: [Action]) throws -> [ARMessage] {
        var reader = MessageReader()
        return try actions.compactMap { action in
            guard case .send(let bytes) = action else { return nil }
            return try reader.message(bytes)
        }
    }

    @Test("a primary device advertises, and answers for its pose while authenticated, too")
    func primary() throws {
        let pose = MessageTransform(SampleMessage.yaw(15, SIMD3(1, 2, 3)))
        var driver = PicnicScript.pendingToken.driver(pose: { pose })
        let more = #","major":7,"minor":65535"#
        let actions = driver.receive(PicnicScript.beacon(primary: PicnicScript.own, more: more))
        let token = try #require(SessionToken(PicnicScript.own))
        #expect(actions.contains(.advertise(Beacon(uuid: token, major: 7, minor: 65535))))
        for isAuthenticated in [false, true] {
            let answer = try sent(driver.receive(PicnicScript.empty(token: PicnicScript.other)))
            #expect(answer.map(\.transform) == [pose] && answer.map(\.token) == [token])
            #expect(driver.state.isAuthenticated == isAuthenticated)
            _ = driver.receive(.advertising(started: true))
        }
        // One that asks itself is not answered.
        #expect(try sent(driver.receive(PicnicScript.empty(token: PicnicScript.own))).isEmpty)
    }

    @Test("a primary device without a pose answers at the next tick that has one")
    func latePose() throws {
        let tracked = Tracking()
        var driver = PicnicScript.authenticatedPrimary.driver(pose: { tracked.pose })
        let actions = driver.receive(PicnicScript.empty(token: PicnicScript.other))
        #expect(fault(actions) == "NO_POSE" && actions.contains(.retry(at: 100.5)))
        tracked.pose = .init(.identity)
        #expect(try sent(driver.receive(.tick(100.5))).count == 1)
        #expect(try sent(driver.receive(.tick(101))).isEmpty)
    }

    @Test("a question that finds no pose in time is declined, so that it has its one answer")
    func declined() throws {
        let tracked = Tracking()
        var driver = PicnicScript.authenticatedPrimary.driver(pose: { tracked.pose })
        let wait = PicnicOptions().answering
        _ = driver.receive(PicnicScript.empty(token: PicnicScript.other))
        #expect(try sent(driver.receive(.tick(100 + wait / 2))).isEmpty)
        tracked.pose = .init(.identity)
        #expect(try sent(driver.receive(.tick(100 + wait))).map(\.transform) == [nil])
        #expect(try sent(driver.receive(.tick(101 + wait))).isEmpty)
        // A second question ends the first.
        tracked.pose = nil
        _ = driver.receive(PicnicScript.empty(token: PicnicScript.other))
        #expect(
            try sent(driver.receive(PicnicScript.empty(token: PicnicScript.other))).map(\.transform) == [nil])
        // The published server would take an empty answer for a pose.
        driver = PicnicScript.authenticatedPrimary.driver(
            PicnicOptions(mode: .compatible), pose: { tracked.pose })
        _ = driver.receive(PicnicScript.empty(token: PicnicScript.other))
        #expect(try sent(driver.receive(.tick(100 + wait))).isEmpty)
        tracked.pose = .init(.identity)
        #expect(try sent(driver.receive(.tick(101 + wait))).isEmpty)
    }

    @Test("questions with numbers wait together, and each is answered or declined with its own")
    func numbered() throws {
        let tracked = Tracking()
        var driver = PicnicScript.authenticatedPrimary.driver(pose: { tracked.pose })
        func question(_ number: Int) -> SessionEvent {
            PicnicScript.text(
                #"{"session_token":"\#(PicnicScript.other)","endpoint":"carrot_transform","#
                    + #""payload":{"params":{"question":\#(number)}}}"#)
        }
        #expect(try sent(driver.receive(question(1))).isEmpty)
        _ = driver.receive(.tick(101))
        #expect(try sent(driver.receive(question(2))).isEmpty)
        let late = try sent(driver.receive(.tick(100 + PicnicOptions().answering)))
        #expect(late.map { $0.params?["question"]?.integer } == [1] && late.map(\.transform) == [nil])
        tracked.pose = .init(.identity)
        let answer = try sent(driver.receive(.tick(104.5)))
        #expect(answer.map { $0.params?["question"]?.integer } == [2])
        #expect(answer.map(\.transform) == [.init(.identity)])
    }

    @Test("a secondary device asks for a confirmation of its own, and takes the one of version 0.1, too")
    func joined() throws {
        for confirmation in ["carrot_joined", "carrot_transform"] {
            var driver = PicnicScript.pendingPing.driver()
            let ping = try sent(driver.receive(.proximity(.immediate)))
            #expect(ping.map { $0.params?["confirm"]?.string } == ["carrot_joined"])
            #expect(!driver.state.isAuthenticated)
            _ = driver.receive(
                PicnicScript.text(
                    #"{"session_token":"\#(PicnicScript.own)","endpoint":"\#(confirmation)","payload":{}}"#))
            #expect(driver.state.isAuthenticated)
        }
    }

    @Test("messages before one that cannot be read count, and those behind one whose members are wrong")
    func brokenFrame() {
        let message = SampleMessage.offset
        let wrong = SampleMessage.payload(#"{"v":1,"frame":7}"#)
        func deliveries(_ frame: String) -> (Int, [String]) {
            var driver = PicnicScript.authenticatedSecondary.driver()
            let actions = driver.receive(PicnicScript.text(frame))
            let count = actions.count { if case .deliver = $0 { true } else { false } }
            return (count, actions.compactMap { fault([$0]) })
        }
        #expect(deliveries("\(message)\n{") == (1, ["UNEXPECTED_END"]))
        #expect(deliveries("\(message)\n\(wrong)\n\(message)").0 == 2)
        #expect(deliveries("\(message)\n\(wrong)\n\(message)").1.count == 1)
    }

    @Test("after a beacon that cannot be advertised the old socket is closed before the next one opens")
    func notAdvertising() {
        func isOpened(_ actions: [Action]) -> Bool {
            actions.contains { if case .open = $0 { true } else { false } }
        }
        let options = PicnicOptions(), lost = SessionEvent.closed(code: 1000, reason: "", isClean: true)
        for (closedAt, openedAt) in [(100.25, 100.5), (102, 102)] {
            var driver = PicnicScript.pendingAdvertising.driver()
            #expect(driver.receive(.advertising(started: false)).contains(.close))
            for event in [SessionEvent.tick(100.2), .start, .tick(100.2 + 0.01)] where closedAt > 101 {
                #expect(!isOpened(driver.receive(event)))
            }
            #expect(!isOpened(driver.receive(.tick(closedAt))))
            #expect(isOpened(driver.receive(lost)) == (closedAt == openedAt))
            if closedAt < openedAt { #expect(isOpened(driver.receive(.tick(openedAt)))) }
            #expect(driver.state.phase == .opening)
        }
        // A socket that says nothing counts as closed after a while.
        var driver = PicnicScript.pendingAdvertising.driver()
        _ = driver.receive(.advertising(started: false))
        #expect(!isOpened(driver.receive(.tick(100 + options.closing / 2))))
        #expect(isOpened(driver.receive(.tick(100 + options.closing))))
        // An end waits for it, too.
        driver = PicnicScript.pendingAdvertising.driver()
        _ = driver.receive(.advertising(started: false))
        _ = driver.receive(.end)
        #expect(driver.state.phase == .closing)
        _ = driver.receive(lost)
        #expect(driver.state.phase == .closed)
    }

    @Test("a server that gives a name to come back by gets it, and not the token that others see")
    func key() throws {
        let name = try #require(SessionToken(PicnicScript.other))
        var driver = PicnicScript.pendingToken.driver()
        let more = #","resume":"\#(name)""#
        _ = driver.receive(PicnicScript.beacon(primary: PicnicScript.own, more: more))
        _ = driver.receive(.failed("reset"))
        #expect(driver.receive(.tick(200)).contains(.open(token: name)))
        _ = driver.receive(.end)
        _ = driver.receive(.tick(300))
        #expect(driver.receive(.start).contains(.open(token: nil)))
    }

    /// A pose that comes later; tests use it from one thread.
    private final class Tracking: @unchecked Sendable { var pose: MessageTransform? }

    @Test("a secondary device is authenticated once the server has confirmed, and sends its pose once")
    func secondary() throws {
        var driver = PicnicScript.pendingPing.driver()
        #expect(driver.receive(.proximity(.near)).contains(.state(driver.state)))
        let first = driver.receive(.proximity(.immediate))
        #expect(try sent(first).map(\.endpoint) == ["carrot_transform"])
        #expect(!driver.state.isAuthenticated)
        #expect(driver.receive(.proximity(.immediate)).isEmpty)
        // Not confirmed in time: the next ping sends again.
        #expect(fault(driver.receive(.tick(110))) == "UNCONFIRMED")
        #expect(try sent(driver.receive(.proximity(.immediate))).count == 1)
        #expect(driver.receive(PicnicScript.empty(token: PicnicScript.own)) == [.state(driver.state)])
        #expect(driver.state.phase == .authenticatedSecondary)
        #expect(try driver.frame(ARMessage(token: .init(high: 0, low: 0), endpoint: "draw")).count > 0)
    }

    @Test("in compatible mode it is authenticated in the step that sends its pose, as an offset")
    func compatible() throws {
        let pose = MessageTransform(SampleMessage.yaw(15, SIMD3(1, 2, 3)))
        var driver = PicnicScript.pendingPing.driver(PicnicOptions(mode: .compatible), pose: { pose })
        let actions = driver.receive(.proximity(.immediate))
        #expect(try sent(actions).map(\.transform) == [.offset(SIMD3(1, 2, 3))])
        #expect(driver.state.phase == .authenticatedSecondary && actions.last == .state(driver.state))
    }

    @Test("a ping without a pose changes nothing, and the next one is taken")
    func noPose() throws {
        let tracked = Tracking()
        var driver = PicnicScript.pendingPing.driver(pose: { tracked.pose })
        let before = driver.state
        #expect(driver.receive(.proximity(.immediate)) == [.fault(.noPose)] && driver.state == before)
        tracked.pose = .init(.identity)
        #expect(try sent(driver.receive(.proximity(.immediate))).count == 1)
    }

    @Test("a lost connection is resumed with its token, later with each try, and never after a refusal")
    func resume() throws {
        let token = try #require(SessionToken(PicnicScript.own))
        var driver = PicnicScript.authenticatedSecondary.driver()
        var times: [Double] = []
        var now = 100.0
        for _ in 0..<6 {
            for case .retry(let time) in driver.receive(.failed("reset")) { times.append(time - now) }
            now += times.last ?? 0
            #expect(driver.receive(.tick(now)).contains(.open(token: token)))
        }
        #expect(times == [0.5, 1, 2, 4, 8, 8])
        // The server knows its frame: it names the primary device and confirms.
        for event in [
            .opened, PicnicScript.beacon(primary: PicnicScript.other),
            PicnicScript.empty(token: PicnicScript.own),
        ] {
            _ = driver.receive(event)
        }
        #expect(driver.state.phase == .authenticatedSecondary && driver.state.token == token)
        let final = driver.receive(.closed(code: 1008, reason: "no", isClean: true))
        #expect(!final.contains { if case .retry = $0 { true } else { false } })
        #expect(driver.receive(.tick(1000)).isEmpty)
        #expect(driver.receive(.start).contains(.open(token: token)))
    }

    @Test(
        "messages are sent only while authenticated, and never to reserved endpoints",
        arguments: PicnicScript.allCases)
    func sending(state: PicnicScript) {
        let driver = state.driver()
        for (endpoint, isTaken) in [("draw", driver.state.isAuthenticated), ("carrot_x", false)] {
            let message = ARMessage(token: SessionToken(high: 0, low: 0), endpoint: endpoint)
            do throws(SessionFault) {
                _ = try driver.frame(message)
                #expect(isTaken)
            } catch {
                #expect(!isTaken)
                #expect(
                    error.code == (driver.state.isAuthenticated ? "UNKNOWN_ENDPOINT" : "NOT_AUTHENTICATED"))
            }
        }
    }

    @Test("a beacon without a UUID, or with numbers beyond 16 bits, is refused")
    func badBeacons() {
        for text in [
            #"{"identifier":"a"}"#, #"{"uuid":"7"}"#, #"{"uuid":"\#(PicnicScript.own)","major":65536}"#,
        ] {
            var driver = PicnicScript.pendingToken.driver()
            let payload = SampleMessage.payload(#"{"params":\#(text)}"#, endpoint: "carrot_beacon")
            #expect(driver.receive(PicnicScript.text(payload)) == [.fault(.badBeacon)])
        }
        var driver = PicnicScript.pendingPing.driver()
        let refusal = #"{"params":{"code":"NOT_RIGID","message":"m","for":"carrot_transform"}}"#
        _ = driver.receive(.proximity(.immediate))
        let error = driver.receive(
            PicnicScript.text(SampleMessage.payload(refusal, endpoint: "carrot_error")))
        #expect(fault(error) == "NOT_RIGID")
        // What was refused may be sent again at once.
        #expect(
            driver.receive(.proximity(.immediate)).contains { if case .send = $0 { true } else { false } })
    }
}
