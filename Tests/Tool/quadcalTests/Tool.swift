import Foundation
import TestSupport
import Testing
import ToolCommands

@testable import DevicesTool
@testable import FramesTool
@testable import QuadcalTool
@testable import ToolTerminal

/// The built tool, run as a person or a script would run it.
enum Tool {
    struct Run: Equatable {
        var output: String
        var advice: String
        var exit: Int32

        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The executable next to the running tests, wherever they were built.
    static let executable: URL = {
        let arguments = CommandLine.arguments
        var places = [arguments[0]]
        if let flag = arguments.firstIndex(of: "--test-bundle-path"), flag + 1 < arguments.count {
            places.append(arguments[flag + 1])
        }
        for place in places {
            var folder = URL(fileURLWithPath: place)
            for _ in 0..<4 {
                folder.deleteLastPathComponent()
                let tool = folder.appendingPathComponent("quadcal")
                var isFolder: ObjCBool = false
                if FileManager.default.fileExists(atPath: tool.path, isDirectory: &isFolder),
                    !isFolder.boolValue
                {
                    return tool
                }
            }
        }
        fatalError("quadcal is not beside \(places)")
    }()

    /// Runs the tool in a folder of its own, which holds the given files.
    static func run(
        _ arguments: [String], input: String = "", files: [String: String] = [:], in folder: Folder? = nil,
        environment: [String: String] = [:]
    ) throws -> Run {
        let folder = try folder ?? Folder()
        for (name, text) in files { try folder.write(text, to: name) }
        try folder.write(input, to: ".input")
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        // The user's own records stay as they are.
        let own = ["XDG_STATE_HOME": folder.url.appendingPathComponent(".state").path]
        process.environment = ProcessInfo.processInfo.environment.merging(own.merging(environment) { $1 }) {
            $1
        }
        process.currentDirectoryURL = folder.url
        process.standardInput = try FileHandle(forReadingFrom: folder.url.appendingPathComponent(".input"))
        process.standardOutput = try folder.handle(for: ".output")
        process.standardError = try folder.handle(for: ".advice")
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationReason == .exit, "the tool crashed")
        return Run(
            output: try folder.read(".output"), advice: try folder.read(".advice"),
            exit: process.terminationStatus)
    }
}

extension Tool {
    /// Every command, of the tool and then of its wings.
    static let commands: [Command] =
        ToolCommands.Tool.quadcal.commands
        + [ToolCommands.Tool.frames, .devices].flatMap { wing in
            wing.commands.filter { command in
                [Wing.frames, .devices].contains { $0.commands.contains { $0.name == command.name } }
            }
        }

    /// Every JSON document, of the tool and then of its wings.
    static let documents =
        ToolCommands.Tool.quadcal.documents + ToolCommands.Tool.frames.documents
        + ToolCommands.Tool.devices.documents

    /// Runs the tool on a pipe that a file of the folder is sent through.
    static func runPiped(_ arguments: [String], from file: String, in folder: Folder) throws -> Run {
        let sender = Process(), pipe = Pipe(), process = Process()
        sender.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        sender.arguments = ["cat", file]
        sender.currentDirectoryURL = folder.url
        sender.standardOutput = pipe
        sender.standardError = FileHandle.nullDevice
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = pipe
        process.standardOutput = try folder.handle(for: ".output")
        process.standardError = try folder.handle(for: ".advice")
        try process.run()
        try sender.run()
        process.waitUntilExit()
        try #require(process.terminationReason == .exit, "the tool crashed")
        return Run(
            output: try folder.read(".output"), advice: try folder.read(".advice"),
            exit: process.terminationStatus)
    }

    /// Runs the tool while nobody reads its output.
    static func runUnread(_ arguments: [String], in folder: Folder) throws -> Run {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardOutput = pipe.fileHandleForWriting
        process.standardError = try folder.handle(for: ".advice")
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationReason == .exit, "the tool crashed")
        return Run(output: "", advice: try folder.read(".advice"), exit: process.terminationStatus)
    }
}

/// Rows of quads to check.
enum Rows {
    static let header = "id,p1x,p1y,p1z,p2x,p2y,p2z,p3x,p3y,p3z,p4x,p4y,p4z"
    /// A square of 1 m in the plane z = 0, seen from its front: top left, top right, bottom right, bottom left.
    static let square = "0,1,0,1,1,0,1,0,0,0,0,0"
    /// The same, two meters farther along z.
    static let moved = "0,1,2,1,1,2,1,0,2,0,0,2"
    static let bowTie = "0,1,0,1,0,0,1,1,0,0,0,0"
    static let bent = "0,1,0.04,1,1,-0.04,1,0,0.04,0,0,-0.04"
    static let slightlyBent = "0,1,0.015,1,1,-0.015,1,0,0.015,0,0,-0.015"
    static let skewed = "0.2,1,0,1.2,1,0,1,0,0,0,0,0"
    static let notANumber = "0,1,0,1,NaN,0,1,0,0,0,0,0"

    /// A file of rows with the ids a, b, c and so on, each two meters farther along z than the one before.
    static func file(_ rows: String...) -> String {
        rows.enumerated().map { place, row in
            var fields = row.split(separator: ",").map(String.init)
            for z in stride(from: 2, to: 12, by: 3) {
                if let depth = Double(fields[z]) { fields[z] = "\(depth + 2 * Double(place))" }
            }
            return "\("abcdefghij".map(String.init)[place]),\(fields.joined(separator: ","))\n"
        }.joined()
    }
}
