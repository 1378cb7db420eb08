public import Foundation
public import RigidCalibration

/// A fit that was kept in a file, read back: what a plan needs of it, bit for bit as it was fitted.
///
/// The document is the one that `quadcal fit --save` writes. Whatever in it can be told from the rest is looked at: a
/// document in which somebody changed the motion, or a pair, is refused.
public struct SavedFit: Sendable {
    /// What it says.
    public let document: FitDocument
    /// The document as it was read, or as it is saved.
    public let bytes: [UInt8]
    /// The digest of the document's bytes.
    public let sha256: String
    public let targetFromSource: AnchoredMotion
    /// `nil` where the noise is not known.
    public let covariance: MotionCovariance?
    /// The kinds of points that it leads from and to; `nil` where pairs were given without saying.
    public let kinds: Kinds?
    /// The markers that it was fitted to; none where the pairs are no corners of markers with ids.
    public let fitted: [FittedMarker]
    /// Sessions and sets that supplied targets, so that they are in the new frame.
    public let targetSessions: Set<UUID>

    /// The kinds of points that a motion leads from and to.
    public struct Kinds: Hashable, Sendable {
        public let source, target: PointKind
    }

    /// Reads a document.
    public init(_ bytes: [UInt8]) throws(SavedFitError) {
        let json: JSONValue
        do throws(JSONError) { json = try JSONValue(bytes) } catch { throw SavedFitError(error) }
        try self.init(FitDocument(checkingSchemaOf: json), bytes) { () throws(SavedFitError) in json }
    }

    /// Checks a document that was not saved yet.
    public init(_ document: FitDocument) throws(SavedFitError) {
        try self.init(document, bytes: document.bytes)
    }

    /// Checks a document whose bytes were written already.
    package init(_ document: FitDocument, bytes: [UInt8]) throws(SavedFitError) {
        try self.init(document, bytes) { () throws(SavedFitError) in
            do throws(JSONError) { return try JSONValue(bytes) } catch { throw SavedFitError(error) }
        }
    }

    private init(
        _ document: FitDocument, _ bytes: [UInt8], text: () throws(SavedFitError) -> JSONValue
    ) throws(SavedFitError) {
        do throws(SavedFitFault) { try self.init(checking: document, bytes) } catch {
            throw SavedFitError(error, in: try text())
        }
    }

    private init(checking document: FitDocument, _ bytes: [UInt8]) throws(SavedFitFault) {
        try document.checkRange()
        try document.checkVerdict()
        targetFromSource = try document.motion.checked()
        covariance = try document.evidence?.covariance.map { (covariance) throws(SavedFitFault) in
            try covariance.checked()
        }
        try document.checkPairs(of: targetFromSource)
        if let join = document.join {
            kinds = Kinds(source: .raw, target: join.target)
            (fitted, targetSessions) = try document.joined(join)
        } else {
            (kinds, fitted, targetSessions) = (nil, document.named, [])
        }
        (self.document, self.bytes, sha256) = (document, bytes, SHA256.hex(of: bytes[...]))
    }
}

extension SavedFit {
    /// The version of what wrote it.
    public var version: String { document.version }
    /// What the fit was made from.
    public var inputs: [FitDocument.Input] { document.inputs }
    /// As the options of the fit had it; see ``judgements`` for why.
    public var verdict: FitVerdict { document.verdict }
    /// What was said about using the motion, the gravest first.
    public var judgements: [FitDocument.Judgement] { document.judgements }
    /// How many times longer targets are than sources: 1 unless a similarity was asked for.
    public var growth: Double { document.motion.scale }
    /// The name of the model; `matrices` where nothing was fitted.
    public var model: String { document.motion.model }

    /// The codes of what forbids the use of the motion: of everything that fails, or of all where the verdict does.
    public var failures: [String] {
        let failing = judgements.filter(\.fails)
        return (verdict == .fail && failing.isEmpty ? judgements : failing).map(\.code)
    }

    /// How probably no motion at all would do as well, where that was found.
    public var stillProbability: Double? {
        judgements.first { $0.code == FitCode.alreadyApplied.rawValue }?.probability ?? nil
    }
}
