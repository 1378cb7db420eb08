import Foundation
import Markers
import MarkersReport
import QuadGeometry
import RigidCalibration
import StrictJSON
import Testing

/// The code of the articles of StrictJSON, Markers and MarkersReport.
@Suite("Articles on markers")
struct MarkerArticles {
    @Test("JSON is read and written")
    func strictJSON() throws {
        let value = try JSONValue(#"{"name": "hall", "size": [4, 2.50]}"#)
        print(value["name"]?.string ?? "", value["size"]?.elements.compactMap(\.double) ?? [])

        var json = JSONWriter()
        json.object { json in json.member("name", "hall") }
        let bytes = try json.take()

        #expect(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace } == #"{"name":"hall"}"#)
    }

    private static let marker = """
        [{"id": "33333333-0000-4000-8000-000000000003", "work_session_id": "22222222-0000-4000-8000-000000000002",
          "label": "window", "version": 7, "p1": [0, 1, 0], "p2": [1, 1, 0], "p3": [1, 0, 0], "p4": [0, 0, 0],
          "calibrated_data": {"p1": [0, 1, 2], "p2": [1, 1, 2], "p3": [1, 0, 2], "p4": [0, 0, 2], "center": [0.5, 0.5, 2]}}]
        """

    @Test("a marker is given another label, and everything else stays")
    func markers() throws {
        let bytes = Array(Self.marker.utf8)
        func send(_ text: [UInt8]) {
            #expect(String(decoding: text, as: UTF8.self).contains("door"))
        }

        let list = try MarkerList(bytes)  // [UInt8], as the server or a file has them
        for marker in list.markers { print(marker.id, marker.label ?? "", try marker.quad) }

        var marker = list.markers[0]
        marker.setLabel("door")
        send(marker.text)  // all other bytes are as they were
    }

    @Test("a list is checked with one call")
    func checked() throws {
        let list = try MarkerList(Array(Self.marker.utf8))

        for finding in MarkerCheck(.app).findings(in: list.markers) {
            print(finding.site.index, finding.code.rawValue, finding.message, finding.remedy ?? "")
        }

        let twice = MarkerCheck(.app).findings(in: list.markers + list.markers)
        #expect(twice.map(\.code) == [.record(.duplicateID), .quad(.duplicateMarker)])
    }

    @Test("a marker is calibrated by the vector of its space, and back")
    func calibrated() throws {
        let space = try Space(
            JSONValue(
                #"{"id": "11111111-0000-4000-8000-000000000001", "key": "hall", "name": "Hall", "calibration_vector": [0, 0, 2]}"#
            ))
        let marker = try MarkerList(Array(Self.marker.utf8)).markers[0]

        let calibration = space.calibration()  // the space's vector
        let calibrated = try marker.calibrated(by: calibration)
        let raw = try calibrated.calibratedData?.raw(by: calibration)

        #expect(try raw == marker.quad)
    }

    @Test("a motion is fitted to the markers that two scans have")
    func twoScans() throws {
        let quad = Quad([0, 0, 1], [0.5, 0, 1], [0.5, 0.25, 1], [0, 0.25, 1])
        func markers(_ shift: SIMD3<Double>, _ session: Int) throws -> [Marker] {
            try (0..<5).map { place in
                let at = SIMD3(Double(place), Double(place * place) / 4, Double(place % 2)) + shift
                return try Marker(
                    id: UUID(), workSessionID: UUID(), label: "\(place)", quad: quad.map { $0 + at })
            }
        }
        let (oldMarkers, newMarkers) = try (markers(.zero, 1), markers([5, 0, -2], 2))
        func failures() throws -> [String] {
            let old = try oldMarkers.map { try MarkerObservation($0, .raw) }
            let new = try newMarkers.map { try MarkerObservation($0, .raw) }
            let joined = try JoinedMarkers(MarkerJoin(old, new, by: .label))
            for one in joined.leftOut { print("not paired:", one.side, one.place, one.reason) }

            let calibration = try Calibration(robust: joined.correspondences)
            guard calibration.verdict != .fail else { return calibration.judgements.map(\.code) }
            let newFromOld = calibration.targetFromSource

            #expect((newFromOld * SIMD3<Double>.zero - [5, 0, -2]).length < ArticleBounds.point)
            return []
        }
        #expect(try failures().isEmpty)
    }

    @Test("an error is shown in words")
    func errors() throws {
        let quad: [SIMD3<Float>] = [[0, 0, 0]]
        var shown: [String] = []
        func upload(_ corners: [SIMD3<Float>]) throws { _ = try Quad(corners) }
        func alert(title: String, text: String) { shown = [title, text] }

        do {
            try upload(quad)
        } catch let error as any ExplainedError {
            alert(title: error.localizedDescription, text: error.recoverySuggestion ?? "")
        }

        #expect(shown.count == 2 && shown[0].contains("1"))
    }

    @Test("motions and trajectories of other programs are read")
    func otherPrograms() throws {
        let bytes = Array("1 0 0 5\n0 1 0 0\n0 0 1 0\n0 0 0 1\n".utf8)
        let old = Array("1 0 0 0 0 0 0 1\n2 4 0 0 0 0 0 1\n3 0 0 3 0 0 0 1\n4 0 2 0 0 0 0 1\n".utf8),
            new = old

        let newFromOld = try MotionReader.pose(bytes, format: .cloudCompare).transform
        print(MotionText.text(of: newFromOld, as: .rosCommand))

        let pairs = try TrajectoryPairs(
            Trajectory(old, format: .tum), Trajectory(new, format: .tum), within: 0.01)
        let calibration = try Calibration(pairs.correspondences)

        #expect(newFromOld.translation == [5, 0, 0] && calibration.moved([1, 2, 3]) == [1, 2, 3])
    }

    @Test("a saved fit becomes a page, scenes and a signed page")
    func report() throws {
        let points: [SIMD3<Double>] = [
            [0, 0, 0], [4, 0, 0], [0, 0, 3], [0, 2, 0], [4, 2, 3], [1, 1, 1],
        ]
        let fitted = try Correspondences(sources: points, targets: points.map { $0 + [5, 0, 0] })
        let bytes = FitDocument(try Calibration(fitted), of: fitted).bytes

        let content = try ReportContent(fit: bytes, subject: "Hall 3", date: "2026-11-20")
        let page = ReportPage.html(content)

        let scene = ReportScene.glb(content), polygons = ReportScene.ply(content)

        var signed = content
        signed.heading = ReportHeading(title: "Rescan of Hall 3", fields: [.init("Project", "P7")])

        #expect(page.count > 1000 && scene == nil && polygons == nil)
        #expect(String(decoding: ReportPage.html(signed), as: UTF8.self).contains("Rescan of Hall 3"))
    }
}

/// The bounds of these tests.
private enum ArticleBounds {
    /// A motion of a scene of some metres, in metres.
    static let point = 1e-9
}
