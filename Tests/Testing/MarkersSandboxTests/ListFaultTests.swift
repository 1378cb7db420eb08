import Markers
import TestSupport
import Testing

@testable import MarkersSandbox

@Suite("Faults of lists")
struct ListFaultTests {
    private static func ids(_ scene: FaultScene, _ path: String) throws -> [String] {
        try JSONValue(try scene.ask("GET", "/api/v1/\(path)").body).elements.compactMap { $0["id"]?.string }
    }

    @Test("let a list lack every other element")
    func short() throws {
        let scene = try FaultScene("list-short:@2:markers", "list-short:@1:listSpaces")
        defer { scene.server.stop() }
        let body = Visitor.marker(in: scene.session)
        for _ in 0..<4 { #expect(try scene.ask("POST", "/api/v1/markers", body).status == 201) }
        let path = "markers?work_session_id=\(scene.session)"
        let whole = try ListFaultTests.ids(scene, path)
        #expect(whole.count == 5)
        #expect(try ListFaultTests.ids(scene, path) == [whole[1], whole[3]])
        #expect(try ListFaultTests.ids(scene, path) == whole)
        #expect(try ListFaultTests.ids(scene, "spaces").isEmpty)
        #expect(try ListFaultTests.ids(scene, "spaces").count == 1)
        #expect(scene.server.faults.map(\.fault) == ["list-short:@2:markers", "list-short:@1:listSpaces"])
    }

    @Test("let the list of a session hold the markers of another, once there are some")
    func foreign() throws {
        let scene = try FaultScene("list-foreign:GET")
        defer { scene.server.stop() }
        let session = scene.session
        func lists(_ session: String) throws -> [[String]] {
            try ["markers?work_session_id=\(session)", "work-sessions/\(session)/markers"].map {
                try ListFaultTests.ids(scene, $0)
            }
        }
        #expect(try lists(session) == [[scene.marker], [scene.marker]])
        #expect(scene.server.faults.isEmpty)
        let space = try ListFaultTests.ids(scene, "spaces")[0]
        let other =
            try JSONValue(
                try scene.ask(
                    "POST", "/api/v1/work-sessions", #"{"space_id":"\#(space)","session_type":"other"}"#
                ).body)["id"]?.string ?? ""
        #expect(try lists(other) == [[scene.marker], [scene.marker]])
        #expect(try lists(session) == [[scene.marker], [scene.marker]])
        #expect(scene.server.faults.count == 2)
    }
}
