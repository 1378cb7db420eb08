import QuadGeometry
import TestSupport
import Testing

/// The numbers of the documented examples, as they are printed there.
@Suite struct WorkedExampleTests {
    /// Half a unit of the ninth decimal, to which the examples are printed.
    static let ninthDecimal = 0.5e-9

    static let metrics = Quad(
        SIMD3(-0.230, 0.060, 0.030), SIMD3(-0.165, 0.057, 0.037), SIMD3(-0.167, 0.050, 0.262),
        SIMD3(-0.232, 0.053, 0.255))

    private func isClose(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ tolerance: Double) -> Bool {
        (a - b).largestMagnitude <= tolerance
    }

    @Test("the metrics quad has the documented center, lengths and angles")
    func metricsQuad() throws {
        let quad = Self.metrics, digit = Self.ninthDecimal
        #expect(isClose(quad.center, SIMD3(-0.1985, 0.055, 0.146), Quad.centerError))
        for (index, length) in [0.065444633, 0.225117747, 0.065444633, 0.225117747].enumerated() {
            #expect((quad.edgeLengths[index] - length).magnitude <= digit)
        }
        #expect((quad.diagonalLengths[0] - 0.240609642).magnitude <= digit)
        #expect((quad.diagonalLengths[1] - 0.228098663).magnitude <= digit)
        let angles = try #require(quad.cornerAngles)
        // Printed in degrees with six decimals.
        for (index, degrees) in [84.289263, 95.710737, 84.289263, 95.710737].enumerated() {
            #expect((angles[index] / QuadLimits.degree - degrees).magnitude <= 1000 * digit)
        }
        let farthest = quad.corners.map { ($0 - quad.center).length }.max() ?? 0
        #expect((farthest - 0.120304821).magnitude <= digit)
    }

    @Test("the metrics quad has the documented area and normal, and is flat")
    func metricsQuadPlane() throws {
        let quad = Self.metrics, digit = Self.ninthDecimal
        #expect(isClose(quad.vectorArea, SIMD3(-0.000626, -0.014639, -0.000461), digit))
        #expect((quad.area - 0.014659629).magnitude <= digit)
        let normal = try #require(quad.normal)
        #expect(isClose(normal, SIMD3(-0.042702309, -0.998592812, -0.031446908), digit))
        let flatness = try #require(quad.flatness)
        #expect(flatness <= Quad.flatnessError * quad.edgeLengths.max())
        #expect(QuadCheck(.strict).issues(quad).map(\.code) == [.notRectangular])
    }

    @Test("the 10 cm test marker is ten by ten centimetres")
    func testMarker() throws {
        let quad = Quad(SIMD3(0, 0, 0), SIMD3(0.1, 0, 0), SIMD3(0.1, 0, 0.1), SIMD3(0, 0, 0.1))
        #expect(isClose(quad.center, SIMD3(0.05, 0, 0.05), Quad.centerError))
        #expect((quad.area - 0.01).magnitude <= Quad.areaError)
        // Seen from above its corners run clockwise, so the right-hand normal points down.
        let normal = try #require(quad.normal)
        #expect(isClose(normal, SIMD3(0, -1, 0), Quad.normalError))
        #expect(QuadCheck(.strict).issues(quad).isEmpty)
    }

    /// A square in the xz plane whose third corner is lifted.
    private func lifted(_ side: Double, by height: Double) -> Quad {
        Quad(SIMD3(0, 0, 0), SIMD3(side, 0, 0), SIMD3(side, height, side), SIMD3(0, 0, side))
    }

    private func rootMeanSquare(_ quad: Quad) throws -> Double {
        let plane = try #require(quad.leastSquaresPlane)
        let squares = quad.corners.map { plane.signedDistance(to: $0) * plane.signedDistance(to: $0) }
        return (squares.reduce(0, +) / 4).squareRoot()
    }

