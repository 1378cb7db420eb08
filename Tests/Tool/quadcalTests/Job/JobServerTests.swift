import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import TestSupport
import Testing
import ToolServer

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("The server that a job's file names")
struct JobServerTests {
    private static let canary = "canary-9d41f0/+c2"
    private static let actions = [
        ["--verify"], ["--verify", "--yes"], ["--resume"], ["--resume", "--yes"], ["--undo"],
        ["--undo", "--yes"],
        ["--status"], ["--status", "--report", "page.html"], ["--verify", "--json"],
        ["--resume", "--yes", "--json"],
    ]

    /// A job that somebody sent, made on another server than it names now.
    private struct SentJob {
        let scene: OnlineScene
        /// The server that it names now, which notes what it is sent.
        let evil: RawServer

        var server: String { "http://127.0.0.1:\(evil.port)/api/v1" }

        init() async throws {
            scene = try await OnlineScene()
            evil = try RawServer { request in
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"
            }
            let recalibration = Recalibration(
                scene.api, on: try Origin(scene.server.address + "/api/v1"), as: "ann")
            let request = SpaceRequest(
                "hall", mode: .raw, motion: .markers(by: .label, onto: [scene.new], corners: .raw),
                frames: FrameMembership(chosen: [scene.old]))
            let plan = try await recalibration.plan(request)
            // As good as one whose digests were made again.
            let head = JobHead(plan.plan, server: server, space: scene.space, created: "2026-11-20T08:00:00Z")
            let path = scene.folder.url.appendingPathComponent("hall.job").path
            let job = try Job.create(
                at: path, head, plan.plan, space: Array(plan.listing.space.value.text))
            try await job.close()
            try scene.folder.write(JobServerTests.canary, to: "token")
            try scene.folder.write(
                "\(JobServerTests.canary)\norigin \(scene.server.address)\n", to: "bound")
            for name in ["token", "bound"] {
                let file = scene.folder.url.appendingPathComponent(name).path
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
            }
        }

        func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Tool.Run {
            try Tool.run(
                ["recalibrate", "--job", "hall.job"] + arguments, in: scene.folder, environment: environment)
        }
    }

    @Test("gets no credentials by that, by any command, however they are given")
    func canary() async throws {
        let job = try await SentJob()
        let token = ["QUADCAL_TOKEN": Self.canary], key = ["QUADCAL_API_KEY": Self.canary]
        let ways: [([String], [String: String])] = [
            ([], token), ([], key), (["--token-file", "token"], [:]), (["--token-file", "bound"], [:]),
            ([], token.merging(["QUADCAL_API": job.scene.server.address]) { $1 }),
            (["--api", job.scene.server.address], token),
            (["--api", job.server, "--token-file", "bound"], [:]),
        ]
        for action in Self.actions {
            for (options, environment) in ways {
                let run = try job.run(action + options + ["--force"], environment)
                let connects = action.first != "--status"
                #expect(!connects || run.exit == 2, "\(action) \(options): \(run)")
                #expect(!run.output.contains(Self.canary) && !run.advice.contains(Self.canary))
            }
        }
        let report = try Tool.run(
            ["report", "hall.job", "--out", "a.html"], in: job.scene.folder, environment: token)
        #expect(report.exit == 3, "a job without a fit: \(report)")
        #expect(job.evil.requests.isEmpty)
        #expect(job.evil.connectionCount == 0)
    }

    @Test("is refused with its name and with how to name it")
    func message() async throws {
        let job = try await SentJob()
        let run = try job.run(["--verify", "--json"], ["QUADCAL_TOKEN": Self.canary])
        let document = try JSONValue(run.output)
        #expect(document["exit"]?.string == "usage" && document["file"]?.string == "hall.job", "\(run)")
        for part in ["SERVER_NOT_NAMED", job.server, "--api", "QUADCAL_API", "nothing was sent"] {
            #expect(run.advice.contains(part), "\(part) in \(run.advice)")
        }
        let other = try job.run(["--verify", "--api", job.scene.server.address])
        #expect(
            other.exit == 2 && other.advice.contains("ANOTHER_SERVER, it is a job for \(job.server)"),
            "\(other)")
        #expect(
            other.advice.contains(job.scene.server.address) && !other.advice.contains("remove"), "\(other)")
        let bound = try job.run(["--verify", "--api", job.server, "--token-file", "bound"])
        #expect(bound.exit == 2 && bound.advice.contains("OTHER_SERVER"), "\(bound)")
        #expect(job.evil.connectionCount == 0)
    }

    @Test("is asked once the user has named it, in any of three ways")
    func named() async throws {
        let job = try await SentJob()
        let address = "http://127.0.0.1:\(job.evil.port)"
        try job.scene.folder.write("\(Self.canary)\n\n# ours\norigin \(address)\n", to: "bound")
        let token = ["QUADCAL_TOKEN": Self.canary]
        let ways: [([String], [String: String])] = [
            (["--api", address], token), ([], token.merging(["QUADCAL_API": address]) { $1 }),
            (["--token-file", "bound"], [:]),
        ]
        for (place, (options, environment)) in ways.enumerated() {
            let run = try job.run(["--verify"] + options, environment)
            // Its list is empty, and it does not say that the marker is gone when asked for that one.
            #expect(run.exit == 5, "\(run)")
            #expect(job.evil.requests.count == 2 * (place + 1))
        }
        #expect(job.evil.requests.allSatisfy { $0.field("authorization") == "Bearer \(Self.canary)" })
        #expect(job.evil.requests.allSatisfy { $0.field("user-agent") == "quadcal/\(QuadcalVersion.text)" })
    }

    @Test("of this machine is asked without a word where there are no credentials, and no other is")
    func withoutCredentials() async throws {
        let job = try await SentJob()
        #expect(try job.run(["--verify"]).exit == 5)
        #expect(job.evil.requests.count == 2 && job.evil.requests[0].field("authorization") == nil)
        let far = try Origin("https://far.example/api/v1")
        let failure = #expect(throws: Failure.self) {
            try ConnectionOptions().api(of: far, namedBy: "hall.job", asks: false)
        }
        #expect(failure?.exitCode == .usage && failure?.text.contains("requests from this machine") == true)
        var options = ConnectionOptions()
        options.server = far
        #expect(try options.api(of: far, namedBy: "hall.job", asks: false).origin == far)
    }

    @Test("is not taken from an environment that names none")
    func badVariable() async throws {
        let scene = try await OnlineScene()
        let environment = ["QUADCAL_API": "far.example"]
        let run = try Tool.run(["probe"], in: scene.folder, environment: environment)
        #expect(run.exit == 2 && run.advice.contains("QUADCAL_API cannot be \"far.example\""), "\(run)")
        let named = try Tool.run(
            ["probe"], in: scene.folder, environment: ["QUADCAL_API": scene.server.address])
        #expect(named.exit == 0, "\(named)")
    }
}
