internal import MarkersClient

/// What must never happen.
public enum Violation: String, CaseIterable, Sendable {
    /// Somebody else's edit was overwritten.
    case lost
    /// Something was carried out twice, or written where it stood already.
    case doubled
    /// What was written does not belong to what it is beside.
    case stale
    /// What was reported is not what the server has.
    case disagreement
    /// Running again without faults does not come to an end.
    case unsettled
}

/// A server that knows who did what, so that it can tell what a client did wrong.
protocol SimulatedStore {
    associatedtype Image: Hashable & Sendable
    associatedtype Write: Hashable & Sendable

    var count: Int { get }
    /// What went wrong, and with which item.
    var violations: [(violation: Violation, item: Int)] { get }
    /// How many writes of the client had an effect.
    var effects: Int { get }

    /// When the run began that outcomes are reported of, in microseconds.
    var runStart: Int64 { get set }

    /// Whether what was carried out is being taken back.
    var isUndoing: Bool { get set }

    func planned(_ item: Int) -> Image
    /// - Parameter sent: when the client sent it, in microseconds.
    mutating func execute(
        _ item: Int, _ request: PushRequest<Write>, sent: Int64, now: Int64
    ) -> PushAnswer<Image>
    /// What was there a few changes ago.
    mutating func staleRead(
        _ item: Int, now: Int64, using random: inout SeededRandom
    ) -> PushAnswer<Image>
    mutating func edit(_ item: Int, now: Int64, using random: inout SeededRandom) -> String
    /// Compares a report with what the server has once nothing is under way any more.
    mutating func check(_ item: Int, _ outcome: PushOutcome<Image>)
    /// What is there now; `nil` where nothing is.
    func current(_ item: Int) -> Image?
    /// Whether a finished item is left alone when a job is resumed.
    func isSettled(_ outcome: PushOutcome<Image>) -> Bool
}
