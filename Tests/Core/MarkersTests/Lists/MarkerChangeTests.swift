import QuadGeometry
import Testing

@testable import Markers

@Suite("Changing a marker")
struct MarkerChangeTests {
    private static func text(_ marker: Marker) -> String { String(decoding: marker.text, as: UTF8.self) }

    @Test("an unchanged marker is written byte for byte")
    func unchanged() throws {
        for text in [
            MarkerText.full, MarkerText.small(1), "{ " + MarkerText.full.dropFirst().dropLast() + "\n}",
        ] {
            var json = JSONWriter()
            json.value(try Marker(Array(text.utf8)))
            #expect(String(decoding: try json.take(), as: UTF8.self) == text)
        }
    }

    @Test("new corners change the corners' bytes and nothing else")
    func corners() throws {
        var marker = try Marker(Array(MarkerText.full.utf8))
        let moved = try marker.quad.map { $0 + SIMD3(1, 2, 3) }
        try marker.setQuad(moved)
        #expect(try marker.quad == moved)
        var expected = MarkerText.full
        for (old, new) in [
            ("[-0.230, 0.060, 0.030]", moved.p1), ("[-0.165,0.057,0.037]", moved.p2),
            ("[-0.167,0.050,0.262]", moved.p3),
            ("[-0.232,0.053,0.255]", moved.p4),
        ] { expected = expected.replacing(old, with: "[\(new.x),\(new.y),\(new.z)]") }
        #expect(Self.text(marker) == expected)
        let again = try Marker(marker.text)
        #expect(try again.quad == moved)
        #expect(MarkerField.allCases.allSatisfy { again[$0] == marker[$0] })
    }

    @Test("fields change one after the other, missing ones come last")
    func fields() throws {
        var marker = try Marker(Array(MarkerText.small(5).utf8))
        marker.setLabel("quote \" and ä")
        try marker.setCalibratedData(CalibratedData(try marker.quad))
        marker.setLabel("x")
        try marker.setCustomProperties(try JSONValue(#"{ "a" : 1.0 }"#))
        marker.setLabel(nil)
        #expect(
            Self.text(marker).hasPrefix(
                String(MarkerText.small(5).dropLast()) + #","label":null,"calibrated_data":{"p1":"#))
        #expect(Self.text(marker).hasSuffix(#""center":[0.05,0.0,5.05]},"custom_props":{ "a" : 1.0 }}"#))
        let again = try Marker(marker.text)
        #expect(MarkerField.allCases.allSatisfy { again[$0] == marker[$0] })
        #expect(try again.calibratedData?.quad == marker.quad)
    }

    @Test("a bad corner is fixed by setting the corners")
    func fixed() throws {
        var marker = try Marker(Array(MarkerText.full.replacing("[-0.165,0.057,0.037]", with: "[1,2]").utf8))
        #expect(throws: JSONError.self) { try marker.quad }
        let quad = Quad(SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(1, 1, 0), SIMD3(0, 1, 0))
        try marker.setQuad(quad)
        #expect(try marker.quad == quad)
    }

    @Test(
        "corners that are not finite are refused and change nothing",
        arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(value: Double) throws {
        var marker = try Marker(Array(MarkerText.full.utf8))
        var quad = try marker.quad
        quad.p3.y = value
        let error = #expect(throws: JSONError.self) { try marker.setQuad(quad) }
        #expect(error?.code == .notFinite)
        #expect(error?.pointer == "/p3")
        #expect(throws: JSONError.self) { try marker.setCalibratedData(CalibratedData(quad)) }
        #expect(Self.text(marker) == MarkerText.full)
    }
}
