import Foundation
import QuadGeometry
import Testing

@testable import Markers

@Suite("A marker")
struct MarkerTests {
    private static func marker(_ text: String) throws -> Marker { try Marker(Array(text.utf8)) }

    @Test("every field is read, and unknown ones are kept in order")
    func fields() throws {
        let marker = try Self.marker(MarkerText.full)
        #expect(marker.id == UUID(uuidString: "910a2dec-8902-4cc1-beeb-8da1658eec67"))
        #expect(marker.id.wireText == "910a2dec-8902-4cc1-beeb-8da1658eec67")
        #expect(marker.workSessionID.wireText == "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13")
        #expect(marker.label == "Defect 1")
        #expect(try marker.quad.p1 == SIMD3(-0.23, 0.06, 0.03))
        #expect(try marker.quad.p4 == SIMD3(-0.232, 0.053, 0.255))
        #expect(marker.color == "#ff0000")
        #expect(marker.version == 9_007_199_254_740_993)
        #expect(marker.meta?["a"].map { String(decoding: $0.text, as: UTF8.self) } == "1.0")
        #expect(marker.customProperties?["confidence"]?.double == 1.23456789012)
        #expect(marker.createdAt == "2025-01-16T09:00:00.123456789Z")
        #expect(marker.updatedAt == "2025-01-16T11:00:00+02:00")
        #expect(marker.foreignMembers.map(\.name) == ["x_future", "y_future"])
        let calibrated = try #require(try marker.calibratedData)
        #expect(calibrated.quad.p3 == SIMD3(-0.167, 0.05, 1.262))
        #expect(calibrated.statedCenter == SIMD3(-0.1985, 0.055, 1.146))
        let details = try #require(try marker.details)
        #expect(details.markerID == marker.id)
        #expect(details.centerLong == 0.146)
        #expect(details.xNegative == -0.232)
        #expect(details.zPositive == 0.262)
        #expect(details.crossSize == 0.067)
        #expect(details.createdAt == "2025-11-08T09:00:00Z")
        #expect(details.updatedAt == nil)
    }

    @Test("details are read under the names of before November 2025")
    func oldDetails() throws {
        var text = MarkerText.full
        for (new, old) in [
            ("x_negative", "left_distance"), ("x_positive", "right_distance"),
            ("z_negative", "near_distance"),
            ("z_positive", "far_distance"),
        ] { text = text.replacing("\"\(new)\"", with: "\"\(old)\"") }
        #expect(try Self.marker(text).details == Self.marker(MarkerText.full).details)
    }

    @Test(
        "what may be missing may be null, too",
        arguments: MarkerField.allCases.filter { ![.id, .workSessionID].contains($0) })
    func optional(field: MarkerField) throws {
        let value = try #require(try Self.marker(MarkerText.full).text(of: field))
        let null = try Self.marker(
            MarkerText.full.replacing("\"\(field.name)\":\(value)", with: "\"\(field.name)\":null"))
        #expect(null[field] == nil)
        let absent = try Self.marker(MarkerText.full.replacing("\"\(field.name)\":\(value),", with: ""))
        #expect(absent[field] == nil)
        for marker in [null, absent] {
            if MarkerField.corners.contains(field) {
                let error = #expect(throws: JSONError.self) { try marker.quad }
                #expect(error?.code == .badCorner)
                #expect(error?.pointer == "/" + field.name)
            } else {
                #expect(try marker.quad.p2 == SIMD3(-0.165, 0.057, 0.037))
            }
            if field == .version { #expect(marker.version == nil) }
            if field == .details { #expect(try marker.details == nil) }
            if field == .calibratedData { #expect(try marker.calibratedData == nil) }
        }
    }

    @Test("without an id or a session there is no marker", arguments: [MarkerField.id, .workSessionID])
    func needed(field: MarkerField) throws {
        let value = try #require(try Self.marker(MarkerText.full).text(of: field))
        for (replacement, code) in [
            ("", JSONError.Code.missingMember), ("\"\(field.name)\":null,", .wrongType),
            ("\"\(field.name)\":7,", .wrongType),
            ("\"\(field.name)\":\"910a2dec\",", .notAnIdentifier),
            ("\"\(field.name)\":\"910a2dec-8902-4cc1-beeb-8da1658eec6g\",", .notAnIdentifier),
            ("\"\(field.name)\":\"910a2dec-8902-4cc1-beeb_8da1658eec67\",", .notAnIdentifier),
        ] {
            let text = MarkerText.full.replacing("\"\(field.name)\":\(value),", with: replacement)
            let error = #expect(throws: JSONError.self) { try Self.marker(text) }
            #expect(error?.code == code)
            #expect(error?.pointer == "/" + field.name)
        }
    }

    @Test(
        "a member of the wrong type is refused with its pointer",
        arguments: [
            ("label", "7"), ("color", "[]"), ("version", "\"3\""), ("version", "1.5"),
            ("version", "9223372036854775808"),
            ("meta", "[]"), ("custom_props", "\"\""), ("calibrated_data", "1"), ("details", "true"),
            ("created_at", "758710800"),
        ])
    func wrongType(name: String, value: String) throws {
        let text = MarkerText.small(1).replacing("\"version\":1}", with: "\"\(name)\":\(value)}")
        let error = #expect(throws: JSONError.self) { try Self.marker(text) }
        #expect(error?.code == .wrongType)
        #expect(error?.pointer == "/" + name)
    }

    @Test(
        "a corner is three finite numbers or none",
        arguments: [
            "[1,2]", "[1,2,3,4]", "[]", "[1,2,\"3\"]", "[1,2,null]", "[[1,2,3]]", "[1,2,1e400]", "[1,2,[3]]",
            "null", "{}",
            "\"1,2,3\"", "3",
        ])
    func corner(value: String) throws {
        let marker = try Self.marker(
            MarkerText.full.replacing("\"p3\":[-0.167,0.050,0.262]", with: "\"p3\": \(value)"))
        let error = #expect(throws: JSONError.self) { try marker.quad }
        #expect(error?.code == .badCorner)
        #expect(error?.pointer == "/p3")
        #expect(marker.label == "Defect 1")
    }

    @Test("an escaped name is the same name")
    func escapedName() throws {
        let marker = try Self.marker(MarkerText.full.replacing("\"label\"", with: #""l\u0061bel""#))
        #expect(marker.label == "Defect 1")
        let inside = try Self.marker(MarkerText.full.replacing("\"center\"", with: #""c\u0065nter""#))
        #expect(try inside.calibratedData?.statedCenter == SIMD3(-0.1985, 0.055, 1.146))
        let twice = MarkerText.full.replacing("\"color\":", with: #""l\u0061bel":"x","color":"#)
        #expect(throws: JSONError.self) { try Self.marker(twice) }
    }
}

extension Marker {
    /// A field as it is written.
    func text(of field: MarkerField) -> String? {
        self[field].map { String(decoding: $0.text, as: UTF8.self) }
    }
}
