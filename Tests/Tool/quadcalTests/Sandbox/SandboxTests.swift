import DemoScenes
import Foundation
import Markers
import MarkersSandbox
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("The sandbox command")
struct SandboxTests {
    /// The tool serving, until a signal ends it.
    private final class Serving {
        let process = Process()
        private let folder: Folder
        let address: String

        init(_ arguments: [String], in folder: Folder) throws {
            self.folder = folder
            process.executableURL = Tool.executable
            process.arguments = ["sandbox"] + arguments
            process.currentDirectoryURL = folder.url
            let output = Pipe()
            process.standardOutput = output
            process.standardError = try folder.handle(for: ".advice")
            try process.run()
            // The address is all it prints, at once.
            address = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                .trimmingCharacters(in: .newlines)
        }

        func end(by signal: Int32) -> Int32 {
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            return process.terminationStatus
        }

        func ask(_ path: String, posting body: String? = nil) throws -> String {
            let port = try #require(UInt16(address.split(separator: ":").last ?? ""))
            let connection = try RawClient(port: port)
            connection.send(body == nil ? "GET" : "POST", path, body, port: port)
            return try #require(connection.answer()).text
        }
    }

    @Test("prints its address, serves, and stops in order at a signal", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) throws {
        let serving = try Serving(["--seed", "1"], in: try Folder())
        #expect(serving.address.wholeMatch(of: #/http://127\.0\.0\.1:\d+/#) != nil)
        #expect(try serving.ask("/api/v1/health") == #"{"status":"ok"}"#)
        #expect(serving.end(by: signal) == 0)
        #expect(serving.process.terminationReason == .exit)
    }

    @Test("has in its file whatever it answered, though it is killed")
    func killed() throws {
        let folder = try Folder()
        let serving = try Serving(["--data", "hall.sqlite"], in: folder)
        let made = try serving.ask("/api/v1/spaces", posting: #"{"key":"k","name":"n"}"#)
        #expect(try Space(try JSONValue(made)).key == "k")
        _ = serving.end(by: SIGKILL)
        let again = try Serving(["--data", "hall.sqlite"], in: folder)
        #expect(try again.ask("/api/v1/spaces") == "[\(made)]")
        #expect(again.end(by: SIGTERM) == 0)
    }

    @Test("serves a demo space, and writes it as files")
    func demo() throws {
        let folder = try Folder(), scene = DemoScene(.room, seed: 7)
        let serving = try Serving(["--demo", "--seed", "7"], in: folder)
        let space = String(decoding: scene.space.json, as: UTF8.self)
        #expect(try serving.ask("/api/v1/spaces") == "[\(space)]")
        let session = try #require(scene.newMarkers.first?.owner)
        let markers = try serving.ask("/api/v1/markers?work_session_id=\(session.wireText)")
        let stored = scene.newMarkers.map { String(decoding: $0.json, as: UTF8.self) }
        #expect(markers == "[\(stored.joined(separator: ","))]")
        #expect(serving.end(by: SIGTERM) == 0)
        let files = ["sandbox", "--demo", "--seed", "7", "--demo-files", "room"]
        #expect(try Tool.run(files, in: folder).exit == 0)
        for (name, bytes) in scene.files { #expect(try Array(folder.read("room/\(name)").utf8) == bytes) }
        let again = try Tool.run(files, in: folder)
        #expect(again.exit == 2 && again.advice.contains("--force"))
        #expect(try Tool.run(files + ["--force"], in: folder).exit == 0)
    }

    @Test("says what it imported, and what to do next")
    func imported() throws {
        let folder = try Folder()
        #expect(try Tool.run(["sandbox", "--demo", "--demo-files", "room"], in: folder).exit == 0)
        let serving = try Serving(["--import", "room"], in: folder)
        #expect(serving.end(by: SIGTERM) == 0)
        let advice = try folder.read(".advice").split(separator: "\n")
        #expect(
            advice.first
                == "quadcal: imported 1 space, 3 sessions, 440 markers, 1 reference set, 10 anchors, 1 laser guide"
        )
        #expect(
            advice.dropFirst().first
                == "quadcal: list its sessions with: quadcal sessions --api \(serving.address) --space demo-room"
        )
    }

    @Test("prints the document that its server is held to")
    func document() throws {
        let run = try Tool.run(["sandbox", "--openapi"])
        #expect(run.exit == 0)
        #expect(run.output == String(decoding: OpenAPIDocument.json(), as: UTF8.self))
    }

    @Test(
        "refuses what it cannot use, and says what it takes",
        arguments: [
            (["--port", "70000"], 2, "0 to 65535"),
            (["--fault", "teapot"], 2, "KIND[:RATE|:@N[-M]][:before|:after][:REQUESTS]"),
            (["--variant", "old-lock"], 2, "did you mean old-locks?"), (["--seed", "-1"], 2, "0 or more"),
            (["--token-seconds", "0"], 2, "above 0"),
            (["--demo-space", "blade-drift"], 2, "did you mean blade-drifted?"),
            (["--demo-files", "x"], 2, "--demo"), (["now"], 2, "remove it"),
            (["--data", "."], 3, "CANNOT_OPEN"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], exit: Int32, text: String) throws {
        let run = try Tool.run(["sandbox"] + arguments)
        #expect(run.exit == exit)
        #expect(run.advice.contains(text), "\(run.advice)")
    }

    @Test("names every variant in its help")
    func help() throws {
        let run = try Tool.run(["help", "sandbox"])
        #expect(Variant.allCases.allSatisfy { run.output.contains($0.rawValue) })
        #expect(run.lines.allSatisfy { $0.count <= 110 })
    }
}
