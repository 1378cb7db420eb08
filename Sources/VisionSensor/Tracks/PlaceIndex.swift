internal import QuadGeometry
internal import RigidCalibration

/// Numbered things at places, found by how near they are, so that a crowd is not compared with itself.
struct PlaceIndex {
    /// A cube of space, of the things of one label.
    private struct Cell: Hashable {
        let label: String
        let place: SIMD3<Int32>
    }

    private var cells: [Cell: [Int]] = [:]
    /// The things of each label, and the largest of their variances.
    private var labels: [String: (numbers: Set<Int>, variance: Double)] = [:]

    /// The edge of a cell, in metres: about as far as things of usual errors are compared.
    private static let edge = 0.5

    /// So that rounding keeps nothing out that is within a gate.
    static let rounding = 1 + 1e-9

    private static func cell(_ place: SIMD3<Double>) -> SIMD3<Int32> {
        let scaled = (place / edge).rounded(.down)
        return SIMD3<Int32>(
            clamping: SIMD3<Int64>(
                bounded(scaled.x), bounded(scaled.y), bounded(scaled.z)))
    }

    private static func bounded(_ number: Double) -> Int64 { Int64(exactly: number) ?? 0 }

    /// - Parameter variance: the sum of the variances of its place.
    mutating func insert(_ number: Int, _ label: String, at place: SIMD3<Double>, variance: Double) {
        cells[Cell(label: label, place: Self.cell(place)), default: []].append(number)
        let largest = labels[label]?.variance ?? 0
        labels[label, default: ([], 0)].numbers.insert(number)
        labels[label]?.variance = Double.maximum(largest, variance)
    }

    mutating func remove(_ number: Int, _ label: String, at place: SIMD3<Double>) {
        cells[Cell(label: label, place: Self.cell(place))]?.removeAll { $0 == number }
        labels[label]?.numbers.remove(number)
    }

    /// The numbers of a label that may lie within a squared distance of a place, in deviations of both, rising.
    func near(_ place: SIMD3<Double>, _ label: String, variance: Double, gate: Double) -> [Int] {
        let largest = labels[label]?.variance ?? 0
        return near(place, label, within: (gate * (variance + largest) * PlaceIndex.rounding).squareRoot())
    }

    /// The numbers of a label that may lie within a distance of a place, rising.
    func near(_ place: SIMD3<Double>, _ label: String, within radius: Double) -> [Int] {
        guard let all = labels[label]?.numbers else { return [] }
        let steps = (radius / Self.edge).rounded(.up)
        let side = 2 * steps + 1
        guard side * side * side < Double(all.count) else { return all.sorted() }
        let reach = Int32(steps), middle = Self.cell(place)
        var found: [Int] = []
        for x in -reach...reach {
            for y in -reach...reach {
                for z in -reach...reach {
                    found += cells[Cell(label: label, place: middle &+ SIMD3(x, y, z))] ?? []
                }
            }
        }
        return found.sorted()
    }
}

extension SymmetricMatrix {
    /// The sum of the variances, which none in any direction exceeds.
    var variance: Double { xx + yy + zz }
}
