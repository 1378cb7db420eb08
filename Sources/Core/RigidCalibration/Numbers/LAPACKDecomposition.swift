internal import QuadGeometry

#if canImport(Glibc) && !hasFeature(Embedded) && !QUADCAL_WITHOUT_LAPACK
internal import CLAPACKE
internal import Glibc
#endif

/// LAPACK's one-sided Jacobi decomposition: of its drivers the one with the smallest error on 3x3 matrices.
///
/// LAPACKE brings a BLAS and its threads along, so it is loaded with the first fit instead of linked: a program that fits
/// nothing never loads it, and one without LAPACKE still fits.
@safe
struct LAPACKDecomposition: Sendable {
    #if canImport(Glibc) && !hasFeature(Embedded) && !QUADCAL_WITHOUT_LAPACK
    /// `LAPACKE_dgesvj_work`, whose type is the header's.
    private nonisolated(unsafe) let driver: clapacke_dgesvj_work
    #endif
    /// The file that the driver was loaded from.
    let library: String

    /// The driver of this machine, loaded once; `nil` where there is none, or where memory is limited: there OpenBLAS may
    /// end the process as it starts its threads, or never let it end.
    static let installed =
        memoryIsLimited
        ? nil : LAPACKDecomposition(from: ["liblapacke.so.3", "liblapacke.so", "libopenblas.so.0"])

    /// Whether this process may have only so much memory, however much there is.
    private static var memoryIsLimited: Bool {
        #if canImport(Glibc) && !hasFeature(Embedded) && !QUADCAL_WITHOUT_LAPACK
        [RLIMIT_AS, RLIMIT_DATA].contains { resource in
            var limit = rlimit()
            return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
                && limit.rlim_cur != .max
        }
        #else
        false
        #endif
    }

    /// The driver in the first of these files that has it.
    init?(from libraries: [String]) {
        #if canImport(Glibc) && !hasFeature(Embedded) && !QUADCAL_WITHOUT_LAPACK
        for library in libraries {
            guard let handle = unsafe dlopen(library, RTLD_NOW | RTLD_LOCAL),
                let symbol = unsafe dlsym(handle, "LAPACKE_dgesvj_work")
            else { continue }
            unsafe driver = unsafe unsafeBitCast(symbol, to: clapacke_dgesvj_work.self)
            self.library = library
            return
        }
        #endif
        return nil
    }

    /// The decomposition of the matrix with these columns, or `nil` where LAPACK gives up.
    func decompose(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) -> SingularValues? {
        #if canImport(Glibc) && !hasFeature(Embedded) && !QUADCAL_WITHOUT_LAPACK
        // The matrix, its right vectors, its values, and the six numbers of work space that the driver asks for.
        unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: 9 + 9 + 3 + 6) { memory in
            guard let matrix = memory.baseAddress else { return nil }
            let right = unsafe matrix + 9, values = unsafe matrix + 18, work = unsafe matrix + 21
            for (column, vector) in [x, y, z].enumerated() {
                for row in 0..<3 { unsafe matrix[3 * column + row] = vector[row] }
            }
            for i in 0..<6 { unsafe work[i] = 0 }
            // A general matrix, with left vectors in its place and right vectors beside it.
            let status = unsafe driver(
                LAPACK_COL_MAJOR, CChar(UInt8(ascii: "G")), CChar(UInt8(ascii: "U")),
                CChar(UInt8(ascii: "V")), 3, 3, matrix, 3, values, 0, right, 3, work, 6)
            guard status == 0 else { return nil }
            func column(_ base: UnsafePointer<Double>, _ i: Int) -> SIMD3<Double> {
                unsafe SIMD3(base[3 * i], base[3 * i + 1], base[3 * i + 2])
            }
            return unsafe SingularValues(
                left: (column(matrix, 0), column(matrix, 1), column(matrix, 2)),
                // They carry a common factor, by which the driver saves them from overflow.
                values: SIMD3(values[0], values[1], values[2]) * work[0],
                right: (column(right, 0), column(right, 1), column(right, 2)))
        }
        #else
        nil
        #endif
    }
}
