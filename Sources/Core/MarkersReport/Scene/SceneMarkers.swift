internal import Foundation
internal import Markers
internal import QuadGeometry

/// The markers of a report as scenes show them: around an origin of their own, each in the colour of its error.
struct SceneMarkers {
    let shown: [SceneMarker]
    /// The center of the lowest plane, which is the origin, in the frame.
    let origin: SIMD3<Double>
    /// The number of markers without a place, which no scene can show.
    let omitted: Int
    /// The meaning of the colours, in a sentence.
    let about: String

    /// Coordinates beyond this, in metres, are no places: single precision would not hold their differences.
    private static let farthest = 1e15
    /// Places before are shown up to this many times the extent away, since others would make all small.
    private static let reach = 3.0

    /// `nil` if no marker has four corners at finite places.
    init?(_ content: ReportContent) {
        let all = content.shapes
        let shapes = all.filter { $0.after.count == 4 && $0.after.allSatisfy(SceneMarkers.isPlace) }
        guard let first = shapes.first?.after.first else { return nil }
        let points = shapes.flatMap(\.after)
        let low = points.reduce(first) { pointwiseMin($0, $1) }
        let high = points.reduce(first) { pointwiseMax($0, $1) }
        let origin = SIMD3((low.x + high.x) / 2, low.y, (low.z + high.z) / 2)
        let reach = max((high - low).max(), 1) * SceneMarkers.reach

        let residuals = SceneMarkers.residuals(content, shapes)
        let errors = shapes.map { content.error(of: $0).flatMap(SceneMarkers.length) }
        let showsErrors = !content.markers.isEmpty
        let values = zip(shapes, errors).map { shape, error in showsErrors ? error : residuals[shape.name] }
        let known = values.compactMap { $0 }
        let (least, largest) = (known.min() ?? 0, known.max() ?? 0)
        let range = max(largest - least, largest * 1e-3)

        shown = zip(shapes, zip(errors, values)).map { shape, numbers in
            let (error, value) = numbers
            let isNear =
                shape.before.count == 4
                && shape.before.allSatisfy { SceneMarkers.isPlace($0) && ($0 - origin).length <= reach }
            return SceneMarker(
                id: shape.id, name: shape.name, note: shape.note,
                after: shape.after.map { SIMD3<Float>($0 - origin) },
                before: isNear ? shape.before.map { SIMD3<Float>($0 - origin) } : nil,
                residual: residuals[shape.name], error: error,
                color: value.map { SceneColor(share: range > 0 ? ($0 - least) / range : 0) } ?? .grey)
        }
        (self.origin, omitted) = (origin, all.count - shapes.count)
        about =
            "\(ReportText.name(content.subject)): "
            + (showsErrors ? "error to expect in 95 of 100 cases" : "largest residual")
            + ", \(ReportText.length(least)) (violet) to \(ReportText.length(largest)) (yellow)"
    }

    private static func isPlace(_ point: SIMD3<Double>) -> Bool {
        point.isFinite && max(point.max(), -point.min()) <= farthest
    }

    private static func length(_ length: Double) -> Double? { length <= farthest ? length : nil }

    /// The largest residual of each name that only one shape has, among the pairs that took part.
    private static func residuals(_ content: ReportContent, _ shapes: [ReportShape]) -> [String: Double] {
        var counts: [String: Int] = [:], worst: [String: Double] = [:]
        for shape in shapes { counts[shape.name, default: 0] += 1 }
        for pair in content.followers {
            let name = pair.group ?? pair.id
            guard counts[name] == 1, let length = length(pair.length) else { continue }
            worst[name] = max(worst[name] ?? 0, length)
        }
        return worst
    }
}

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

/// A colour of a scene: a step of the ramp, or grey for what has no error.
struct SceneColor: Hashable {
    /// The place among all colours.
    let step: Int

    static let grey = SceneColor(step: ColorRamp.steps)
    static let all = (0...ColorRamp.steps).map(SceneColor.init(step:))

    private init(step: Int) { self.step = step }

    init(share: Double) { step = ColorRamp.step(share) }

    /// Red, green and blue as screens show them, 0 to 255.
    var shown: SIMD3<Double> {
        self == .grey
            ? SIMD3(repeating: 150) : ColorRamp.color(Double(step) / Double(ColorRamp.steps - 1))
    }

    /// The same in linear light, 0 to 1, as surfaces need it (IEC 61966-2-1).
    var linear: SIMD3<Double> {
        var linear = shown / 255
        for place in 0..<3 {
            let share = linear[place]
            linear[place] = share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return linear
    }
}
