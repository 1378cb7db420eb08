internal import QuadGeometry

/// The things that candidates are points of, as markers whose corners tell more than their centers.
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
