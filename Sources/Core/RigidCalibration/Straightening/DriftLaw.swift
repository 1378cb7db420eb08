internal import QuadGeometry

/// The law by which residuals of pins are alike: a drift that grows with the distance, and each pin's own error.
public struct DriftLaw: Hashable, Sendable {
    public let kind: StraighteningKind
    /// The variance of one coordinate of the error that a typical marker has by itself, in square metres.
    public let own: Double
    /// Half the mean square difference, along one axis, of the drift of places a metre or times a second apart; in square metres.
    public let drift: Double
    /// The degrees of freedom by which the two are known.
    public let freedom: Double

    /// A law; `nil` where the numbers cannot be one.
    public init?(kind: StraighteningKind, own: Double, drift: Double, freedom: Double) {
        guard own > 0, own.isFinite, drift >= 0, drift.isFinite, freedom > 0 else { return nil }
        (self.kind, self.own, self.drift, self.freedom) = (kind, own, drift, freedom)
    }

    /// The growth of the mean square difference of two pins with their distance in metres or seconds.
    ///
    /// Along the time it is that of a random walk: on public trajectories of devices 1 leaves less than 1.25, 1.4 and 1.75 do. By place it is
    /// that of ``ScanDrift/exponent``.
    public static func exponent(of kind: StraighteningKind) -> Double {
        switch kind {
        case .place: ScanDrift.exponent
        case .time: 1
        }
    }

    /// Half the mean square difference at a distance, of a drift of one.
    static func unlikeness(_ distance: Double, _ kind: StraighteningKind) -> Double {
        switch kind {
        case .place:
            let root = distance.squareRoot()
            return distance * root * root.squareRoot()
        case .time: return distance
        }
    }

    /// The same for four squared distances at once, with the same bits.
    static func unlikeness(ofSquares squares: SIMD4<Double>, _ kind: StraighteningKind) -> SIMD4<Double> {
        let distance = squares.squareRoot()
        switch kind {
        case .place:
            let root = distance.squareRoot()
            return distance * root * root.squareRoot()
        case .time: return distance
        }
    }
}
