import Foundation
import MarkersClient
import TestSupport
import Testing

@Suite("Connections that end, servers that wait")
struct LostConnectionTests {
    static let patch = HTTPRequest(.patch, "/markers/1", body: Array("{\"version\":1}".utf8))

    /// A server that keeps its first connection for one answer, and closes it when the next request has come.
    static func closingServer(reset: Bool = false) throws -> RawServer {
        try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write(answer())
            guard connection.readRequest() != nil else { return }
            if reset { connection.resetOnClose() }
            if connection.number > 1 { connection.write(answer()) }
        }
    }

    @Test(
        "A kept connection that ends on a change is an open question, not a second change",
        arguments: TransportKind.allCases, [HTTPMethod.post, .put, .patch, .delete])
    func noSilentRepeat(kind: TransportKind, method: HTTPMethod) async throws {
        try await kind.expecting(method == .delete ? .repeatedChange : .unnoticedEnd) {
            for reset in [false, true] {
                let server = try Self.closingServer(reset: reset)
                let transport = try kind.transport(server)
                let body: [UInt8] = method == .delete ? [] : [1]
                _ = try await transport.send(HTTPRequest(method, "/1", body: body), timeout: patience)
                let error = await failure(of: transport, HTTPRequest(method, "/2", body: body))
                #expect(error?.code == .connectionLost && error?.mayHaveArrived == true)
                #expect(server.requests.map(\.path) == ["/1", "/2"], "each change was written once")
            }
        }
    }

    @Test("What changes nothing is asked again on a new connection")
    func repeatedGet() async throws {
        let server = try Self.closingServer()
        let transport = try TransportKind.curl.transport(server)
        for path in ["/1", "/2"] {
            #expect(try await transport.send(HTTPRequest(.get, path), timeout: patience).status == 200)
        }
        #expect(server.requests.map(\.path) == ["/1", "/2", "/2"])
    }

    @Test(
        "A connection closed without an answer may have brought the request",
        arguments: TransportKind.allCases)
    func emptyAnswer(kind: TransportKind) async throws {
        for reset in [false, true] {
            let server = try RawServer { connection in
                _ = connection.readRequest()
                if reset { connection.resetOnClose() }
            }
            let error = await failure(of: try kind.transport(server), Self.patch)
            #expect(error?.code == .connectionLost && error?.mayHaveArrived == true)
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "Where nobody listens, and under a name that no one has, nothing arrived",
        arguments: TransportKind.allCases)
    func nobody(kind: TransportKind) async throws {
        let port = try RawServer { _ in }.port
        let unreachable = await failure(
            of: try kind.transport(to: Origin("http://127.0.0.1:\(port)")), Self.patch)
        #expect(unreachable?.code == .unreachable && unreachable?.mayHaveArrived == false)
        let unresolved = await failure(
            of: try kind.transport(to: Origin("http://nobody.invalid")), Self.patch)
        #expect(unresolved?.code == .unresolved && unresolved?.mayHaveArrived == false)
    }

    @Test("The whole exchange ends with its timeout, though bytes drip in", arguments: TransportKind.allCases)
    func drip(kind: TransportKind) async throws {
        let server = try RawServer { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            while connection.write("x") { pause(milliseconds: 50) }
        }
        let elapsed = try await ContinuousClock().measure {
            let error = await failure(of: try kind.transport(server), Self.patch, timeout: .milliseconds(400))
            #expect(error?.code == .timeout && error?.mayHaveArrived == true)
        }
        #expect(elapsed > .milliseconds(300) && elapsed < patience / 2)
    }

    @Test("A server that never answers is waited for no longer than asked", arguments: TransportKind.allCases)
    func silence(kind: TransportKind) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.waitForPeer()
        }
        let transport = try kind.transport(server)
        let error = await failure(of: transport, Self.patch, timeout: .milliseconds(300))
        #expect(error?.code == .timeout && error?.mayHaveArrived == true)
        let late = await failure(of: transport, Self.patch, timeout: .zero)
        #expect(late?.code == .timeout && late?.mayHaveArrived == false)
    }

    @Test("A cancelled task gets its error at once", arguments: TransportKind.allCases)
    func cancellation(kind: TransportKind) async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.waitForPeer()
        }
        let transport = try kind.transport(server)
        let task = Task { await failure(of: transport, Self.patch) }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let elapsed = await ContinuousClock().measure {
            task.cancel()
            let error = await task.value
            #expect(error?.code == .cancelled && error?.mayHaveArrived == true)
        }
        // The exact time is measured by quadbench transport; here the timeout is not waited for.
        #expect(elapsed < patience / 2)

        let before = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await failure(of: transport, Self.patch)
        }
        let error = await before.value
        #expect(error?.code == .cancelled && error?.mayHaveArrived == false)
        #expect(server.requests.count == 1)
    }

    @Test("Closing a transport ends what is on its way, and what comes after")
    func closing() async throws {
        let server = try RawServer { connection in
            _ = connection.readRequest()
            connection.waitForPeer()
        }
        let transport = try CurlTransport(Origin("http://127.0.0.1:\(server.port)"))
        let tasks = (0..<8).map { _ in Task { await failure(of: transport, Self.patch) } }
        while server.requests.count < tasks.count { try await Task.sleep(for: .milliseconds(5)) }
        transport.close()
        for task in tasks {
            let error = await task.value
            #expect(error?.code == .cancelled && error?.mayHaveArrived == true)
        }
        let late = await failure(of: transport, Self.patch)
        #expect(late?.code == .cancelled && late?.mayHaveArrived == false)
    }

    #if os(Linux)
    @Test("The thread of a transport ends with it")
    func threadsEnd() async {
        await #expect(processExitsWith: .success) {
            func threads() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
            }
            let server = try RawServer { _ in answer() }
            let count = 32
            var transports: [ServedTransport] = []
            for _ in 0..<count { transports.append(try TransportKind.curl.transport(server)) }
            for transport in transports {
                _ = try await transport.send(HTTPRequest(.get, "/"), timeout: patience)
            }
            let most = try threads()
            transports = []
            let end = ContinuousClock.now + patience
            // Each had a thread of its own and one of the server; the pools of the system may have grown meanwhile.
            while try threads() > most - 2 * count + count / 2 {
                try #require(ContinuousClock.now < end)
                try await Task.sleep(for: .milliseconds(5))
            }
        }
    }
    #endif
}
