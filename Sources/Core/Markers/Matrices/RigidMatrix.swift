public import QuadGeometry
internal import RigidCalibration

/// A rigid transform read from 16 numbers, with the assumptions and corrections that were needed.
public struct RigidMatrix: Hashable, Sendable {
    public let transform: RigidTransform
    public let layout: MatrixLayout
    /// True if the layout was stated; otherwise only one layout had a last row of 0 0 0 1.
    public let layoutIsStated: Bool
    /// The largest entry of |RᵀR - 1| of the matrix as it was written.
    public let defect: Double
    /// The largest difference of an entry from the nearest rotation; zero if that was not needed.
    public let correction: Double

    /// A matrix printed to three places is off by 1e-3; above this one is scaled, sheared or no rotation.
    public static let largestDefect = 1e-2

    /// Takes sixteen numbers; the layout needs to be stated only if they fit both.
    public init(_ numbers: [Double], layout stated: MatrixLayout? = nil) throws(MatrixReadError) {
        guard numbers.count == 16 else { throw .wrongCount(numbers.count) }
        if let entry = numbers.firstIndex(where: { !$0.isFinite }) { throw .nonFinite(entry: entry) }
        if let entry = numbers.firstIndex(where: { $0.magnitude > Correspondences.largestCoordinate }) {
            throw .outOfRange(entry: entry)
        }
        let layout: MatrixLayout
        if let stated { layout = stated } else { layout = try RigidMatrix.layout(of: numbers) }
        (self.layout, layoutIsStated) = (layout, stated != nil)
        let other: MatrixLayout = layout == .rows ? .columns : .rows
        guard RigidMatrix.fits(numbers, layout) else {
            throw .lastRow(
                RigidMatrix.last(numbers, layout), looksTransposed: RigidMatrix.fits(numbers, other))
        }
        let columns = (0..<3).map { RigidMatrix.column($0, numbers, layout) }
        let nearest: NearestRotation
        do {
            nearest = try NearestRotation(
                columns: columns[0], columns[1], columns[2], within: RigidMatrix.largestDefect)
        } catch .mirrored(let determinant) where determinant < 0 {
            throw .mirrored(determinant: determinant)
        } catch {
            throw .notOrthonormal(defect: Rotation.orthonormalityDefect(columns[0], columns[1], columns[2]))
        }
        (defect, correction) = (nearest.defect, nearest.correction)
        guard
            let transform = RigidTransform(
                rotation: nearest.rotation, translation: RigidMatrix.column(3, numbers, layout))
        else { throw .nonFinite(entry: 0) }
        self.transform = transform
    }

    /// The layout that has 0 0 0 1 as its last row.
    private static func layout(of numbers: [Double]) throws(MatrixReadError) -> MatrixLayout {
        switch (fits(numbers, .rows), fits(numbers, .columns)) {
        case (true, false): return .rows
        case (false, true): return .columns
        case (false, false): throw .lastRow(last(numbers, .rows), looksTransposed: false)
        case (true, true):
            // For a half turn, or none, both are the same.
            guard numbers[1] == numbers[4], numbers[2] == numbers[8], numbers[6] == numbers[9] else {
                throw .ambiguousLayout
            }
            return .rows
        }
    }

    private static func fits(_ numbers: [Double], _ layout: MatrixLayout) -> Bool {
        last(numbers, layout) == SIMD4(0, 0, 0, 1)
    }

    /// The last row.
    private static func last(_ numbers: [Double], _ layout: MatrixLayout) -> SIMD4<Double> {
        switch layout {
        case .rows: SIMD4(numbers[12], numbers[13], numbers[14], numbers[15])
        case .columns: SIMD4(numbers[3], numbers[7], numbers[11], numbers[15])
        }
    }

    private static func column(_ column: Int, _ numbers: [Double], _ layout: MatrixLayout) -> SIMD3<Double> {
        switch layout {
        case .rows: SIMD3(numbers[column], numbers[4 + column], numbers[8 + column])
        case .columns: SIMD3(numbers[4 * column], numbers[4 * column + 1], numbers[4 * column + 2])
        }
    }
}

/// The direction of the matrices of two scans that share a model.
public enum MatrixDirection: String, CaseIterable, Hashable, Sendable {
    /// They take the model to each scan.
    case scanFromModel = "scan-from-model"
    /// They take each scan to the model.
    case modelFromScan = "model-from-scan"

    /// There is only one, which takes the old scan to the new one.
    case newFromOld = "new-from-old"

    /// The motion from the old scan to the new one; the identity is the old matrix where there is only one.
    public func newFromOld(old: RigidTransform, new: RigidTransform) -> RigidTransform {
        switch self {
        case .scanFromModel, .newFromOld: new * old.inverted()
        case .modelFromScan: new.inverted() * old
        }
    }
}
