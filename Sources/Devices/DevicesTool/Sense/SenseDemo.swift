import DemoScenes
import Foundation
import JobReports
import Markers
import MarkersEndpoint
import MarkersSandbox
import QuadGeometry
import SandboxServing
import SensorReports
import SyncReports
import Synchronization
import ToolServer
import ToolTerminal
import VisionSensorClient

/// A made-up phone in front of twelve objects, and a made-up server for their markers, both on this machine.
struct SenseDemo {
    private let server: SandboxServer
    private let seed: UInt64
    private let api: MarkersAPI
    private let session: UUID

    /// The time before a read is asked for again: the phone is no farther than this process.
    private static let pause = Duration.milliseconds(5)

    /// Begins to serve; faults begin once there is a session for the markers.
    init(_ options: SenseOptions) throws(Failure) {
        let seed = options.seed ?? 1
        var settings = SandboxOptions(seed: seed)
        settings.phone = .wall
        let server: SandboxServer
        do throws(SandboxError) { server = try SandboxServer(settings) } catch { throw .sandbox(error) }
        let origin = try SenseDemo.origin(server.address + "/api/v1")
        let api = try options.place.connection.api(of: origin)
        session = try waiting { () async throws(Failure) in
            do throws(APIError) {
                let space = try await api.createSpace(CreateSpace(key: "demo-wall", name: "Wall"))
                return try await api.createWorkSession(CreateWorkSession(in: space.id)).id
            } catch { throw .server(server.address, error) }
        }
        server.meet(options.faults)
        (self.server, self.seed, self.api) = (server, seed, api)
    }

    private static func origin(_ text: String) throws(Failure) -> Origin {
        do throws(OriginError) { return try Origin(text) } catch {
            throw .badValue(option: "--demo", value: text, BadValue(expected: error.expected))
        }
    }

    static func options(_ stated: SenseOptions, _ demo: SenseDemo) throws(Failure) -> SenseOptions {
        var options = stated
        options.sensor = try origin(demo.server.address)
        options.camera = demo.server.address + "/sandbox/camera/" + CameraAPI.slot
        options.question.distance = options.question.distance ?? .axis
        options.question.spaceFromWorld = .identity
        return options
    }

    /// The phone, asked under ids that are the same in every run.
    func sensor(_ options: SenseOptions) throws(Failure) -> SensorAPI {
        let count = Mutex(0), seed = seed
        let transport = try SenseOptions.transport(to: try SenseDemo.origin(server.address))
        return SensorAPI(transport, pause: SenseDemo.pause) {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return DerivedID.text(of: "demo \(seed) request \(number)", version: "4")
        }
    }

    var run: String { DerivedID.text(of: "demo/\(seed)") }

    /// The report with the markers that the server got, and beside the truth.
    func completed(_ report: SenseReport) throws(Failure) -> SenseReport {
        defer { server.stop() }
        var report = report
        if !report.markers.isEmpty {
            let server = try SenseDemo.origin(server.address)
            let made = try SenseOptions.create(report, in: session, api, server)
            var creation = SenseCreation(server: "the demo's server", session: made.session, ids: made.ids)
            let faults = self.server.faults.count
            self.server.meet([])
            let (api, session) = (api, session)
            creation.stored = try waiting { () async throws(Failure) in
                do throws(APIError) { return try await api.markers(of: session).elements.count } catch {
                    throw .server(server.description, error)
                }
            }
            creation.writes = self.server.effects.count { $0.action == .create && $0.kind == "marker" }
            creation.faults = faults
            report.creation = creation
        }
        let objects = DemoWall(seed: seed).objects
        report.truth = SenseTruth(report.markers, objects: objects.map { ($0.label, $0.center) })
        return report
    }
}
