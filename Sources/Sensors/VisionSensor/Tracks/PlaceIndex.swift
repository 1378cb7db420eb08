internal import QuadGeometry
internal import RigidCalibration

/// Numbered things at places, found by how near they are, so that a crowd is not compared with itself.
struct PlaceIndex {
    /// The things of a label by the cubes of space that they are in, and the largest of their variances.
    private struct Things {
        var cells: [SIMD3<Int32>: [Int]] = [:]
        var variance = 0.0
    }

    private var labels: [String: Things] = [:]

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
        var things = labels.removeValue(forKey: label) ?? Things()
        things.cells[Self.cell(place), default: []].append(number)
        things.variance = Double.maximum(things.variance, variance)
        labels[label] = things
    }

    mutating func remove(_ number: Int, _ label: String, at place: SIMD3<Double>) {
        labels[label]?.cells[Self.cell(place)]?.removeAll { $0 == number }
    }

    /// The numbers of a label that may lie within a squared distance of a place, in deviations of both, rising.
    func near(_ place: SIMD3<Double>, _ label: String, variance: Double, gate: Double) -> [Int] {
        let largest = labels[label]?.variance ?? 0
        return near(place, label, within: (gate * (variance + largest) * PlaceIndex.rounding).squareRoot())
    }

    /// The numbers of a label that may lie within a distance of a place, rising.
    func near(_ place: SIMD3<Double>, _ label: String, within radius: Double) -> [Int] {
        guard let things = labels[label] else { return [] }
        let steps = (radius / Self.edge).rounded(.up)
        let side = 2 * steps + 1
        guard side * side * side < Double(things.cells.count) else {
            return things.cells.values.joined().sorted()
        }
        let reach = Int32(steps), middle = Self.cell(place)
        var found: [Int] = []
        for x in -reach...reach {
            for y in -reach...reach {
                for z in -reach...reach {
                    if let some = things.cells[middle &+ SIMD3(x, y, z)] { found += some }
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
