package import QuadGeometry

/// The repair of one marker.
package struct Repair {
    package let site: MarkerSite
    /// Its place in the quads of the file.
    package let place: Int
    /// The repairs, in order.
    package let steps: [QuadFix]
    /// The repaired quad; `nil` where the marker is left out.
    package let quad: Quad?
    /// The marker that a marker repeats that is left out.
    package var original: MarkerSite?
}
