internal import QuadGeometry

/// What is known of the things of candidates beside their places, as the corners of markers beside their centers.
package struct CandidateThings {
    /// Whether the things of a pair lie on each other under a motion.
    let agree: (CandidatePair, AnchoredMotion) -> Bool
    /// The motion under which most things of some pairs lie on each other; `nil` where there is none. Places alone fix none that are in a row,
    /// but for what their errors say.
    let motion: ([CandidatePair]) -> AnchoredMotion?

    package init(
        agree: @escaping (CandidatePair, AnchoredMotion) -> Bool,
        motion: @escaping ([CandidatePair]) -> AnchoredMotion?
    ) {
        (self.agree, self.motion) = (agree, motion)
    }
}
