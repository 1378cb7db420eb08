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
        let written = (0..<3).map { RigidMatrix.column($0, numbers, layout) }
        let (x, y, z) = (written[0], written[1], written[2])
        let determinant = x.dot(y.cross(z))
        defect = RigidMatrix.defect(x, y, z)
        guard !(determinant < 0) else { throw .mirrored(determinant: determinant) }
        guard defect <= RigidMatrix.largestDefect else { throw .notOrthonormal(defect: defect) }
        let rotation: Rotation
        if let asWritten = try? Rotation(columns: x, y, z) {
            (rotation, correction) = (asWritten, 0)
        } else {
            guard let nearest = RigidMatrix.nearestRotation(x, y, z) else {
                throw .notOrthonormal(defect: defect)
            }
            rotation = nearest
            correction =
                zip([nearest.x, nearest.y, nearest.z], written).map { ($0 - $1).largestMagnitude }
                .max() ?? 0
        }
        guard
            let transform = RigidTransform(
                rotation: rotation, translation: RigidMatrix.column(3, numbers, layout))
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

    /// The largest entry of |RᵀR - 1|.
    private static func defect(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> Double {
        let lengths = SIMD3(x.dot(x) - 1, y.dot(y) - 1, z.dot(z) - 1)
        let products = SIMD3(x.dot(y), y.dot(z), z.dot(x))
        return Double.maximum(lengths.largestMagnitude, products.largestMagnitude)
    }

    /// The rotation nearest to columns that are nearly one: the mean with the inverse transposed, until that
    /// changes nothing. Each step squares the defect.
    private static func nearestRotation(
        _ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>
    ) -> Rotation? {
        var (x, y, z) = (x, y, z)
        for _ in 0..<5 {
            let share = 1 / x.dot(y.cross(z))
            (x, y, z) = (
                (x + y.cross(z) * share) / 2, (y + z.cross(x) * share) / 2, (z + x.cross(y) * share) / 2
            )
        }
        return try? Rotation(columns: x, y, z)
    }
}

/// The direction of the matrices of two scans that share a model.
public enum MatrixDirection: String, CaseIterable, Hashable, Sendable {
    /// They take the model to each scan.
    case scanFromModel = "scan-from-model"
    /// They take each scan to the model.
    case modelFromScan = "model-from-scan"

    /// The motion from the old scan to the new one.
    public func newFromOld(old: RigidTransform, new: RigidTransform) -> RigidTransform {
        switch self {
        case .scanFromModel: new * old.inverted()
        case .modelFromScan: new.inverted() * old
        }
    }
}
