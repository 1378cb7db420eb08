struct SceneMarker {
    /// The id, and the name for people; `note` is its state.
    let id, name, note: String
    /// Four corners in metres around the scene's origin; those before are `nil` if they are far away.
    let after: [SIMD3<Float>]
    let before: [SIMD3<Float>]?
    /// The largest residual of its pairs, and the 95 % error to expect, in metres; `nil` if not known.
    let residual, error: Double?
    let color: SceneColor

    /// Its corners as two triangles, split as rays see them.
    static let triangles = [0, 1, 3, 2, 3, 1]
}
