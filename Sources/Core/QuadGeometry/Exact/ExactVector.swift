/// A point or direction of exact numbers, with the products the signs are made of.
struct ExactVector: Sendable {
    var x, y, z: ExactNumber

    init(x: ExactNumber, y: ExactNumber, z: ExactNumber) {
        self.x = x
        self.y = y
        self.z = z
    }

    init(_ vector: SIMD3<Double>) {
        self.init(x: ExactNumber(vector.x), y: ExactNumber(vector.y), z: ExactNumber(vector.z))
    }

    static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y, z: a.z - b.z) }

    static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }

    static func * (a: Self, factor: ExactNumber) -> Self {
        Self(x: a.x * factor, y: a.y * factor, z: a.z * factor)
    }

    func dot(_ other: Self) -> ExactNumber { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Self) -> Self {
        Self(
            x: y * other.z - z * other.y,
            y: z * other.x - x * other.z,
            z: x * other.y - y * other.x)
    }

    /// The direction as doubles, at a power of two that makes its largest component 0.5 to 1; zero stays zero.
    var direction: SIMD3<Double> {
        let parts = [x.rounded, y.rounded, z.rounded]
        let largest = parts.filter { $0.fraction != 0 }.map { $0.exponent }.max() ?? 0
        let numbers = parts.map {
            Double(sign: .plus, exponent: $0.exponent - largest, significand: $0.fraction)
        }
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }
}
