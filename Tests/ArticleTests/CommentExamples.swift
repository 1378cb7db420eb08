import ARMessages
import Foundation
import Markers
import MarkersClient
import MarkersOffline
import MarkersSandbox
import Quadcal
import SandboxTransport
import Testing

/// The examples of doc comments that no article has; `SnippetTests` finds them here.
@Suite("Examples of doc comments")
struct CommentExamples {
    private static let quad = Quad([0, 1, 0], [0.5, 1, 0], [0.5, 0.75, 0], [0, 0.75, 0])

    @Test("of quads")
    func quads() throws {
        let quad = Quad([0, 1, 0], [0.5, 1, 0], [0.5, 0.75, 0], [0, 0.75, 0])
        print(quad.center, quad.normal ?? .zero, quad.area, quad.planarity ?? 0)

        let ray = try Ray(origin: [0.25, 0.8, 3], direction: [0, 0, -1])
        if let hit = quad.intersection(with: ray) { print(hit.point, hit.distance) }

        let wall = Plane(through: quad.p1, across: quad.normal ?? .zero)
        print(wall?.signedDistance(to: [0, 0, 1]) ?? 0)

        let check = QuadCheck(.app)
        for issue in check.issues(quad, facing: [0, 1, 3]) { print(issue.severity, issue.code.rawValue) }

        if let rectangle = quad.fittedRectangle {
            print(rectangle.width, rectangle.height, rectangle.residual)
        }

        let seenAgain = Quad(quad.p2, quad.p3, quad.p4, quad.p1)
        let match = quad.correspondence(to: seenAgain)
        print(match.distance, seenAgain.reordered(match.order).p1)

        #expect(
            quad.intersection(with: try Ray(origin: [0.25, 0.8, 3], direction: [0, 0, -9]))?.distance == 3)
        #expect(wall?.signedDistance(to: [0, 0, 1]).magnitude == 1 && check.issues(quad).isEmpty)
        #expect(match.distance == 0 && seenAgain.reordered(match.order) == quad)
    }

    @Test("of quads with defects")
    func defects() throws {
        var bowTie = Quad([0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 0])
        if let fix = bowTie.issues().first?.fix, let sound = bowTie.applying(fix) { bowTie = sound }
        #expect(bowTie.issues().isEmpty)
    }

    @Test("of a defect that is named")
    func named() {
        let bowTie = Quad([0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 0])
        print(bowTie.issues().map(\.code))  // [selfIntersecting]
        #expect(bowTie.issues().map(\.code) == [.selfIntersecting])
    }

    @Test("of what could hide, and of what moved")
    func reliability() throws {
        // A ring of markers, seen again with errors of millimetres; the last one was moved.
        let old = (0..<10).map { number in
            let place = SIMD3(Double(number * 37 % 10), Double(number % 3), Double(number * 7 % 5))
            return Self.quad.map { $0 + place }
        }
        let new = old.enumerated().map { number, quad in
            let error = SIMD3(Double(number * 5 % 7), Double(number * 3 % 5), Double(number * 2 % 3)) * 0.001
            return quad.map { $0 + SIMD3(3, 0, 1) + error + (number == 9 ? SIMD3(0, 0, 0.5) : .zero) }
        }
        let pairs = try Correspondences(quads: Array(old.dropLast()), targets: Array(new.dropLast()))
        let law = DetectionLaw(directions: 1)
        print(law?.reach ?? 0)  // 4.13

        let reliability = try FitReliability(pairs)
        if let worst = reliability.leastChecked, let hidden = reliability.markers[worst].hidden {
            print("an error of up to \(hidden.size) m would go unnoticed")
        }

        let places = [SIMD3(0.0, 0, 0), SIMD3(20.0, 1, 0)], markers = [SIMD3(20.0, 0, 0)]
        if let advice = try MarkerAdvice(pairs, candidates: places, moving: markers) {
            print(advice.best, advice.errorNow, advice.errorThen)
        }

        let moved = try MovedMarkers(Correspondences(quads: old, targets: new))
        for one in moved.moved { print(one.marker, one.shift, one.bound) }
        #expect(moved.moved.map(\.marker) == [9] && reliability.law != nil)
    }

    @Test("of rays")
    func rays() throws {
        let poster = Quad([0, 1.5, 0], [0.5, 1.5, 0], [0.5, 1, 0], [0, 1, 0])
        let ray = try Ray(origin: [0.25, 1.25, 3], direction: [0, 0, -1])
        if let hit = poster.intersection(with: ray) { print(hit.point, hit.distance, hit.face) }

        let quads = [poster, poster.map { $0 - [0, 0, 1] }]
        let index = try MarkerIndex(quads)
        if let hit = index.nearestHit(by: ray) { print(hit.index, hit.hit.distance) }

        let camera = try PinholeCamera(
            width: 640, height: 480, fx: 500, fy: 500, cx: 320, cy: 240, worldFromCamera: .identity)
        let tapped = camera.ray(x: 320, y: 240)

        #expect(index.nearestHit(by: ray)?.index == 0 && tapped.direction.x == 0)
    }

    @Test("of the front door")
    func frontDoor() {
        let quad = Quad([0, 1.5, -2], [0.75, 1.5, -2], [0.75, 1, -2], [0, 1, -2])
        print(quad.issues().isEmpty, quad.area)
        #expect(quad.area == 0.375)
    }

    @Test("of motions")
    func motions() throws {
        let quad = Self.quad, quads = [quad, quad]
        let quarter = Rotation(angle: .pi / 2, axis: [0, 1, 0])!
        print(quarter * SIMD3(1, 0, 0), quarter.inverted() * SIMD3(1, 0, 0))

        let mapFromScan = RigidTransform(rotation: quarter, translation: [1, 0, 0])!,
            scanFromTablet = mapFromScan
        let mapFromTablet = mapFromScan * scanFromTablet
        let onMap = mapFromTablet * quad

        var columns = QuadColumns(quads)
        columns.move(by: mapFromScan)
        print(columns.quads[0].center)

        #expect((quarter * SIMD3(1, 0, 0) - SIMD3(0, 0, -1)).length < 1e-15)
        #expect(onMap != quad && columns.quads[0] == mapFromScan * quad)
    }

    @Test("of fits")
    func fits() throws {
        let oldPoints: [SIMD3<Double>] = [[0, 0, 0], [4, 0, 0], [0, 0, 3], [0, 2, 0], [4, 2, 3]]
        let newPoints = oldPoints.map { $0 + [5, 0.25, -2] }
        let pairs = try Correspondences(sources: oldPoints, targets: newPoints)

        let fit = try RigidFit(pairs)
        print(fit.targetFromSource * oldPoints[0], fit.rms)

        var options = CalibrationOptions()
        options.model = .yaw
        options.noise = 0.005
        let levelled = try Calibration(pairs, options: options)

        let robust = try RobustFit(pairs)
        print(robust.support, robust.inliers.count)

        #expect(fit.targetFromSource * oldPoints[0] == newPoints[0] && levelled.model == .yaw)
        #expect(robust.support == 5 && "\(levelled)".contains("5 pairs"))
        #expect(levelled.transform?.translation == [5, 0.25, -2])
    }

    @Test("of fits to markers")
    func fittedMarkers() throws {
        let oldQuads = (0..<6).map { place in Self.quad.map { $0 + [Double(place), 0, Double(place % 3)] } }
        let newQuads = oldQuads.map { $0.map { $0 + [3, 0, 1] } }, quad = oldQuads[0]
        func show(_ quad: Quad, within error: Double?) { #expect(quad == newQuads[0] && error != nil) }
        try {
            let calibration = try Calibration(oldQuads, newQuads)
            if calibration.verdict == .pass {
                show(calibration.moved(quad), within: calibration.predictedError(at: quad.center))
            }
        }()

        func markers(_ quads: [Quad]) throws -> [Marker] {
            try quads.enumerated().map { place, quad in
                try Marker(id: UUID(), workSessionID: UUID(), label: "\(place)", quad: quad)
            }
        }
        let (oldMarkers, newMarkers) = (try markers(oldQuads), try markers(newQuads))
        let calibration = try Calibration(oldMarkers, newMarkers)
        if calibration.verdict != .fail { print(calibration.moved(try oldMarkers[0].quad).center) }
        #expect((calibration.moved(quad).center - newQuads[0].center).length < 1e-12)
    }

    @Test("of scans that bend")
    func straightened() throws {
        let places: [SIMD3<Double>] = (0..<10).map { (place: Int) in
            SIMD3(Double(3 * place), Double(place % 2), Double(place % 3))
        }
        func bent(_ quad: Quad) -> Quad {
            let along = quad.center.x / 30 - 0.5
            let shift = SIMD3(3, 0, 1 + along * along)
            return quad.map { $0 + shift }
        }
        let oldQuads = places.map { place in Self.quad.map { $0 + place } }, newQuads = oldQuads.map(bent)
        let oldQuad = Self.quad.map { $0 + [10, 0, 0] }, times: [Double?] = Array(repeating: nil, count: 40)
        try {
            let calibration = try Calibration(oldQuads, newQuads)
            let straightened = try StraightenedMotion(calibration, by: .place)
            let quad = try straightened.moved(oldQuad)
            #expect((quad.center - bent(oldQuad).center).length < 0.03)
        }()
        let calibration = try Calibration(oldQuads, newQuads)
        let choice = StraighteningChoice(calibration, times: times)
        if let straightened = choice.chosen { print(straightened.law.kind) }
        #expect(choice.chosen?.law.kind == .place)
    }

    @Test("of JSON values")
    func values() throws {
        let meta = try JSONValue(any: ["inspector": "Ada", "floor": 3])
        #expect(meta["floor"]?.integer == 3)
    }

    @Test("of rooms")
    func rooms() {
        var options = SandboxOptions()
        options.room = .relay(.rigid)
        #expect(options.room != nil)
    }

    @Test("of a server of this process")
    func server() throws {
        let server = try SandboxServer()
        defer { server.stop() }
        let origin = try Origin(server.address + "/api/v1")
        #expect(origin.isLoopback)
    }

    /// Compiled, and run against no server.
    private func ask(_ marker: Marker) async throws {
        let api = try MarkersAPI("https://markers.example", token: .environment("TOKEN"))
        let spaces = try await api.spaces().elements
        print(spaces.count)
        do {
            try await api.deleteMarker(marker.id)
        } catch APIError.notFound {
            // Somebody else has deleted it.
        }
    }

    /// Compiled, and run against no server.
    private func recalibrate(_ oldSession: UUID, _ newSession: UUID) async throws {
        let api = try MarkersAPI("https://api.example.com/api/v1", token: .environment("TOKEN"))
        let job = try await api.recalibrate("hall", moving: [oldSession], onto: [newSession], job: "hall.job")
        print(job.isComplete)

        let straight = try await api.recalibrate(
            "tunnel", moving: [oldSession], onto: [newSession], straightening: .auto, job: "tunnel.job")
        print(straight.head.straightened?.law.kind ?? "one motion")

        let status = try await api.undo(job: "hall.job")
        print(status.isComplete, status.counts[.undone] ?? 0)
    }

    /// Compiled, and run against no server.
    private func keepRecords(_ api: MarkersAPI, _ origin: Origin) -> Recalibration {
        var recalibration = Recalibration(api, on: origin, as: "ann")
        recalibration.records = JobRecords(folder: "/var/lib/rescans/quadcal")
        return recalibration
    }

    /// Compiled, and run against no server.
    @MainActor
    private func show(_ cache: ValidatedCache) async {
        let spaces = SpacesModel(in: cache)
        await spaces.reload()
        let sessions = SessionsModel(of: spaces.elements[0].id, in: cache)
        await sessions.reload()
    }
}
