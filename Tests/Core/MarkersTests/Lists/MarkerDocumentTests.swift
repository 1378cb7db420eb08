import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import Markers

@Suite("A document of markers")
struct MarkerDocumentTests {
    private static let small = (0..<3).map(MarkerText.small)

    /// The corners of ``MarkerText/small(_:)``.
    private static func quad(_ number: Int) -> Quad {
        let z = Double(number)
        return Quad(
            SIMD3(0, 0, z), SIMD3(0.1, 0, z), SIMD3(0.1, 0, z + 0.1), SIMD3(0, 0, z + 0.1))
    }

    private static func reference(_ number: Int) -> String {
        small[number].replacing(
            #""work_session_id":"5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13","#, with: ""
        ).replacing(#","version":\#(number)"#, with: "")
    }

    private static func document(_ text: String, _ coordinates: MarkerCoordinates = .raw) -> MarkerDocument {
        MarkerDocument(Array(text.utf8), coordinates)
    }

    @Test(
        "finds its markers in every shape, each by its text, its pointer and its line",
        arguments: [
            ("\u{FEFF}\(small[0])\n", [""], [1]), (small.joined(separator: "\n"), ["", "", ""], [1, 2, 3]),
            ("[\(small[0]) ,\n\(small[1])]", ["/0", "/1"], [1, 2]),
            (#"{"a":[1],"markers":[\#(small[0])],"b":{}}"#, ["/markers/0"], [1]),
            ("{\"data\":\n[\(small[0])\n,\(small[1])]}", ["/data/0", "/data/1"], [2, 3]),
            ("[]", [], []), (#"{"markers":[]}"#, [], []),
            (
                #"{"id":"x","markers":[\#(reference(0)),\#(reference(1))]}"#, ["/markers/0", "/markers/1"],
                [1, 1]
            ),
            (
                "[{\"markers\":[\n\(reference(0)),\n\(reference(1))]},\n{\"markers\":[\(reference(2))]}]",
                ["/0/markers/0", "/0/markers/1", "/1/markers/0"], [2, 3, 4]
            ),
        ] as [(String, [String], [Int])])
    func shapes(_ text: String, _ pointers: [String], _ lines: [Int]) {
        let document = Self.document(text)
        #expect(document.error == nil && document.issues.isEmpty)
        #expect(document.entries.indices.map(document.pointer(of:)) == pointers)
        #expect(document.entries.map(\.line) == lines)
        #expect(document.quads == pointers.indices.map(Self.quad))
        #expect(document.places == Array(pointers.indices))
        for (number, entry) in document.entries.enumerated() {
            let written = String(decoding: document.bytes[entry.range], as: UTF8.self)
            #expect(written == Self.small[number] || written == Self.reference(number))
            #expect(document.value(of: .id, in: number)?.string?.hasSuffix("\(number)") == true)
        }
    }

    @Test("numbers sessions and sets")
    func collections() {
        let other = Self.small[1].replacing("5b0e8c1a", with: "5b0e8c1b")
        let sessions = Self.document("[\(Self.small[0]),\(other),\(Self.small[2])]").entries.map(\.collection)
        #expect(sessions[0] == sessions[2] && sessions[0] != sessions[1])
        let sets = Self.document(
            "[{\"markers\":[\(Self.reference(0)),\(Self.reference(1))]},{\"markers\":[\(Self.reference(2))]}]"
        )
        #expect(sets.entries.map(\.set) == [0, 0, 1])
        #expect(Set(sets.entries.map(\.collection)).count == 2)
    }

    @Test(
        "says what is wrong with a marker as a record, and where",
        arguments: [
            ("7", [("NOT_A_MARKER", "/0")]), (#"{"position":[0,0,0]}"#, [("NOT_A_MARKER", "/0")]),
            (small[0].replacing("\"p2\":[0.1,0,0]", with: "\"p2\":[0.1,0]"), [("WRONG_SHAPE", "/0/p2")]),
            (small[0].replacing("[0.1,0,0]", with: "[0.1,null,0]"), [("WRONG_SHAPE", "/0/p2")]),
            (small[0].replacing("[0.1,0,0]", with: "[0.1,1e999,0]"), [("WRONG_SHAPE", "/0/p2")]),
            (small[0].replacing("[0.1,0,0]", with: "\"0.1,0,0\""), [("WRONG_SHAPE", "/0/p2")]),
            (
                small[0].replacing("\"p2\"", with: "\"q2\"").replacing("\"p4\"", with: "\"q4\""),
                [("WRONG_SHAPE", "/0/p2"), ("WRONG_SHAPE", "/0/p4")]
            ),
            (small[0].replacing(",\"version\":0", with: ""), [("MISSING_VERSION", "/0/version")]),
            (
                small[0].replacing("\"version\":0", with: "\"version\":null"),
                [("MISSING_VERSION", "/0/version")]
            ),
            (
                small[0].replacing("\"version\":0", with: "\"version\":1.5"),
                [("BAD_MEMBER", "/0/version")]
            ),
            (small[0].replacing("00000000-0000", with: "0"), [("BAD_MEMBER", "/0/id")]),
            (small[0].replacing("\"id\"", with: "\"no\""), [("BAD_MEMBER", "/0/id")]),
            (small[0].replacing("\"work_", with: "\""), [("BAD_MEMBER", "/0/work_session_id")]),
            (reference(0).replacing("\"id\"", with: "\"no\""), [("BAD_MEMBER", "/0/id")]),
            // To be created.
            (small[0].replacing("\"id\"", with: "\"no\"").replacing(",\"version\":0", with: ""), []),
            (
                small[0] + ","
                    + small[0].uppercased().replacing("\"ID\"", with: "\"id\"").replacing(
                        "WORK_SESSION_ID", with: "work_session_id"
                    ).replacing("\"P", with: "\"p").replacing("VERSION", with: "version"),
                [("DUPLICATE_ID", "/1/id")]
            ),
        ] as [(String, [(String, String)])])
    func issues(_ elements: String, _ issues: [(String, String)]) {
        let document = Self.document("[\(elements)]")
        #expect(document.error == nil)
        #expect(document.issues.map(\.code.rawValue) == issues.map(\.0))
        #expect(document.issues.map(\.pointer) == issues.map(\.1))
    }

    @Test(
        "holds calibrated data to four corners, their mean and the shape of the raw ones",
        arguments: [
            (#"{"p1":[1,0,0],"p2":[1.1,0,0],"p3":[1.1,0,0.1],"p4":[1,0,0.1]}"#, "", ""),
            (
                #"{"p1":[1,0,0],"p2":[1.1,0,0],"p3":[1.1,0,0.1],"p4":[1,0,0.1],"center":[1.05,0,0.05]}"#, "",
                ""
            ),
            (
                #"{"p1":[1,0,0],"p2":[1.1,0,0],"p3":[1.1,0,0.1],"p4":[1,0,0.1],"center":[1.06,0,0.05]}"#,
                "CALIBRATED_CENTER", "/0/calibrated_data/center"
            ),
            (
                #"{"p1":[1,0,0],"p2":[1.1,0,0],"p3":[1.1,0,0.2],"p4":[1,0,0.1]}"#, "CALIBRATED_SHAPE",
                "/0/calibrated_data"
            ),
            (
                #"{"p1":[1,0,0],"p2":[1.1,0,0],"p3":[1.1,0,0.1]}"#, "BAD_CALIBRATED_DATA",
                "/0/calibrated_data/p4"
            ),
            (#"{"p1":[1,0],"p2":[1.1,0,0]}"#, "BAD_CALIBRATED_DATA", "/0/calibrated_data/p1"),
            ("[]", "BAD_MEMBER", "/0/calibrated_data"), ("null", "", ""),
        ])
    func calibrated(_ data: String, _ code: String, _ pointer: String) throws {
        let text = "[\(Self.small[0].dropLast()),\"calibrated_data\":\(data)}]"
        let document = Self.document(text)
        #expect(document.issues.map(\.code.rawValue) == (code.isEmpty ? [] : [code]))
        #expect(document.issues.map(\.pointer) == (code.isEmpty ? [] : [pointer]))
        #expect(document.quads == [Self.quad(0)])
        let other = Self.document(text, .calibrated)
        let hasCorners = data.contains("\"p4\"")
        #expect(other.quads.map(\.p1) == (hasCorners ? [SIMD3(1, 0, 0)] : []))
        #expect(other.issues.contains { $0.code == .noCalibratedData } == (data == "null"))
    }

    @Test("keeps single precision's slack in mind, far from the origin too")
    func slack() {
        let far = Quad(
            SIMD3(0, 0, 100), SIMD3(0.1, 0, 100), SIMD3(0.1, 0, 100.1), SIMD3(0, 0, 100.1))
        func single(_ point: SIMD3<Double>) -> SIMD3<Double> { SIMD3<Double>(SIMD3<Float>(point)) }
        var json = JSONWriter()
        json.object { json in
            for (number, field) in MarkerField.corners.enumerated() {
                json.key(field.name)
                json.value(single(far[corner: number]))
            }
            json.key("calibrated_data")
            CalibratedData(far.map { single($0 + SIMD3(0.7, 0.3, -0.2)) }).write(to: &json)
            json.member("id", "910a2dec-8902-4cc1-beeb-8da1658eec67")
            json.member("work_session_id", "910a2dec-8902-4cc1-beeb-8da1658eec68")
            json.member("version", 1)
        }
        #expect(MarkerDocument(json.bytes).issues.isEmpty)
    }

    @Test("keeps what was read before an error")
    func broken() throws {
        let text = "[\(Self.small[0]),\n\(Self.small[1]),\n{\"id\":tru"
        let document = Self.document(text)
        #expect(document.quads.count == 2)
        #expect(document.error?.code == .unexpectedEnd && document.error?.line == 3)
        #expect(document.error?.pointer == "/2/id")
        #expect(Self.document("no").error?.code == .noList)
        #expect(Self.document("").entries.isEmpty && Self.document("").error != nil)
    }

    @Test("reads any cut of a document, and never more than the whole has")
    func cuts() {
        let text = Array(
            "\u{FEFF}{\"a\":1,\"markers\":[\(Self.small.joined(separator: " ,\n"))],\"b\":2}".utf8)
        let whole = MarkerDocument(text)
        for end in 0..<text.count {
            let cut = MarkerDocument(Array(text[..<end]))
            #expect(cut.error != nil, "cut at \(end)")
            #expect(cut.entries == Array(whole.entries.prefix(cut.entries.count)), "cut at \(end)")
        }
    }
}

@Suite("A document of markers that is changed")
struct MarkerChangeDocumentTests {
    private static let elements = (0..<4).map { " " + MarkerText.small($0) + "\t" }

    @Test(
        "leaves entries out with what parts them from those before, wherever they stand",
        arguments: [[0], [1], [3], [0, 1], [1, 2], [2, 3], [0, 3], [0, 1, 2, 3], [0, 2], [0, 1, 3]])
    func leftOut(_ dropped: [Int]) throws {
        for (start, separator, end) in [
            ("[", ",", "]"), ("{\"markers\":[", "\n,\r\n", "],\"b\":[1]}"), ("", "\n", "\n"),
        ] {
            let text = start + Self.elements.joined(separator: separator) + end
            let document = MarkerDocument(Array(text.utf8))
            #expect(document.error == nil && document.entries.count == 4)
            let changed = document.changed(dropped.map { MarkerChange(entry: $0, corners: [:]) })
            let again = MarkerDocument(changed)
            let kept = (0..<4).filter { !dropped.contains($0) }
            // Without a list nothing is left to read.
            let isEmptied = kept.isEmpty && start.isEmpty
            #expect(again.error == nil || isEmptied)
            #expect(again.quads == kept.map { document.quads[$0] })
            #expect(String(decoding: changed, as: UTF8.self).hasPrefix(start))
            #expect(isEmptied || String(decoding: changed, as: UTF8.self).hasSuffix(end))
            for place in kept {
                #expect(String(decoding: changed, as: UTF8.self).contains(MarkerText.small(place)))
            }
        }
    }

    @Test(
        "takes corners in another order with their digits, and writes new ones as short as they are read back"
    )
    func corners() throws {
        let document = MarkerDocument(Array("[\(MarkerText.full)]".utf8))
        let quad = try #require(document.quad(of: 0, .raw)),
            calibrated = try #require(document.quad(of: 0, .calibrated))
        #expect(document.changed([]) == document.bytes)
        #expect(
            document.changed([MarkerChange(entry: 0, corners: [.raw: quad, .calibrated: calibrated])])
                == document.bytes)
        let order = SIMD4(0, 2, 1, 3)
        let turned = document.changed(
            [
                MarkerChange(
                    entry: 0,
                    corners: [.raw: quad.reordered(order), .calibrated: calibrated.reordered(order)])
            ])
        #expect(
            String(decoding: turned, as: UTF8.self)
                == "[\(MarkerText.full)]".replacing(
                    #""p2":[-0.165,0.057,0.037],"p3":[-0.167,0.050,0.262]"#,
                    with: #""p2":[-0.167,0.050,0.262],"p3":[-0.165,0.057,0.037]"#
                ).replacing(
                    #""p2":[-0.165,0.057,1.037],"p3":[-0.167,0.05,1.262]"#,
                    with: #""p2":[-0.167,0.05,1.262],"p3":[-0.165,0.057,1.037]"#))
        var moved = quad
        moved.p3 = SIMD3(1, 0.1, -2)
        let changed = document.changed([MarkerChange(entry: 0, corners: [.raw: moved])])
        #expect(
            String(decoding: changed, as: UTF8.self)
                == "[\(MarkerText.full)]".replacing("[-0.167,0.050,0.262]", with: "[1.0,0.1,-2.0]"))
    }

    @Test("corners that stay keep their own digits where another in the same place has others")
    func samePlace() throws {
        let text = MarkerText.small(1).replacing("\"p2\":[0.1,0,1]", with: "\"p2\":[0.0,-0,1e0]")
        try #require(text != MarkerText.small(1))
        let document = MarkerDocument(Array(text.utf8))
        let quad = try #require(document.quads.first)
        #expect(document.changed([MarkerChange(entry: 0, corners: [.raw: quad])]) == document.bytes)
    }
}
