import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

/// A corridor on a sandbox in two scans, the first of which drifts, and persons at machines of their own.
struct BentSpace {
    let corridor: BentCorridor
    let server: SandboxServer
    let api: MarkersAPI
    private let folder: URL
    /// Five days after the first scan.
    private let clock = ManualClock(start: BentCorridor.start + 5 * 86_400)

    /// - Parameters:
    ///   - variants: of the server.
    ///   - isNear: whether the frames differ by less than the scan bends.
    init(_ variants: Set<Variant> = [], isNear: Bool = false, _ corridor: BentCorridor = BentCorridor())
        throws
    {
        var corridor = corridor
        if isNear { corridor.bringNear() }
        self.corridor = corridor
        var files = SandboxImport(date: BentCorridor.date(0))
        for file in corridor.contents { try files.add(Array(file.utf8)) }
        server = try SandboxServer(
            SandboxOptions(seed: 1, variants: variants, clock: clock.clock, contents: files.records))
        api = MarkersAPI(try CurlTransport(Origin(server.address + "/api/v1")))
        folder = FileManager.default.temporaryDirectory.appending(path: "bent-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func clear() {
        server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The records of a user, by a name.
    func recalibration(_ machine: String = "ann") throws -> Recalibration {
        var recalibration = Recalibration(api, on: try Origin(server.address + "/api/v1"), as: machine)
        recalibration.records = JobRecords(folder: folder.appending(path: machine).path)
        return recalibration
    }

    /// The file of a job in a folder of its own.
    func path() throws -> String {
        let own = folder.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: own, withIntermediateDirectories: true)
        return own.appending(path: "a.job").path
    }

    /// A request that finds the motion of the session with pins by their labels.
    func request(_ straightening: FitSettings.Straightening, _ mode: PushMode = .raw) -> SpaceRequest {
        SpaceRequest(
            "k", mode: mode,
            motion: .markers(
                by: .label, onto: [BentCorridor.newSession], corners: mode == .raw ? .raw : .calibrated),
            fit: FitSettings(isRobust: false, straightening: straightening),
            frames: FrameMembership(chosen: [BentCorridor.oldSession]))
    }

    /// A request by a fit that was saved before anything was moved, for sessions.
    func request(_ fit: SavedFit, _ sessions: Set<UUID>, _ mode: PushMode = .raw) -> SpaceRequest {
        SpaceRequest(
            "k", mode: mode, motion: .savedFit(fit, named: "fit.json", to: .raw),
            frames: FrameMembership(chosen: sessions))
    }

    /// The fit of the corridor as it would be saved.
    func fit(_ straightening: FitSettings.Straightening) throws -> SavedFit {
        let lists = try [corridor.files["old.json"], corridor.files["new.json"]].map { text in
            try ObservationList(ByteSource(Array((text ?? "").utf8)), .raw).observations
        }
        let joined = try JoinedMarkers(MarkerJoin(lists[0], lists[1], by: .label))
        let pairs = joined.correspondences, calibration = try Calibration(pairs)
        let times = joined.matches.flatMap { match in
            [Double?](repeating: lists[0][match.old].created?.timeIntervalSince1970, count: 4)
        }
        var document = FitDocument(
            calibration, of: pairs,
            names: FitDocument.PairNames(pairs, groups: joined.matches.map(\.name)))
        document.join = FitDocument.Join(joined)
        switch straightening {
        case .place: document.straighten(by: try StraightenedMotion(calibration, by: .place))
        case .time:
            document.straighten(
                by: try StraightenedMotion(calibration, by: .time, times: times), times: times)
        case .none, .auto: break
        }
        return try SavedFit(document, takesShifts: true)
    }

    /// How far the marker that is farthest off is from where it truly is, in metres, in a frame that is shifted.
    func worst(of corridor: BentCorridor? = nil, by step: SIMD3<Double> = .zero) async throws -> Double {
        let known = corridor ?? self.corridor
        let truth = Dictionary((known.pins + known.others).map { ($0.id, $0.new) }) { first, _ in first }
        return try await api.markers(of: BentCorridor.oldSession).elements.reduce(0) { worst, marker in
            let off = try truth[marker.id].map { try (marker.quad.center - $0.center - step).length } ?? 0
            return max(worst, off)
        }
    }

    /// Scans the pins once more an hour later, in a frame that is shifted.
    func rescan(by step: SIMD3<Double>) async throws -> UUID {
        clock.advance(by: 3600)
        let space = try await api.spaces().elements[0].id
        let session = try await api.createWorkSession(
            RequestBody.Session(in: space, type: "inspection").json
        ).id
        let markers = corridor.pins.map { pin in
            var marker = RequestBody.MarkerCreation(
                workSessionID: session, quad: pin.new.moved(by: step))
            marker.label = pin.label
            return marker
        }
        _ = try await MarkerCreation(api).create(
            markers, keys: corridor.pins.map { $0.label ?? "" }, in: session)
        return session
    }

    /// The numbers of writes of each marker of a session.
    func writes(of session: UUID = BentCorridor.oldSession) async throws -> Set<Int> {
        let written = Dictionary(
            server.effects.filter { $0.action == .update && $0.kind == "marker" }.map { ($0.id, 1) },
            uniquingKeysWith: +)
        return Set(
            try await api.markers(of: session).elements.map { written[$0.id.wireText, default: 0] })
    }
}
