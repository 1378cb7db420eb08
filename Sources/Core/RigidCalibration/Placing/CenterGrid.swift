internal import QuadGeometry

/// Points by the cell of a grid that they are in, so that those near a place are found at once.
struct CenterGrid {
    private let points: [SIMD3<Double>]
    private let cells: [SIMD3<Int64>]
    /// The first point of each bucket, and after each point the next; below zero ends a chain.
    private var heads: [Int32]
    private var next: [Int32]
    /// Cells a metre.
    private let density: Double

    /// - Parameter reach: How far from a place points are mostly looked for, in metres.
    init(_ points: [SIMD3<Double>], reach: Double) {
        self.points = points
        let density = 1 / (2 * reach)
        self.density = density
        cells = points.map { CenterGrid.cell($0, density) }
        var size = 16
        while size < 2 * points.count { size *= 2 }
        heads = [Int32](repeating: -1, count: size)
        next = [Int32](repeating: -1, count: points.count)
        for point in points.indices {
            let bucket = CenterGrid.bucket(cells[point], size)
            next[point] = heads[bucket]
            heads[bucket] = Int32(point)
        }
    }

    @inline(__always)
    private static func cell(_ point: SIMD3<Double>, _ density: Double) -> SIMD3<Int64> {
        SIMD3(number(point.x * density), number(point.y * density), number(point.z * density))
    }

    /// The whole number below a number of cells, but for a shift that all have in common: it never falls where the number rises.
    @inline(__always)
    static func number(_ cells: Double) -> Int64 {
        Int64(Double.minimum(Double.maximum(cells, -most), most) + most)
    }

    /// As many as a double counts to a thousandth.
    private static let most = 0x1p42

    private static func bucket(_ cell: SIMD3<Int64>, _ size: Int) -> Int {
        let mixed = cell.x &* 73_856_093 ^ cell.y &* 19_349_663 ^ cell.z &* 83_492_791
        return Int(truncatingIfNeeded: mixed ^ mixed &>> 17) & (size - 1)
    }

    /// Calls `look` with each point within a distance of a place, until it says that it has seen enough.
    @inline(__always)
    func look(near place: SIMD3<Double>, within distance: Double, _ look: (Int) -> Bool) {
        let low = CenterGrid.cell(place - distance, density)
        let high = CenterGrid.cell(place + distance, density)
        for x in low.x...high.x {
            for y in low.y...high.y {
                for z in low.z...high.z {
                    let cell = SIMD3(x, y, z)
                    var point = heads[CenterGrid.bucket(cell, heads.count)]
                    while point >= 0 {
                        let found = Int(point), step = points[found] - place
                        if cells[found] == cell, step.dot(step) <= distance * distance, look(found) {
                            return
                        }
                        point = next[found]
                    }
                }
            }
        }
    }
}
