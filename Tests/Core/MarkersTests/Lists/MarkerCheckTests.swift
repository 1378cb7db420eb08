import Foundation
import Markers
import QuadGeometry
import Testing

@Suite("A check of a list in one call")
struct MarkerCheckTests {
    private static let square = Quad([0, 1, 0], [1, 1, 0], [1, 0, 0], [0, 0, 0])
    private static let bowTie = Quad([4, 1, 0], [5, 0, 0], [5, 1, 0], [4, 0, 0])

    private static func id(_ number: Int) -> UUID {
        UUID(uuidString: "33333333-0000-4000-8000-00000000000\(number)") ?? Marker.noSession
    }

    @Test("of quads finds what each shows and what all show together, with its place")
    func quads() {
        let found = MarkerCheck().findings(in: [Self.square, Self.bowTie, Self.square])
        #expect(found.map(\.code.rawValue) == ["SELF_INTERSECTING", "DUPLICATE_MARKER"])
        #expect(found.map(\.site.index) == [1, 2] && found.map(\.other?.index) == [nil, 0])
        #expect(found.map(\.pointer) == ["/1", "/2"])
        #expect(found.map(\.severity) == [.error, .warning])
        #expect(found[0].location == [4.5, 0.5, 0])
        #expect(
            found.map(\.description) == [
                "/1 ERROR SELF_INTERSECTING the outline crosses itself, at (4.50, 0.50, 0.00); the order p1 p3 p2 p4 "
                    + "uncrosses it",
                "/2 WARNING DUPLICATE_MARKER same corners as /0, 0 mm apart, limit 1 mm, at (0.50, 0.50, 0.00); remove "
                    + "one of them",
            ])
        #expect(MarkerCheck().findings(in: [Self.square]).isEmpty)
    }

    @Test("of quads finds what no reader of JSON lets through")
    func notFinite() throws {
        var quad = Self.square
        quad.p2.x = .nan
        let found = try #require(MarkerCheck().findings(in: [quad]).first)
        #expect(found.code == .quad(.nonFinite) && found.pointer == "/0/p2/0")
        #expect(found.message == "p2x is NaN" && found.remedy == nil)
    }

    @Test("of markers finds faults of records, names the markers, and keeps to sessions")
    func markers() throws {
        let session = Self.id(9)
        let markers = try [
            Marker(id: Self.id(1), workSessionID: session, label: "door", quad: Self.square, version: 3),
            Marker(id: Self.id(1), workSessionID: session, label: "gate", quad: Self.bowTie, version: 1),
            Marker(id: Self.id(2), workSessionID: session, quad: Self.square),
        ]
        let found = MarkerCheck().findings(in: markers)
        #expect(
            found.map(\.code) == [
                .record(.duplicateID), .quad(.selfIntersecting), .record(.missingVersion),
                .quad(.duplicateMarker),
            ])
        #expect(found[0].message == "same id as \"door\" \(Self.id(1).uuidString.lowercased()) (/0)")
        #expect(found[0].remedy == "remove one of them")
        #expect(found[2].message == "no version" && found[2].pointer == "/2/version")
        // What is in no session yet cannot have a version.
        #expect(try MarkerCheck().findings(in: [Marker(label: "new", quad: Self.square)]).isEmpty)
    }

    @Test("of a document finds the same as of its markers, and throws where it breaks off")
    func document() throws {
        let markers = try [Self.square, Self.bowTie, Self.square].map { try Marker(quad: $0) }
        let texts = markers.map { String(decoding: $0.text, as: UTF8.self) }
        let check = MarkerCheck()
        let found = try check.findings(in: Array("[\(texts.joined(separator: ",\n"))]".utf8))
        #expect(found == check.findings(in: markers) && found.count == 2)
        #expect(try check.findings(in: Array("[7]".utf8)).map(\.code) == [.record(.notAMarker)])
        let cut = #expect(throws: JSONError.self) { try check.findings(in: Array("[\(texts[0])".utf8)) }
        #expect(cut?.code == .unexpectedEnd)
    }

    @Test("of nothing is a finding about the list")
    func nothing() throws {
        let check = MarkerCheck()
        for found in [
            check.findings(in: [Quad]()), check.findings(in: [Marker]()),
            try check.findings(in: Array("[]".utf8)),
        ] {
            #expect(found.map(\.code) == [.record(.noMarkers)] && found.allSatisfy(\.isAboutFile))
            #expect(found[0].description.hasPrefix("ERROR NO_MARKERS the list is empty"))
        }
    }

    @Test("goes by its profile, its limits, the direction and the calibration")
    func limits() throws {
        var bent = Self.square
        bent.p3.z = 0.02
        #expect(MarkerCheck(.app).findings(in: [bent]).allSatisfy { $0.severity != .error })
        var limits = QuadLimits.app
        limits.flatnessError = 0.001
        let own = MarkerCheck(try QuadCheck(limits)).findings(in: [bent])
        #expect(own.contains { $0.code == .quad(.nonPlanar) && $0.severity == .error })
        let facing = MarkerCheck(facing: Self.square.normal.map { -$0 } ?? .zero).findings(in: [Self.square])
        #expect(facing.map(\.code) == [.quad(.winding)])
        let marker = try Marker(quad: Self.square, calibratedData: CalibratedData(Self.square))
        let calibration = SpaceCalibration(CalibrationVector([0, 0, 2]))
        #expect(
            MarkerCheck(calibration: calibration).findings(in: [marker]).map(\.code) == [
                .record(.staleCalibrated)
            ])
    }

    @Test("has a word for every code, and reads it back")
    func codes() {
        #expect(CheckCode.allCases.allSatisfy { CheckCode(rawValue: $0.rawValue) == $0 })
        #expect(CheckCode(rawValue: "NO_SUCH_CODE") == nil)
    }
}
