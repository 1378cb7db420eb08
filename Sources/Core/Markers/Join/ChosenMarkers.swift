internal import QuadGeometry

/// A pair of markers that was chosen among candidates.
struct ChosenMarkers {
    /// The indices in the two sides of the join.
    let old, new: Int
    /// How the corners lie on each other under the motion that chose it, if that is known.
    var corners: CornerCorrespondence?
    /// How far the corners of the next best marker are, root mean square in metres.
    var next: Double?
}
