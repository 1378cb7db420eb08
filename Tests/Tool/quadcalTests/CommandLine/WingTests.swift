import Foundation
import Testing

@Suite("Wings, to which quadcal hands over")
struct WingTests {
    /// A folder beside the tool with a link to it, and wings of another make. A copy could be busy when it is run, since other tests
    /// begin processes while it is written.
    private static func folder(_ wings: [String: String]) throws -> URL {
        let folder = Tool.executable.deletingLastPathComponent().appendingPathComponent("wings-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        try link("quadcal", in: folder)
        for (name, script) in wings {
            let file = folder.appendingPathComponent(name)
            try Data(script.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        return folder
    }

    private static func link(_ name: String, in folder: URL) throws {
        try FileManager.default.linkItem(
            at: Tool.executable.resolvingSymlinksInPath(), to: folder.appendingPathComponent(name))
    }

    private static func run(_ tool: URL, _ arguments: String...) throws -> (
        output: String, advice: String, exit: Int32
    ) {
        let process = Process(), output = Pipe(), advice = Pipe()
        process.executableURL = tool
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = advice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let said = String(decoding: advice.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, said, process.terminationStatus)
    }

    @Test("that are missing are named, and everything else works")
    func missing() throws {
        let folder = try Self.folder([:]), tool = folder.appendingPathComponent("quadcal")
        defer { try? FileManager.default.removeItem(at: folder) }
        for arguments in [["graph", "--demo"], ["help", "graph"], ["schema", "graph"], ["graph", "-h"]] {
            let run = try Self.run(tool, arguments[0], arguments[1])
            #expect(
                run.exit == 3 && run.output.isEmpty && run.advice.contains("quadcal-frames is missing"),
                "\(run)")
        }
        let room = try Self.run(tool, "sandbox", "--relay")
        #expect(room.exit == 3 && room.advice.contains("sandbox --relay is in quadcal-devices"))
        let list = try Self.run(tool, "schema"), doctor = try Self.run(tool, "doctor")
        #expect(list.exit == 0 && list.output.contains("\ngraph ") && list.advice.isEmpty)
        #expect(doctor.output.contains("quadcal-frames is missing"))
        for text in [("completions", "bash"), ("completions", "zsh"), ("help", "--man")] {
            let run = try Self.run(tool, text.0, text.1)
            #expect(run.exit == 0 && run.output.contains("recalibrate"))
            #expect(run.advice.contains("quadcal-frames is missing") && run.advice.contains("are left out"))
        }
    }

    @Test("that are something else are not believed, and nothing waits for them")
    func others() throws {
        let folder = try Self.folder([
            "quadcal-frames": "#!/bin/sh\necho 'rm -rf everything'\n",
            "quadcal-devices": "#!/bin/sh\nprintf 'quadcal 0.1.0 part\\nend of part\\n'\n",
        ])
        defer { try? FileManager.default.removeItem(at: folder) }
        let tool = folder.appendingPathComponent("quadcal")
        let bash = try Self.run(tool, "completions", "bash")
        #expect(bash.exit == 0 && !bash.output.contains("everything") && bash.output.contains("_quadcal_fit"))
        #expect(bash.advice.split(separator: "\n").count == 2)
        // By the name of a wing, quadcal itself would hand over to itself for ever.
        try FileManager.default.removeItem(at: folder.appendingPathComponent("quadcal-frames"))
        try Self.link("quadcal-frames", in: folder)
        let own = try Self.run(tool, "graph", "--demo")
        #expect(own.exit == 3 && own.advice.contains("is quadcal itself"))
    }

    @Test("of another version say so")
    func version() throws {
        let wing = Tool.executable.deletingLastPathComponent().appendingPathComponent("quadcal-frames")
        let process = Process(), advice = Pipe()
        process.executableURL = wing
        process.arguments = ["graph", "--demo"]
        process.environment = ["QUADCAL_HANDS_OVER": "0.0.1"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = advice
        try process.run()
        let said = String(decoding: advice.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3 && said.contains("0.0.1") && said.contains("from one archive"))
    }
}
