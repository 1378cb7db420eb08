internal import QuadGeometry

/// A place for a marker: a point on a surface and two directions along it, as seen from its front.
struct MarkerSpot {
    var center: SIMD3<Double>
    /// Unit vectors at right angles.
    let right, up: SIMD3<Double>

    /// A rectangle about the spot, clockwise from its upper left corner, turned by some degrees.
    func quad(width: Double, height: Double, turned degrees: Double) -> Quad {
        let turn = Rotation(angle: degrees * QuadLimits.degree, axis: right.cross(up)) ?? .identity
        let x = turn * right * (width / 2), y = turn * up * (height / 2)
        return Quad(center - x + y, center + x + y, center + x - y, center - x - y)
    }
}

/// The parameters of a thing that markers are put on.
struct MarkedThing {
    /// All spots, in the order that markers are numbered.
    let spots: [MarkerSpot]
    /// The edges of markers, in metres, which fit into a spot.
    let edges: ClosedRange<Double>
    /// The greatest distance of a marker from the center of its spot along each direction, in metres.
    let jitter: Double
    /// The deviation of a coordinate of a corner in one scan, in metres.
    let noise: Double
    /// The length along +Z, in metres, and the sideways bend of a drifting scan over it, as a share.
    let length: Double
    let drift: Double
    let markers, controls: Int
    let swaps, strangers, moved, brokenOfEach, references: Int

    /// A room of 9 m by 3 m, 2.5 m high.
    static let room = MarkedThing(
        spots: roomSpots(cell: 0.45), edges: 0.2...0.3, jitter: 0.03, noise: 0.0033, length: roomSize.z,
        drift: 0.015,
        markers: 400, controls: 40, swaps: 2, strangers: 1, moved: 4, brokenOfEach: 2, references: 12)

    /// The blade of a wind turbine, 60 m long.
    static let blade = MarkedThing(
        spots: bladeSpots(cell: 0.22), edges: 0.13...0.16, jitter: 0.01, noise: 0.0025, length: bladeLength,
        drift: 0.005,
        markers: 5000, controls: 120, swaps: 5, strangers: 2, moved: 8, brokenOfEach: 7, references: 30)

    private static let roomSize = SIMD3<Double>(3, 2.5, 9)

    private static func roomSpots(cell: Double) -> [MarkerSpot] {
        let (x, y, z) = (SIMD3<Double>(1, 0, 0), SIMD3<Double>(0, 1, 0), SIMD3<Double>(0, 0, 1))
        // Each side by its right and its up, seen from within the room.
        let sides = [(z * -1, y), (z, y), (x, y), (x * -1, y), (x, z * -1), (x, z)]
        let half = roomSize / 2
        return sides.flatMap { right, up in
            let inward = right.cross(up)
            let middle = half - inward * half
            let (width, height) = (2 * (right * half).length, 2 * (up * half).length)
            return grid(width, height, cell).map { across, along in
                MarkerSpot(center: middle + right * across + up * along, right: right, up: up)
            }
        }
    }

    /// The centers of the cells that fit into a rectangle, relative to its own.
    private static func grid(_ width: Double, _ height: Double, _ cell: Double) -> [(Double, Double)] {
        let columns = Int(width / cell), rows = Int(height / cell)
        return (0..<columns).flatMap { column in
            (0..<rows).map { row in
                (
                    (Double(column) - Double(columns - 1) / 2) * cell,
                    (Double(row) - Double(rows - 1) / 2) * cell
                )
            }
        }
    }

    private static let bladeLength = 60.0

    /// Spots on both faces of lens-shaped sections: as wide as a chord, thinner towards the tip, and bent up.
    private static func bladeSpots(cell: Double) -> [MarkerSpot] {
        (0..<Int(bladeLength / cell)).flatMap { row -> [MarkerSpot] in
            let z = (Double(row) + 0.5) * cell, share = z / bladeLength
            let chord = share < 0.2 ? 1.25 + 3.75 * share : 2 - 1.875 * (share - 0.2)
            let half = share < 0.2 ? 1.25 - 3.75 * share : 0.5 - 0.375 * (share - 0.2)
            // Markers near the edges of both faces would touch.
            let columns = Int(1.7 * chord / cell)
            return (0..<columns).flatMap { column in
                let x = (Double(column) - Double(columns - 1) / 2) * cell, part = x / chord
                return [1.0, -1.0].map { side in
                    let y = 2 + 3 * share * share + side * half * (1 - part * part)
                    let tangent = SIMD3(1, side * -2 * half * part / chord, 0)
                    let right = (tangent.unit ?? tangent) * side
                    return MarkerSpot(center: SIMD3(x, y, z), right: right, up: SIMD3(0, 0, -1))
                }
            }
        }
    }
}
