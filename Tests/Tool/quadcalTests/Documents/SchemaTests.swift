import Foundation
import Markers
import TestSupport
import Testing
import ToolCommands
import VisionSensor

@testable import DevicesTool
@testable import FramesTool
@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal schema")
struct SchemaTests {
    @Test("lists every document, and refuses others")
    func list() throws {
        let run = try Tool.run(["schema"])
        #expect(run.exit == 0)
        let names = run.lines.map { String($0.prefix { $0 != " " }) }
        #expect(names == Tool.documents.map(\.name))
        let unknown = try Tool.run(["schema", "chekc"])
        #expect(unknown.exit == 2)
        #expect(
            unknown.advice
                == "quadcal: there is no document \"chekc\"; did you mean check? \"quadcal schema\" lists the documents\n"
        )
        #expect(
            try Tool.run(["schema", "check", "fit"]).advice
                == "quadcal: schema does not take \"fit\"; remove it\n")
    }

    @Test(
        "prints schemas that are strict and describe every member", arguments: Tool.documents.map(\.name))
    func schema(_ name: String) throws {
        let run = try Tool.run(["schema", name])
        #expect(run.exit == 0)
        let schema = try JSONSchema(run.output)
        #expect(schema.faults == [])
        #expect(run.output.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"))
    }

    @Test(
        "holds for every document of the sample runs, and describes nothing that none of them has",
        arguments: Tool.documents)
    func documents(_ document: SchemaDocument) async throws {
        var schema = try JSONSchema(String(decoding: document.document, as: UTF8.self))
        for sample in try await SampleRun.of(document.name) {
            for text in try sample.texts() {
                let breaches = schema.breaches(of: try JSONValue(text))
                #expect(breaches == [], "\(sample.arguments)")
            }
        }
        #expect(schema.described.subtracting(schema.met).sorted() == SampleRun.unmet[document.name] ?? [])
    }

    @Test("writes a file for each document, of the wings too, and a setting by which editors find it")
    func files() throws {
        let folder = try Folder()
        #expect(try Tool.run(["schema", "--all", "schemas"], in: folder).exit == 0)
        var patterns: Set<String> = []
        let setting = try JSONValue(try folder.read("schemas/settings.json"))
        let found = setting["json.schemas"]?.elements ?? []
        #expect(found.count == Tool.documents.count)
        for (schema, document) in zip(found, Tool.documents) {
            let file = try #require(schema["url"]?.string)
            // As the workspace sees it.
            #expect(file == "./schemas/\(document.name).schema.json")
            #expect(try folder.read(file) == String(decoding: document.document, as: UTF8.self))
            // No file is of two schemas.
            let pattern = try #require(schema["fileMatch"]?.elements.first?.string)
            #expect(patterns.insert(pattern).inserted && pattern.hasSuffix(".json"))
        }
        #expect(patterns.contains(".quadcal.json"))
        #expect(try Tool.run(["schema", "--all", "schemas"], in: folder).exit == 2)
        #expect(try Tool.run(["schema", "--all", "schemas", "--force"], in: folder).exit == 0)
        #expect(try Tool.run(["schema", "--force"], in: folder).exit == 2)
    }

    @Test("knows what its wings print without asking them")
    func wings() {
        for (tool, wing) in [(ToolCommands.Tool.frames, Wing.frames), (.devices, .devices)] {
            #expect(tool.documents.map(\.name) == wing.documents.map(\.name))
            #expect(tool.documents.map(\.about) == wing.documents.map(\.about))
        }
    }

    @Test("describes camera frames that are read")
    func cameraFrames() async throws {
        let lines = try await SampleRun.of("camera").flatMap { try $0.texts() }.joined(separator: "\n")
        var reader = CameraFrameReader(ByteSource(Array(lines.utf8)))
        let frames = [try reader.next(), try reader.next(), try reader.next()].map { $0?.frame }
        #expect(frames.map { $0?.requestID } == ["a", "b", nil])
        #expect(frames.map { $0?.stand } == ["door", "door", nil])
    }

    @Test("says where a value is not as it should be")
    func breaches() throws {
        var schema = try JSONSchema(
            #"{"type":"object","properties":{"a":{"type":"integer"},"b":{"oneOf":[{"type":"null"},{"enum":["x"]}]}},"#
                + #""required":["a"],"additionalProperties":false}"#)
        #expect(schema.breaches(of: try JSONValue(#"{"a":1,"b":"x"}"#)) == [])
        #expect(schema.met == ["/a", "/b"])
        for wrong in [#"{"b":null}"#, #"{"a":1.5}"#, #"{"a":1,"c":2}"#, #"{"a":1,"b":"y"}"#, "[]"] {
            #expect(schema.breaches(of: try JSONValue(wrong)).count >= 1, "\(wrong)")
        }
        let open = try JSONSchema(#"{"type":"object","properties":{"a":{"maximum":3}}}"#)
        #expect(open.faults.count == 3)
    }
}

extension SchemaDocument: CustomTestStringConvertible {
    var testDescription: String { name }
}
