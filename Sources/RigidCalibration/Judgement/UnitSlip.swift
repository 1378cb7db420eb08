/// A unit that was taken for metres on one side.
public struct UnitSlip: Hashable, Sendable {
    /// A unit of length that is mistaken for metres.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        case millimetres
        case centimetres
        case inches
        case feet

        /// The length of one, in metres.
        public var metres: Double {
            switch self {
            case .millimetres: 0.001
            case .centimetres: 0.01
            case .inches: 0.0254
            case .feet: 0.3048
            }
        }
    }

    public let unit: Unit
    /// The side that is in this unit.
    public let side: PairSide

    /// The slip that makes targets this many times as long as sources; `nil` where no unit does.
    public init?(factor: Double) {
        for unit in Unit.allCases {
            for side in [PairSide.target, .source] {
                let expected = side == .target ? 1 / unit.metres : unit.metres
                guard (factor / expected - 1).magnitude < UnitSlip.nearness else { continue }
                (self.unit, self.side) = (unit, side)
                return
            }
        }
        return nil
    }

    /// Scans are longer or shorter than they should be by less than this share.
    private static let nearness = 0.01
}
