#if arch(x86_64)
/// The principal directions of four corners, by two-sided Jacobi on their 3x3 scatter matrix: not the library's
/// way, which never forms that matrix.
public struct WideScatter: Sendable {
    /// The sums of squared distances along the directions, largest first.
    public let squares: [Float80]
    public let directions: [WideVector]

    public init(_ quad: WideQuad) {
        let middle = quad.center
        var matrix = [[Float80]](repeating: [0, 0, 0], count: 3)
        for corner in quad.corners.map({ $0 - middle }) {
            let row = [corner.x, corner.y, corner.z]
            for i in 0..<3 { for j in 0..<3 { matrix[i][j] += row[i] * row[j] } }
        }
        var vectors: [[Float80]] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        for _ in 0..<12 {
            for (p, q) in [(0, 1), (0, 2), (1, 2)] where matrix[p][q] != 0 {
                WideScatter.turn(&matrix, &vectors, p, q)
            }
        }
        let order = (0..<3).sorted { matrix[$0][$0] > matrix[$1][$1] }
        squares = order.map { matrix[$0][$0] }
        directions = order.map { WideVector(vectors[0][$0], vectors[1][$0], vectors[2][$0]) }
    }

    /// The rotation in the plane of two axes that makes their mixed entry zero (Golub and Van Loan, 8.5.2).
    private static func turn(_ matrix: inout [[Float80]], _ vectors: inout [[Float80]], _ p: Int, _ q: Int) {
        let ratio = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
        let tangent = (ratio < 0 ? -1 : 1) / (ratio.magnitude + (1 + ratio * ratio).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot(), sine = tangent * cosine
        for k in 0..<3 {
            (matrix[k][p], matrix[k][q]) = (
                cosine * matrix[k][p] - sine * matrix[k][q], sine * matrix[k][p] + cosine * matrix[k][q]
            )
        }
        for k in 0..<3 {
            (matrix[p][k], matrix[q][k]) = (
                cosine * matrix[p][k] - sine * matrix[q][k], sine * matrix[p][k] + cosine * matrix[q][k]
            )
            (vectors[k][p], vectors[k][q]) = (
                cosine * vectors[k][p] - sine * vectors[k][q], sine * vectors[k][p] + cosine * vectors[k][q]
            )
        }
    }
}
#endif
