#if canImport(simd)
public import simd
#endif

/// A rigid transform as the four columns of a 4x4 matrix, as ARKit has it.
extension RigidTransform {
    /// The transform of a matrix of these columns, made orthonormal if it is a rotation to within
    /// ``NearestTransform/largestDefect``; ``NearestTransform`` also tells by how much it was not.
    public init(
        columns x: SIMD4<Double>, _ y: SIMD4<Double>, _ z: SIMD4<Double>, _ translation: SIMD4<Double>
    ) throws(MatrixError) {
        self = try NearestTransform(columns: x, y, z, translation).transform
    }

    /// The transform of a matrix of these columns in single precision.
    // Otherwise literals of whole numbers would be ambiguous.
    @_disfavoredOverload
    public init(
        columns x: SIMD4<Float>, _ y: SIMD4<Float>, _ z: SIMD4<Float>, _ translation: SIMD4<Float>
    ) throws(MatrixError) {
        self = try NearestTransform(columns: x, y, z, translation).transform
    }

    /// The columns of the matrix; the last one is the translation.
    public var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>) {
        (
            SIMD4(rotation.x, 0), SIMD4(rotation.y, 0), SIMD4(rotation.z, 0), SIMD4(translation, 1)
        )
    }

    /// The columns of the matrix rounded to single precision, for rendering.
    public var narrowedColumns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
        let (x, y, z, translation) = columns
        return (SIMD4(x), SIMD4(y), SIMD4(z), SIMD4(translation))
    }
}

#if canImport(simd)
extension RigidTransform {
    /// The transform of a matrix of ARKit, such as an anchor's or a camera's.
    public init(_ matrix: simd_float4x4) throws(MatrixError) {
        self = try NearestTransform(matrix).transform
    }

    public init(_ matrix: simd_double4x4) throws(MatrixError) {
        self = try NearestTransform(matrix).transform
    }
}

extension NearestTransform {
    /// The transform of a matrix of ARKit, such as an anchor's or a camera's.
    public init(_ matrix: simd_float4x4) throws(MatrixError) {
        let (x, y, z, translation) = matrix.columns
        try self.init(columns: x, y, z, translation)
    }

    public init(_ matrix: simd_double4x4) throws(MatrixError) {
        let (x, y, z, translation) = matrix.columns
        try self.init(columns: x, y, z, translation)
    }
}

extension simd_float4x4 {
    /// The matrix of a transform, rounded to single precision.
    public init(_ transform: RigidTransform) { self.init(columns: transform.narrowedColumns) }
}

extension simd_double4x4 {
    public init(_ transform: RigidTransform) { self.init(columns: transform.columns) }
}
#endif
