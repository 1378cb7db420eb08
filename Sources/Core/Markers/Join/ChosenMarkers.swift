internal import QuadGeometry

/// A pair of markers that was chosen among candidates.
struct ChosenMarkers {
    /// The indices in the two sides of the join.
    let old, new: Int
    /// The order and the distances of their corners under the motion that chose them, if that is known.
    var corners: CornerCorrespondence?
    /// The distance of the corners of the next nearest marker, root mean square in metres.
    var next: Double?
}
