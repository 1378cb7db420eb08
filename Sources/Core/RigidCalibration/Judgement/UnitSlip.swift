public import QuadGeometry

/// A unit that was taken for metres on one side.
public struct UnitSlip: Hashable, Sendable {
    /// A unit of length that is mistaken for metres.
    public typealias Unit = LengthUnit

    public let unit: Unit
    public let side: PairSide

    /// The slip that makes targets this many times as long as sources; `nil` where no unit does.
    public init?(factor: Double) { self.init(factor: factor, deviation: 0) }

    /// The slip that makes targets this many times as long as sources, give or take; `nil` where no unit does.
    ///
    /// A unit within two standard deviations of the factor is taken for it, if it is within a tenth, which no two units have in
    /// common.
    public init?(factor: Double, deviation: Double) {
        let reach = min(max(UnitSlip.nearness, 2 * deviation / factor), UnitSlip.farthest)
        for unit in Unit.allCases {
            for side in [PairSide.target, .source] {
                let expected = side == .target ? 1 / unit.metres : unit.metres
                guard (factor / expected - 1).magnitude < reach else { continue }
                (self.unit, self.side) = (unit, side)
                return
            }
        }
        return nil
    }

    /// Scans are longer or shorter than they should be by less than this share.
    private static let nearness = FitJudgement.mostStretch
    /// Of a factor that is not well known.
    private static let farthest = 0.1
}
