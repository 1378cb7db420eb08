internal import Foundation
package import QuadGeometry
package import RigidCalibration

/// Measured numbers for people: three digits, in a suitable unit, and never a value that looks like its limit
/// without being equal to it.
package enum MeasureText {
    /// A value and its limit, both in one unit.
    package static func pair(_ value: Double, _ limit: Double?, _ unit: QuadIssue.Unit?) -> (
        value: String, limit: String?
    ) {
        let (factor, suffix) = scale(of: limit.flatMap { $0 > 0 ? $0 : nil } ?? value, unit)
        let value = value * factor
        guard let limit = limit.map({ $0 * factor }) else { return (digits(3, value) + suffix, nil) }
        let enough = (3...17).first { digits($0, value) != digits($0, limit) || value == limit } ?? 17
        return (digits(enough, value) + suffix, digits(enough, limit) + suffix)
    }

    /// A value that may be missing, and its limit.
    package static func measure(
        _ value: Double?, _ limit: Double?, _ unit: QuadIssue.Unit?
    ) -> (value: String, limit: String?) {
        value.map { pair($0, limit, unit) } ?? ("unknown", nil)
    }

    /// The factor that makes a number in the library's unit readable, and the unit's symbol.
    private static func scale(of number: Double, _ unit: QuadIssue.Unit?) -> (factor: Double, suffix: String)
    {
        switch unit {
        case .metres: number.magnitude < 1 ? (1000, " mm") : (1, " m")
        case .squareMetres: (1, " m²")
        case .radians: (1 / QuadLimits.degree, "°")
        case .ratio, .numbers, nil: (1, "")
        }
    }

    /// The number with at least this many digits, more if its whole part needs them, without zeros at the
    /// end.
    package static func digits(_ count: Int, _ number: Double) -> String { number.text(digits: count) }

    /// A length in metres for people.
    package static func length(_ metres: Double) -> String { pair(metres, nil, .metres).value }

    /// A length in metres as millimetres, without the unit.
    package static func millimetres(_ metres: Double) -> String { digits(3, metres * 1000) }

    /// A number to four places, or to three digits if those would show nothing or be too long.
    package static func fixed(_ number: Double) -> String {
        guard number == 0 || (1e-3..<1e9).contains(number.magnitude) else { return digits(3, number) }
        return String(format: "%.4f", number)
    }

    /// A unit axis, in words if there are some.
    package static func axis(_ axis: SIMD3<Double>) -> String {
        guard !isVertical(axis) else { return "the vertical" }
        return (axis.y.magnitude < 0.05 ? "the level axis " : "the axis ") + place(axis)
    }

    /// True if a unit axis is vertical for practical purposes.
    package static func isVertical(_ axis: SIMD3<Double>) -> Bool { axis.y.magnitude > 0.999 }

    /// A position in metres, to the centimetre.
    package static func place(_ point: SIMD3<Double>) -> String {
        let numbers = (0..<3).map { axis in
            let number = point[axis]
            guard number.magnitude < 1e9 else { return String(format: "%.3g", number) }
            let text = String(format: "%.2f", number)
            return text == "-0.00" ? "0.00" : text
        }
        return "(" + numbers.joined(separator: ", ") + ")"
    }

    /// The number rounded to 12 significant digits.
    package static func rounded(_ number: Double) -> Double {
        number.rounded12
    }

    /// The shortest text that reads back as the number, without a fraction of zero.
    package static func shortest(_ number: Double) -> String {
        number.shortestText
    }
}

extension MeasureText {
    /// An angle in radians with its error, in degrees.
    package static func angle(_ radians: Double, _ bound: Double?) -> String {
        let shown = String(fixed(radians / QuadLimits.degree))
        return shown + "°" + (bound.map { " ± \(digits(2, $0 / QuadLimits.degree))°" } ?? "")
    }

    /// A motion that many pairs follow: its support, its turn, and where the origin goes, as people state a motion.
    package static func rival(_ rival: RivalMotion) -> String {
        let motion = rival.targetFromSource
        let axis = motion.rotation.axis
        let about = axis.map { " about \(MeasureText.axis($0))" } ?? ""
        // A turn about the vertical is one about +Y, which may be negative.
        let sign = axis.map { $0.y < 0 && MeasureText.axis($0) == MeasureText.axis(-$0) } == true ? "-" : ""
        let origin =
            motion.targetCenter + motion.rest - rival.growth * (motion.rotation * motion.sourceCenter)
        return
            "\(rival.support) pairs or markers turn by \(sign)\(angle(motion.rotation.angle, nil))\(about) and take the origin to "
            + point(origin, nil)
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

extension Double {
    /// The number rounded to 12 significant digits.
    package var rounded12: Double { Double(String(format: "%.11e", self)) ?? self }

    /// The number with at least this many digits, more if its whole part needs them, without zeros at the end.
    package func text(digits count: Int) -> String {
        let most = 15
        func text(_ number: Double) -> String {
            var count = count
            while count < most, number.magnitude >= pow(10, Double(count)) { count += 1 }
            return String(format: "%.\(count)g", number)
        }
        // Rounding may make the whole part longer, as it does of 99.6 to two digits.
        return Double(text(self)).map(text) ?? text(self)
    }
}
