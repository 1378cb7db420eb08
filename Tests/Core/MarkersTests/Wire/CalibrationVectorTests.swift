import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("A space's calibration vector")
struct CalibrationVectorTests {
    @Test("missing, null and empty are none", arguments: [nil, "null", "[]", " [ ] "])
    func none(text: String?) throws {
        let value = try text.map { try JSONValue($0) }
        #expect(try CalibrationVector(value) == nil)
        #expect(SpaceCalibration(try CalibrationVector(value)).shift == .zero)
    }

    @Test("the documented vectors are read", arguments: ["[0,0,0]", "[1.5,0.0,2.0]", "[2.0,0.0,3.0]"])
    func documented(text: String) throws {
        let vector = try #require(try CalibrationVector(try JSONValue(text)))
        var json = JSONWriter()
        json.value(vector.numbers)
        #expect(
            String(decoding: json.bytes, as: UTF8.self).replacing(".0", with: "")
                == text.replacing(".0", with: ""))
    }

    @Test(
        "anything else is refused with its pointer",
        arguments: [
            "[1]", "[1,2]", "[1,2,3,4]", "[1,2,null]", "[1,2,\"3\"]", "[1,2,1e400]", "{}", "7", "\"\"",
            "[[]]",
        ])
    func refused(text: String) throws {
        let space = try JSONValue(#"{"name":"a","calibration_vector":\#(text)}"#)
        let error = #expect(throws: JSONError.self) {
            try CalibrationVector(space["calibration_vector"])
        }
        #expect(error?.code == .badVector)
        #expect(error?.pointer == "/calibration_vector")
        #expect(CalibrationVector(SIMD3(0, .nan, 0)) == nil)
    }

    /// The documented metrics quad and its documented calibrated place.
    private static let raw = Quad(
        SIMD3(-0.230, 0.060, 0.030), SIMD3(-0.165, 0.057, 0.037), SIMD3(-0.167, 0.050, 0.262),
        SIMD3(-0.232, 0.053, 0.255))

    @Test("the sign comes out of the documented example")
    func sign() {
        let pairs = [(raw: Self.raw, calibrated: Self.raw.moved(by: SIMD3(0, 0, 1)))]
        let forth = VectorSignEvidence(pairs, vector: CalibrationVector(SIMD3(0, 0, 1)))
        #expect(forth.conclusion == .sign(.added))
        #expect(forth.tolerance.allows(forth.difference - SIMD3(0, 0, 1)))
        #expect(forth.spread <= forth.tolerance.metres)
        let back = VectorSignEvidence(pairs, vector: CalibrationVector(SIMD3(0, 0, -1)))
        #expect(back.conclusion == .sign(.subtracted))
        #expect(SpaceCalibration(CalibrationVector(SIMD3(0, 0, -1)), sign: .subtracted).shift.z == 1)
    }

    @Test("where the data cannot tell, that is the answer")
    func unclear() throws {
        let vector = CalibrationVector(SIMD3(0, 0, 1))
        let up = Self.raw.moved(by: SIMD3(0, 0, 1))
        #expect(
            VectorSignEvidence([(raw: Quad, calibrated: Quad)](), vector: vector).conclusion == .noMarkers)
        #expect(VectorSignEvidence([(Self.raw, up)], vector: nil).conclusion == .noVector)
        let short = CalibrationVector(SIMD3(0, 0, 1e-7))
        #expect(VectorSignEvidence([(Self.raw, Self.raw)], vector: short).conclusion == .noVector)
        let stale = VectorSignEvidence([(Self.raw, up), (Self.raw, Self.raw)], vector: vector)
        #expect(stale.conclusion == .spread)
        #expect(stale.spread == 0.5)
        #expect(VectorSignEvidence([(Self.raw, Self.raw)], vector: vector).conclusion == .neither)
        let markers = try MarkerList(Array("[\(MarkerText.full),\(MarkerText.small(1))]".utf8)).markers
        let told = VectorSignEvidence(markers, vector: vector)
        #expect(told.count == 1)
        #expect(told.conclusion == .sign(.added))
    }

    @Test("single precision does not spoil the sign", arguments: Seeds.few)
    func single(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let shift = SIMD3(1.5, 0, 2)
        let pairs = (0..<50).map { _ in
            let raw = Self.raw.moved(by: SIMD3<Double>.randomDirection(using: &random) * 90)
            return (raw: raw.rounded, calibrated: raw.moved(by: shift).rounded)
        }
        let evidence = VectorSignEvidence(pairs, vector: CalibrationVector(shift))
        #expect(evidence.conclusion == .sign(.added), "seed \(seed)")
        #expect(evidence.spread > 0, "seed \(seed)")
    }

    @Test("a shift loses nothing, to the last bit")
    func shift() throws {
        let far = Self.raw.moved(by: SIMD3(21.5, 0, -90))
        let motion = AnchoredMotion(
            try #require(RigidTransform(rotation: .identity, translation: SIMD3(2, 0, 3))))
        let loss = try #require(VectorLoss(of: motion, over: [Self.raw, far]))
        #expect(loss.shift == SIMD3(2, 0, 3))
        #expect(loss.largest == 0 && loss.rms == 0 && loss.overTolerance.isEmpty)
        #expect(VectorLoss(of: motion, over: []) == nil)
    }

    @Test("one degree about the middle of two markers 43 m apart loses 0.375 m at each")
    func turn() throws {
        let rotation = try #require(
            Rotation(rotationVector: SIMD3(0, QuadLimits.degree, 0)))
        let motion = AnchoredMotion(
            try #require(RigidTransform(rotation: rotation, translation: SIMD3(2, 0, 3))))
        let here = Quad(SIMD3(21.5, 0, 0), SIMD3(21.5, 0, 0), SIMD3(21.5, 0, 0), SIMD3(21.5, 0, 0))
        let loss = try #require(VectorLoss(of: motion, over: [here, here.map { -$0 }]))
        #expect((loss.largest - 0.375).magnitude < 0.0005)
        #expect((loss.rms - loss.largest).magnitude < StoredTolerance.least)
        #expect(loss.overTolerance == [0, 1])
        #expect((loss.shift - SIMD3(2, 0, 3)).largestMagnitude < StoredTolerance.least)
    }

    @Test("with a vector v, raw points move by t + R v - v and calibrated ones by T")
    func composition() throws {
        let rotation = try #require(Rotation(rotationVector: SIMD3(0, 0.5, 0)))
        let t = SIMD3(2.0, 0, 3), v = SIMD3(1.5, 0, 2)
        let motion = AnchoredMotion(try #require(RigidTransform(rotation: rotation, translation: t)))
        let raw = motion.written(without: v, v)
        let transform = try #require(raw.transform)
        let expected = t + rotation * v - v
        let bound = RigidTransform.pointError * 8
        #expect((transform.translation - expected).largestMagnitude <= bound)
        for corner in Self.raw.corners {
            #expect((raw * corner + v - motion * (corner + v)).largestMagnitude <= bound)
        }
    }

    @Test("a step of single precision counts where numbers are large")
    func tolerance() {
        #expect(StoredTolerance(magnitude: 1).metres == 1e-6 + Double(Float(1).ulp))
        #expect(StoredTolerance(magnitude: 21.5).metres == 1e-6 + Double(Float(21.5).ulp))
        #expect(StoredTolerance(magnitude: 100).metres == 1e-6 + Double(Float(100).ulp))
        #expect(StoredTolerance(magnitude: 0).metres == 1e-6 + Double(Float.leastNormalMagnitude.ulp))
        #expect(!StoredTolerance(magnitude: 1).allows(SIMD3(0, .nan, 0)))
    }
}

extension Quad {
    /// The quad as the server keeps it.
    var rounded: Quad { map { SIMD3<Double>(SIMD3<Float>($0)) } }
}
