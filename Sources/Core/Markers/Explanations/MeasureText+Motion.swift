internal import QuadGeometry
package import RigidCalibration

extension MeasureText {
    /// An angle in radians with its error, in degrees.
    package static func angle(_ radians: Double, _ bound: Double?) -> String {
        let shown = String(fixed(radians / QuadLimits.degree))
        return shown + "°" + (bound.map { " ± \(digits(2, $0 / QuadLimits.degree))°" } ?? "")
    }

    /// A motion that many pairs follow: its support, its turn, and where the middle of its pairs goes.
    package static func rival(_ rival: RivalMotion) -> String {
        let motion = rival.targetFromSource
        let axis = motion.rotation.axis
        let about = axis.map { " about \(MeasureText.axis($0))" } ?? ""
        // A turn about the vertical is one about +Y, which may be negative.
        let sign = axis.map { $0.y < 0 && MeasureText.axis($0) == MeasureText.axis(-$0) } == true ? "-" : ""
        return
            "\(rival.support) pairs or markers turn by \(sign)\(angle(motion.rotation.angle, nil))\(about) and shift by "
            + point(motion.targetCenter - motion.sourceCenter + motion.rest, nil)
            + (rival.growth == 1 ? "" : ", \(digits(7, rival.growth)) times as long")
    }

    /// Three lengths in metres with their errors.
    package static func point(_ point: SIMD3<Double>, _ bound: SIMD3<Double>?) -> String {
        let off = bound.map { bound in
            " ± (" + (0..<3).map { digits(2, bound[$0] * 1000) }.joined(separator: ", ") + ") mm"
        }
        return "(" + (0..<3).map { fixed(point[$0]) }.joined(separator: ", ") + ") m" + (off ?? "")
    }

    /// Three numbers that read back exactly.
    package static func exact(_ point: SIMD3<Double>) -> String {
        (0..<3).map { shortest(point[$0]) }.joined(separator: "  ")
    }
}
