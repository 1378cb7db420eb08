/// A box in an image, in pixels.
public struct PixelBox: Hashable, Sendable {
    public let centerX, centerY, width, height: Double

    /// The box; `nil` unless all numbers are finite and it has an area.
    public init?(centerX: Double, centerY: Double, width: Double, height: Double) {
        guard centerX.isFinite, centerY.isFinite, width.isFinite, height.isFinite, width > 0, height > 0
        else { return nil }
        (self.centerX, self.centerY, self.width, self.height) = (centerX, centerY, width, height)
    }

    /// The x of the left edge.
    public var left: Double { centerX - width / 2 }
    /// The x of the right edge.
    public var right: Double { centerX + width / 2 }
    /// The y of the top edge.
    public var top: Double { centerY - height / 2 }
    /// The y of the bottom edge.
    public var bottom: Double { centerY + height / 2 }

    /// The area that two boxes share, as a part of the area that they cover together.
    public func overlap(with other: PixelBox) -> Double {
        let across = Double.minimum(right, other.right) - Double.maximum(left, other.left)
        let down = Double.minimum(bottom, other.bottom) - Double.maximum(top, other.top)
        guard across > 0, down > 0 else { return 0 }
        let shared = across * down
        return shared / (width * height + other.width * other.height - shared)
    }
}
