internal import QuadGeometry

/// The question whether two motions of the same markers are one recalibration: a second fit of the same scans never has the same bits.
struct SameMotion {
    /// The share of the way that two fits may differ by; by a metre at least, or the turn of three degrees at the farthest marker, they are
    /// two, however long the way is.
    private static let share = 0.25, farthest = 1.0, turn = 0.05
    /// In metres.
    private let most: Double

    /// - Parameter places: The places of the markers.
    init(of places: some Collection<SIMD3<Double>>) {
        let middle = places.reduce(.zero, +) / Double(max(places.count, 1))
        let reach = places.lazy.map { ($0 - middle).length }.max() ?? 0
        most = Double.maximum(SameMotion.farthest, SameMotion.turn * reach)
    }

    /// Whether a marker that one motion takes so far off the end of the other's way is moved by the same recalibration.
    func isAlike(off distance: Double, way: Double) -> Bool {
        distance <= Double.minimum(SameMotion.share * way, most)
    }
}
