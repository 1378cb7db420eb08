package import QuadGeometry

/// A pair of markers that was chosen among candidates.
package struct ChosenMarkers {
    /// The indices in the two sides of the join.
    package let old, new: Int
    /// The order and the distances of their corners under the motion that chose them, if that is known.
    package var corners: CornerCorrespondence?
    /// The distance of the corners of the next nearest marker, root mean square in metres.
    package var next: Double?

    /// Whether they are copies: nearer to each other than anything measured.
    package var isCopied: Bool { (corners?.distance ?? .infinity) < ChosenMarkers.copyDistance }

    /// Corners that are measured are farther apart, in metres.
    private static let copyDistance = 1e-5

    package init(old: Int, new: Int, corners: CornerCorrespondence? = nil, next: Double? = nil) {
        (self.old, self.new, self.corners, self.next) = (old, new, corners, next)
    }
}
