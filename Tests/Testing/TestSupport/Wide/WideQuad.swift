#if arch(x86_64)
import Foundation
public import QuadGeometry

/// A quad measured in 80-bit arithmetic, by the definitions rather than by the library's formulas.
public struct WideQuad: Sendable {
    public let corners: [WideVector]

    public init(_ quad: Quad) { corners = quad.corners.map { WideVector($0) } }

    /// The edge from corner `index` to the next.
    public func edge(_ index: Int) -> WideVector { corners[(index + 1) % 4] - corners[index % 4] }

    public var diagonals: (WideVector, WideVector) { (corners[2] - corners[0], corners[3] - corners[1]) }

    public var longestDiagonal: Float80 { max(diagonals.0.length, diagonals.1.length) }

    public var longestEdge: Float80 { edgeLengths.max() ?? 0 }

    public var edgeLengths: [Float80] { (0..<4).map { edge($0).length } }

    public var center: WideVector { (corners[0] + corners[1] + corners[2] + corners[3]) * 0.25 }

    public var vectorArea: WideVector { diagonals.0.cross(diagonals.1) * 0.5 }

    /// The sine of the angle between the diagonals.
    public var diagonalSine: Float80 { 2 * vectorArea.length / (diagonals.0.length * diagonals.1.length) }

    public var angles: [Float80] { (0..<4).map { angle(-edge($0 + 3), edge($0)) } }

    /// The angle between the triangles p1p2p4 and p3p4p2.
    public var foldAngle: Float80 { angle(edge(3).cross(edge(0)), edge(1).cross(edge(2))) }

    public var flatness: Float80 {
        let spread = corners[0] - corners[1] + corners[2] - corners[3]
        return (vectorArea.unit.dot(spread) / 4).magnitude
    }

    /// The balance point of the four triangles between the center and the edges, each weighed by its area along
    /// the normal.
    public var areaCentroid: WideVector {
        let n = vectorArea.unit, middle = center
        var moment = WideVector(0, 0, 0), weight: Float80 = 0
        for index in 0..<4 {
            let a = corners[index] - middle, b = corners[(index + 1) % 4] - middle
            let share = a.cross(b).dot(n)
            moment = moment + (a + b) * (share / 3)
            weight += share
        }
        return middle + moment / weight
    }

    /// The distance of the corner `index` from the plane of the others.
    public func leaveOneOut(_ index: Int) -> Float80 {
        let others = (1..<4).map { corners[(index + $0) % 4] }
        let normal = (others[1] - others[0]).cross(others[2] - others[0]).unit
        return normal.dot(corners[index] - others[0]).magnitude
    }

    /// The smallest area of a corner triangle.
    public var smallestTriangle: Float80 {
        (0..<4).map { edge($0 + 3).cross(edge($0)).length / 2 }.min() ?? 0
    }

    private func angle(_ a: WideVector, _ b: WideVector) -> Float80 {
        atan2(a.cross(b).length, a.dot(b))
    }
}
#endif
