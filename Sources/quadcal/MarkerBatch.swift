import QuadGeometry

/// The markers of one file that hold a quad, rows and quads in the same order.
struct MarkerBatch {
    private(set) var rows: [MarkerRow]
    private(set) var quads: [Quad]

    init(_ file: QuadCSV) {
        (rows, quads) = (file.rows, file.quads)
    }

    /// Puts a mended quad in the place of another.
    mutating func replace(_ place: Int, with quad: Quad) {
        quads[place] = quad
    }

    /// Leaves out the markers at these places.
    mutating func drop(_ places: Set<Int>) {
        rows = rows.indices.filter { !places.contains($0) }.map { rows[$0] }
        quads = quads.indices.filter { !places.contains($0) }.map { quads[$0] }
    }
}
