public import Foundation

/// The decisions of a person about markers that may have been moved before.
public struct MoveDecisions: Hashable, Sendable {
    /// Sessions that the person says were not moved yet by this motion. This answers where nothing else can tell, and overrides
    /// no evidence.
    public var notMovedYet: Set<UUID>
    /// Whether markers that were moved are left out, so that a part that was not is moved alone.
    public var onlyUnmoved: Bool
    /// Whether all are moved once more although all were moved.
    public var movesAgain: Bool

    public init(notMovedYet: Set<UUID> = [], onlyUnmoved: Bool = false, movesAgain: Bool = false) {
        (self.notMovedYet, self.onlyUnmoved, self.movesAgain) = (notMovedYet, onlyUnmoved, movesAgain)
    }
}
