import DemoScenes
import Foundation
import FrameGraph
import FrameReports
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("Reports of fusions")
struct FusionReportTests {
    private static func seeds(_ count: Int) -> [UInt64] { (0..<UInt64(count)).map { Seeds.first &+ $0 } }

    /// The share of errors within their 95 % bounds that chance leaves: three deviations of as many independent ones below.
    private static func leastWithin(_ count: Int) -> Double {
        0.95 - 3 * (0.95 * 0.05 / Double(count)).squareRoot()
    }

    @Test("Fused corners are within their errors, and the mistakes of the scans are named")
    func truth() throws {
        var within = 0, corners = 0, named = 0, gross = 0
        for seed in FusionReportTests.seeds(Effort.count(40, quick: 6)) {
            let fusion = try DemoFusion(seed: seed), truth = try #require(fusion.report.truth)
            (within, corners) = (within + truth.within, corners + truth.corners)
            let demo = fusion.demo.truth, markers = fusion.report.fusion.markers
            func marker(_ label: String) -> FusedMarker? { markers.first { $0.key == DemoFusion.key(label) } }
            let moved = try #require(marker(demo.moved))
            #expect(
                moved.leftOut.map { "\($0.session) \($0.reason.rawValue)" } == [
                    "scan-4.json MARKER_MOVED", "scan-5.json MARKER_MOVED",
                ])
            for label in demo.swapped {
                #expect(marker(label)?.leftOut.contains { $0.reason == .wrongLabel } == true)
            }
            for (file, label, corner) in demo.gross {
                let own = try #require(marker(label))
                guard own.agreeing[corner] >= FusedMarker.majority else { continue }
                gross += 1
                named += own.leftOut.contains { $0.session == file && $0.corners.contains(corner) } ? 1 : 0
            }
        }
        #expect(Double(within) >= FusionReportTests.leastWithin(corners) * Double(corners))
        #expect(Double(named) >= 0.99 * Double(gross))
    }

    /// The reference has a frame of its own, so the truth is laid on it once.
    ///
    /// Residuals of a scan from markers that it helped to fuse are smaller than its noise, so that of the fusion is stated.
    @Test("Scans that are fitted to the fused markers are within the predicted error at every marker")
    func recalibrated() throws {
        var within = 0, count = 0
        for seed in FusionReportTests.seeds(Effort.count(40, quick: 4)) {
            let fusion = try DemoFusion(seed: seed), reference = try fusion.reference()
            let decided = fusion.report.fusion.markers.filter(\.undecided.isEmpty)
            let places = Dictionary(
                uniqueKeysWithValues: fusion.demo.truth.places.map { (DemoFusion.key($0.key), $0.value) })
            let fusedFromRoom = try RigidFit(
                Correspondences(
                    sources: decided.flatMap { places[$0.key]?.corners ?? [] },
                    targets: decided.flatMap(\.quad.corners))
            ).targetFromSource
            var options = CalibrationOptions()
            (options.noise, options.markerNoise) = (
                fusion.report.fusion.cornerNoise, fusion.report.fusion.markerNoise
            )
            for (file, own) in fusion.observations {
                let join = try JoinedMarkers(robust: MarkerJoin(own, reference, by: .label))
                let calibration = try Calibration(robust: join.correspondences, options: options)
                let covariance = try #require(calibration.evidence.covariance)
                let roomFromScan = try #require(fusion.demo.truth.scanFromRoom[file]).inverted()
                for marker in own {
                    let center = marker.quad.center
                    let found = calibration.targetFromSource * center
                    let miss = (found - fusedFromRoom * (roomFromScan * center)).length
                    count += 1
                    within += miss <= covariance.predictedError(atMoved: found) ? 1 : 0
                }
            }
        }
        #expect(Double(within) >= 0.95 * Double(count), "\(within) of \(count)")
    }

    @Test(
        "The file of fused markers is read as a reference set, without undecided ones", arguments: Seeds.few)
    func file(seed: UInt64) throws {
        let fusion = try DemoFusion(seed: seed)
        let markers = fusion.report.fusion.markers.filter(\.undecided.isEmpty)
        let read = try fusion.reference()
        #expect(read.map(\.quad) == markers.map(\.quad))
        #expect(read.compactMap { $0.label.flatMap(JoinKey.folded) } == markers.map(\.key))
        #expect(read.count == FusedSet(fusion.report).count && read.count > 50)
    }

    @Test("The truth of the scans does not depend on how many are looked at, and the seed alone makes them")
    func seeds() {
        #expect(DemoSessions(seed: 3).files.map(\.bytes) == DemoSessions(seed: 3).files.map(\.bytes))
        #expect(DemoSessions(seed: 3).files.map(\.bytes) != DemoSessions(seed: 4).files.map(\.bytes))
    }

    @Test("Keys that are repeated in a session or missing are named")
    func keys() {
        func marker(_ label: String?, _ number: Int) -> MarkerObservation {
            MarkerObservation(
                id: FusionReportTests.id(number), label: label,
                quad: Quad(SIMD3(0, 1, 0), SIMD3(1, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 0)))
        }
        let sources = [
            KeyedSessions.Source("a", [marker("x", 1), marker(" X", 2), marker("y", 3), marker(nil, 4)]),
            KeyedSessions.Source("b", [marker("Y", 5)]),
        ]
        let keyed = KeyedSessions(sources, by: .label)
        #expect(keyed.sessions.map { $0.markers.keys.sorted() } == [["y"], ["y"]])
        #expect(keyed.leftOut.map(\.reason) == [.repeatedKey, .repeatedKey, .noKey])
    }

    @Test("Ids that maps join in a chain are one marker, even in a circle")
    func maps() throws {
        func pair(_ old: Int, _ new: Int) -> IdentifierMap.Pair {
            IdentifierMap.Pair(old: FusionReportTests.id(old), new: FusionReportTests.id(new))
        }
        let maps = [
            try IdentifierMap([pair(1, 2), pair(2, 3)]), try IdentifierMap([pair(3, 1), pair(4, 5)]),
        ]
        let quad = Quad(SIMD3(0, 1, 0), SIMD3(1, 1, 0), SIMD3(1, 0, 0), SIMD3(0, 0, 0))
        let sources = (1...6).map { number in
            KeyedSessions.Source(
                "s\(number)", [MarkerObservation(id: FusionReportTests.id(number), quad: quad)])
        }
        let keys = KeyedSessions(sources, by: .identifier(maps)).sessions.flatMap { $0.markers.keys }
        let ids = [1, 1, 1, 4, 4, 6].map { FusionReportTests.id($0).wireText }
        #expect(keys == ids)
    }

    private static func id(_ number: Int) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number)))
    }
}
