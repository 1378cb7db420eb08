#if arch(x86_64)
import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import RigidCalibration

@Suite("Digits of fits with covariances")
struct CovarianceDigitsTests {
    /// The arrangement of the pairs of a scene.
    enum Place: CaseIterable {
        case room, kilometreAway, thinLine

        /// The digits to be promised at least: turns about a line that is hardly wider than the noise settle slowly.
        var least: Double {
            switch self {
            case .room, .kilometreAway: FitEvidence.covarianceDigits - 0.5
            case .thinLine: FitEvidence.covarianceDigits - 3
            }
        }

        func point(_ random: inout SeededGenerator) -> SIMD3<Double> {
            let place = SIMD3<Double>.random(in: -2...2, using: &random)
            return switch self {
            case .room: place
            case .kilometreAway: place + SIMD3(1000, -200, 3000)
            case .thinLine: SIMD3(place.x, place.y * 0.03, place.z * 0.03)
            }
        }
    }

    /// Pairs whose points are less sure in a direction of their own.
    private static func pairs(_ place: Place, seed: UInt64) throws -> Correspondences {
        var random = SeededGenerator(seed: seed)
        let turn = try #require(Rotation(rotationVector: .random(in: -1...1, using: &random)))
        let shift = SIMD3<Double>.random(in: -9...9, using: &random)
        func noise() -> SymmetricMatrix {
            let sight = SIMD3<Double>.randomDirection(using: &random)
            return SymmetricMatrix(diagonal: 1e-6) + SymmetricMatrix(product: sight * 1e-4, sight)
        }
        let sources = (0..<12).map { _ in place.point(&random) }
        let targets = sources.map { turn * $0 + shift + SIMD3<Double>.normal(using: &random) * 1e-3 }
        return try Correspondences(
            sources: sources, targets: targets, sourceCovariances: sources.map { _ in noise() },
            targetCovariances: sources.map { _ in noise() })
    }

    @Test(
        "are as many as promised, against the least sum of squares in 80 bits", arguments: Place.allCases,
        [MotionModel.rigid, .similarity])
    func digits(place: Place, model: MotionModel) throws {
        for seed in 1...6 as ClosedRange<UInt64> {
            let pairs = try Self.pairs(place, seed: seed)
            var options = CalibrationOptions()
            options.model = model
            let calibration = try Calibration(pairs, options: options)
            let wide = WideFit(
                pairs, from: calibration.targetFromSource.rotation, grows: model == .similarity)
            // Digits are of the Frobenius norm over √3; the distance is that over √2.
            let error = wide.rotation.distance(to: calibration.targetFromSource.rotation)
            let digits = -log10(error * (Float80(2) / 3).squareRoot())
            let promised = calibration.evidence.digits
            #expect(digits >= Float80(promised), "seed \(seed): \(digits), \(promised) promised")
            #expect(promised >= place.least, "seed \(seed): \(promised)")
            let growth = (Float80(calibration.growth) / wide.growth - 1).magnitude
            #expect(growth <= Self.growthError, "seed \(seed): growth off by \(growth)")
        }
    }

    /// The largest relative error of a growth: rounding of residuals as a share of the points' size.
    static let growthError: Float80 = 4e-15

    @Test(
        "similarities of noisy sources grow as they should, not less", arguments: [1, 2] as [UInt64])
    func growth(seed: UInt64) throws {
        // Ignoring that noise grows along would take 3 · 100 variances off 300 squares of 1.3 m: 6e-3, against a
        // deviation of 4e-3 for each trial.
        var sum = 0.0
        let trials = 100
        for trial in 0..<trials {
            var random = SeededGenerator(seed: seed, sample: trial)
            let noise = 0.1
            let places = (0..<100).map { _ in SIMD3<Double>.random(in: -2...2, using: &random) }
            let sources = places.map { $0 + SIMD3<Double>.normal(using: &random) * noise }
            let targets = places.map { $0 * 1.5 + SIMD3<Double>.normal(using: &random) * noise }
            let covariances = places.map { _ in SymmetricMatrix(diagonal: noise * noise) }
            let pairs = try Correspondences(
                sources: sources, targets: targets, sourceCovariances: covariances,
                targetCovariances: covariances)
            sum += try ModelTests.calibration(pairs, .similarity).growth / 1.5 - 1
        }
        let mean = sum / Double(trials)
        #expect(mean.magnitude < 0.002, "seed \(seed): off by \(mean)")
    }

    @Test("models that turn less are stepped, too", arguments: [MotionModel.translation, .yaw])
    func solver(model: MotionModel) throws {
        let calibration = try ModelTests.calibration(try Self.pairs(.room, seed: 1), model)
        #expect(calibration.evidence.solver == "Gauss-Newton with covariances")
        #expect(calibration.evidence.digits == (model == .translation ? 16 : FitEvidence.covarianceDigits))
    }
}

/// The motion for which the sum of rᵀ (Cq + s² R Cp Rᵀ)⁻¹ r is least, in 80 bits. Only the sum itself says where that
/// is: its slope is taken from its differences.
private struct WideFit {
    private(set) var rotation: WideRotation
    private(set) var growth: Float80 = 1
    private var shift: WideVector
    private let center: WideVector
    private let unknowns: Int

