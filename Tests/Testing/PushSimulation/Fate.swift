/// The outcome of one request on its way.
public enum Fate: Int, CaseIterable, Sendable {
    case good
    /// There is no connection.
    case unreachable
    /// It never arrives; the client waits in vain.
    case requestLost
    /// The server acts, and the client waits in vain.
    case answerLost
    /// The client has given up when it arrives.
    case late
    /// The connection ends before, or after the server acted.
    case resetBefore, resetAfter
    /// A 500 to 504 before, or after the server acted.
    case errorBefore, errorAfter
    /// A 429, mostly before the server acts, but also after.
    case throttledBefore, throttledAfter
    /// The server acts, and the answer is cut.
    case truncated
    /// The connection repeats the request by itself: the client sees the answer to the second.
    case resent
    /// A 409 though the version is right.
    case wrongConflict
    /// An old copy is read.
    case staleRead

    /// A fate at random: faults of all kinds are equally frequent.
    static func random(faults: Double, using random: inout SeededRandom) -> Fate {
        guard random.unit() < faults else { return .good }
        return Fate(rawValue: 1 + random.below(Fate.allCases.count - 1)) ?? .good
    }
}
