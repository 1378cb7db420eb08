import QuadGeometry
import Testing
import VisionSensor

@Suite("Boxes become quads")
struct DetectionQuadTests {
    /// Golden numbers are printed to nine places.
    static let tolerance = 1e-9

    struct Row: CustomTestStringConvertible {
        let name: String
        let boxes: BoxFrame
        let kind: DistanceKind
        let rayLength, depth: Double
        let center: SIMD3<Double>
        let width, ratio: Double
        var testDescription: String { name }
    }

    /// Computed with 40 digits from the decimal inputs.
    static func rows() throws -> [Row] {
        let a = try SampleCamera.a(), implied = try SampleCamera.implied()
        let half = BoxStep.resize(0.5)
        return [
            Row(
                name: "axis", boxes: a, kind: .axis, rayLength: 1.057818196, depth: 0.42,
                center: SIMD3(-0.133884403, 0.055343666, -0.42), width: 0.035977628, ratio: 2.223604048),
            Row(
                name: "ray", boxes: a, kind: .ray, rayLength: 1.057818196, depth: 0.397043652,
                center: SIMD3(-0.126566553, 0.052318694, -0.397043652), width: 0.034011164, ratio: 2.352168821
            ),
            Row(
                name: "implied", boxes: implied, kind: .axis, rayLength: 1, depth: 0.42,
                center: SIMD3(0, 0, -0.42), width: 0.08, ratio: 1),
            Row(
                name: "implied, ray", boxes: implied, kind: .ray, rayLength: 1, depth: 0.42,
                center: SIMD3(0, 0, -0.42), width: 0.08, ratio: 1),
            Row(
                name: "on 640x480",
                boxes: try SampleCamera.a([half, .pad(left: 0, top: 60, width: 640, height: 480)]),
                kind: .axis, rayLength: 1.000290263, depth: 0.42,
                center: SIMD3(0.010026111, 0.001377224, -0.42), width: 0.071955257, ratio: 1.111802024),
            Row(
                name: "on 640x640",
                boxes: try SampleCamera.a([half, .pad(left: 0, top: 140, width: 640, height: 640)]),
                kind: .axis, rayLength: 1.015408990, depth: 0.42,
                center: SIMD3(0.010026111, 0.073332480, -0.42), width: 0.071955257, ratio: 1.111802024),
            Row(
                name: "a third", boxes: try SampleCamera.wide(), kind: .axis, rayLength: 1.000003126,
                depth: 0.42,
                center: SIMD3(-0.000958559, -0.000428829, -0.42), width: 0.060540541, ratio: 1.321428571),
        ]
    }

