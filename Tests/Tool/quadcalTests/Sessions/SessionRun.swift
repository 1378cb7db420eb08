import DemoScenes
import Foundation
import Markers
import MarkersSandbox
import TestSupport
import Testing

@testable import SandboxServing
@testable import ToolTerminal

/// A session that is carried out: a folder of its own, a server if it has one, and a terminal for each step.
final class SessionRun {
    private let session: Session
    private let folder = try? Folder()
    private let server: SandboxServer?
    private let port: UInt16
    /// The longest time of a step, in seconds; all of them end far earlier.
    private static let patience = 600.0

    init(_ session: Session) throws {
        self.session = session
        let folder = try #require(folder)
        for file in session.files {
            let name = String(file.split(separator: "/").last ?? "")
            try folder.write(try Data(contentsOf: Dataset.folder.appendingPathComponent(file)), to: name)
        }
        let programs = folder.url.appendingPathComponent(".bin")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            at: programs.appendingPathComponent("quadcal"), withDestinationURL: Tool.executable)
        server = try session.serving.map(SessionRun.server)
        port = try server?.port ?? SessionRun.freePort()
    }

    deinit { server?.stop() }

    /// The results of every step.
    func steps() throws -> [Session.Step] { try session.steps.map(done) }

    /// Every file that is left, by its name, except jobs: the times of writing their pages depend on the time
    /// that is left, and their contents are printed by `--status --json`. Stores have ids and dates of their own, and `sync
    /// --list` prints what is in them.
    func files() throws -> [String: Data] {
        let folder = try #require(folder), here = folder.url.path
        let names = try FileManager.default.subpathsOfDirectory(atPath: here).filter {
            !$0.hasPrefix(".") && !$0.contains(".job") && !$0.contains(".quadstore")
        }
        return try Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                let place = folder.url.appendingPathComponent(name)
                guard try place.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else {
                    return nil
                }
                return (name, placed(try Data(contentsOf: place)))
            })
    }

    /// The data with the server's port by its name.
    private func placed(_ data: Data) -> Data {
        Data(
            data.split(separator: Data("127.0.0.1:\(port)".utf8), omittingEmptySubsequences: false)
                .joined(separator: Data("127.0.0.1:PORT".utf8)))
    }

    /// A server of the objects in files, by their names, with the options of `quadcal sandbox`.
    private static func server(_ words: [String]) throws -> SandboxServer {
        var settings = SandboxSettings()
        let table = OptionTable(command: "sandbox", options: SandboxSettings.groups.flatMap(\.options))
        let files = try table.parse(words, into: &settings)
        settings.options.contents = try files.flatMap(records)
        return try SandboxServer(settings.options)
    }

    private static func records(_ file: String) throws -> [SandboxRecord] {
        let content: SandboxRecord.Content =
            file.hasSuffix("space.json") ? .space : file.hasSuffix("sessions.json") ? .workSession : .marker
        let value = try JSONValue(try Dataset.read(file))
        let list = value["markers"] ?? value
        return try (content == .space ? [value] : list.elements).map { one in
            let owner = one["work_session_id"] ?? one["space_id"]
            return SandboxRecord(
                content, id: try #require(one["id"]?.string.flatMap(UUID.init)),
                owner: owner?.string.flatMap(UUID.init), json: try dated(one))
        }
    }

    /// A marker with the dates of a server, those of its session, where it has none.
    private static func dated(_ value: JSONValue) throws -> [UInt8] {
        guard let session = value["work_session_id"]?.string, value["created_at"] == nil,
            let owner = try JSONValue(try Dataset.read("sessions/sessions.json")).elements.first(where: {
                $0["id"]?.string == session
            }), let created = owner["created_at"]?.string, let updated = owner["updated_at"]?.string
        else { return Array(value.text) }
        let last = (value["version"]?.double ?? 1) > 1 ? updated : created
        let dates = #","created_at":"\#(created)","updated_at":"\#(last)"}"#
        return Array(value.text.dropLast()) + Array(dates.utf8)
    }

    /// A port that nobody listened on a moment ago.
    private static func freePort() throws -> UInt16 {
        let server = try SandboxServer()
        defer { server.stop() }
        return server.port
    }

    private func done(_ step: Session.Step) throws -> Session.Step {
        let terminal = try Terminal()
        let shell = try Shell(
            step.line.replacing("PORT", with: "\(port)"), at: terminal.path, in: try #require(folder).url.path
        )
        var bytes: [UInt8] = [], waited = 0
        let changed = changes
        var presses = step.presses[...]
        let end = Date(timeIntervalSinceNow: SessionRun.patience)
        while let more = terminal.shown(within: 10) {
            bytes += more
            // Once everything available is read: a signal's key makes the terminal forget the rest.
            if more.isEmpty, let press = presses.first,
                let place = place(of: press.moment, changed, in: bytes[waited...])
            {
                waited = place
                presses.removeFirst()
                terminal.type(press.keys)
            }
            if Date() > end {
                shell.kill()
                Issue.record("\(session.name): took longer than \(SessionRun.patience) s: \(step.line)")
                break
            }
        }
        var result = step
        result.exit = shell.wait()
        result.shown = Terminal.seen(Array(placed(Data(bytes))))
        if let press = presses.first {
            Issue.record("\(session.name): \(press.moment) never came: \(step.line)\n\(result.shown)")
        }
        return result
    }

    /// The place after the text that shows that the moment has come.
    private func place(
        of moment: Session.Press.Moment, _ before: Int, in bytes: ArraySlice<UInt8>
    ) -> Int? {
        switch moment {
        case .seen(let text):
            text.isEmpty ? bytes.startIndex : bytes.firstRange(of: Array(text.utf8))?.upperBound
        case .changes(let count):
            changes - before >= count ? bytes.startIndex : nil
        }
    }

    /// The number of markers that the server has changed.
    private var changes: Int { server?.effects.count { $0.action == .update && $0.kind == "marker" } ?? 0 }
}
