#if arch(x86_64)
/// A vector of 80-bit numbers: eleven more binary digits than the numbers that are compared with them.
public struct WideVector: Sendable {
    public var x, y, z: Float80

    public init(_ x: Float80, _ y: Float80, _ z: Float80) {
        (self.x, self.y, self.z) = (x, y, z)
    }

    public init(_ vector: SIMD3<Double>) {
        self.init(Float80(vector.x), Float80(vector.y), Float80(vector.z))
    }

    public static func + (a: Self, b: Self) -> Self { Self(a.x + b.x, a.y + b.y, a.z + b.z) }
    public static func - (a: Self, b: Self) -> Self { Self(a.x - b.x, a.y - b.y, a.z - b.z) }
    public static prefix func - (a: Self) -> Self { Self(-a.x, -a.y, -a.z) }
    public static func * (a: Self, factor: Float80) -> Self { Self(a.x * factor, a.y * factor, a.z * factor) }
    public static func / (a: Self, divisor: Float80) -> Self { a * (1 / divisor) }

    public func dot(_ other: Self) -> Float80 { x * other.x + y * other.y + z * other.z }

    public func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    /// No square of doubles leaves the range of 80-bit numbers.
    public var length: Float80 { dot(self).squareRoot() }

    /// Meaningless for the zero vector.
    public var unit: Self { self / length }

    public var largestMagnitude: Float80 { max(x.magnitude, y.magnitude, z.magnitude) }
}
#endif
