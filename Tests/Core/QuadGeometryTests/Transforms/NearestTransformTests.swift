import QuadGeometry
import TestSupport
import Testing

@Suite(.seeded) struct NearestTransformTests {
    /// The matrices tried for each seed.
    static let count = 1000
    /// Sines and cosines in single precision are off by half a step at most, which turns by less than this.
    static let turnError = 2 * Double(Float.ulpOfOne)

    /// A yaw and a place as ARKit has them: column after column, in single precision.
    static func singleYaw(
        _ angle: Double, using random: inout SeededGenerator
    ) -> (columns: [SIMD4<Float>], exact: Rotation?) {
        let exact = Rotation(angle: angle, axis: SIMD3(0, 1, 0))
        let (x, z) = (exact?.x ?? .zero, exact?.z ?? .zero)
        let place = SIMD3<Float>((0..<3).map { _ in Float.random(in: -20...20, using: &random) })
        return (
            [
                SIMD4(SIMD3<Float>(x), 0), SIMD4(0, 1, 0, 0), SIMD4(SIMD3<Float>(z), 0), SIMD4(place, 1),
            ], exact
        )
    }

    @Test(
        "single-precision yaw matrices are all taken, orthonormal, and turn by no more", arguments: Seeds.few)
    func yawMatrices(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for trial in 0..<Self.count {
            let angle = Double.random(in: -Double.pi ... .pi, using: &random)
            let (columns, exact) = Self.singleYaw(angle, using: &random)
            let numbers = columns.flatMap { column in (0..<4).map { column[$0] } }
            let nearest = try NearestTransform(
                columns: columns[0], columns[1], columns[2], columns[3])
            let transform = nearest.transform
            #expect(try RigidTransform(columnMajor: numbers) == transform, "trial \(trial)")
            #expect(try RigidTransform(columnMajor: numbers.map { Double($0) }) == transform)
            let rows = (0..<16).map { Double(numbers[$0 % 4 * 4 + $0 / 4]) }
            #expect(try RigidTransform(rowMajor: rows) == transform)
            // Orthonormal: it is taken as it is from now on.
            let again = try NearestTransform(columnMajor: transform.columnMajor)
            #expect(again.transform == transform && again.correction == 0)
            #expect(again.defect <= Rotation.orthonormalityLimit)
            let turn = try #require(exact).inverted() * transform.rotation
            #expect(turn.angle <= Self.turnError, "trial \(trial): \(turn.angle)")
            #expect(transform.translation == SIMD3<Double>(SIMD3(numbers[12], numbers[13], numbers[14])))
            #expect(nearest.correction <= Self.turnError && nearest.defect <= 2 * Self.turnError)
            // Each number of the matrix is within the correction, and the largest is that far off.
            let given = columns.prefix(3).map { SIMD3<Double>(SIMD3($0.x, $0.y, $0.z)) }
            let made = [transform.rotation.x, transform.rotation.y, transform.rotation.z]
            #expect(zip(made, given).map { ($0 - $1).largestMagnitude }.max() == nearest.correction)
        }
    }

    @Test(
        "columns lead there and back, rounded only where that is asked for", arguments: RigidStrategy.allCases
    )
    func roundTrip(strategy: RigidStrategy) throws {
        var random = SeededGenerator(seed: Seeds.first)
        for _ in 0..<50 {
            let transform = strategy.transform(using: &random), columns = transform.columns
            #expect(try RigidTransform(columns: columns.0, columns.1, columns.2, columns.3) == transform)
            let narrow = transform.narrowedColumns
            #expect(narrow.3 == SIMD4<Float>(SIMD4(transform.translation, 1)))
            #expect(narrow.0 == SIMD4<Float>(columns.0) && narrow.2 == SIMD4<Float>(columns.2))
            let back = try RigidTransform(columns: narrow.0, narrow.1, narrow.2, narrow.3)
            #expect((back.rotation.inverted() * transform.rotation).angle <= Self.turnError)
        }
    }

    @Test("reflections, scales, shears, NaN and other last rows are refused by name")
    func refused() throws {
        var random = SeededGenerator(seed: Seeds.first)
        for _ in 0..<Self.count {
            let (columns, _) = Self.singleYaw(.random(in: -3...3, using: &random), using: &random)
            func refusal(_ change: (inout [SIMD4<Float>]) -> Void) -> MatrixError? {
                var changed = columns
                change(&changed)
                do throws(MatrixError) {
                    _ = try RigidTransform(columns: changed[0], changed[1], changed[2], changed[3])
                    return nil
                } catch { return error }
            }
            func defect(_ error: MatrixError?) -> Double? {
                if case .rotation(.notOrthonormal(let defect)) = error { defect } else { nil }
            }
            guard case .rotation(.mirrored(let determinant)) = refusal({ $0[1].y = -1 }) else {
                Issue.record("a reflection is taken")
                return
            }
            #expect((determinant + 1).magnitude <= 2 * Self.turnError)
            // A scale of 1.001 is a defect of 0.002; half of that is a rotation with an error.
            #expect(try #require(defect(refusal { for i in 0..<3 { $0[i] *= 1.001 } })) > 0.0019)
            #expect(refusal { for i in 0..<3 { $0[i] *= 1.0004 } } == nil)
            #expect(defect(refusal { $0[1].x = 0.0021 }) != nil)
            #expect(refusal { $0[2].y = .nan } == .nonFinite(index: 9))
            #expect(refusal { $0[3].x = .infinity } == .nonFinite(index: 12))
            #expect(refusal { $0[3].w = 2 } == .lastRow(SIMD4(0, 0, 0, 2), looksTransposed: false))
            #expect(refusal { $0[1].w = 0.5 } == .lastRow(SIMD4(0, 0.5, 0, 1), looksTransposed: false))
            let place = SIMD3<Double>(SIMD3(columns[3].x, columns[3].y, columns[3].z))
            let turned = refusal { changed in
                for i in 0..<3 { (changed[i].w, changed[3][i]) = (changed[3][i], 0) }
            }
            #expect(turned == .lastRow(SIMD4(place, 1), looksTransposed: true))
        }
    }
}
