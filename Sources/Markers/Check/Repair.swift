import QuadGeometry

/// The repair of one marker.
struct Repair {
    let site: MarkerSite
    /// Its place in the quads of the file.
    let place: Int
    /// The repairs, in order.
    let steps: [QuadFix]
    /// The repaired quad; `nil` where the marker is left out.
    let quad: Quad?
    /// The marker that a marker repeats that is left out.
    var original: MarkerSite?
}
