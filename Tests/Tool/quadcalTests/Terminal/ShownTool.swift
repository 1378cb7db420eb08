import Foundation
import TestSupport

/// The output of the tool at a terminal.
struct ShownTool {
    let text: String
    let exit: Int32

    /// Runs a line of a shell in a folder.
    ///
    /// - Parameter line: The arguments of the tool, and what else a shell reads.
    init(
        _ line: String, columns: Int, rows: UInt16 = 40, environment: String = "", in folder: Folder
    ) throws {
        let terminal = try Terminal(columns: UInt16(columns), rows: rows)
        let shell = try Shell(
            "\(environment) \(Tool.executable.path) \(line)", at: terminal.path, in: folder.url.path)
        var bytes: [UInt8] = []
        while let more = terminal.shown(within: 100) { bytes += more }
        exit = shell.wait()
        text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    var lines: [String] { text.split(separator: "\n").map(String.init) }
    /// The words in an order that does not depend on the lines they are on.
    var words: [Substring] { text.split { $0 == " " || $0 == "\n" }.sorted() }
}
