import QuadGeometry
import RigidCalibration
import TestSupport
import Testing
import VisionSensor

@Suite("The uncertainty of detections")
struct DetectionCovarianceTests {
    /// Relative, of the golden numbers, which are printed to four digits and more.
    static let goldenTolerance = 1e-3

    struct Row {
        let distance, depth: Double
        let deviations: SIMD3<Double>
        let rms, withPose: (axis: Double, ray: Double)
        let trace: (axis: Double, ray: Double)
    }

    /// In metres and millimetres; by the axis and by the ray.
    static let rows = [
        Row(
            distance: 0.42, depth: 0.0015, deviations: SIMD3(1.050, 0.937, 1.500), rms: (2.057, 1.932),
            withPose: (9.511, 9.422), trace: (1.657578e-05, 1.466006e-05)),
        Row(
            distance: 0.42, depth: 0.015, deviations: SIMD3(5.498, 2.769, 15.000), rms: (16.214, 15.326),
            withPose: (18.685, 17.887), trace: (1.016855e-03, 9.085815e-04)),
        Row(
            distance: 1, depth: 0.0015, deviations: SIMD3(2.209, 2.157, 1.500), rms: (3.433, 3.202),
            withPose: (12.266, 11.923), trace: (4.679289e-05, 4.094876e-05)),
        Row(
            distance: 1.5, depth: 0.0015, deviations: SIMD3(3.258, 3.223, 1.500), rms: (4.822, 4.489),
            withPose: (15.541, 14.939), trace: (9.265420e-05, 8.084781e-05)),
        Row(
            distance: 1.5, depth: 0.015, deviations: SIMD3(6.304, 4.145, 15.000), rms: (16.790, 15.853),
            withPose: (22.365, 21.315), trace: (1.092934e-03, 9.747692e-04)),
        Row(
            distance: 3, depth: 0.0015, deviations: SIMD3(6.447, 6.430, 1.500), rms: (9.228, 8.578),
            withPose: (27.078, 25.704), trace: (3.403053e-04, 2.963027e-04)),
    ]

    @Test("corners and traces are those of the golden numbers")
    func golden() throws {
        func expect(_ found: Double, _ golden: Double, _ what: String) {
            #expect(abs(found / golden - 1) <= DetectionCovarianceTests.goldenTolerance, "\(what): \(found)")
        }
        for row in DetectionCovarianceTests.rows {
            let frame = CameraFrame(boxes: try SampleCamera.a(), noise: try SensorNoise(depth: row.depth))
            let box = try #require(SampleCamera.box)
            for kind in DistanceKind.allCases {
                let own = DetectionCovariance(
                    box, distance: row.distance, kind, in: frame, includesPose: false)
                let whole = DetectionCovariance(box, distance: row.distance, kind, in: frame)
                let name = "\(row.distance) m, \(kind)"
                let corner = own.corner(0)
                if kind == .axis {
                    expect(1000 * corner.xx.squareRoot(), row.deviations.x, name)
                    expect(1000 * corner.yy.squareRoot(), row.deviations.y, name)
                    expect(1000 * corner.zz.squareRoot(), row.deviations.z, name)
                }
                expect(1000 * corner.trace.squareRoot(), kind == .axis ? row.rms.axis : row.rms.ray, name)
                expect(
                    1000 * whole.corner(0).trace.squareRoot(),
                    kind == .axis ? row.withPose.axis : row.withPose.ray, name)
                expect(own.trace, kind == .axis ? row.trace.axis : row.trace.ray, name)
            }
        }
    }

