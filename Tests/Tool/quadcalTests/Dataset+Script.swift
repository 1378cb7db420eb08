import Foundation
import TestSupport
import Testing

extension Dataset {
    /// A folder in which the script that made some of them made them again.
    static func remade(by script: String) throws -> Folder {
        let folder = try Folder()
        let name = String(script.split(separator: "/").last ?? "")
        try folder.write(try read(script), to: name)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", name]
        process.currentDirectoryURL = folder.url
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(name) needs python3")
        return folder
    }
}
