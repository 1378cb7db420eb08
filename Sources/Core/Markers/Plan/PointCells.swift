internal import QuadGeometry

/// Points in cells, each of which also has those near its borders.
struct PointCells: Sendable {
    private let cells: [SIMD3<Int64>: [SIMD3<Double>]]
    private let reach: Double
    /// The corners of the box outside which nothing is within reach.
    private let lowest, highest: SIMD3<Double>

    /// A cell is so many times as wide as points reach, which keeps the copies of each few.
    private static let width = 4.0
    /// Cells beyond this number from the origin would not be told apart.
    private static let farthest = 0x1p52

    init(_ points: [SIMD3<Double>], within reach: Double) {
        self.reach = reach
        let finite = points.filter(\.isFinite)
        lowest = finite.reduce(SIMD3(repeating: .infinity)) { pointwiseMin($0, $1) } - reach
        highest = finite.reduce(SIMD3(repeating: -.infinity)) { pointwiseMax($0, $1) } + reach
        var cells: [SIMD3<Int64>: [SIMD3<Double>]] = [:]
        for point in points {
            var met: Set<SIMD3<Int64>> = []
            for corner in 0..<8 {
                let way = SIMD3(
                    corner & 1 == 0 ? -reach : reach, corner & 2 == 0 ? -reach : reach,
                    corner & 4 == 0 ? -reach : reach)
                guard let cell = PointCells.cell(point + way, reach), met.insert(cell).inserted else {
                    continue
                }
                cells[cell, default: []].append(point)
            }
        }
        self.cells = cells
    }

    var isEmpty: Bool { cells.isEmpty }

    /// The distance of each corner to the nearest point; infinite beyond the reach.
    func distances(_ quad: Quad) -> SIMD4<Double> {
        SIMD4(distance(quad.p1), distance(quad.p2), distance(quad.p3), distance(quad.p4))
    }

    /// The distance to the nearest point; infinite beyond the reach.
    func distance(_ place: SIMD3<Double>) -> Double {
        guard all((place .>= lowest) .& (place .<= highest)), let cell = PointCells.cell(place, reach) else {
            return .infinity
        }
        let nearest = (cells[cell] ?? []).reduce(Double.infinity) { Double.minimum($0, ($1 - place).length) }
        return nearest <= reach ? nearest : .infinity
    }

    private static func cell(_ point: SIMD3<Double>, _ reach: Double) -> SIMD3<Int64>? {
        let cell = (point / (reach * width)).rounded(.down)
        guard cell.largestMagnitude < farthest else { return nil }
        return SIMD3(Int64(cell.x), Int64(cell.y), Int64(cell.z))
    }
}
