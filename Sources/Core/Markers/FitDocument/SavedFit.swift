public import Foundation
public import RigidCalibration

/// A saved fit, read back bit for bit and checked.
///
/// The document is the one that `quadcal fit --save` writes. Whatever follows from the rest is checked: a
/// document in which somebody changed the motion, or a pair, is refused.
public struct SavedFit: Sendable {
    /// The members of the document.
    package var document: FitDocument { checked.document }
    /// The bytes of the document, as read or as to be saved.
    package var bytes: [UInt8] { checked.bytes }
    /// The digest of the document's bytes.
    public var sha256: String { checked.sha256 }
    /// The motion from the old frame to the new one, in metres, as it was saved.
    public var targetFromSource: AnchoredMotion { checked.targetFromSource }
    /// `nil` where the noise is not known.
    public var covariance: MotionCovariance? { checked.covariance }
    /// The covariance of moved markers: of the motion, and of what each marker is off by itself.
    public var markerCovariance: MotionCovariance? {
        covariance.map { $0.ofMarkers(offBy: document.evidence?.errors?.marker ?? 0) }
    }
    /// The motion with a shift for each marker, of a fit that was straightened; `nil` where all markers have one motion.
    ///
    /// Whoever reads a fit with `takesShifts` moves by this.
    package var straightened: StraightenedMotion? { checked.straightened }
    /// The kinds of points that it leads from and to; `nil` where pairs were given without saying.
    public var kinds: Kinds? { checked.kinds }
    /// The markers that it was fitted to; none where the pairs are no corners of markers with ids.
    public var fitted: [FittedMarker] { checked.fitted }
    /// Sessions and sets that supplied targets, so that they are in the new frame.
    public var targetSessions: Set<UUID> { checked.targetSessions }

    /// Kept behind a reference: plans and reports hand a fit on, and each copy of its members would be code of theirs.
    private let checked: Checked

    private final class Checked: Sendable {
        let document: FitDocument
        let bytes: [UInt8]
        let sha256: String
        let targetFromSource: AnchoredMotion
        let covariance: MotionCovariance?
        let straightened: StraightenedMotion?
        let kinds: Kinds?
        let fitted: [FittedMarker]
        let targetSessions: Set<UUID>

        init(_ document: FitDocument, _ bytes: [UInt8], takesShifts: Bool) throws(SavedFitFault) {
            guard takesShifts || document.straightening == nil else {
                throw SavedFitFault(.straightened, at: "/straightening")
            }
            try document.checkRange()
            try document.checkVerdict()
            targetFromSource = try document.motion.checked()
            covariance = try document.evidence?.covariance.map { (covariance) throws(SavedFitFault) in
                try covariance.checked()
            }
            try document.checkPairs(of: targetFromSource)
            straightened = try document.checkedStraightening(of: targetFromSource, covariance)
            if let join = document.join {
                kinds = Kinds(source: .raw, target: join.target)
                (fitted, targetSessions) = try document.joined(join)
            } else {
                (kinds, fitted, targetSessions) = (nil, document.named, [])
            }
            (self.document, self.bytes, sha256) = (document, bytes, SHA256.hex(of: bytes[...]))
        }
    }

    /// The kinds of points that a motion leads from and to.
    public struct Kinds: Hashable, Sendable {
        public let source, target: PointKind
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - takesShifts: Whether a fit that was straightened is read, too: whoever moves markers by its one motion alone would move
    ///     them to wrong places, so it is refused unless the reader says that it follows ``straightened``.
    package init(_ bytes: [UInt8], takesShifts: Bool = false) throws(SavedFitError) {
        let json: JSONValue
        do throws(JSONError) { json = try JSONValue(bytes) } catch { throw SavedFitError(error) }
        try self.init(FitDocument(checkingSchemaOf: json), bytes, takesShifts) {
            () throws(SavedFitError) in json
        }
    }

    /// Checks a document that was not saved yet.
    public init(_ document: FitDocument, takesShifts: Bool = false) throws(SavedFitError) {
        try self.init(document, bytes: document.bytes, takesShifts: takesShifts)
    }

    /// Checks a document whose bytes were written already.
    package init(
        _ document: FitDocument, bytes: [UInt8], takesShifts: Bool = false
    ) throws(SavedFitError) {
        try self.init(document, bytes, takesShifts) { () throws(SavedFitError) in
            do throws(JSONError) { return try JSONValue(bytes) } catch { throw SavedFitError(error) }
        }
    }

    private init(
        _ document: FitDocument, _ bytes: [UInt8], _ takesShifts: Bool,
        text: () throws(SavedFitError) -> JSONValue
    ) throws(SavedFitError) {
        do throws(SavedFitFault) {
            checked = try Checked(document, bytes, takesShifts: takesShifts)
        } catch {
            throw SavedFitError(error, in: try text())
        }
    }
}

extension SavedFit {
    /// The version of what wrote it.
    public var version: String { document.version }
    /// The files that the fit was made from.
    public var inputs: [FitDocument.Input] { document.inputs }
    /// As the options of the fit had it; see ``judgements`` for why.
    public var verdict: FitVerdict { document.verdict }
    /// The remarks about using the motion, most serious first.
    public var judgements: [FitDocument.Judgement] { document.judgements }
    /// The factor from source lengths to target lengths: 1 unless a similarity was asked for.
    public var growth: Double { document.motion.scale }
    /// The name of the model; `matrices` where nothing was fitted.
    public var model: String { document.motion.model }

    /// The codes of what forbids the use of the motion: of everything that fails, or of all where the verdict does.
    public var failures: [String] {
        let failing = judgements.filter(\.fails)
        let warnings = judgements.filter { $0.severity == .warning }
        return (verdict == .fail && failing.isEmpty ? warnings : failing).map(\.code)
    }

    /// The probability that leaving the markers in place fits as well; `nil` if it was not computed.
    public var stillProbability: Double? {
        judgements.first { $0.code == FitCode.alreadyApplied.rawValue }?.probability ?? nil
    }
}
