import Foundation
import Markers
import QuadGeometry

/// A mistake in the calibrated data of a sound space, as a server stores it that computes in single precision.
enum CalibratedFault: String, CaseIterable {
    case none = "sound"
    case cornerMoved = "corner moved since"
    case vectorChanged = "vector changed since"
    case otherSign = "other sign"
    case noVector = "no vector"

    /// The finding that names it.
    private var code: MarkerIssue.Code? {
        switch self {
        case .none: nil
        case .cornerMoved, .vectorChanged: .staleCalibrated
        case .otherSign: .vectorSign
        case .noVector: .noVector
        }
    }

    /// The lengths of vectors and moves in metres, whose logarithms are uniform.
    private static let lengths = 0.001...100.0

    /// Whether the findings name the mistake, and whether any of them is something else.
    func judged(_ quads: [Quad], using random: inout SeededGenerator) -> (isNamed: Bool, isOther: Bool) {
        let sign: VectorSign = random.next() % 2 == 0 ? .added : .subtracted
        let vector = CalibratedFault.vector(using: &random)
        let calibration = SpaceCalibration(CalibrationVector(vector), sign: sign)
        let planted = Int.random(in: quads.indices, using: &random)
        let change = CalibratedFault.vector(using: &random)
        var found: [MarkerIssue.Code?] = []
        for (place, quad) in quads.enumerated() {
            var raw = quad.map { SIMD3<Double>(SIMD3<Float>($0)) }
            let shift = SIMD3<Float>((self == .otherSign ? calibration.inverse : calibration).shift)
            let stored = CalibratedData(raw.map { SIMD3<Double>(SIMD3<Float>($0) + shift) })
            var now = calibration
            switch self {
            case .cornerMoved where place == planted: raw.p3 += change
            case .vectorChanged: now.vector = CalibrationVector(vector + change)
            case .noVector: now.vector = nil
            default: break
            }
            found.append(CalibratedComparison(of: raw, stored: stored, by: now).finding)
        }
        let expected = quads.indices.map { self != .cornerMoved || $0 == planted ? code : nil }
        return (found == expected, zip(found, expected).contains { $0 != nil && $0 != $1 })
    }

    private static func vector(using random: inout SeededGenerator) -> SIMD3<Double> {
        let span = log(lengths.lowerBound)...log(lengths.upperBound)
        let length = exp(Double.random(in: span, using: &random))
        let angle = Double.random(in: 0...(2 * .pi), using: &random)
        let height = Double.random(in: -1...1, using: &random), level = (1 - height * height).squareRoot()
        return SIMD3(cos(angle) * level, height, sin(angle) * level) * length
    }
}

/// The spaces of one mistake in calibrated data.
struct CalibratedTally {
    private var spaces = 0, named = 0, others = 0

    mutating func add(_ verdict: (isNamed: Bool, isOther: Bool)) {
        spaces += 1
        if verdict.isNamed { named += 1 }
        if verdict.isOther { others += 1 }
    }

    /// Whether every mistake was named, and nothing else was.
    var isExact: Bool { named == spaces && others == 0 }

    var summary: [String: Any] {
        ["spaces": spaces, "missed": spaces - named, "falseFindings": others]
    }
}
