import ARMessages
import ARMessagesClient
import StrictJSON
import Testing
import WebSocket

@Suite("A session on a socket")
struct MessageSessionTests {
    private static let own = SessionToken(high: 0x1111_1111_1111_4111, low: 0x9111_1111_1111_1111)
    private static let other = SessionToken(high: 0x2222_2222_2222_4222, low: 0x9222_2222_2222_2222)

    private static func beacon(primary: SessionToken) -> String {
        #"{"session_token":"\#(own)","endpoint":"carrot_beacon","payload":{"params":{"uuid":"\#(primary)"}}}"#
    }

    /// The name of HTTP Basic that resumes the session.
    private static let resuming = "Basic MTExMTExMTEtMTExMS00MTExLTkxMTEtMTExMTExMTExMTExOg=="

    private static func session(
        _ socket: ScriptedSocket, _ clock: StepClock = StepClock()
    ) -> PicnicSession {
        MessageSession(
            driver: PicnicDriver { .offset([1, 2, 3]) }, socket: socket, clock: clock)
    }

    /// A session that is the primary device of its room.
    private static func primary(_ socket: ScriptedSocket, _ clock: StepClock = StepClock()) async
        -> PicnicSession
    {
        let session = session(socket, clock)
        session.start()
        socket.happen(.opened)
        socket.happen(beacon(primary: own))
        _ = await session.state { $0.isAuthenticated }
        return session
    }

    @Test("opens without a name, and after a loss with its token, waiting longer each time")
    func reopening() async {
        let socket = ScriptedSocket(), clock = StepClock()
        let session = await Self.primary(socket, clock)
        #expect(socket.takeCalls() == [.open(nil)])
        // 0.5, 1, 2, 4 and then always 8 s.
        for seconds in [0.5, 1, 2, 4, 8, 8] {
            socket.happen(.failed(.cut))
            _ = await session.state { if case .failed = $0.phase { true } else { false } }
            #expect(socket.takeCalls().isEmpty)
            clock.advance(by: seconds)
            _ = await session.state { $0.phase == .opening }
            #expect(socket.takeCalls() == [.open(Self.resuming)], "after \(seconds) s")
        }
        // A code that says that the same would happen ends it.
        socket.happen(.closed(code: .policyViolation, reason: "", isClean: true))
        let state = await session.state { if case .failed = $0.phase { true } else { false } }
        #expect(state?.token == Self.own)
    }

    @Test("says goodbye, and is closed once the socket is, or after five seconds")
    func end() async {
        for isHeard in [true, false] {
            let socket = ScriptedSocket(), clock = StepClock()
            let session = await Self.primary(socket, clock)
            _ = socket.takeCalls()
            session.end()
            #expect(socket.takeCalls() == [.close] && session.state.phase == .closing)
            if isHeard {
                socket.happen(.closed(code: .normal, reason: "", isClean: true))
            } else {
                clock.advance(by: 5)
            }
            _ = await session.state { $0.phase == .closed }
            #expect(session.state.token == nil)
            session.start()
            #expect(socket.takeCalls() == [.open(nil)])
        }
    }

    @Test("gives messages to handlers and streams, and what cannot be read as an error")
    func outlets() async throws {
        let socket = ScriptedSocket()
        let session = await Self.primary(socket)
        let messages = session.messages(), faults = session.faults()
        let (drawn, outlet) = AsyncStream<Message<[Int]>>.makeStream()
        session.on("draw", of: [Int].self) { outlet.yield($0) }
        func text(_ endpoint: String, _ params: String) -> String {
            #"{"session_token":"\#(Self.other)","endpoint":"\#(endpoint)","payload":{"params":\#(params)}}"#
        }
        socket.happen(text("other", "1"))
        socket.happen(text("draw", #""no numbers""#))
        socket.happen("{")
        socket.happen(text("draw", "[1,2]"))
        var strokes = drawn.makeAsyncIterator(), all = messages.makeAsyncIterator()
        #expect(await strokes.next()?.object == [1, 2])
        #expect(try await all.next()?.get().endpoint == "other")
        #expect(try await all.next()?.get().sender == Self.other)
        guard case .failure(let error)? = await all.next() else {
            Issue.record("half a document was read")
            return
        }
        #expect(error.code == "UNEXPECTED_END")
        var troubles = faults.makeAsyncIterator()
        #expect(await troubles.next() == .unreadable(error))
        socket.happen(text("carrot_error", #"{"code":"NO_FRAME","message":"m","for":"draw"}"#))
        #expect(await troubles.next() == .refused(code: "NO_FRAME", message: "m", endpoint: "draw"))
    }

    @Test("an app that does not read learns what it has lost")
    func unread() async {
        let socket = ScriptedSocket()
        let session = await Self.primary(socket)
        let messages = session.messages(), faults = session.faults()
        for _ in 0...4096 {
            socket.happen(#"{"session_token":"\#(Self.other)","endpoint":"draw","payload":{}}"#)
        }
        var troubles = faults.makeAsyncIterator()
        #expect(await troubles.next() == .unread(limit: 4096))
        withExtendedLifetime(messages) {}
    }

    @Test("sends in the wire's form, and says when the socket takes nothing")
    func sending() async throws {
        let socket = ScriptedSocket()
        let session = await Self.primary(socket)
        _ = socket.takeCalls()
        try session.send(Message(transform: .offset([1, 2, 3]), object: ["b": 1, "a": 2]), to: "draw")
        #expect(
            socket.takeCalls() == [
                .send(
                    #"{"session_token":"\#(Self.own)","endpoint":"draw","payload":"#
                        + #"{"offset":{"x":1.0,"y":2.0,"z":3.0},"params":{"a":2,"b":1}}}"#)
            ])
        // The pose of the primary device is asked for in every state.
        socket.happen(#"{"session_token":"\#(Self.other)","endpoint":"carrot_transform","payload":{}}"#)
        var calls: [ScriptedSocket.Call] = []
        while calls.isEmpty {
            await Task.yield()
            calls = socket.takeCalls()
        }
        #expect(calls.count == 1)
        socket.becomeDeaf()
        #expect(throws: SessionFault.self) { try session.send(Message(object: 1), to: "draw") }
    }

    @Test("ends its streams when nobody refers to it any more")
    func release() async {
        var session: PicnicSession? = Self.session(ScriptedSocket())
        session?.start()
        let states = session?.states()
        session = nil
        var all: [PicnicState.Phase] = []
        if let states { for await state in states { all.append(state.phase) } }
        #expect(all == [.opening])
    }
}
