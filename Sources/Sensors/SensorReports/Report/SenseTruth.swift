internal import Markers
internal import QuadGeometry
internal import RigidCalibration
internal import VisionSensor

/// The distances of markers from where made-up objects are in truth.
package struct SenseTruth: Sendable {
    /// The objects there are, and those that some marker shows.
    package let objects: Int, found: Int
    /// Markers that show no object, and those that show one again.
    package let strangers: Int, doubles: Int
    /// Of the centres, in metres.
    package let rms: Double, largest: Double
    /// Centres within the prediction, and the mean square of their distance in deviations, which is 3 where that is right.
    package let within: Int, meanSquare: Double

    /// The true centre of the object that each marker shows, in the world of the cameras; `nil` of those that show none.
    let matches: [SIMD3<Double>?]

    /// The squared deviations that 999 of 1,000 places stay within.
    package static let gate = 16.266
    /// Markers farther from any object of their class than this, in metres, show none.
    private static let reach = 0.075

    /// Compares markers with objects in the world of the cameras.
    package init(_ markers: [SensedMarker], objects places: [(label: String, center: SIMD3<Double>)]) {
        var seen = [Int](repeating: 0, count: places.count)
        var matches: [SIMD3<Double>?] = []
        var strangers = 0, squares = 0.0, largest = 0.0, within = 0, deviations = 0.0, count = 0
        for marker in markers {
            let center = marker.track.center
            let near = places.indices.filter { places[$0].label == marker.track.label }
                .min { (places[$0].center - center).length < (places[$1].center - center).length }
            guard let near, (places[near].center - center).length <= SenseTruth.reach else {
                strangers += 1
                matches.append(nil)
                continue
            }
            seen[near] += 1
            matches.append(places[near].center)
            let off = center - places[near].center
            let square = marker.track.covariance.inverse.map { off.dot($0 * off) } ?? .infinity
            (squares, deviations, count) = (squares + off.dot(off), deviations + square, count + 1)
            largest = Double.maximum(largest, off.length)
            within += square <= SenseTruth.gate ? 1 : 0
        }
        (self.objects, self.matches) = (places.count, matches)
        found = seen.count { $0 > 0 }
        doubles = seen.reduce(0) { $0 + max($1 - 1, 0) }
        (self.strangers, self.largest, self.within) = (strangers, largest, within)
        rms = (squares / Double(max(count, 1))).squareRoot()
        meanSquare = deviations / Double(max(count, 1))
    }

    /// Whether each object has one marker, within its prediction.
    package var isMet: Bool { found == objects && strangers == 0 && doubles == 0 && within == objects }

    /// The comparison in words.
    package var sentence: String {
        "\(found) of \(counted(objects, "object")) found, \(strangers) markers of none, \(doubles) twice; centres are rms "
            + "\(MeasureText.length(rms)) off, \(MeasureText.length(largest)) at most; \(within) of \(objects) within their prediction."
    }
}
