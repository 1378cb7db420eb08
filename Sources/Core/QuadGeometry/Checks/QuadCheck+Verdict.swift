extension QuadCheck {
    /// The sum of the findings of ``issues(_:facing:)``, without asking for memory.
    ///
    /// - Parameters:
    ///   - quad: the quad to check.
    ///   - facing: the direction that the right-hand normal should share; without one, winding is not checked.
    public func verdict(_ quad: Quad, facing: SIMD3<Double>? = nil) -> QuadVerdict {
        var verdict = QuadVerdict()
        examine(quad, screen.look(quad), facing: facing, &verdict)
        return verdict
    }
}
