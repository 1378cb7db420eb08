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
    /// The title block.
    public var heading = ReportHeading()

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
    package init(
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
        let all = remarks + fit.judgements.map { Remark($0) } + [exceeded].compactMap { $0 }
        return all.filter(\.fails) + all.filter { !$0.fails && !$0.isInfo } + all.filter(\.isInfo)
    }

    var verdict: FitVerdict {
        if fit.verdict == .fail || allRemarks.contains(where: \.fails) { return .fail }
        return remarks.isEmpty ? fit.verdict : .warn
    }

    /// The remarks, and the error at the worst place: what whoever uses a motion with a warning accepts.
    var burden: String {
        guard let worst = worstError else { return "the remarks" }
        return "the remarks, and errors of up to \(ReportText.length(worst.error)), at "
            + ReportText.name(worst.name, atMost: 40)
    }

    /// The largest error to expect at a marker, or at a requested point; `nil` if none is known.
    var worstError: (name: String, error: Double)? {
        var known = shapes.compactMap { shape in
            error(of: shape).map { (name: shape.name, error: $0) }
        }
        known += (fit.document.points ?? []).compactMap { point in point.error95.map { (point.id, $0) } }
        return known.max { $0.error < $1.error }
    }

    /// The remark on a marker beyond the tolerance that the fit did not know of; `nil` if there is none.
    private var exceeded: Remark? {
        let code = "TOLERANCE_EXCEEDED"
        guard let tolerance = fit.document.options.tolerance, let worst = worstError, worst.error > tolerance,
            !fit.judgements.contains(where: { $0.code == code }),
            !remarks.contains(where: { $0.code == code })
        else { return nil }
        return Remark(
            code, fails: true,
            "The error to expect at \(ReportText.name(worst.name)) is \(ReportText.length(worst.error)), above the "
                + "tolerance of \(ReportText.length(tolerance)). Add pairs near it, or allow more.")
    }

    /// The pairs that were rejected of all, in words.
    var shareRejected: String {
        let all = pairs.count, count = rejected.count
        let share = ReportText.digits(2, 100 * Double(count) / Double(max(all, 1)))
        return "\(ReportText.grouped(count)) of \(ReportText.grouped(all)) (\(share) %)"
    }

    var pairs: [FitDocument.Pair] { fit.document.pairs }

    /// The pairs that took part in the fit, and those that did not.
    var followers: [FitDocument.Pair] { pairs.filter(\.follows) }
    var rejected: [FitDocument.Pair] { pairs.filter { !$0.follows } }

    /// The 95 % error at the corner of a shape where it is largest, in metres; `nil` if it is not known.
    func error(of shape: ReportShape) -> Double? {
        guard shape.isPredicted else { return nil }
        if fit.straightened != nil { return shape.shiftedError }
        guard let error = fit.covariance?.worstError(atMoved: shape.after), error.isFinite else { return nil }
        return error
    }

    /// The covariance by which errors are drawn; `nil` where each marker has one of its own, or the noise is not known.
    var covariance: MotionCovariance? { fit.straightened == nil ? fit.covariance : nil }

    /// The shapes to draw: one for each marker, or for each pair that belongs to none.
    var shapes: [ReportShape] {
        guard !markers.isEmpty else { return ReportShape.numbered(ReportShape.all(of: pairs)) }
        let misfits = misfits
        return ReportShape.numbered(
            markers.map { marker in
                let shape = ReportShape(marker)
                return misfits[shape.id].map(shape.rejected) ?? shape
            })
    }

    /// The markers of which the fit rejected all corners, by the ids of both scans, with the longest residual in metres.
    private var misfits: [String: Double] {
        var rejected: [String: Double] = [:], followed: Set<String> = []
        for pair in pairs {
            guard let group = pair.group else { continue }
            if pair.follows { followed.insert(group) }
            rejected[group] = max(rejected[group] ?? 0, pair.length)
        }
        var misfits: [String: Double] = [:]
        for marker in fit.document.join?.markers ?? [] where !followed.contains(marker.name) {
            guard let distance = rejected[marker.name] else { continue }
            (misfits[marker.old], misfits[marker.new]) = (distance, distance)
        }
        return misfits
    }
}

/// The title block of a report: what people write on a document that they hand over.
///
/// ```swift
/// signed.heading = ReportHeading(title: "Rescan of Hall 3", fields: [.init("Project", "P7")])
/// ```
public struct ReportHeading: Hashable, Sendable {
    /// The title; `nil` for the name of what was calibrated.
    public var title: String?
    /// The fields in their order. The usual ones that are missing are left blank, to be filled in by hand.
    public var fields: [Field]
    /// The sign of whoever hands it over.
    public var logo: ReportLogo?

    /// A field of the title block.
    public struct Field: Hashable, Sendable {
        public let name, text: String

        public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    public init(title: String? = nil, fields: [Field] = [], logo: ReportLogo? = nil) {
        (self.title, self.fields, self.logo) = (title, fields, logo)
    }

    /// The fields that every report has, besides the date, the software and the digests of its inputs.
    package static let usualFields = ["Project", "Site", "Operator", "Device"]

    /// All fields: the usual ones, with an empty text where nothing is known, then the others.
    var rows: [Field] {
        func isUsual(_ field: Field, _ name: String) -> Bool {
            field.name.lowercased() == name.lowercased()
        }
        let usual = ReportHeading.usualFields.flatMap { name in
            let given = fields.filter { isUsual($0, name) }
            return given.isEmpty ? [Field(name, "")] : given
        }
        return usual + fields.filter { field in !ReportHeading.usualFields.contains { isUsual(field, $0) } }
    }
}
