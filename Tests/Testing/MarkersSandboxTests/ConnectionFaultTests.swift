import Foundation
import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("Faults of connections")
struct ConnectionFaultTests {
    /// The ids in the answers to four lists on one connection: markers, sessions, anchors, sessions.
    private static func lists(_ scene: FaultScene) throws -> [String] {
        try ["markers", "work-sessions", "anchors", "work-sessions"].map { path in
            let list = try JSONValue(try scene.ask("GET", "/api/v1/\(path)").body)
            return list.elements.first?["id"]?.string ?? "none"
        }
    }

    @Test(
        "let the answer to one request be taken for that to another",
        arguments: ["answer-twice:@1:listMarkers", "answer-twice=1:@1:GET", "answer-late-on-next:@1:list"])
    func twice(fault: String) throws {
        let scene = try FaultScene(fault)
        defer { scene.server.stop() }
        let (marker, session) = (scene.marker, scene.session)
        #expect(try ConnectionFaultTests.lists(scene) == [marker, marker, session, "none"])
        #expect(scene.server.faults.map(\.fault) == [fault])
    }

    @Test("let every answer from one on be taken for that to the next request")
    func behind() throws {
        let scene = try FaultScene("answers-behind:@1:GET")
        defer { scene.server.stop() }
        #expect(
            try ConnectionFaultTests.lists(scene) == [scene.marker, scene.marker, scene.session, "none"])
        // Other connections are right.
        let other = try RawClient(port: scene.server.port)
        other.send("GET", scene.path, port: scene.server.port)
        #expect(other.answer()?.text.contains(scene.marker) == true)
    }

    @Test(
        "end all connections and refuse others for a while", arguments: [("before", 0), ("after", 1)])
    func restart(phase: String, changes: Int) throws {
        let fault = "restart=0.1:@1:\(phase):PATCH"
        let scene = try FaultScene(fault)
        defer { scene.server.stop() }
        let other = try RawClient(port: scene.server.port)
        scene.patch()
        #expect(scene.connection.answer() == nil && other.answer() == nil)
        var back: RawClient?
        while back == nil { back = try? RawClient(port: scene.server.port) }
        back?.send("GET", scene.path, port: scene.server.port)
        let marker = try JSONValue(try #require(back?.answer()).body)
        #expect(marker["version"]?.integer == Int64(1 + changes))
        #expect(scene.changes == changes)
        #expect(scene.server.faults.map(\.fault) == [fault])
    }

    @Test("send a page for people with status 200", arguments: [("before", 0), ("after", 1)])
    func page(phase: String, changes: Int) throws {
        let scene = try FaultScene("html-200:@1:\(phase):updateMarker")
        defer { scene.server.stop() }
        scene.patch()
        let answer = try #require(scene.connection.answer())
        #expect(answer.status == 200 && answer.text.hasPrefix("<!DOCTYPE html>"))
        #expect(answer.fields["content-type"] == "text/html; charset=utf-8")
        #expect(scene.changes == changes && scene.server.faults.count == 1)
    }

    @Test("meet the requests they name, and count only those")
    func selection() throws {
        let scene = try FaultScene("503:@2-3:before:extend", "503:@1:after:unlock", "500:@2:before:getMarker")
        defer { scene.server.stop() }
        for style in ["work-sessions/", ""] {
            let path = "/api/v1/locks/\(style)\(scene.session)"
            let lock = try JSONValue(try scene.ask("POST", path, #"{"ttl_seconds":30}"#).body)
            let token = lock["token"]?.string ?? ""
            let longer = #"{"ttl_seconds":30,"token":"\#(token)"}"#
            let statuses = try (0..<2).map { _ in try scene.ask("POST", path + "/extend", longer).status }
            #expect(statuses == (style.isEmpty ? [503, 200] : [200, 503]))
            let release = #"{"token":"\#(token)"}"#
            let released =
                try style.isEmpty
                ? scene.ask("DELETE", path, release) : scene.ask("POST", path + "/unlock", release)
            #expect(released.status == (style.isEmpty ? 200 : 503))
            // It took effect all the same.
            let state = try scene.ask("GET", style.isEmpty ? path : path + "/status")
            #expect(state.text == #"{"locked":false}"#)
        }
        #expect(try (0..<3).map { _ in try scene.ask("GET", scene.path).status } == [200, 500, 200])
        #expect(scene.server.faults.count == 4)
    }

    @Test("can be others from one moment on, with counts of their own")
    func others() throws {
        let scene = try FaultScene()
        defer { scene.server.stop() }
        let setUp = scene.server.requestCount
        func statuses() throws -> [Int] {
            try (0..<3).map { _ in try scene.ask("GET", "/api/v1/markers").status }
        }
        #expect(try statuses() == [200, 200, 200])
        for _ in 0..<2 {
            scene.server.meet([try #require(Fault("503:@2:before:GET"))])
            #expect(try statuses() == [200, 503, 200])
        }
        scene.server.meet([])
        #expect(try statuses() == [200, 200, 200])
        #expect(scene.server.requestCount == setUp + 12 && scene.server.faults.count == 2)
    }

    @Test("of which several are due come in their order, and each counts all its requests")
    func order() throws {
        let scene = try FaultScene("500:@2:before:GET", "503:@2:before:list", "502:@3:before:list")
        defer { scene.server.stop() }
        let statuses = try (0..<4).map { _ in try scene.ask("GET", "/api/v1/markers").status }
        #expect(statuses == [200, 500, 502, 200])
    }
}
