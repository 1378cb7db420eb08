import Markers
import QuadGeometry

/// A motion in lines for people.
enum MotionFacts {
    /// The rows of the 4x4 matrix M in p_to = M p_from.
    ///
    /// - Parameters:
    ///   - rotation: The rotation.
    ///   - scale: The factor of all lengths.
    ///   - translation: The image of the origin.
    static func matrix(
        _ rotation: Rotation, scale: Double = 1, _ translation: SIMD3<Double>
    ) -> [(name: String, text: String)] {
        let (first, second, third) = rotation.rows
        let rows = [first, second, third].enumerated().map { place, row in
            "\(MeasureText.exact(row * scale))  \(MeasureText.shortest(translation[place]))"
        }
        return (rows + ["0  0  0  1"]).enumerated().map { ("M row \($0 + 1)", $1) }
    }
}
