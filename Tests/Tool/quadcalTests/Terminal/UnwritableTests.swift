import Foundation
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("Output that nobody takes")
struct UnwritableTests {
    @Test("keeps its verdict when its reader goes away, as before `| head`")
    func brokenPipe() throws {
        let folder = try Folder()
        let rows = (0..<2000).map { "m\($0)," + Rows.bowTie.replacing(",0,", with: ",\($0 * 2),") }
        try folder.write(rows.joined(separator: "\n"), to: "a.csv")
        for form in ["-v", "--json", "--ndjson"] {
            let arguments = ["check", form, "--only", "SELF_INTERSECTING", "a.csv"]
            let run = try Tool.runUnread(arguments, in: folder), read = try Tool.run(arguments, in: folder)
            #expect(run == Tool.Run(output: "", advice: read.advice, exit: 1) && read.exit == 1)
        }
    }

    #if os(Linux)
    @Test("exits 70 when the output cannot be written")
    func fullDisk() throws {
        let folder = try Folder()
        let process = Process()
        process.executableURL = Tool.executable
        process.arguments = ["help"]
        process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
        process.standardError = try folder.handle(for: "advice")
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 70)
        #expect(
            try folder.read("advice")
                == "quadcal: standard output: cannot be written (no space left on device); check the folder, its "
                + "permissions and the space left\n")
    }
    #endif
}
