import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Residuals in units of what is expected")
struct StandardisedTests {
    /// The relative rounding of sums over places beside products of matrices.
    static let rounding = 1e-6
    /// The length in deviations, over three directions, that 5 of 100 residuals are beyond.
    static let usual = 2.8

    /// The covariance of each residual, by what each pair's error does to all of them.
    private static func covariances(
        _ pairs: Correspondences, _ estimate: MotionEstimate, _ errors: ErrorModel
    ) -> [SymmetricMatrix] {
        let places = pairs.sources.map { estimate.motion.moved($0) }
        let columns = places.map { estimate.changes.columns(at: $0) }
        func covariance(_ a: Int, _ b: Int) -> Double {
            let drift = (errors.drift?.variance ?? 0) * ScanDrift.likeness(places[a], places[b])
            let own = a == b ? errors.corner : 0
            return drift + own
                + (pairs.groups?[a] == pairs.groups?[b] && pairs.groups != nil ? errors.marker : 0)
        }
        return places.indices.map { pair in
            // Row by row, how a coordinate of this residual changes with the errors of all pairs.
            let rows = (0..<3).map { axis in
                places.indices.map { other in
                    var row = SIMD3<Double>.zero
                    if other == pair { row[axis] = 1 }
                    for (i, own) in columns[pair].enumerated() {
                        for (j, pull) in columns[other].enumerated() {
                            row -= pull * (own[axis] * estimate.inverse[i, j])
                        }
                    }
                    return row
                }
            }
            func entry(_ a: Int, _ b: Int) -> Double {
                places.indices.reduce(0) { sum, one in
                    places.indices.reduce(sum) { $0 + rows[a][one].dot(rows[b][$1]) * covariance(one, $1) }
                }
            }
            return SymmetricMatrix(
                xx: entry(0, 0), xy: entry(0, 1), xz: entry(0, 2), yy: entry(1, 1), yz: entry(1, 2),
                zz: entry(2, 2))
        }
    }

    @Test(
        "are those of the whole error model, drift and all",
        arguments: [MotionModel.rigid, .yaw, .translation],
        Seeds.few)
    func exact(model: MotionModel, seed: UInt64) throws {
        let (pairs, _) = try DriftTests.blade(degrees: 0.3, count: 12, seed: seed)
        let estimate = try MotionEstimate(pairs, model: model, noise: nil)
        let errors = try #require(ErrorModel(pairs, estimate, CalibrationOptions()))
        #expect(try #require(errors.drift).variance > 0)
        let expected = Self.covariances(pairs, estimate, errors)
        for (one, covariance) in zip(estimate.pairEvidence(pairs, errors), expected) {
            let inverse = try #require(covariance.inverse)
            let size = one.residual.dot(inverse * one.residual).squareRoot()
            #expect(
                try (#require(one.standardised) / size - 1).magnitude < Self.rounding,
                "\(model), seed \(seed)")
        }
    }

    /// The sizes of the residuals of 24 markers on a blade whose heading drifts evenly, in units of what is expected.
    private static func sizes(degrees: Double, seed: UInt64) throws -> [Double] {
        let blade = SIMD3<Double>(1, 1, 60), curvature = degrees * QuadLimits.degree / blade.z
        let (sources, targets) = FewMarkersTests.markers(24, noise: 0.003, room: blade, seed: seed) {
            $0 + SIMD3(curvature * $0.z * $0.z / 2, 0, -curvature * $0.z * $0.x)
        }
        let calibration = try Calibration(Correspondences(quads: sources, targets: targets))
        #expect(calibration.judgements.contains { $0.code == "SCAN_DRIFT" })
        return try calibration.evidence.pairs.map { try #require($0.standardised) }
    }

    @Test("are nearly as large as they should be on a blade that drifts", arguments: Seeds.few)
    func blade(seed: UInt64) throws {
        let slight = try Self.sizes(degrees: 0.2, seed: seed)
        let usual = Double(slight.count { $0 <= Self.usual }) / Double(slight.count)
        // Without the drift it is 0.76 where 0.95 are expected.
        #expect(usual > 0.8, "seed \(seed)")
        // A bend is smoother than the drift that is expected; without that, sizes of 12 to 14 are found.
        #expect(try #require(Self.sizes(degrees: 1, seed: seed).max()) < 6, "seed \(seed)")
    }
}
