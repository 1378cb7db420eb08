/// A rigid transform as a 4x4 matrix of 16 numbers, in either layout, always by name.
extension RigidTransform {
    /// The transform of a matrix given column after column: the translation is numbers 13 to 15, as in ARKit's
    /// `simd_float4x4`.
    ///
    /// A matrix that is a rotation to within ``NearestTransform/largestDefect`` is made orthonormal, as one in single
    /// precision needs; ``NearestTransform`` also tells by how much it was not.
    public init(columnMajor numbers: [Double]) throws(MatrixError) {
        self = try NearestTransform(columnMajor: numbers).transform
    }

    /// The transform of a matrix in single precision given column after column.
    // Otherwise literals of whole numbers would be ambiguous.
    @_disfavoredOverload
    public init(columnMajor numbers: [Float]) throws(MatrixError) {
        try self.init(columnMajor: numbers.map { Double($0) })
    }

    /// The transform of a matrix given row after row: the translation is numbers 4, 8 and 12, as it is written on
    /// paper. It is made orthonormal like one given column after column.
    public init(rowMajor numbers: [Double]) throws(MatrixError) {
        guard numbers.count == 16 else { throw .wrongCount(numbers.count) }
        // Asked before the numbers change places, which are the caller's.
        if let index = numbers.firstIndex(where: { !$0.isFinite }) { throw .nonFinite(index: index) }
        try self.init(columnMajor: RigidTransform.transposed(numbers))
    }

    /// The matrix column after column.
    public var columnMajor: [Double] {
        let (r, t) = (rotation, translation)
        return [
            r.x.x, r.x.y, r.x.z, 0, r.y.x, r.y.y, r.y.z, 0, r.z.x, r.z.y, r.z.z, 0, t.x, t.y, t.z, 1,
        ]
    }

    /// The matrix row after row.
    public var rowMajor: [Double] { RigidTransform.transposed(columnMajor) }

    private static func transposed(_ numbers: [Double]) -> [Double] {
        (0..<16).map { numbers[$0 % 4 * 4 + $0 / 4] }
    }
}
