import Foundation
import HTTPServer
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("Faults")
struct FaultTests {
    @Test(
        "are read from the text they write",
        arguments: [
            "503:0.1:before", "503:0.1:after:PATCH", "429=2:before", "429-date=3:@7:before",
            "429-garbage:before",
            "latency=250:0.5:after",
            "drip=10:0.01", "reset:0.2:after", "close:@3:before:POST", "truncate", "long", "short:0.5",
            "answer-twice", "answer-twice=20:@2", "answer-late-on-next", "answers-behind:0.1:GET",
            "restart=3:@9:after", "restart=0.25:before", "html-200:@5-7:after:updateMarker",
            "503:@1-3:before:unlock", "list-short:@2:list", "list-foreign:markers", "stale:0.1:GET",
            "expire:@20", "ws-drop:@3", "ws-close=1011:0.5", "ws-latency=20:followEvents", "ws-split",
        ])
    func text(_ text: String) throws {
        #expect(try #require(Fault(text)).text == text)
    }

    @Test(
        "that are none are not taken",
        arguments: [
            "", "teapot", "200", "600", "503:2", "503:0", "503:-1", "503:nan", "503:@0", "503:after:before",
            "latency",
            "latency=-1", "reset:0.1:GETS", "truncate:before", "stale=1", "429=", "503:0.1:after:PATCH:x",
            "503:@3-2", "503:@1-2-3", "503:@-2", "restart", "restart=-1", "restart=1e9", "restart:after",
            "answer-twice:before", "list-short:before", "html", "503:locks", "503:updateMarkers",
        ])
    func refused(_ text: String) { #expect(Fault(text) == nil) }

    @Test(
        "happen before or after the effect",
        arguments: [
            ("503:@4:before", 0), ("503:@4:after", 1), ("429=1:@4:before", 0), ("429-garbage:@4:before", 0),
        ])
    func phases(fault: String, changes: Int) throws {
        let scene = try FaultScene(fault)
        defer { scene.server.stop() }
        scene.patch()
        let answer = try #require(scene.connection.answer())
        #expect(answer.status == (fault.hasPrefix("429") ? 429 : 503))
        let waits = ["429=1:@4:before": "1", "429-garbage:@4:before": "soon, perhaps"]
        #expect(answer.fields["retry-after"] == waits[fault])
        #expect(scene.changes == changes)
        #expect(
            scene.server.faults == [FiredFault(request: 4, method: "PATCH", path: scene.path, fault: fault)])
        // The connection continues, and the fault is over.
        scene.connection.send("GET", scene.path, port: scene.server.port)
        #expect(scene.connection.answer()?.status == 200)
    }

    @Test("name a date to come again")
    func retryDate() throws {
        let scene = try FaultScene("429-date=3600:@4")
        defer { scene.server.stop() }
        scene.patch()
        let date = try #require(scene.connection.answer()?.fields["retry-after"])
        #expect(date.hasSuffix(" GMT") && date.count == 29)
    }

    @Test(
        "end the connection",
        arguments: [
            ("reset:@4:before", 0), ("reset:@4:after", 1), ("close:@4:before", 0), ("close:@4:after", 1),
            ("truncate:@4", 1), ("long:@4", 1),
        ])
    func endings(fault: String, changes: Int) throws {
        let scene = try FaultScene(fault)
        defer { scene.server.stop() }
        scene.patch()
        #expect(scene.connection.answer() == nil)
        #expect(scene.changes == changes)
        #expect(scene.server.faults.map(\.fault) == [fault])
    }

    @Test("leave bytes on the connection", arguments: ["short:@4", "answer-twice:@4"])
    func leftovers(fault: String) throws {
        let scene = try FaultScene(fault)
        defer { scene.server.stop() }
        scene.patch()
        let answer = try #require(scene.connection.answer())
        let isWhole = (try? JSONValue(answer.body)) != nil
        #expect(isWhole == (fault == "answer-twice:@4"))
        scene.connection.send("GET", "/api/v1/health", port: scene.server.port, fields: ["Connection: close"])
        #expect(scene.connection.rest().hasPrefix("HTTP/1.1 200 OK") == (fault == "answer-twice:@4"))
        #expect(scene.changes == 1)
    }

