import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing

/// A sandbox with a space in two scans, and a folder to work in.
final class OnlineScene: Sendable {
    let server: SandboxServer
    let api: MarkersAPI
    let folder: Folder
    let space: WireID
    /// The session in the old frame, and the one in the new.
    let old, new: UUID
    /// The bearer token, if the server requires one.
    let token: String?
    /// The lifetime of tokens in seconds: longer than any run of the tests, however busy the machine is.
    static let tokenSeconds = 86_400.0

    /// - Parameter more: the number of markers in the old session besides those that the new one has, too.
    init(_ options: SandboxOptions = SandboxOptions(seed: 1), more: Int = 0) async throws {
        folder = try Folder()
        server = try SandboxServer(options)
        let plain = try CurlTransport(Origin(server.address + "/api/v1"))
        token = try options.tokenSeconds.map { [server] _ in try OnlineScene.token(of: server) }
        api = MarkersAPI(try OnlineScene.transport(plain, token))
        space = try await api.createSpace(RequestBody.creatingSpace(key: "hall", name: "Hall")).id
        let scene = FitScene(seed: 1, noise: 0.002)
        let others = (0..<more).map { Quad.rectangle(0.5, 0.25).moved(by: SIMD3(Double($0), 0, 20)) }
        old = try await OnlineScene.session(scene.quads + others, space, api)
        new = try await OnlineScene.session(scene.targets, space, api)
    }

    /// A token issued by the server.
    static func token(of server: SandboxServer) throws -> String {
        let connection = try RawClient(port: server.port)
        connection.send("POST", "/sandbox/token", port: server.port)
        let answer = try JSONValue(try #require(connection.answer()).body)
        return try #require(answer["token"]?.string)
    }

    private static func transport(_ plain: CurlTransport, _ token: String?) throws -> any Transport {
        guard let token else { return plain }
        return try AuthorizedTransport(
            plain, Credentials(bearer: BearerTokens(BearerToken(Secret(token))), for: plain.origin))
    }

    private static func session(
        _ quads: [Quad], _ space: WireID, _ api: MarkersAPI
    ) async throws -> UUID {
        let session = try await api.createWorkSession(RequestBody.Session(in: space, type: "inspection").json)
            .id
        let markers = quads.enumerated().map { place, quad in
            var marker = RequestBody.MarkerCreation(workSessionID: session, quad: quad)
            marker.label = "m\(place)"
            return marker
        }
        _ = try await MarkerCreation(api).create(
            markers, keys: quads.indices.map { "key \($0)" }, in: session)
        return session
    }

    deinit { server.stop() }

    /// The options of a recalibration of the old session onto the new one.
    func options(_ mode: String = "raw") -> [String] {
        [
            "recalibrate", "--api", server.address, "--space", "hall", "--mode", mode, "--sessions", "all",
            "--join",
            "label", "--target", "raw", "--onto", new.wireText, "--job", "hall.job",
        ]
    }

    func run(_ arguments: [String]) throws -> Tool.Run { try Tool.run(arguments, in: folder) }

    /// Runs an action on the job that ``options(_:)`` makes.
    func job(_ arguments: String...) throws -> Tool.Run {
        try run(["recalibrate", "--job", "hall.job"] + arguments)
    }

    var markers: [Marker] {
        get async throws { try await api.markers(of: old).elements }
    }

    /// The numbers of writes of markers, by their ids.
    var writes: [String: Int] {
        Dictionary(
            server.effects.filter { $0.action == .update && $0.kind == "marker" }.map { ($0.id, 1) },
            uniquingKeysWith: +)
    }

    /// Gives a session another status.
    func set(_ status: String, of session: UUID) async throws {
        var update = RequestBody.Session(version: try await api.workSession(session).version ?? 0)
        update.status = status
        _ = try await api.updateWorkSession(session, update.json)
    }

    /// Moves a marker as somebody else would, by two meters.
    func edit(_ marker: Marker) async throws {
        let fresh = try await api.marker(marker.id)
        var update = RequestBody.MarkerUpdate(version: fresh.version ?? 0)
        update.quad = try fresh.quad.moved(by: SIMD3(0, 2, 0))
        _ = await api.updateMarker(marker.id, try update.json())
    }
}

/// The tool while it runs.
final class RunningTool {
    private let process = Process()
    private let folder: Folder

    init(_ arguments: [String], input: FileHandle = .nullDevice, in folder: Folder) throws {
        self.folder = folder
        process.executableURL = Tool.executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        process.standardInput = input
        process.standardOutput = try folder.handle(for: ".output")
        process.standardError = try folder.handle(for: ".advice")
        try process.run()
    }

    /// Sends signals, the first once something is true, the next once that was heard, on this very thread.
    func send(_ signals: [Int32], once isSo: () -> Bool) {
        while !isSo(), process.isRunning { usleep(2000) }
        for signal in signals {
            kill(process.processIdentifier, signal)
            while (try? folder.read(".advice").contains("stopping")) != true, process.isRunning {
                usleep(2000)
            }
        }
    }

    func wait() throws -> Tool.Run {
        process.waitUntilExit()
        return Tool.Run(
            output: try folder.read(".output"), advice: try folder.read(".advice"),
            exit: process.terminationStatus)
    }
}
