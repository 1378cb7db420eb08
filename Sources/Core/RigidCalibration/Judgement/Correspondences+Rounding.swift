internal import QuadGeometry

extension Correspondences {
    /// The length below which a difference between the scans is no more than rounding of the coordinates and of the motion, in
    /// metres.
    var rounding: Double {
        let farthest = targets.reduce(0) { Double.maximum($0, $1.largestMagnitude) }
        return Correspondences.roundingShare
            * sources.reduce(farthest) { Double.maximum($0, $1.largestMagnitude) }
    }

    /// As a share of the largest coordinate: some hundred times the rounding of a double.
    private static let roundingShare = 1e-13
}
