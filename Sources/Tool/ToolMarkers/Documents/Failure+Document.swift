import Foundation
import MarkerTables
import Markers
import QuadGeometry
import RigidCalibration
package import StrictJSON
package import ToolTerminal

extension SchemaDocument {
    package static let error = SchemaDocument(
        name: "error", about: "what --json and --ndjson print where a run cannot do what it was asked",
        schema: Failure.schema)
}

extension Failure: WrittenObject {
    package static let members: [DocumentMember<Failure>] = [
        .constant("schema", "quadcal.error/1", "The name and number of this document's form."),
        .always("version", \.version, "The version of quadcal."),
        .always("exit", \.exitCode, "The exit code of the run, as a word."),
        .sometimes(
            "code", \.code,
            "The reason as a word; present where a motion, a plan, a job or a server's answer was refused."),
        .always("message", \.text, "What went wrong and what to try next."),
        .always("file", \.shownFile, "The file concerned; secrets in a URL are hidden."),
        .always("line", \.place?.line, "The line concerned, from 1."),
        .sometimes("refusal", \.refusal, "Why no motion was fitted; present only in that case."),
    ]

    private var version: String { QuadcalVersion.text }
    private var shownFile: String? { (place?.file).map { URLSecrets.hidden(in: $0) } }

    private var refusal: RefusalDocument? {
        (cause as? FitRefusal).map { RefusalDocument($0) }
    }
}

/// The reason why no motion was fitted with its numbers, and the rows.
private struct RefusalDocument: WrittenObject {
    let code: String
    let rows: [Row]
    private var found, needed, neededSupport, status, support, second, choice: Int?
    private var motions: [FitDocument.Rival]?
    private var extent, resolution, thickness, lineResolution, gain, rounding: Double?
    private var weight, value, bound, distance, factor, deviation: Double?
    private var side, model, option: String?
    private var axis: SIMD3<Double>?

    static let members: [DocumentMember<RefusalDocument>] = [
        .always("code", \.code, "The code of the reason; quadcal fit --explain describes it."),
        .sometimes("found", \.found, "The number of pairs, or of motions to choose from."),
        .sometimes("needed", \.needed, "The number of pairs needed."),
        .sometimes(
            "side", \.side, "The side concerned.", schema: .word(["source", "target"])),
        .sometimes("extent", \.extent, "The extent of the points on that side, in metres."),
        .sometimes("resolution", \.resolution, "The smallest extent that would be enough, in metres."),
        .sometimes("axis", \.axis, "The axis of the line, or of the rotation that is not determined."),
        .sometimes("thickness", \.thickness, "The distance of the points from the line, in metres."),
        .sometimes("resolution", \.lineResolution, "The same as above."),
        .sometimes("gain", \.gain, "How well the rotation is determined, as a fraction."),
        .sometimes("rounding", \.rounding, "What that fraction would be from rounding alone."),
        .sometimes("model", \.model, "The model that was asked for."),
        .sometimes("weight", \.weight, "The weight that cannot be used."),
        .sometimes("option", \.option, "The option that cannot be used."),
        .sometimes("value", \.value, "Its value."),
        .sometimes("status", \.status, "The status that the solver returned."),
        .sometimes("bound", \.bound, "The bound that cannot be used, in metres."),
        .sometimes("support", \.support, "The number of pairs that follow the best motion."),
        .sometimes("needed", \.neededSupport, "The same as above."),
        .sometimes("second", \.second, "The number of pairs that follow the second-best motion."),
        .sometimes("motions", \.motions, "Both motions, that with most support first."),
        .sometimes("choice", \.choice, "The number of the motion that was asked for."),
        .sometimes("distance", \.distance, "How far the nearest motion is from the one given, in metres."),
        .sometimes("factor", \.factor, "The scale of the targets relative to the sources."),
        .sometimes("deviation", \.deviation, "The standard deviation of that scale."),
        .always("rows", \.rows, "The rows that cause it."),
    ]

