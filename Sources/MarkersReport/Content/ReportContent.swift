public import Markers
internal import QuadGeometry
internal import RigidCalibration

/// What a report shows: a saved fit with all that it says, and what became of markers, where there are some.
public struct ReportContent: Sendable {
    public let fit: SavedFit
    /// The markers that the motion is for; none where only the fit is reported.
    public let markers: [ReportMarker]
    /// What was calibrated, as a person calls it.
    public let subject: String
    /// What else belongs to the heading, as names and texts.
    public let facts: [Fact]
    /// What there is to say beside the fit, the gravest first.
    public let remarks: [Remark]
    /// When it was made, as it is to be shown; `nil` where that is not known.
    public let date: String?

    /// A line of the heading.
    public struct Fact: Hashable, Sendable {
        public let name, text: String

        public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    /// A thing that was said about what became of markers.
    public struct Remark: Hashable, Sendable {
        /// A word that never changes meaning, such as `MIXED_SPACE`.
        public let code: String
        /// Whether the whole fails by it.
        public let fails: Bool
        /// What it means and what to do about it.
        public let sentence: String

        public init(_ code: String, fails: Bool, _ sentence: String) {
            (self.code, self.fails, self.sentence) = (code, fails, sentence)
        }
    }

    /// Takes a fit, whose document the page carries along whole.
    public init(
        fit: SavedFit, subject: String, markers: [ReportMarker] = [], facts: [Fact] = [],
        remarks: [Remark] = [], date: String? = nil
    ) {
        (self.fit, self.subject, self.markers) = (fit, subject, markers)
        (self.facts, self.remarks, self.date) = (facts, remarks, date)
    }

    /// Reads what `quadcal fit --save` wrote.
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
    /// All that was said, the gravest first, and of the same gravity of markers before of the fit.
    var allRemarks: [Remark] {
        let all = remarks + fit.judgements.map { Remark($0.code, fails: $0.fails, $0.sentence) }
        return all.filter(\.fails) + all.filter { !$0.fails }
    }

    /// What the fit and the remarks come to.
    var verdict: FitVerdict {
        if fit.verdict == .fail || remarks.contains(where: \.fails) { return .fail }
        return remarks.isEmpty ? fit.verdict : .warn
    }

    /// All pairs of the fit.
    var pairs: [FitDocument.Pair] { fit.document.pairs }

    /// The pairs that took part in the fit, and those that did not.
    var followers: [FitDocument.Pair] { pairs.filter(\.follows) }
    var rejected: [FitDocument.Pair] { pairs.filter { !$0.follows } }

    /// What an error stays within in 95 of 100 cases at a point of the target frame, in metres; `nil` where it is not known.
    func error(at point: SIMD3<Double>) -> Double? {
        guard let error = fit.covariance?.predictedError(atMoved: point), error.isFinite else { return nil }
        return error
    }

    /// What is drawn of each marker, or of each pair that is of none.
    var shapes: [ReportShape] {
        markers.isEmpty ? ReportShape.all(of: pairs) : markers.map(ReportShape.init)
    }
}
