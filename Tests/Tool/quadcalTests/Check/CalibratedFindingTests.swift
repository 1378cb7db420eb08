import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("quadcal check of calibrated data")
struct CalibratedFindingTests {
    private static let vector = SpaceCalibration(CalibrationVector(SIMD3(0.5, 0, 1.25)))

    /// Three markers whose calibrated data is made by these calibrations; nil for none.
    private static func file(_ calibrations: [SpaceCalibration?], spoil: Double = 0) throws -> String {
        let session = UUID()
        let markers = try calibrations.enumerated().map { place, calibration in
            let quad = Quad.rectangle(0.5, 0.25).map { $0 + SIMD3(Double(place), 1, 0) }
            var data = calibration.map { CalibratedData(of: quad, by: $0) }
            data?.quad.p2.x += spoil
            return try Marker(workSessionID: session, quad: quad, version: 1, calibratedData: data)
        }
        return "[" + markers.map { String(decoding: $0.data, as: UTF8.self) }.joined(separator: ",\n") + "]"
    }

    private static func codes(_ file: String, _ options: [String]) throws -> [(code: String, pointer: String)]
    {
        let run = try Tool.run(["check", "--json"] + options + ["m.json"], files: ["m.json": file])
        return try JSONValue(run.output)["findings"]?.elements.map {
            ($0["code"]?.string ?? "", $0["pointer"]?.string ?? "")
        } ?? []
    }

    private static let stated = ["--vector", "0.5,0,1.25"]

    @Test("finds nothing where they follow, or where none is stored")
    func sound() throws {
        #expect(try Self.codes(Self.file([Self.vector, nil, Self.vector]), Self.stated).isEmpty)
        #expect(
            try Self.codes(
                Self.file([Self.vector.inverse]), Self.stated + ["--sign", "subtracted"]
            ).isEmpty)
        #expect(try Self.codes(Self.file([SpaceCalibration()]), ["--vector", "0,0,0"]).isEmpty)
    }

    @Test("names each marker that is off, and a mistake of all of them once")
    func findings() throws {
        let mixed = try Self.codes(Self.file([Self.vector, Self.vector.inverse, nil]), Self.stated)
        #expect(mixed.map(\.code) == ["VECTOR_SIGN"])
        #expect(mixed.first?.pointer == "/1/calibrated_data/p1")
        let all = try Self.codes(Self.file([Self.vector.inverse, Self.vector.inverse]), Self.stated)
        #expect(all.map(\.code) == ["VECTOR_SIGN"] && all.first?.pointer == "")
        let none = try Self.codes(Self.file([Self.vector, Self.vector]), ["--vector", "0,0,0"])
        #expect(none.map(\.code) == ["NO_VECTOR"] && none.first?.pointer == "")
        let stale = try Self.codes(Self.file([Self.vector, Self.vector]), ["--vector", "0.5,0,1"])
        #expect(stale.map(\.code) == ["STALE_CALIBRATED", "STALE_CALIBRATED"])
    }

    @Test("names a corner that is off once, and not as a shape, too; --fix leaves it")
    func corner() throws {
        let file = try Self.file([Self.vector], spoil: 0.125)
        let without = try Self.codes(file, [])
        #expect(without.map(\.code).contains("CALIBRATED_SHAPE"))
        let found = try Self.codes(file, Self.stated)
        #expect(found.map(\.code) == ["STALE_CALIBRATED"])
        #expect(found.first?.pointer == "/0/calibrated_data/p2")
        let folder = try Folder()
        _ = try Tool.run(
            ["check", "--fix", "fixed.json"] + Self.stated + ["m.json"], files: ["m.json": file], in: folder)
        #expect(try folder.read("fixed.json") == file)
    }

    @Test("takes the vector of a space beside the markers")
    func beside() throws {
        let markers = try Self.file([Self.vector, Self.vector])
        for (vector, codes) in [
            ("[0.5,0,1.25]", []), ("[-0.5,0,-1.25]", ["VECTOR_SIGN"]), ("[]", ["NO_VECTOR"]),
        ] {
            let export = #"{"space":{"calibration_vector":\#(vector)},"markers":\#(markers)}"#
            #expect(try Self.codes(export, []).map(\.code) == codes, "\(vector)")
        }
        let other = #"{"space":"hall","markers":\#(markers)}"#
        #expect(try Self.codes(other, []).isEmpty)
    }
}