    struct Row: WrittenObject {
        let id: String
        let line: Int

        static let members: [DocumentMember<Row>] = [
            .always("id", \.id, "The id of the row."),
            .always("line", \.line, "The line on which it begins, from 1."),
        ]
    }

    init(_ refusal: FitRefusal) {
        code = refusal.error.code
        rows = refusal.rowsInvolved.map { Row(id: refusal.ids[$0], line: refusal.lines[$0]) }
        switch refusal.error {
        case .tooFewPairs(let found, let needed): (self.found, self.needed) = (found, needed)
        case .coincidentPoints(let side, let extent, let resolution):
            (self.side, self.extent, self.resolution) = (side.word, extent, resolution)
        case .pointsOnLine(let side, let axis, let thickness, let resolution):
            (self.side, self.axis, self.thickness) = (side.word, axis, thickness)
            lineResolution = resolution
        case .turnNotDetermined(let axis, let gain, let rounding):
            (self.axis, self.gain, self.rounding) = (axis, gain, rounding)
        case .motionNotFixed(let model): self.model = model.name
        case .badWeight(_, let weight): self.weight = weight
        case .outOfRange(_, let side), .badCovariance(_, let side), .nonFinitePoint(_, let side):
            self.side = side.word
        case .badOption(let option, let value): (self.option, self.value) = (option.rawValue, value)
        case .solverFailed(let status): self.status = Int(status)
        case .badBound(_, let bound): self.bound = bound
        case .motionNotDetermined(let support, let needed): (self.support, neededSupport) = (support, needed)
        case .ambiguousMotion(let motion, let rival):
            (support, second) = (motion.support, rival.support)
            motions = [FitDocument.Rival(motion), FitDocument.Rival(rival)]
        case .severalMotions(let all):
            (support, second) = (all.first?.support, all.dropFirst().first?.support)
            motions = all.map { FitDocument.Rival($0) }
        case .noSuchMotion(let choice, let motions): (self.choice, found) = (choice, motions)
        case .noMotionNear(let motion, let distance):
            (support, self.distance, motions) = (motion.support, distance, [FitDocument.Rival(motion)])
        case .scaleSlip(let factor, let spread): (self.factor, deviation) = (factor, spread)
        case .mirrored(let support): self.support = support
        case .noSuchPoint, .noNoise, .badInterest, .unpairedPoints, .unpairedColumn: break
        }
    }
}

extension CSVSeparator: DocumentValue {}
extension LengthUnit: DocumentValue {}
extension MarkerCoordinates: DocumentValue {}
extension MarkerFormat: DocumentValue {}
extension PushMode: DocumentValue {}
extension QuadProfile: DocumentValue {}
extension QuadIssue.Code: DocumentValue {}
extension Severity: DocumentValue {}

package enum DocumentUnit: String, CaseIterable, DocumentValue {
    case metres = "m"
    case squareMetres = "m2"
    case degrees = "deg"
    case ratio, fields
}

/// A column of lengths in millimetres, all with as many places as show three digits of the largest.
package struct MillimetreColumn {
    /// `nil` if the lengths are too small to be shown that way.
    private let places: Int?

    /// The largest length in metres.
    package init(largest: Double) {
        let millimetres = largest * 1000
        places = millimetres > 0 ? (0...9).first { millimetres * pow(10, Double($0)) >= 100 } : 0
    }

    package func text(_ metres: Double) -> String {
        guard let places, metres.magnitude < 1e9 else { return MeasureText.millimetres(metres) }
        let text = String(format: "%.\(places)f", metres * 1000)
        return text.contains { $0 != "-" && $0 != "0" && $0 != "." } ? text : text.replacing("-", with: "")
    }

    package func parts(_ vector: SIMD3<Double>) -> [String] { (0..<3).map { text(vector[$0]) } }
}
