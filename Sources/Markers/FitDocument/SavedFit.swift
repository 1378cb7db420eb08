public import Foundation
public import RigidCalibration

/// A fit that was kept in a file, read back: what a plan needs of it, bit for bit as it was fitted.
///
/// The document is the one that `quadcal fit --save` writes. Whatever in it can be told from the rest is looked at: a
/// document in which somebody changed the motion, or a pair, is refused.
public struct SavedFit: Sendable {
    /// The name and version of the document's form.
    public static let schema = "quadcal.fit/1"

    /// The digest of the document's bytes.
    public let sha256: String
    /// The version of what wrote it.
    public let version: String
    /// As the options of the fit had it; see ``judgements`` for why.
    public let verdict: FitVerdict
    /// What was said about using the motion, the gravest first.
    public let judgements: [Judgement]
    /// What the fit was made from.
    public let inputs: [Input]
    public let targetFromSource: AnchoredMotion
    /// How many times longer targets are than sources: 1 unless a similarity was asked for.
    public let growth: Double
    /// The name of the model; `matrices` where nothing was fitted.
    public let model: String
    /// `nil` where the noise is not known.
    public let covariance: MotionCovariance?
    /// The kinds of points that it leads from and to; `nil` where pairs were given without saying.
    public let kinds: Kinds?
    /// The markers that it was fitted to; none where the pairs are no corners of markers with ids.
    public let fitted: [FittedMarker]
    /// Sessions and sets that supplied targets, so that they are in the new frame.
    public let targetSessions: Set<UUID>

    /// A thing that was said about using the motion.
    public struct Judgement: Hashable, Sendable {
        /// A word that never changes meaning, such as `SCALE_SLIP`.
        public let code: String
        /// Whether a motion that has it must not be used.
        public let fails: Bool
        /// What it means and what to do about it.
        public let sentence: String
        /// Of chance alone, where it was worked out.
        public let probability: Double?
    }

    /// A file that the fit was made from.
    public struct Input: Hashable, Sendable {
        /// What it was used as, such as `pairs`, `old` or `new`.
        public let role: String
        public let file: String
        public let sha256: String
    }

    /// The kinds of points that a motion leads from and to.
    public struct Kinds: Hashable, Sendable {
        public let source, target: PointKind
    }

    /// Reads a document.
    public init(_ bytes: [UInt8]) throws(SavedFitError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(bytes) } catch { throw SavedFitError(error) }
        let document = try SavedMembers(value)
        try SavedFit.checkSchema(document)
        sha256 = SHA256.hex(of: bytes[...])
        version = try document.text("version")
        judgements = try document.elements("judgements").map { (value) throws(SavedFitError) in
            try Judgement(SavedMembers(value))
        }
        verdict = try SavedFit.verdict(document, judgements)
        inputs = try document.elements("inputs").map { (value) throws(SavedFitError) in
            let input = try SavedMembers(value)
            return Input(
                role: try input.text("role"), file: try input.text("file"), sha256: try input.text("sha256"))
        }
        let motion = try SavedMotion(document.object("motion"))
        (targetFromSource, growth, model) = (motion.motion, motion.growth, motion.model)
        let evidence = try document.optional("evidence")
        covariance = try evidence.flatMap { (evidence) throws(SavedFitError) in
            try evidence.optional("covariance").map(MotionCovariance.init)
        }
        let pairs = try SavedPairs(document, motion)
        guard (evidence == nil) == pairs.corners.isEmpty else {
            throw SavedFitError(.contradicts("/pairs"), at: try document.value("evidence"))
        }
        if let join = try document.optional("join") {
            let target: PointKind = try join.word("target")
            kinds = Kinds(source: .raw, target: target)
            (fitted, targetSessions) = try pairs.joined(join)
        } else {
            (kinds, fitted, targetSessions) = (nil, pairs.named, [])
        }
    }

    private static func checkSchema(_ document: SavedMembers) throws(SavedFitError) {
        let found = try document.text("schema")
        guard found != schema else { return }
        let (own, other) = (schema.split(separator: "/"), found.split(separator: "/"))
        let isLater =
            other.count == 2 && other[0] == own[0] && (Int(other[1]) ?? 0) > (Int(own[1]) ?? 0)
        throw SavedFitError(
            isLater ? .newerSchema(found) : .noFit(found), at: try document.value("schema"))
    }

    /// The verdict, which goes with the judgements.
    private static func verdict(
        _ document: SavedMembers, _ judgements: [Judgement]
    ) throws(SavedFitError) -> FitVerdict {
        let value = try document.value("verdict")
        let word = try document.text("verdict")
        guard let verdict = FitVerdict(rawValue: word.uppercased()), word == word.lowercased() else {
            throw SavedFitError(.unknownWord(word), at: value)
        }
        // With its option --fail-on warning a fit calls warnings a failure.
        let fits =
            switch verdict {
            case .pass: judgements.isEmpty
            case .warn: !judgements.isEmpty && !judgements.contains(where: \.fails)
            case .fail: !judgements.isEmpty
            }
        guard fits else { throw SavedFitError(.contradicts("/judgements"), at: value) }
        let decidedBy = try document.value("decidedBy")
        guard decidedBy.string == judgements.first?.code, decidedBy.isNull == judgements.isEmpty else {
            throw SavedFitError(.contradicts("/judgements"), at: decidedBy)
        }
        return verdict
    }

    /// The codes of what forbids the use of the motion: of everything that fails, or of all where the verdict does.
    public var failures: [String] {
        let failing = judgements.filter(\.fails)
        return (verdict == .fail && failing.isEmpty ? judgements : failing).map(\.code)
    }

    /// How probably no motion at all would do as well, where that was found.
    public var stillProbability: Double? {
        judgements.first { $0.code == "ALREADY_APPLIED" }?.probability
    }
}

extension SavedFit.Judgement {
    fileprivate init(_ judgement: SavedMembers) throws(SavedFitError) {
        code = try judgement.text("code")
        sentence = try judgement.text("sentence")
        let severity = try judgement.text("severity")
        guard ["error", "warning"].contains(severity) else {
            throw SavedFitError(.unknownWord(severity), at: try judgement.value("severity"))
        }
        fails = severity == "error"
        if code == "ALREADY_APPLIED" {
            let share = try judgement.number("probability")
            guard 0...1 ~= share else {
                throw SavedFitError(.outOfRange, at: try judgement.value("probability"))
            }
            probability = share
        } else {
            probability = nil
        }
    }
}
