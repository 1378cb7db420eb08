internal import QuadGeometry

/// A marker that both scans have, as a drift is learned from it: how far it is off beside the motion.
public struct ScanPin: Hashable, Sendable {
    /// The middle of its moved pairs, in the target frame, in metres.
    public let center: SIMD3<Double>
    /// The time at which it was made, in seconds; zero where none is asked for.
    public let time: Double
    /// The mean of its targets less its moved sources, in metres.
    public let residual: SIMD3<Double>
    /// The variance of its own error beside that of a typical marker.
    public let spread: Double

    /// A pin, as it was kept.
    public init(center: SIMD3<Double>, time: Double, residual: SIMD3<Double>, spread: Double) {
        (self.center, self.time, self.residual, self.spread) = (center, time, residual, spread)
    }

    /// The distance of two pins, in metres or seconds.
    func distance(_ other: ScanPin, by kind: StraighteningKind) -> Double {
        switch kind {
        case .place: (center - other.center).length
        case .time: (time - other.time).magnitude
        }
    }

    /// Seconds beyond which doubles do not tell a hundredth of one apart: 280,000 years.
    static let mostTime = 0x1p43

    /// Whether its numbers can be those of a pin.
    var isUsable: Bool {
        center.isUsable && residual.isUsable && time.magnitude <= ScanPin.mostTime && spread > 0
            && spread.isFinite
    }
}