    @Test("draws of the noise spread as predicted", arguments: Seeds.few)
    func draws(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Effort.count(100_000, quick: 20_000)
        let frame = try SampleCamera.inWorld(SampleCamera.a([.portrait]), noise: SensorNoise(depth: 0.0015))
        let noise = frame.noise
        for kind in DistanceKind.allCases {
            let box = try #require(PixelBox(centerX: 480, centerY: 320, width: 60, height: 90))
            let predicted = DetectionCovariance(box, distance: 1, kind, in: frame)
            let mean = try DetectionQuad(box, distance: 1, kind, in: frame).quad
            var sum = 0.0
            for _ in 0..<count {
                let a = SIMD3.normal(using: &generator) * noise.edge, b = SIMD3.normal(using: &generator)
                let (left, right, top) = (box.left + a.x, box.right + a.y, box.top + a.z)
                let bottom = box.bottom + b.x * noise.edge
                let drawn = try #require(
                    PixelBox(
                        centerX: (left + right) / 2, centerY: (top + bottom) / 2, width: right - left,
                        height: bottom - top))
                let turn = SIMD3.normal(using: &generator) * noise.poseTurn
                let shift = SIMD3.normal(using: &generator) * noise.poseShift
                let own = frame.worldFromCamera
                let turned = (Rotation(rotationVector: turn) ?? .identity) * own.rotation
                let pose = try #require(
                    RigidTransform(rotation: turned, translation: own.translation + shift))
                let seen = CameraFrame(boxes: frame.boxes, worldFromCamera: pose, noise: noise)
                let quad = try DetectionQuad(drawn, distance: 1 + b.y * noise.depth, kind, in: seen).quad
                for corner in 0..<4 {
                    let off = quad.corners[corner] - mean.corners[corner]
                    sum += off.dot(off)
                }
            }
            // Four deviations of a sum of this many squares, of which some are alike, and what is nonlinear.
            let bound = 4 * (2.0 / Double(count)).squareRoot() + 2e-3
            #expect(abs(sum / Double(count) / predicted.trace - 1) <= bound, "\(kind)")
        }
    }

    @Test("five numbers carry the noise, eight with the pose", arguments: DistanceKind.allCases)
    func rank(kind: DistanceKind) throws {
        let frame = try SampleCamera.inWorld(SampleCamera.a(), noise: SensorNoise())
        let box = try #require(SampleCamera.box)
        let own = DetectionCovariance(box, distance: 0.42, kind, in: frame, includesPose: false)
        let whole = DetectionCovariance(box, distance: 0.42, kind, in: frame)
        #expect(DetectionCovarianceTests.rank(own.matrix) == 5)
        #expect(DetectionCovarianceTests.rank(whole.matrix) == 8)
    }

    /// The rank of a covariance of twelve numbers, by elimination with the largest pivot.
    private static func rank(_ matrix: [Double]) -> Int {
        var rows = (0..<12).map { row in Array(matrix[12 * row..<12 * row + 12]) }
        let scale = (0..<12).map { rows[$0][$0] }.max() ?? 0
        var rank = 0
        for _ in 0..<12 {
            guard let pivot = (0..<12).max(by: { rows[$0][$0] < rows[$1][$1] }),
                rows[pivot][pivot] > 1e-12 * scale
            else { return rank }
            rank += 1
            let base = rows[pivot]
            for row in 0..<12 {
                let factor = rows[row][pivot] / base[pivot]
                for column in 0..<12 { rows[row][column] -= factor * base[column] }
            }
        }
        return rank
    }

    @Test("the centre's covariance is that of its draws", arguments: DistanceKind.allCases)
    func center(kind: DistanceKind) throws {
        let frame = try SampleCamera.inWorld(SampleCamera.a(), noise: SensorNoise(depth: 0.0015))
        let noise = frame.noise, seed = Seeds.few[0], count = 20_000
        var generator = SeededGenerator(seed: seed)
        let box = try #require(PixelBox(centerX: 1100, centerY: 100, width: 60, height: 90))
        let sighting = CenterSighting(box, distance: 1, kind, in: frame)
        let inverse = try #require(sighting.measurement.inverse)
        var squares = 0.0
        for _ in 0..<count {
            let draw = SIMD3.normal(using: &generator)
            let pixel = noise.edge / 2.0.squareRoot()
            let drawn = try #require(
                PixelBox(
                    centerX: 1100 + draw.x * pixel, centerY: 100 + draw.y * pixel, width: 60, height: 90))
            let seen = CenterSighting(drawn, distance: 1 + draw.z * noise.depth, kind, in: frame)
            let off = seen.point - sighting.point
            squares += off.dot(inverse * off) / Double(count)
        }
        // Four deviations of a mean of squares of three degrees of freedom.
        #expect(abs(squares - 3) <= 4 * (6 / Double(count)).squareRoot() + 0.01, "seed \(seed)")
    }
}
