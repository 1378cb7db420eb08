import Foundation
import TestSupport
import Testing

@Suite("Wings, to which quadcal hands over")
struct WingTests {
    /// A folder with `quadcal` and wings of another make.
    private static func folder(_ wings: [String: String]) throws -> (folder: Folder, tool: URL) {
        let folder = try Folder(), tool = folder.url.appendingPathComponent("quadcal")
        try FileManager.default.copyItem(at: Tool.executable, to: tool)
        for (name, script) in wings {
            let file = folder.url.appendingPathComponent(name)
            try folder.write(script, to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        }
        return (folder, tool)
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
        let (folder, tool) = try Self.folder([:])
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
        withExtendedLifetime(folder) {}
    }

    @Test("that are something else are not believed, and nothing waits for them")
    func others() throws {
        let (folder, tool) = try Self.folder([
            "quadcal-frames": "#!/bin/sh\necho 'rm -rf everything'\n",
            "quadcal-devices": "#!/bin/sh\nprintf 'quadcal 0.1.0 part\\nend of part\\n'\n",
        ])
        let bash = try Self.run(tool, "completions", "bash")
        #expect(bash.exit == 0 && !bash.output.contains("everything") && bash.output.contains("_quadcal_fit"))
        #expect(bash.advice.split(separator: "\n").count == 2)
        // By the name of a wing, quadcal itself would hand over to itself for ever.
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("quadcal-frames"))
        try FileManager.default.copyItem(
            at: Tool.executable, to: folder.url.appendingPathComponent("quadcal-frames"))
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
