import Foundation
import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

/// Judged by the contract alone: its arithmetic, in exact decimals, on the text of a marker.
@Suite struct CalibrationApplyTests {
    /// The text of a marker with decimals of three places, and the space's vector likewise.
    private struct Sample {
        let corners: [[Foundation.Decimal]], vector: [Foundation.Decimal]

        init(using random: inout SeededGenerator) {
            func point() -> [Foundation.Decimal] {
                (0..<3).map { _ in Foundation.Decimal(Int.random(in: -99_999...99_999, using: &random)) / 1000
                }
            }
            corners = (0..<4).map { _ in point() }
            vector = point()
        }

        /// The calibrated data by the contract: each corner plus the vector, and the mean of the four.
        func expected(_ sign: Foundation.Decimal) -> (
            corners: [[Foundation.Decimal]], center: [Foundation.Decimal]
        ) {
            let moved = corners.map { corner in zip(corner, vector).map { $0 + sign * $1 } }
            return (moved, (0..<3).map { axis in moved.reduce(0) { $0 + $1[axis] } / 4 })
        }

        func marker() throws -> Marker {
            let members = corners.enumerated().map { "\"p\($0 + 1)\":[\($1[0]),\($1[1]),\($1[2])]" }
            return try Marker(
                Array(
                    """
                    {"id":"\(UUID())","work_session_id":"\(UUID())",\(members.joined(separator: ",")),"x":1.50}
                    """.utf8))
        }

        func space() throws -> Space {
            try Space(
                JSONValue(
                    #"{"id":"s","key":"k","name":"n","calibration_vector":[\#(vector[0]),\#(vector[1]),\#(vector[2])]}"#
                ))
        }
    }

    /// Numbers below 200 m, each rounded when read and when added, and a mean of four: less than this in all.
    private static let rounding = 8 * 200 * Double.ulpOfOne

    private static func differ(_ found: [Any]?, _ expected: [Foundation.Decimal]) -> Bool {
        guard let found = found as? [Double], found.count == 3 else { return true }
        return zip(found, expected).contains { abs($0 - NSDecimalNumber(decimal: $1).doubleValue) > rounding }
    }

    @Test("calibrated data is what the contract says, center included", arguments: Seeds.few)
    func contract(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let sample = Sample(using: &random), marker = try sample.marker()
            for (sign, factor) in [(VectorSign.added, Foundation.Decimal(1)), (.subtracted, -1)] {
                let calibration = try sample.space().calibration(sign)
                let calibrated = try marker.calibrated(by: calibration)
                let tree = try #require(
                    JSONSerialization.jsonObject(with: calibrated.data) as? [String: Any])
                let data = try #require(tree["calibrated_data"] as? [String: [Any]])
                let expected = sample.expected(factor)
                for corner in 0..<4 {
                    #expect(!Self.differ(data["p\(corner + 1)"], expected.corners[corner]))
                    // The raw corners, and everything else, stay as they were written.
                    #expect(!Self.differ(tree["p\(corner + 1)"] as? [Any], sample.corners[corner]))
                }
                #expect(!Self.differ(data["center"], expected.center) && data.count == 5)
                #expect(calibrated.text.starts(with: marker.text.dropLast()))
                // There and back.
                let raw = try #require(try calibrated.calibratedData).raw(by: calibration)
                let quad = try marker.quad
                for corner in 0..<4 {
                    let off = raw[corner: corner] - quad[corner: corner]
                    #expect(off.largestMagnitude <= Self.rounding)
                }
                #expect(calibration.inverse.inverse == calibration)
            }
        }
    }

    @Test("the documented example: only z differs, by one metre")
    func documented() throws {
        let quad = Quad(
            [-0.230, 0.060, 0.030], [-0.165, 0.057, 0.037], [-0.167, 0.050, 0.262], [-0.232, 0.053, 0.255])
        let calibration = SpaceCalibration(CalibrationVector([0, 0, 1]))
        let data = CalibratedData(of: quad, by: calibration)
        #expect((data.center - SIMD3(-0.1985, 0.055, 1.146)).largestMagnitude <= Self.rounding)
        #expect((data.center - quad.center - SIMD3(0, 0, 1)).largestMagnitude <= Self.rounding)
        #expect(quad.applying(SpaceCalibration()) == quad)
    }

    @Test("many markers at once are each as alone, and the first bad one is named")
    func many() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let samples = (0..<5).map { _ in Sample(using: &random) }
        let markers = try samples.map { try $0.marker() }, calibration = try samples[0].space().calibration()
        let all = try markers.calibrated(by: calibration)
        #expect(try all == markers.map { try $0.calibrated(by: calibration) })
        var broken = markers
        broken[3] = try Marker(
            Array(#"{"id":"\#(UUID())","work_session_id":"\#(UUID())","p1":[0,0,1],"p2":[1,0]}"#.utf8))
        broken[3].place.line = 7
        let error = #expect(throws: JSONError.self) { try broken.calibrated(by: calibration) }
        #expect(error?.code == .badCorner && error?.line == 7)
        // Beyond doubles.
        let far = try Marker(quad: Quad([1e308, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]))
        let shift = SpaceCalibration(CalibrationVector([1e308, 0, 0]))
        #expect(throws: JSONError.self) { try far.calibrated(by: shift) }
    }

    @Test("a fitted motion calibrates as it moves points")
    func fitted() throws {
        let old: [SIMD3<Double>] = [[0, 1, 0], [4, 1.5, 0], [4, 0.5, 6], [0, 2, 6]]
        // A yaw of 90°, by hand: x' = z, z' = -x.
        let new = old.map { SIMD3($0.z + 2, $0.y, -$0.x - 1) }
        let calibration = try Calibration(try Correspondences(sources: old, targets: new))
        let quad = Quad([1, 1, 2], [2, 1, 2], [2, 1, 3], [1, 1, 3])
        let data = try #require(
            try Marker(quad: quad).calibrated(by: calibration).calibratedData)
        let expected: [SIMD3<Double>] = [[4, 1, -2], [4, 1, -3], [5, 1, -3], [5, 1, -2]]
        for corner in 0..<4 {
            #expect((data.quad[corner: corner] - expected[corner]).largestMagnitude <= Self.rounding)
        }
        #expect(try [Marker(quad: quad)].calibrated(by: calibration).first?.calibratedData == data)
    }
}
