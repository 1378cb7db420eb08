internal import QuadGeometry

/// A pair of a saved fit, with what it says of the motion.
public struct SavedPair: Hashable, Sendable {
    public let id: String
    /// The line it was read from; that of its marker where markers were joined.
    public let line: Int
    /// The marker it is a corner of; `nil` where it stands alone.
    public let group: String?
    /// In metres, each in its own frame.
    public let source, target: SIMD3<Double>
    /// The target less the moved source, in metres, and its length.
    public let residual: SIMD3<Double>
    public let length: Double
    /// The residual in units of its own expected deviation; `nil` where that is not known.
    public let standardised: Double?
    /// How much of its three coordinates was spent on the motion.
    public let leverage: Double
    /// The residual under the motion of all others, and how far leaving it out moves the pairs, in metres.
    public let leaveOneOut, influence: Double?
    /// Whether it took part in the fit; why not, in words, where it did not.
    public let follows: Bool
    public let reason: String?

    init(_ pair: SavedMembers, _ reasons: [Name: String]) throws(SavedFitError) {
        let name = try Name(pair)
        (id, line, group) = (name.id, name.line, try pair.optionalText("group"))
        (source, target) = (try pair.point("source"), try pair.point("target"))
        (residual, length) = (try pair.point("residual"), try pair.number("length"))
        standardised = try pair.number(ifAny: "standardised")
        leverage = try pair.number("leverage")
        leaveOneOut = try pair.number(ifAny: "leaveOneOut")
        influence = try pair.number(ifAny: "influence")
        follows = try pair.flag("follows")
        reason = follows ? nil : reasons[name]
    }

    /// What tells a pair from the others: corners of one marker share its line.
    struct Name: Hashable {
        let id: String
        let line: Int

        init(_ pair: SavedMembers) throws(SavedFitError) {
            (id, line) = (try pair.text("id"), try pair.place("line"))
        }
    }

    /// The corner that its name tells, from 0; `nil` where it tells none.
    public var corner: Int? { CornerName(id)?.corner }
}

/// A point of interest of a saved fit.
public struct SavedPoint: Hashable, Sendable {
    public let id: String
    public let source, moved: SIMD3<Double>
    /// What the error stays within in 95 of 100 cases, in metres; `nil` where it is not known.
    public let error95: Double?

    init(_ point: SavedMembers) throws(SavedFitError) {
        id = try point.text("id")
        (source, moved) = (try point.point("source"), try point.point("moved"))
        error95 = try point.number(ifAny: "error95")
    }
}

/// A pair of a saved fit that took no part in it.
public struct SavedCheck: Hashable, Sendable {
    public let id: String
    /// In metres.
    public let residual: SIMD3<Double>
    public let length: Double
    /// What it should stay within, in metres; `nil` where that is not known.
    public let bound: Double?
    public let misses: Bool

    init(_ check: SavedMembers) throws(SavedFitError) {
        (id, residual) = (try check.text("id"), try check.point("residual"))
        (length, bound) = (try check.number("length"), try check.number(ifAny: "bound"))
        misses = bound.map { [length] in length > $0 } ?? false
    }
}