    init(_ pairs: Correspondences, from start: Rotation, grows: Bool) {
        let q = start.quaternionXYZW
        rotation = WideRotation(w: Float80(q.w), vector: WideVector(SIMD3(q.x, q.y, q.z)))
        center = WideVector(pairs.sources[0])
        shift = WideVector(pairs.targets[0])
        unknowns = grows ? 7 : 6
        for _ in 0..<WideFit.steps { step(pairs) }
    }

    /// Each leaves less than a tenth of what the last did.
    private static let steps = 30
    /// In deviations. Rounding of the sum, of 1e-15, then moves its least by 1e-13 deviations, and its fifth derivative,
    /// the cube of a deviation in radians, by 1e-14.
    private static let difference: Float80 = 0.01

    private mutating func step(_ pairs: Correspondences) {
        var matrix = information(pairs)
        for i in 0..<unknowns {
            let size = WideFit.difference / matrix[i][i].squareRoot()
            func sum(_ steps: Float80) -> Float80 {
                var change = [Float80](repeating: 0, count: 7)
                change[i] = size * steps
                return changed(by: change).squares(pairs)
            }
            let slope = (8 * (sum(1) - sum(-1)) - (sum(2) - sum(-2))) / (12 * size)
            matrix[i].append(-slope / 2)
        }
        self = changed(by: Self.solved(matrix) + [0])
    }

    private func changed(by change: [Float80]) -> WideFit {
        var changed = self
        let turn = WideVector(change[0], change[1], change[2])
        if turn.length > 0 {
            let next = WideRotation(angle: turn.length, axis: turn)
            changed.rotation = WideRotation(
                w: next.w * rotation.w - next.vector.dot(rotation.vector),
                vector: rotation.vector * next.w + next.vector * rotation.w
                    + next.vector.cross(rotation.vector))
        }
        changed.shift = shift + WideVector(change[3], change[4], change[5])
        changed.growth = growth * (1 + change[6])
        return changed
    }

    private func arm(_ pairs: Correspondences, _ pair: Int) -> WideVector {
        rotation.turned(WideVector(pairs.sources[pair]) - center) * growth
    }

    private func squares(_ pairs: Correspondences) -> Float80 {
        (0..<pairs.count).reduce(0) { sum, pair in
            let residual = WideVector(pairs.targets[pair]) - shift - arm(pairs, pair)
            return sum + residual.dot(Self.product(Self.inverse(noise(pairs, pair)), residual))
        }
    }

    /// The second derivatives of half the sum, nearly: enough for the length of a step.
    private func information(_ pairs: Correspondences) -> [[Float80]] {
        var matrix = [[Float80]](repeating: [Float80](repeating: 0, count: unknowns), count: unknowns)
        for pair in 0..<pairs.count {
            let arm = arm(pairs, pair)
            let weight = Self.inverse(noise(pairs, pair))
            let columns = [
                WideVector(0, -arm.z, arm.y), WideVector(arm.z, 0, -arm.x), WideVector(-arm.y, arm.x, 0),
                WideVector(1, 0, 0), WideVector(0, 1, 0), WideVector(0, 0, 1), arm,
            ]
            for i in 0..<unknowns {
                let weighted = Self.product(weight, columns[i])
                for j in 0..<unknowns { matrix[i][j] += weighted.dot(columns[j]) }
            }
        }
        return matrix
    }

    /// The columns of Cq + s² R Cp Rᵀ.
    private func noise(_ pairs: Correspondences, _ pair: Int) -> [WideVector] {
        let axes = rotation.columns
        let source = Self.columns(pairs.sourceCovariances?[pair] ?? .zero)
        let target = Self.columns(pairs.targetCovariances?[pair] ?? .zero)
        return (0..<3).map { column in
            // R Cp applied to the column of Rᵀ, which is the row of R.
            let row = [axes[0], axes[1], axes[2]].map { [$0.x, $0.y, $0.z][column] }
            let turned = rotation.turned(Self.product(source, WideVector(row[0], row[1], row[2])))
            return target[column] + turned * (growth * growth)
        }
    }

    private static func columns(_ m: SymmetricMatrix) -> [WideVector] {
        [SIMD3(m.xx, m.xy, m.xz), SIMD3(m.xy, m.yy, m.yz), SIMD3(m.xz, m.yz, m.zz)].map { WideVector($0) }
    }

    private static func product(_ columns: [WideVector], _ v: WideVector) -> WideVector {
        columns[0] * v.x + columns[1] * v.y + columns[2] * v.z
    }

    /// The inverse of a symmetric matrix, by its cofactors.
    private static func inverse(_ m: [WideVector]) -> [WideVector] {
        let determinant = m[0].dot(m[1].cross(m[2]))
        return [m[1].cross(m[2]), m[2].cross(m[0]), m[0].cross(m[1])].map { $0 / determinant }
    }

    /// Gauss-Jordan elimination with row exchanges.
    private static func solved(_ equations: [[Float80]]) -> [Float80] {
        var m = equations
        for column in m.indices {
            let pivot = (column..<m.count).max { m[$0][column].magnitude < m[$1][column].magnitude } ?? column
            m.swapAt(column, pivot)
            for row in m.indices where row != column {
                let factor = m[row][column] / m[column][column]
                for k in column..<m[row].count { m[row][k] -= factor * m[column][k] }
            }
        }
        return m.indices.map { m[$0][m.count] / m[$0][$0] }
    }
}
#endif
