/// One of two clearly different motions that many pairs follow.
public struct RivalMotion: Hashable, Sendable {
    public let targetFromSource: AnchoredMotion
    /// The pairs that follow it, or groups where there are any.
    public let support: Int
    /// The ratio of lengths of the targets to the sources: 1 unless a similarity was asked for.
    public let growth: Double

    package init(_ targetFromSource: AnchoredMotion, support: Int, growth: Double = 1) {
        (self.targetFromSource, self.support, self.growth) = (targetFromSource, support, growth)
    }

    /// The motion of sources that were taken to be this many times as long.
    func grown(by factor: Double) -> RivalMotion {
        let motion = AnchoredMotion(
            rotation: targetFromSource.rotation, sourceCenter: targetFromSource.sourceCenter / factor,
            targetCenter: targetFromSource.targetCenter, rest: targetFromSource.rest)
        return RivalMotion(motion, support: support, growth: growth * factor)
    }
}
