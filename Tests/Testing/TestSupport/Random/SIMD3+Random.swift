public import QuadGeometry

extension SIMD3<Double> {
    /// A direction of length one, all equally likely.
    public static func randomDirection(using random: inout SeededGenerator) -> SIMD3<Double> {
        while true {
            let point = SIMD3<Double>.random(in: -1...1, using: &random)
            if point.length > 0.1, point.length <= 1, let unit = point.unit { return unit }
        }
    }
}

extension Double {
    /// A number whose logarithm is uniform, for sizes that matter by their order of magnitude.
    public static func randomSize(
        in range: ClosedRange<Double>, using random: inout SeededGenerator
    ) -> Double {
        // 2 to a power between the two exponents, then a significand: no logarithms are needed.
        while true {
            let exponent = Int.random(
                in: Int(range.lowerBound.exponent)...Int(range.upperBound.exponent), using: &random)
            let size = Double(
                sign: .plus, exponent: exponent, significand: .random(in: 1..<2, using: &random))
            if range.contains(size) { return size }
        }
    }

    /// Any finite number, all bit patterns equally likely.
    public static func randomFinite(using random: inout SeededGenerator) -> Double {
        while true {
            let number = Double(bitPattern: random.next())
            if number.isFinite { return number }
        }
    }
}

extension Quad {
    /// A rectangle in the xy plane with its first corner at the origin, counterclockwise seen from above.
    public static func rectangle(_ width: Double, _ height: Double) -> Quad {
        Quad(SIMD3(0, 0, 0), SIMD3(width, 0, 0), SIMD3(width, height, 0), SIMD3(0, height, 0))
    }

    /// The quad moved.
    public func moved(by step: SIMD3<Double>) -> Quad { map { $0 + step } }
}
