extension Quad {
    /// All that is wrong with it under the limits of a profile, the gravest first; empty of a sound one.
    ///
    /// ```swift
    /// let bowTie = Quad([0, 1, 0], [1, 1, 0], [0, 0, 0], [1, 0, 0])
    /// print(bowTie.issues().map(\.code))  // [selfIntersecting]
    /// ```
    public func issues(_ profile: QuadProfile = .app, facing: SIMD3<Double>? = nil) -> [QuadIssue] {
        QuadCheck(profile).issues(self, facing: facing)
    }
}
