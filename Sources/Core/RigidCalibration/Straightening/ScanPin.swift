internal import QuadGeometry

/// A marker that both scans have, as a drift is learned from it: how far it is off beside the motion.
struct ScanPin: Hashable, Sendable {
    /// The middle of its moved pairs, in the target frame, in metres.
    let center: SIMD3<Double>
    /// The time at which it was made, in seconds; zero where none is asked for.
    let time: Double
    /// The mean of its targets less its moved sources, in metres.
    let residual: SIMD3<Double>
    /// The variance of its own error beside that of a typical marker.
    let spread: Double

    /// The distance of two pins, in metres or seconds.
    func distance(_ other: ScanPin, by kind: StraighteningKind) -> Double {
        switch kind {
        case .place: (center - other.center).length
        case .time: (time - other.time).magnitude
        }
    }
}
