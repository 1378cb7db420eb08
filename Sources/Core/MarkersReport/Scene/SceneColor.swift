internal import Foundation

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
