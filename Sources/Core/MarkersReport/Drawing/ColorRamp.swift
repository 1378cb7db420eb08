/// Colours from dark violet to yellow with evenly increasing lightness, so that they can be told apart in
/// grey, too: nine points of viridis, which Smith and van der Walt made for matplotlib.
package enum ColorRamp {
    private static let points: [SIMD3<Double>] = [
        SIMD3(68, 1, 84), SIMD3(71, 44, 122), SIMD3(59, 81, 139), SIMD3(44, 113, 142), SIMD3(33, 144, 141),
        SIMD3(39, 173, 129), SIMD3(92, 200, 99), SIMD3(170, 220, 50), SIMD3(253, 231, 37),
    ]

    /// Red, green and blue, 0 to 255, at a share from 0 to 1.
    static func color(_ share: Double) -> SIMD3<Double> {
        let place = min(max(share.isNaN ? 0 : share, 0), 1) * Double(points.count - 1)
        let below = min(Int(place), points.count - 2)
        return points[below] + (points[below + 1] - points[below]) * (place - Double(below))
    }

    /// The same as `#rrggbb`.
    package static func hex(_ share: Double) -> String {
        let color = color(share)
        return "#"
            + (0..<3).map { place in
                let number = String(Int(color[place].rounded()), radix: 16)
                return number.count < 2 ? "0" + number : number
            }.joined()
    }

    /// The number of colours in a drawing, so that marks of one colour can share an element.
    static let steps = 32

    static func step(_ share: Double) -> Int {
        Int((min(max(share.isNaN ? 0 : share, 0), 1) * Double(steps - 1)).rounded())
    }
}
