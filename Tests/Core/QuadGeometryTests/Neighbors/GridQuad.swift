import QuadGeometry

/// The shape of four points of a small grid, by integer arithmetic and the definition: which edges meet where.
struct GridQuad: CustomStringConvertible {
    let points: [SIMD2<Int>]
    var description: String { "\(points)" }

    /// All quads of different corners on a 3 by 3 grid.
    static let all: [GridQuad] = {
        let grid = (0..<9).map { SIMD2($0 % 3, $0 / 3) }
        var quads: [GridQuad] = []
        for a in grid {
            for b in grid {
                for c in grid {
                    for d in grid where Set([a, b, c, d]).count == 4 {
                        quads.append(GridQuad(points: [a, b, c, d]))
                    }
                }
            }
        }
        return quads
    }()

    func turn(_ a: Int, _ b: Int, _ c: Int) -> Int {
        let u = points[b % 4] &- points[a % 4], v = points[c % 4] &- points[a % 4]
        return (u.x * v.y - u.y * v.x).signum()
    }

    /// True if point `c` is between `a` and `b` on one line with them.
    private func isOn(_ a: Int, _ b: Int, _ c: Int) -> Bool {
        let u = points[b % 4] &- points[a % 4], v = points[c % 4] &- points[a % 4]
        let along = u.x * v.x + u.y * v.y
        return turn(a, b, c) == 0 && along >= 0 && along <= u.x * u.x + u.y * u.y
    }

    /// True if the edges from `i` and from `i + 2` share a point.
    private func edgesMeet(_ i: Int) -> Bool {
        let (a, b, c, d) = (i, i + 1, i + 2, i + 3)
        if isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b) { return true }
        return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0
    }

    var shape: QuadShape {
        let turns = (0..<4).map { turn($0 + 3, $0, $0 + 1) }
        if turns.allSatisfy({ $0 == 0 }) { return .collapsed }
        if edgesMeet(0) || edgesMeet(1) { return .selfIntersecting }
        // Twice the signed area tells which way a simple outline runs.
        let area = (0..<4).reduce(0) { sum, i in
            let p = points[i], q = points[(i + 1) % 4]
            return sum + p.x * q.y - p.y * q.x
        }
        if let reflex = (0..<4).first(where: { turns[$0] * area.signum() < 0 }) {
            return .concave(reflexCorner: reflex)
        }
        return .convex
    }

    func reordered(_ indices: SIMD4<Int>) -> GridQuad {
        GridQuad(points: (0..<4).map { points[indices[$0]] })
    }

    /// The grid laid on a plane in space, by whole numbers, at some place and power of two.
    func quad(_ u: SIMD3<Double>, _ v: SIMD3<Double>, at place: SIMD3<Double>, scale: Double) -> Quad {
        let corners = points.map { (u * Double($0.x) + v * Double($0.y) + place) * scale }
        return Quad(corners[0], corners[1], corners[2], corners[3])
    }

    /// Planes of every dominant axis, and far and tiny places.
    static let planes: [@Sendable (GridQuad) -> Quad] = [
        { $0.quad(SIMD3(1, 0, 0), SIMD3(0, 1, 0), at: .zero, scale: 1) },
        { $0.quad(SIMD3(0, 0, 1), SIMD3(1, 0, 0), at: SIMD3(4096, -4096, 1), scale: 0x1p-10) },
        { $0.quad(SIMD3(3, -1, 2), SIMD3(1, 4, -1), at: SIMD3(7, 8, 9), scale: 1) },
        { $0.quad(SIMD3(1, 2, 3), SIMD3(-2, 5, 1), at: SIMD3(1000, 0, 0), scale: 0x1p-600) },
        { $0.quad(SIMD3(5, 1, 0), SIMD3(0, 1, -7), at: .zero, scale: 0x1p600) },
    ]
}
