import Foundation
import Markers
import MarkersSandbox
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import ToolTerminal

@Suite("Answers that somebody prepared")
struct HostileAnswerTests {
    /// A server that passes requests to a sandbox, and its answers back with one of them changed.
    private final class Relay: Sendable {
        /// A text of the answers to a route, or the whole answer with a status.
        struct Change: Hashable {
            var route: String
            var place: String?
            var status = 200
        }

        private let change: Change?
        private let seen = Mutex<[String: [String]]>([:])

        init(_ change: Change?) { self.change = change }

        /// Every text of the answers so far, and whole answers of every kind.
        var changes: [Change] {
            seen.withLock { $0 }.sorted { $0.key < $1.key }.flatMap { route, places in
                Set(places).sorted().map { Change(route: route, place: $0) }
                    + [200, 400, 403, 409].map { Change(route: route, status: $0) }
            }
        }

        /// Serves until it is released.
        func serve(_ port: UInt16) throws -> RawServer {
            try RawServer { connection in
                while let request = connection.readRequest(), let client = try? RawClient(port: port) {
                    let head = request.head.replacing(#/Host: [0-9.:]+/#, with: "Host: 127.0.0.1:\(port)")
                    client.send(Array((head + "\r\n\r\n").utf8) + request.body)
                    guard let answer = client.answer() else { return }
                    connection.write(self.passedOn(answer, to: request))
                }
            }
        }

        private func passedOn(_ answer: RawClient.Answer, to request: RawRequest) -> String {
            let path = request.path.prefix { $0 != "?" }.replacing(#/[0-9a-fA-F-]{36}/#, with: "*")
            let route = "\(request.method) \(path)", document = try? JSONValue(answer.body)
            if let document { seen.withLock { $0[route, default: []] += TextPlaces.all(in: document) } }
            guard let change, change.route == route else {
                return TestSupport.answer(answer.status, answer.text)
            }
            guard let place = change.place else {
                let said = "{\"error\":\(TextPlaces.quoted(canary)),\"message\":\(TextPlaces.quoted(canary))}"
                // Bytes above 127 may be in a field.
                return TestSupport.answer(
                    change.status, change.status == 403 ? canary : said,
                    fields: "X-Said: \u{9B}31m\u{202E}\r\n")
            }
            let text = document.map { TextPlaces.replacing(place, in: $0, by: canary) } ?? ""
            return TestSupport.answer(answer.status, text)
        }
    }

    private static let canary = TerminalCanary.text

    /// Runs commands on a server whose answers are changed, and returns what could be changed.
    @discardableResult
    private static func run(
        _ scene: OnlineScene, _ change: Relay.Change?, _ commands: [[String]]
    ) throws -> [Relay.Change] {
        let relay = Relay(change), server = try relay.serve(scene.server.port)
        for command in commands {
            let arguments = command.map {
                $0 == scene.server.address ? "http://127.0.0.1:\(server.port)" : $0
            }
            let run = try scene.run(arguments)
            if change == nil { #expect(run.exit == 0, "\(command): \(run)") }
            #expect(
                TerminalCanary.slip(in: run.output + "\n" + run.advice) == nil,
                "\(change.map { "\($0)" } ?? "nothing changed"), \(command): \(run)")
        }
        return relay.changes
    }

    @Test("do nothing to the terminal while they are only read")
    func reading() async throws {
        let scene = try await OnlineScene()
        let commands = [
            scene.options() + ["--dry-run", "-v"], scene.options() + ["--dry-run", "--json"],
            scene.options() + ["--dry-run", "--explain", "m1"],
            ["probe", "--api", scene.server.address, "--space", "hall"],
        ]
        let changes = try Self.run(scene, nil, commands)
        #expect(changes.count > 30, "\(changes)")
        for change in changes { try Self.run(scene, change, commands) }
    }

    @Test("do nothing to the terminal while markers are pushed and put back")
    func pushing() async throws {
        // A server that never answers properly is not worth waiting for.
        func commands(_ scene: OnlineScene) -> [[String]] {
            [
                scene.options() + ["--yes", "-v"], ["recalibrate", "--job", "hall.job", "--verify", "-v"],
                ["recalibrate", "--job", "hall.job", "--undo", "--yes", "-v"],
            ].map { $0 + ["--patience", "0"] }
        }
        let scene = try await OnlineScene()
        let changes = try Self.run(scene, nil, commands(scene)).filter { !$0.route.hasPrefix("GET") }
        #expect(changes.count > 20, "\(changes)")
        for change in changes {
            let scene = try await OnlineScene()
            try Self.run(scene, change, commands(scene))
        }
    }
}
