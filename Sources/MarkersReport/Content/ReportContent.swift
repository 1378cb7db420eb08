public import Markers
internal import QuadGeometry
internal import RigidCalibration

/// The content of a report: a saved fit with its judgements, and the state of any markers.
public struct ReportContent: Sendable {
    public let fit: SavedFit
    /// The markers that the motion is for; empty if only the fit is reported.
    public let markers: [ReportMarker]
    /// The name of what was calibrated, for people.
    public let subject: String
    /// More lines of the heading, as names and texts.
    public let facts: [Fact]
    /// The remarks on the markers, most serious first.
    public let remarks: [Remark]
    /// The date to show; `nil` if it is not known.
    public let date: String?

    /// A line of the heading.
    public struct Fact: Hashable, Sendable {
        public let name, text: String

        public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    /// A remark on what happened to markers.
    public struct Remark: Hashable, Sendable {
        /// A word that never changes meaning, such as `MIXED_SPACE`.
        public let code: String
        /// True if the whole fails because of it.
        public let fails: Bool
        /// The meaning, and what to do about it.
        public let sentence: String
        /// True if it decides nothing.
        private(set) var isInfo = false

        public init(_ code: String, fails: Bool, _ sentence: String) {
            (self.code, self.fails, self.sentence) = (code, fails, sentence)
        }

        init(_ judgement: FitDocument.Judgement) {
            self.init(judgement.code, fails: judgement.fails, judgement.sentence)
            isInfo = judgement.severity == .info
        }
    }

    /// Takes a fit, whose document the page contains in full.
    public init(
        fit: SavedFit, subject: String, markers: [ReportMarker] = [], facts: [Fact] = [],
        remarks: [Remark] = [], date: String? = nil
    ) {
        (self.fit, self.subject, self.markers) = (fit, subject, markers)
        (self.facts, self.remarks, self.date) = (facts, remarks, date)
    }

    /// Reads the output of `quadcal fit --save`.
    public init(
        fit document: [UInt8], subject: String, markers: [ReportMarker] = [], facts: [Fact] = [],
        remarks: [Remark] = [], date: String? = nil
    ) throws(SavedFitError) {
        self.init(
            fit: try SavedFit(document), subject: subject, markers: markers, facts: facts, remarks: remarks,
            date: date)
    }
}

extension ReportContent {
    /// All remarks, most serious first, and at the same severity those on markers before those on the fit.
    var allRemarks: [Remark] {
        let all = remarks + fit.judgements.map { Remark($0) }
        return all.filter(\.fails) + all.filter { !$0.fails && !$0.isInfo } + all.filter(\.isInfo)
    }

    /// The verdict on the fit and the remarks together.
    var verdict: FitVerdict {
        if fit.verdict == .fail || remarks.contains(where: \.fails) { return .fail }
        return remarks.isEmpty ? fit.verdict : .warn
    }

    /// All pairs of the fit.
    var pairs: [FitDocument.Pair] { fit.document.pairs }

    /// The pairs that took part in the fit, and those that did not.
    var followers: [FitDocument.Pair] { pairs.filter(\.follows) }
    var rejected: [FitDocument.Pair] { pairs.filter { !$0.follows } }

    /// The 95 % error at a point of the target frame, in metres; `nil` if it is not known.
    func error(at point: SIMD3<Double>) -> Double? {
        guard let error = fit.covariance?.predictedError(atMoved: point), error.isFinite else { return nil }
        return error
    }

    /// The shapes to draw: one for each marker, or for each pair that belongs to none.
    var shapes: [ReportShape] {
        markers.isEmpty ? ReportShape.all(of: pairs) : markers.map(ReportShape.init)
    }
}
