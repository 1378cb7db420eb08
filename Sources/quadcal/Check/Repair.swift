import QuadGeometry

/// What was done to one marker.
struct Repair {
    let site: MarkerSite
    /// Which quad of its file it is.
    let place: Int
    /// The repairs, in order.
    let steps: [QuadFix]
    /// The mended quad; `nil` where the marker was left out.
    let quad: Quad?
    /// The marker in whose place a marker stood that was left out.
    var original: MarkerSite?
}