    @Test("centres, depths and sizes are those of the golden numbers")
    func golden() throws {
        let box = try #require(SampleCamera.box), noise = try SensorNoise()
        for row in try DetectionQuadTests.rows() {
            let frame = CameraFrame(boxes: row.boxes, noise: noise)
            let quad = try DetectionQuad(box, distance: SampleCamera.distance, row.kind, in: frame)
            let length = row.boxes.ray(320, 240).length
            #expect(abs(length - row.rayLength) <= DetectionQuadTests.tolerance, "\(row.name)")
            #expect(abs(quad.depth - row.depth) <= DetectionQuadTests.tolerance, "\(row.name)")
            #expect(
                (quad.centerInCamera - row.center).largestMagnitude <= DetectionQuadTests.tolerance,
                "\(row.name)")
            #expect(abs(quad.width - row.width) <= DetectionQuadTests.tolerance, "\(row.name)")
            let check = try #require(
                SizeCheck(
                    box, distance: SampleCamera.distance, row.kind, realWidth: SampleCamera.size,
                    realHeight: SampleCamera.size, in: frame))
            #expect(abs(check.widthRatio - row.ratio) <= DetectionQuadTests.tolerance, "\(row.name)")
        }
    }

    private func expect(_ quad: Quad, _ corners: [SIMD3<Double>], _ name: String) {
        for (corner, golden) in corners.enumerated() {
            let off = (quad.corners[corner] - golden).largestMagnitude
            #expect(off <= DetectionQuadTests.tolerance, "\(name), p\(corner + 1) is off by \(off) m")
        }
    }

    @Test("corners that face the camera are p1 to p4 clockwise as it sees them")
    func facing() throws {
        let frame = CameraFrame(boxes: try SampleCamera.implied(), noise: try SensorNoise())
        let quad = try DetectionQuad(
            try #require(SampleCamera.box), distance: SampleCamera.distance, .axis, in: frame)
        expect(
            quad.quad,
            [
                SIMD3(-0.04, 0.04, -0.42), SIMD3(0.04, 0.04, -0.42), SIMD3(0.04, -0.04, -0.42),
                SIMD3(-0.04, -0.04, -0.42),
            ], "facing")
        #expect(try #require(quad.quad.normal).z < 0)
    }

    @Test("corners in the world are those of the golden numbers, by axis and ray")
    func world() throws {
        let golden: [(DistanceKind, CornerPlacement, [SIMD3<Double>])] = [
            (
                .axis, .facing,
                [
                    SIMD3(0.658473936, 1.573332480, 1.712205939),
                    SIMD3(0.689631476, 1.573332480, 1.694217125),
                    SIMD3(0.689631476, 1.537354852, 1.694217125),
                    SIMD3(0.658473936, 1.537354852, 1.712205939),
                ]
            ),
            (
                .ray, .facing,
                [
                    SIMD3(0.677141057, 1.569324276, 1.727936178),
                    SIMD3(0.706595590, 1.569324276, 1.710930596),
                    SIMD3(0.706595590, 1.535313112, 1.710930596),
                    SIMD3(0.677141057, 1.535313112, 1.727936178),
                ]
            ),
            (
                .axis, .billboard,
                [
                    SIMD3(0.664263764, 1.572089288, 1.717084858),
                    SIMD3(0.687393918, 1.573861160, 1.692012626),
                    SIMD3(0.684185197, 1.538010347, 1.688851313),
                    SIMD3(0.660901123, 1.537089375, 1.714251259),
                ]
            ),
            (
                .ray, .billboard,
                [
                    SIMD3(0.682614425, 1.568149034, 1.732548426),
                    SIMD3(0.704480332, 1.569824059, 1.708846591),
                    SIMD3(0.701446993, 1.535932778, 1.705858069),
                    SIMD3(0.679435579, 1.535062145, 1.729869705),
                ]
            ),
        ]
        let frame = try SampleCamera.inWorld(SampleCamera.a(), noise: SensorNoise())
        for (kind, placement, corners) in golden {
            let quad = try DetectionQuad(
                try #require(SampleCamera.box), distance: SampleCamera.distance, kind, in: frame,
                corners: placement)
            expect(quad.quad, corners, "\(kind) \(placement)")
        }
        let axis = try DetectionQuad(try #require(SampleCamera.box), distance: 0.42, .axis, in: frame)
        let ray = try DetectionQuad(try #require(SampleCamera.box), distance: 0.42, .ray, in: frame)
        #expect((axis.center - SIMD3(0.674052706, 1.555343666, 1.703211532)).length <= 2e-9)
        #expect((ray.center - SIMD3(0.691868324, 1.552318694, 1.719433387)).length <= 2e-9)
        #expect(abs((axis.center - ray.center).length - 0.024283642) <= DetectionQuadTests.tolerance)
    }

    @Test("corners on a plane lie on it, and a plane seen at a flat angle is refused")
    func plane() throws {
        let frame = CameraFrame(boxes: try SampleCamera.a(), noise: try SensorNoise())
        let box = try #require(SampleCamera.box), twenty = Double.pi / 9
        let center = try DetectionQuad(box, distance: 0.42, .axis, in: frame).center
        let tilted = try #require(Plane(through: center, across: SIMD3(sin(twenty), 0, cos(twenty))))
        let quad = try DetectionQuad(box, distance: 0.42, .axis, in: frame, corners: .plane(tilted))
        expect(
            quad.quad,
            [
                SIMD3(-0.149781020, 0.072322256, -0.414214104),
                SIMD3(-0.117537394, 0.074371326, -0.425949824),
                SIMD3(-0.117537394, 0.037884030, -0.425949824),
                SIMD3(-0.149781020, 0.036840254, -0.414214104),
            ], "plane")
        // The same plane and camera, moved together, give the same quad, moved.
        let moved = try SampleCamera.inWorld(SampleCamera.a(), noise: SensorNoise())
        let pose = moved.worldFromCamera
        let wall = try #require(Plane(through: pose * tilted.point, across: pose.rotation * tilted.normal))
        let same = try DetectionQuad(box, distance: 0.42, .axis, in: moved, corners: .plane(wall))
        expect(same.quad, (pose * quad.quad).corners, "the plane in the world")
        let flat = try #require(Plane(through: center, across: SIMD3(1, 0, -0.31)))
        #expect(throws: DetectionError.self) {
            try DetectionQuad(box, distance: 0.42, .axis, in: frame, corners: .plane(flat))
        }
    }

    @Test("what has no quad is refused by name")
    func refused() throws {
        let frame = CameraFrame(boxes: try SampleCamera.a(), noise: try SensorNoise())
        let box = try #require(SampleCamera.box)
        for distance in [0, -1, Double.nan, .infinity] {
            #expect(throws: DetectionError.noDistance) {
                try DetectionQuad(box, distance: distance, .axis, in: frame)
            }
        }
        #expect(throws: DetectionError.outOfRange(metres: 1001)) {
            try DetectionQuad(box, distance: 1001, .axis, in: frame)
        }
        let beyond = try #require(PixelBox(centerX: 30, centerY: 240, width: 66, height: 80))
        #expect(throws: DetectionError.outsideFrame) {
            try DetectionQuad(beyond, distance: 1, .axis, in: frame)
        }
        let mirrored = CameraFrame(boxes: try SampleCamera.a(), isMirrored: true, noise: try SensorNoise())
        #expect(throws: DetectionError.mirrored) { try DetectionQuad(box, distance: 1, .axis, in: mirrored) }
        #expect(PixelBox(centerX: 1, centerY: 1, width: 0, height: 1) == nil)
        #expect(PixelBox(centerX: .nan, centerY: 1, width: 1, height: 1) == nil)
    }

    private func sin(_ angle: Double) -> Double {
        Rotation(angle: angle, axis: SIMD3(0, 0, 1)).map { $0.rows.1.x } ?? .nan
    }
    private func cos(_ angle: Double) -> Double {
        Rotation(angle: angle, axis: SIMD3(0, 0, 1)).map { $0.rows.0.x } ?? .nan
    }
}
