import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import StrictJSON
import TestSupport
import Testing

@testable import QuadcalTool

@Suite("quadcal sense")
struct SenseTests {
    private static func phone(_ variants: Set<Variant> = [], faults: [Fault] = []) throws -> SandboxServer {
        var options = SandboxOptions(seed: 1, variants: variants, faults: faults)
        options.phone = .wall
        return try SandboxServer(options)
    }

    private static func live(_ server: SandboxServer, _ more: String...) -> [String] {
        [
            "sense", "--sensor", server.address, "--camera", server.address + "/sandbox/camera/{requestId}",
            "--distance", "axis", "--json",
        ] + more
    }

    private static func codes(_ run: Tool.Run) throws -> [String] {
        try JSONValue(run.output)["remarks"]?.elements.compactMap { $0["code"]?.string } ?? []
    }

    @Test(
        "makes twelve markers, each created once, whatever a tenth of the requests meet",
        arguments: ["503:0.1:after", "503:0.1:before", "reset:0.1", "truncate:0.1"], [1, 3])
    func faults(_ fault: String, _ seed: Int) throws {
        let run = try Tool.run(["sense", "--demo", "--json", "--seed", "\(seed)", "--fault", fault])
        #expect(run.exit == 0, "seed \(seed): \(run.advice)")
        let created = try #require(try JSONValue(run.output)["created"])
        #expect(created["stored"]?.integer == 12 && created["writes"]?.integer == 12)
        #expect((created["faults"]?.integer ?? 0) > 0)
        let truth = try #require(try JSONValue(run.output)["truth"])
        #expect(truth["found"]?.integer == 12 && truth["within"]?.integer == 12)
    }

    @Test("finds along which line the demo's phone measures")
    func inference() throws {
        let run = try Tool.run(["sense", "--demo", "--json", "--distance", "infer"])
        #expect(try JSONValue(run.output)["distance"]?.string == "axis")
    }

    @Test("repeats a recorded run of a live phone to the same bytes, and goes on with one that was cut off")
    func record() throws {
        let server = try Self.phone(), folder = try Folder()
        defer { server.stop() }
        let outputs = ["--record", "run.ndjson", "--out", "live.json", "--ros", "live.ros.json"]
        let live = try Tool.run(Self.live(server) + ["--frames", "40"] + outputs, in: folder)
        #expect(live.exit == 0, "\(live.advice)")
        let again = try Tool.run(
            ["sense", "--detections", "run.ndjson", "--distance", "axis", "--out", "again.json"]
                + ["--ros", "again.ros.json", "--quiet"], in: folder)
        #expect(again.exit == 0, "\(again.advice)")
        #expect(try folder.read("live.json") == folder.read("again.json"))
        #expect(try Tool.run(["check", "live.json"], in: folder).exit == 0)
        // The frame of a message is that of the space only where an origin is given; neither has one.
        #expect(try folder.read("live.ros.json") == folder.read("again.ros.json"))
        let whole = try folder.read("run.ndjson")
        let cut = whole.split(separator: "\n").prefix(21).joined(separator: "\n") + "\n{\"requestId\":\"x"
        try folder.write(cut, to: "cut.ndjson")
        let rest = try Tool.run(
            Self.live(server) + ["--frames", "40", "--record", "cut.ndjson"], in: folder)
        #expect(rest.exit == 0, "\(rest.advice)")
        #expect(try JSONValue(rest.output)["counts"]?["replies"]?.integer == 40)
        #expect(try JSONValue(rest.output)["run"]?.string == JSONValue(live.output)["run"]?.string)
        let lines = try folder.read("cut.ndjson").split(separator: "\n")
        #expect(lines.count { $0.contains("\"reply\"") } == 40)
    }

    @Test(
        "says what a phone does that is not as documented",
        arguments: [
            (Variant.phoneRefuses, "REPLY_REFUSED"), (.phoneEchoesOther, "REPLY_REFUSED"),
            (.phoneBare, "NO_DISTANCE"), (.phoneHot, "HOT"),
        ])
    func variants(_ variant: Variant, _ code: String) throws {
        let server = try Self.phone([variant])
        defer { server.stop() }
        let run = try Tool.run(Self.live(server, "--frames", "12"))
        #expect(try Self.codes(run).contains(code), "\(run.output)\(run.advice)")
    }

