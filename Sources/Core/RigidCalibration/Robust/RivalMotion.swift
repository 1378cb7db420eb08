/// One of two clearly different motions that many pairs follow.
public struct RivalMotion: Hashable, Sendable {
    public let targetFromSource: AnchoredMotion
    /// The pairs that follow it, or groups where there are any.
    public let support: Int
    /// The ratio of lengths of the targets to the sources: 1 unless a similarity was asked for.
    public let growth: Double
    /// Whether they follow it to the last digit, as computed ones do and measured ones do not.
    public let isExact: Bool

    package init(
        _ targetFromSource: AnchoredMotion, support: Int, growth: Double = 1, isExact: Bool = false
    ) {
        (self.targetFromSource, self.support, self.growth) = (targetFromSource, support, growth)
        self.isExact = isExact
    }

    /// The motion of sources that were taken to be this many times as long.
    func grown(by factor: Double) -> RivalMotion {
        let motion = AnchoredMotion(
            rotation: targetFromSource.rotation, sourceCenter: targetFromSource.sourceCenter / factor,
            targetCenter: targetFromSource.targetCenter, rest: targetFromSource.rest)
        return RivalMotion(motion, support: support, growth: growth * factor, isExact: isExact)
    }
}
