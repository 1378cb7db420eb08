import DemoScenes
import FrameGraph
import FrameReports
import Markers
import QuadGeometry

/// The fusion of the made-up scans of a seed.
struct DemoFusion {
    let demo: DemoSessions
    /// The markers of each scan, by its file.
    let observations: [String: [MarkerObservation]]
    let report: FusionReport

    init(seed: UInt64, root: String? = nil) throws {
        demo = DemoSessions(seed: seed)
        var observations: [String: [MarkerObservation]] = [:], sources: [KeyedSessions.Source] = []
        for (name, bytes) in demo.files {
            let own = try ObservationList(ByteSource(bytes), .raw).observations
            observations[name] = own
            sources.append(KeyedSessions.Source(name, own))
        }
        self.observations = observations
        var places: [String: Quad] = [:]
        for (label, quad) in demo.truth.places { places[DemoFusion.key(label)] = quad }
        report = try FusionReport(
            KeyedSessions(sources, by: .label), options: FusionOptions(root: root),
            scene: KnownScene(places: places, sessionFromScene: demo.truth.scanFromRoom))
    }

    static func key(_ label: String) -> String { JoinKey.folded(label) ?? label }

    /// The fused markers as `quadcal fit --join` reads them.
    func reference() throws -> [MarkerObservation] {
        try ObservationList(ByteSource(FusedSet(report).bytes), .raw).observations
    }
}