    @Test("lowers the rate of a hot phone once")
    func hot() throws {
        let server = try Self.phone([.phoneHot])
        defer { server.stop() }
        func requests(_ more: String...) throws -> Int {
            let before = server.requestCount
            let run = try Tool.run(Self.live(server, "--frames", "60") + more)
            #expect(run.exit == 0, "\(run.advice)")
            return server.requestCount - before
        }
        // One more: that to /settings.
        #expect(try requests("--when-hot", "15") == requests() + 1)
    }

    @Test("names the image that the boxes are in where the frames name another")
    func frameSize() throws {
        let server = try Self.phone(), folder = try Folder()
        defer { server.stop() }
        _ = try Tool.run(Self.live(server) + ["--frames", "20", "--record", "run.ndjson"], in: folder)
        // The phone's pictures taken for those of a camera of twice the size.
        let wrong = try folder.read("run.ndjson").replacing("933.9137", with: "1867.8274")
        try folder.write(wrong, to: "wrong.ndjson")
        let run = try Tool.run(
            ["sense", "--detections", "wrong.ndjson", "--distance", "axis", "--json"], in: folder)
        #expect(run.exit == 1)
        #expect(try Self.codes(run).contains("FRAME_SIZE"))
        let focal = try #require(try JSONValue(run.output)["frameSize"]?["focalLength"]?.double)
        #expect((focal / 933.9137 - 1).magnitude <= Self.mostError)
    }

    /// Of the median of a hundred focal lengths, each off by a twentieth.
    private static let mostError = 0.02

