#if arch(x86_64)
import Foundation

/// The rectangle nearest to a quad's corners, found by searching all angles in 80-bit arithmetic.
public struct WideRectangle: Sendable {
    public let corners: [WideVector]
    /// The sum of the squared distances between the corners.
    public let squares: Float80

    public init(_ quad: WideQuad) {
        let across = (quad.edge(0) - quad.edge(2)) * 0.25, along = (quad.edge(1) - quad.edge(3)) * 0.25
        let n = across.cross(along).unit, first = across.unit, second = n.cross(first)
        func axes(_ angle: Float80) -> (WideVector, WideVector) {
            let (c, s) = (cos(angle), sin(angle))
            return (first * c + second * s, second * c - first * s)
        }
        /// The slope of the kept squares (across · u)² + (along · v)² as u and v turn.
        func slope(_ angle: Float80) -> Float80 {
            let (u, v) = axes(angle)
            return across.dot(u) * across.dot(v) - along.dot(v) * along.dot(u)
        }
        func kept(_ angle: Float80) -> Float80 {
            let (u, v) = axes(angle)
            return across.dot(u) * across.dot(u) + along.dot(v) * along.dot(v)
        }
        // The kept squares are one sine wave in twice the angle, so its best step of a coarse walk has the top.
        let steps = 64
        let width = Float80.pi / Float80(steps)
        let best = (0..<steps).map { Float80($0) * width }.max { kept($0) < kept($1) } ?? 0
        var low = best - width, high = best + width
        for _ in 0..<80 {
            let middle = (low + high) / 2
            if slope(middle) > 0 { low = middle } else { high = middle }
        }
        let (u, v) = axes((low + high) / 2)
        let wide = u * across.dot(u), tall = v * along.dot(v), middle = quad.center
        corners = [middle - wide - tall, middle + wide - tall, middle + wide + tall, middle - wide + tall]
        squares = zip(corners, quad.corners).reduce(0) { $0 + ($1.0 - $1.1).dot($1.0 - $1.1) }
    }
}
#endif
