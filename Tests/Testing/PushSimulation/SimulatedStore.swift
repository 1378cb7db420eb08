internal import MarkersClient

/// Events that must never happen.
public enum Violation: String, CaseIterable, Sendable {
    /// Somebody else's edit was overwritten.
    case lost
    /// Something was carried out twice, or written where it was already.
    case doubled
    /// A written value does not match the one beside it.
    case stale
    /// A report differs from the server's data.
    case disagreement
    /// Running again without faults does not come to an end.
    case unsettled
}

/// A server that knows who did what, so that it can identify a client's mistakes.
protocol SimulatedStore {
    associatedtype Image: Hashable & Sendable
    associatedtype Write: Hashable & Sendable

    var count: Int { get }
    /// The violations, each with its item.
    var violations: [(violation: Violation, item: Int)] { get }
    /// The number of the client's writes that had an effect.
    var effects: Int { get }

    /// The start of the run whose outcomes are reported, in microseconds.
    var runStart: Int64 { get set }

    /// True while the changes are being taken back.
    var isUndoing: Bool { get set }

    func planned(_ item: Int) -> Image
    /// - Parameter sent: the time when the client sent it, in microseconds.
    mutating func execute(
        _ item: Int, _ request: PushRequest<Write>, sent: Int64, now: Int64
    ) -> PushAnswer<Image>
    /// The value of a few changes ago.
    mutating func staleRead(
        _ item: Int, now: Int64, using random: inout SeededRandom
    ) -> PushAnswer<Image>
    mutating func edit(_ item: Int, now: Int64, using random: inout SeededRandom) -> String
    /// Compares a report with the server's data once no request is under way any more.
    mutating func check(_ item: Int, _ outcome: PushOutcome<Image>)
    /// The present value; `nil` if there is none.
    func current(_ item: Int) -> Image?
    /// True if a finished item is left alone when a job is resumed.
    func isSettled(_ outcome: PushOutcome<Image>) -> Bool
}