    @Test("W6: one camera frame is enough for a camera that stands still")
    func tripod() throws {
        let server = try Self.phone(), folder = try Folder()
        defer { server.stop() }
        let frame = try #require(try Dataset.read("sensor/poses.ndjson").split(separator: "\n").first)
        let own = frame.replacing(#/"requestId": ?"[^"]*", ?/#, with: "")
        try folder.write(own + "\n", to: "tripod.json")
        let run = try Tool.run(
            [
                "sense", "--sensor", server.address, "--camera", "tripod.json", "--distance", "axis",
                "--frames", "5",
                "--json",
            ], in: folder)
        #expect(try !Self.codes(run).contains("NO_FRAME"), "\(run)")
    }

    @Test("W6: fails where every reply was refused, and says how hot a phone is that is not ready")
    func nothingUsable() throws {
        let other = try Self.phone([.phoneEchoesOther])
        defer { other.stop() }
        let run = try Tool.run(Self.live(other, "--frames", "3"))
        #expect(run.exit == 1 && run.output.contains("All 3 replies were refused"), "\(run)")
        let busy = try Self.phone(
            [.phoneHot], faults: [try #require(Fault("503:before:phoneHealth"))])
        defer { busy.stop() }
        let probe = try Tool.run(["sense", "--sensor", busy.address, "--probe"])
        #expect(probe.output.contains("serious") && probe.output.contains("status 503"), "\(probe)")
    }

    @Test("refuses a bad camera frame before a phone is asked")
    func badCamera() throws {
        let server = try Self.phone(), folder = try Folder()
        defer { server.stop() }
        let poses = try Dataset.read("sensor/poses.ndjson")
        try folder.write(poses + "{\"worldFromCamera\":[1]}\n", to: "poses.ndjson")
        let before = server.requestCount
        let run = try Tool.run(
            ["sense", "--sensor", server.address, "--camera", "poses.ndjson", "--distance", "axis"],
            in: folder)
        #expect(run.exit == 3)
        #expect(run.advice.contains("BAD_CAMERA, line 5 at /worldFromCamera"), "\(run.advice)")
        #expect(server.requestCount == before)
    }

    @Test("creates markers by keys that follow from the run, so that a second run creates none")
    func keys() async throws {
        let scene = try await OnlineScene()
        for name in ["replies", "poses"] {
            try scene.folder.write(try Dataset.read("sensor/\(name).ndjson"), to: "\(name).ndjson")
        }
        let arguments =
            ["sense", "--detections", "replies.ndjson", "--camera", "poses.ndjson", "--distance", "axis"]
            + ["--api", scene.server.address, "--session", scene.old.wireText, "--origin", "identity"]
            + ["--yes", "--json"]
        let before = try await scene.api.markers(of: scene.old).elements.count
        let runs = try (0..<2).map { _ in try scene.run(arguments) }
        for run in runs { #expect(run.exit == 0, "\(run.advice)") }
        let markers = try await scene.api.markers(of: scene.old).elements
        #expect(markers.count == before + 1)
        let marker = try #require(markers.first { $0.label == "red" })
        let properties = try #require(marker.customProperties)
        let key = try JSONValue(runs[0].output)["markers"]?.elements.first?["key"]?.string
        #expect(properties["client_key"]?.string == key && key?.dropFirst(14).first == "8")
        #expect(properties["source"]?.string == "vision" && properties["orientation"]?.string == "assumed")
        #expect(properties["sightings"]?.integer == 4 && properties["stands"]?.integer == 2)
        #expect(properties["requestIds"]?.elements.count == 4)
    }

    @Test("creates nothing where there are errors, and says of a plane that markers are not on it")
    func offPlane() async throws {
        let scene = try await OnlineScene()
        for name in ["replies", "poses"] {
            try scene.folder.write(try Dataset.read("sensor/\(name).ndjson"), to: "\(name).ndjson")
        }
        let before = try await scene.api.markers(of: scene.old).elements.count
        let arguments =
            ["sense", "--detections", "replies.ndjson", "--camera", "poses.ndjson", "--distance", "axis"]
            + ["--api", scene.server.address, "--session", scene.old.wireText, "--origin", "identity"]
            + ["--yes", "--json", "--corners", "plane", "--plane"]
        // The object is at z = -0.42 m, known to some millimetres, and 0.08 m wide.
        for (plane, codes, exit) in [
            ("0,0,1,-0.42", [], 0), ("0,0,1,-0.46", ["OFF_PLANE"], 0),
            ("0,0,1,0.5", ["OFF_PLANE", "NOT_CREATED"], 1),
        ] as [(String, [String], Int32)] {
            let run = try scene.run(arguments + [plane])
            #expect(run.exit == exit, "\(plane): \(run.advice)")
            let said = try Self.codes(run).filter { ["OFF_PLANE", "NOT_CREATED"].contains($0) }
            #expect(said == codes, "\(plane)")
        }
        // The first two runs are one, so their marker is created once.
        #expect(try await scene.api.markers(of: scene.old).elements.count == before + 1)
    }

    @Test("names camera frames of an app that cannot be used, and repeats that from the record")
    func badCameraOfApp() async throws {
        let server = try Self.phone(faults: [try #require(Fault("503:0.3:before"))]), folder = try Folder()
        defer { server.stop() }
        let app = try RawServer(answering: { _ in answer(200, #"{"intrinsics":{"fx":-1}}"#) })
        let live = try Tool.run(
            [
                "sense", "--sensor", server.address, "--distance", "axis", "--frames", "3", "--json",
                "--camera", "http://127.0.0.1:\(app.port)/frames/{requestId}", "--record", "run.ndjson",
            ], in: folder)
        #expect(live.exit == 1, "\(live.advice)")
        let again = try Tool.run(
            ["sense", "--detections", "run.ndjson", "--distance", "axis", "--json"], in: folder)
        let remarks = try [live, again].map { try JSONValue($0.output)["remarks"]?.text }
        #expect(try Self.codes(live).contains("BAD_CAMERA") && !Self.codes(live).contains("NO_FRAME"))
        #expect(remarks[0] == remarks[1])
    }

    @Test("shows the markers beside the truth in a page that loads nothing")
    func page() throws {
        let folder = try Folder()
        let run = try Tool.run(["sense", "--demo", "--quiet", "--report", "page.html"], in: folder)
        #expect(run.exit == 0, "\(run.advice)")
        let page = try folder.read("page.html")
        #expect(page.matches(of: #/<title>[a-z]+, seen [0-9]+ times</#).count == 12)
        #expect(page.matches(of: #/<title>truth, [0-9.]+ mm from the marker</#).count == 12)
        for word in ["http:", "https:", "src=", "href=", "url(", "@import", " style=", "nan"] {
            #expect(!page.contains(word), "\(word)")
        }
    }
}
