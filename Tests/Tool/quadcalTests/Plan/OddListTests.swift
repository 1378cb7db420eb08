import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import TestSupport
import Testing

@Suite("The tool and a server that lists something odd beside what is sound")
struct OddListTests {
    @Test("probe and recalibrate what is sound, and say what is not; only the odd itself is refused")
    func others() async throws {
        let scene = try await OnlineScene()
        let front = try OddServer.front(of: scene), address = "http://127.0.0.1:\(front.port)"
        let move = scene.options().map { $0 == scene.server.address ? address : $0 } + ["--yes"]
        let run = try scene.run(move)
        #expect(run.exit == 0 && run.output.contains("9 of 9 markers moved"), "\(run)")
        let told = run.output + run.advice
        for words in [
            "NOT_UNDERSTOOD", "space \"six\" (BAD_VECTOR at /0/calibration_vector",
            "session \"\(OddServer.id)\"",
            "reference set \"odd set\"",
        ] {
            #expect(told.contains(words), "\(words) in \(told)")
        }
        let odd = try scene.run(move.map { $0 == "hall" ? "six" : $0 })
        #expect(odd.exit == 5 && odd.advice.contains("space \"six\" (BAD_VECTOR"), "\(odd)")

        let probe = try scene.run(["probe", "--api", address, "--json"])
        #expect(probe.exit == 0 && probe.advice.contains("space \"six\" (BAD_VECTOR"), "\(probe)")
        let document = try JSONValue(probe.output)
        #expect(
            document["unreadable"]?.elements.map { $0["kind"]?.string } == ["space", "session"],
            "\(probe.output)")
        #expect(document["unreadable"]?.elements.first?["code"]?.string == "BAD_VECTOR")
    }

    @Test("say which members a reply has that is no list")
    func noList() async throws {
        let server = try RawServer { _ in
            let text = #"{"items":[],"total":0}"#
            return "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
        }
        let run = try Tool.run(["probe", "--api", "http://127.0.0.1:\(server.port)"])
        #expect(run.exit == 5, "\(run)")
        #expect(
            run.advice.contains(
                "MISSING_LIST, found an object with \"items\", \"total\", expected an array, or an object with one as data"
            ), "\(run.advice)")
    }
}