    @Test("hold a request, which takes effect though its client is gone, while others are served")
    func latency() throws {
        let scene = try FaultScene("latency=50:before:PATCH")
        defer { scene.server.stop() }
        do {
            let other = try RawClient(port: scene.server.port)
            other.send("PATCH", scene.path, #"{"label":"B","version":1}"#, port: scene.server.port)
        }
        var version: Int64?
        for _ in 0..<10_000 where version != 2 {
            scene.connection.send("GET", scene.path, port: scene.server.port)
            version = try JSONValue(try #require(scene.connection.answer()).body)["version"]?.integer
        }
        #expect(version == 2)
        #expect(scene.changes == 1)
        #expect(scene.server.faults.map(\.fault) == ["latency=50:before:PATCH"])
    }

    @Test("let an answer drip")
    func drip() throws {
        let scene = try FaultScene("drip=1:@4")
        defer { scene.server.stop() }
        scene.patch()
        #expect(scene.connection.answer()?.text.contains("\"label\":\"B\"") == true)
        #expect(scene.server.faults.count == 1)
    }

    @Test("show a marker as it was, once there is such a thing")
    func stale() throws {
        let scene = try FaultScene("stale:1:GET")
        defer { scene.server.stop() }
        func version() throws -> Int64? {
            scene.connection.send("GET", scene.path, port: scene.server.port)
            return try JSONValue(try #require(scene.connection.answer()).body)["version"]?.integer
        }
        #expect(try version() == 1)
        #expect(scene.server.faults.isEmpty)
        scene.patch()
        #expect(scene.connection.answer()?.status == 200)
        #expect(try version() == 1)
        #expect(scene.server.faults.count == 1)
    }

    @Test("show lists as they were")
    func staleList() throws {
        let scene = try FaultScene("stale:1:GET")
        defer { scene.server.stop() }
        let session = try #require(scene.server.effects.first { $0.kind == "work_session" }).id
        func versions(_ path: String) throws -> [Int64?] {
            scene.connection.send("GET", "/api/v1/\(path)", port: scene.server.port)
            let list = try JSONValue(try #require(scene.connection.answer()).body)
            return list.elements.map { $0["version"]?.integer }
        }
        #expect(try versions("markers") == [1] && scene.server.faults.isEmpty)
        scene.patch()
        #expect(scene.connection.answer()?.status == 200)
        for path in ["markers", "markers?work_session_id=\(session)", "work-sessions/\(session)/markers"] {
            #expect(try versions(path) == [1])
        }
        #expect(scene.server.faults.count == 3)
    }

    @Test("end tokens")
    func expiry() throws {
        let server = try SandboxServer(
            SandboxOptions(faults: [Fault(.expire, .request(3))], tokenSeconds: 86_400))
        defer { server.stop() }
        let connection = try RawClient(port: server.port)
        connection.send("POST", "/sandbox/token", port: server.port)
        let token = try JSONValue(try #require(connection.answer()).body)["token"]?.string ?? ""
        for status in [200, 401, 401] {
            connection.send(
                "GET", "/api/v1/spaces", port: server.port, fields: ["Authorization: Bearer \(token)"])
            #expect(connection.answer()?.status == status)
        }
        #expect(server.faults.map(\.request) == [3])
    }

    @Test("come at their rate and at the same requests for one seed")
    func rates() throws {
        func met(_ seed: UInt64) throws -> [Int] {
            let options = SandboxOptions(seed: seed, faults: [Fault(.reset, .rate(0.3))])
            let injector = FaultInjector(try Sandbox(options))
            let request = IncomingRequest(.get, try RequestTarget("/api/v1/health"))
            return (1...2000).filter { injector.fault(of: request, number: $0) != nil }
        }
        let (one, again, other) = (try met(1), try met(1), try met(2))
        #expect(one == again && one != other)
        // Four deviations of 2,000 draws of which 0.3 succeed.
        #expect(abs(one.count - 600) < 82)
    }
}