    @Test("the app's edge gate passes 0.1000 m and refuses 0.1001 m")
    func edgeGate() throws {
        let appGate = 0.1
        #expect(lifted(1, by: 0.1).leaveOneOutDistance == 0.1)
        let over = try #require(lifted(1, by: 0.1001).leaveOneOutDistance)
        #expect(over > appGate)
        let quad = lifted(1, by: 0.1)
        // Printed with seven decimals.
        #expect(try (rootMeanSquare(quad) - 0.0249376).magnitude <= 100 * Self.ninthDecimal)
        let twist = (quad.p1 - quad.p2 + quad.p3 - quad.p4) * 0.25
        #expect(twist.length == 0.025)
    }

    @Test(
        "a 10 cm square with a corner lifted 3 cm passes the app's gate, and ours refuses it or not by its flatness"
    )
    func smallSquareThroughTheGate() throws {
        let quad = lifted(0.1, by: 0.03)
        let distance = try #require(quad.leaveOneOutDistance)
        #expect(distance < 0.1)
        // Printed as 7.3 mm.
        #expect(try (rootMeanSquare(quad) - 0.0073).magnitude <= 0.00005)
        #expect(
            QuadCheck(.strict).issues(quad).contains { $0.code == .nonPlanar && $0.severity == .warning })
    }

    @Test("the frame of two points has its origin in the first and its z axis towards the second")
    func twoPointOrigin() throws {
        let p1 = SIMD3(1, 0.2, 2), p2 = SIMD3(4, 0.7, 6)
        let yaw = try #require(SIMD3<Double>(0, 0, 1).angle(to: SIMD3(3, 0, 4)))
        #expect((yaw / QuadLimits.degree - 36.869898).magnitude <= 1000 * Self.ninthDecimal)
        let rotation = try #require(Rotation(angle: yaw, axis: SIMD3(0, 1, 0)))
        #expect(isClose(rotation.x, SIMD3(0.8, 0, -0.6), Rotation.viewError))
        #expect(rotation.y == SIMD3(0, 1, 0))
        #expect(isClose(rotation.z, SIMD3(0.6, 0, 0.8), Rotation.viewError))
        let worldFromFrame = try #require(RigidTransform(rotation: rotation, translation: p1))
        let size = p2.largestMagnitude
        #expect(
            isClose(worldFromFrame.inverted() * p2, SIMD3(0, 0.5, 5), 2 * size * RigidTransform.pointError))
    }

    /// The matrix as the aligner sends it: columns, the translation last.
    static let aligner: [Double] = [
        0.946, -0.023, 0.323, 0, 0.022, 0.999, 0.009, 0, -0.323, -0.002, 0.946, 0, -0.735, -0.873, -3.287, 1,
    ]

    @Test("the aligner's matrix of three decimals is refused, with how far it is from a rotation")
    func alignerMatrix() {
        let error = #expect(throws: MatrixError.self) { try RigidTransform(columnMajor: Self.aligner) }
        guard case .rotation(.notOrthonormal(let defect)) = error else {
            Issue.record("refused for another reason: \(String(describing: error))")
            return
        }
        // Printed as 1.43e-3, and the determinant with six decimals.
        #expect((defect - 1.43e-3).magnitude <= 0.005e-3)
        let columns = stride(from: 0, to: 12, by: 4).map {
            SIMD3(Self.aligner[$0], Self.aligner[$0 + 1], Self.aligner[$0 + 2])
        }
        #expect(
            (columns[0].dot(columns[1].cross(columns[2])) - 0.998794).magnitude <= 1000 * Self.ninthDecimal)
    }

    @Test("the aligner's matrix read row by row is refused with the hint that it is transposed")
    func alignerMatrixTransposed() {
        #expect(throws: MatrixError.lastRow(SIMD4(-0.735, -0.873, -3.287, 1), looksTransposed: true)) {
            try RigidTransform(rowMajor: Self.aligner)
        }
    }
}
