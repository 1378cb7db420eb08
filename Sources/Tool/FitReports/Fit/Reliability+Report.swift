import Markers
import QuadGeometry
import RigidCalibration

extension FitDocument.Reliability {
    /// What could hide in a fit, and what it would do to the points of `--at`, or else to the markers that are to move, or to those of
    /// the fit.
    init?(of calibration: Calibration, _ pairs: FitPairs, _ points: PointFile?) {
        self.init(
            calibration, points: pairs.places(points).map { ($0.name, $0.place) },
            name: { pairs.name(ofGroupOf: $0) })
    }
}

extension FitPairs {
    /// The points of a file with their names, or else the middles of markers that are to move, or else of those of the pairs.
    func places(_ points: PointFile?) -> [NamedPlace] {
        if let points {
            return zip(points.ids, points.points).map { NamedPlace(name: $0, place: $1) }
        }
        if let left = (source as? JoinedFiles)?.leftOut, !left.isEmpty {
            return left.map { NamedPlace(name: $0.name, place: $0.quad.center) }
        }
        let names = FitDocument.PairNames(pairs, ids: ids, lines: lines, groups: groupNames)
        return names.middles(of: pairs).map { NamedPlace(name: $0.name, place: $0.place) }
    }
}

/// A place in the source frame and its name.
struct NamedPlace {
    let name: String
    let place: SIMD3<Double>
}
