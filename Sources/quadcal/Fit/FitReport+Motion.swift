import QuadGeometry

extension MeasureText {
    /// An angle in radians with its error, in degrees.
    static func angle(_ radians: Double, _ bound: Double?) -> String {
        let shown = String(fixed(radians / QuadLimits.degree))
        return shown + "°" + (bound.map { " ± \(digits(2, $0 / QuadLimits.degree))°" } ?? "")
    }

    /// Three lengths in metres with their errors.
    static func point(_ point: SIMD3<Double>, _ bound: SIMD3<Double>?) -> String {
        let off = bound.map { bound in
            " ± (" + (0..<3).map { digits(2, bound[$0] * 1000) }.joined(separator: ", ") + ") mm"
        }
        return "(" + (0..<3).map { fixed(point[$0]) }.joined(separator: ", ") + ") m" + (off ?? "")
    }

    /// Three numbers that read back exactly.
    static func exact(_ point: SIMD3<Double>) -> String {
        (0..<3).map { shortest(point[$0]) }.joined(separator: "  ")
    }
}
