package import MarkerTables
public import QuadGeometry

/// One thing wrong with one marker of a list, or with the list as a whole.
///
/// Words may change between versions; programs read codes and numbers.
public struct MarkerFinding: Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        case quad(QuadIssue)
        /// The reason why a row holds no quad.
        case row(QuadRowFault)
        case record(MarkerIssue)
        /// A file of something else.
        case content(OtherContent)
    }

    /// The marker it is about.
    public let site: MarkerSite
    package let cause: Cause
    /// The severity, as the code has it or as it was asked for.
    public internal(set) var severity: Severity
    /// The marker it collides with, whose id comes first; nil where it is about one alone.
    public internal(set) var other: MarkerSite?

    package init(_ site: MarkerSite, _ issue: QuadIssue, other: MarkerSite? = nil) {
        (self.site, cause, severity, self.other) = (site, .quad(issue), issue.severity, other)
    }

    package init(_ site: MarkerSite, _ fault: QuadRowFault) {
        (self.site, cause, severity) = (site, .row(fault), .error)
    }

    package init(_ site: MarkerSite, _ issue: MarkerIssue, other: MarkerSite? = nil) {
        (self.site, cause, severity, self.other) = (site, .record(issue), issue.code.severity, other)
    }

    init(_ site: MarkerSite, _ content: OtherContent) {
        (self.site, cause, severity) = (site, .content(content), .error)
    }

    /// The kind of the finding.
    public var code: CheckCode {
        switch cause {
        case .quad(let issue): .quad(issue.code)
        case .row: .quad(.wrongShape)
        case .record(let issue): CheckCode(issue.code)
        case .content: .record(.notAMarker)
        }
    }

    /// The repair that would correct it; nil where none is sure.
    public var fix: QuadFix? {
        guard case .quad(let issue) = cause else { return nil }
        return issue.fix
    }

    /// The evidence of another unit; nil unless that is the finding.
    public var slip: LengthSlip? {
        guard case .quad(let issue) = cause else { return nil }
        return issue.slip
    }

    /// Whether it is about the list as a whole.
    public var isAboutFile: Bool { site.index < 0 }

    /// Its place in space, in metres; nil where it has none.
    public var location: SIMD3<Double>? {
        guard case .quad(let issue) = cause else { return nil }
        return issue.location
    }

    /// The measured value, the limit, and the unit of both.
    public var measure: (value: Double?, limit: Double?, unit: QuadIssue.Unit?) {
        switch cause {
        case .quad(let issue): (issue.value, issue.limit, issue.unit)
        case .row(.fieldCount(let found, let expected)):
            (Double(found), expected.map { Double($0) }, .numbers)
        case .row, .content: (nil, nil, nil)
        case .record(let issue): (issue.value, issue.limit, issue.value == nil ? nil : .metres)
        }
    }

    package var line: Int {
        guard case .record(let issue) = cause else { return site.line }
        return issue.line
    }

    /// The JSON pointer to the number, the corner, the member or the marker it is about.
    public var pointer: String {
        switch cause {
        case .record(let issue): issue.pointer
        case .row(let fault):
            site.pointer + (fault.field.map { $0.number.map { "/p\($0 / 3 + 1)/\($0 % 3)" } ?? "/id" } ?? "")
        case .quad where isAboutFile: ""
        case .content: ""
        case .quad(let issue):
            site.pointer
                + (issue.corner.map { site.corners + "/p\($0 + 1)" } ?? "")
                + (issue.coordinate.map { "/\($0)" } ?? "")
        }
    }

    /// The text or the kind of value that was found in the place of a number, or the number that JSON has no form for.
    package var found: String? {
        switch cause {
        case .row(let fault): fault.found
        case .record(let issue):
            if case .value(let kind)? = issue.cause?.found { kind.rawValue } else { nil }
        case .content: nil
        case .quad(let issue):
            issue.value.flatMap { value in
                value.isNaN ? "NaN" : value.isFinite ? nil : value > 0 ? "Infinity" : "-Infinity"
            }
        }
    }
}

/// A code of the check of markers: about the quad of one, or about its record.
public enum CheckCode: Hashable, Sendable, RawRepresentable, CaseIterable {
    case quad(QuadIssue.Code)
    case record(MarkerIssue.Code)

    /// A record without four corners has the code of a row without them.
    package init(_ code: MarkerIssue.Code) {
        self = QuadIssue.Code(rawValue: code.rawValue).map { .quad($0) } ?? .record(code)
    }

    /// Every code, in the order of the list.
    public static let allCases =
        QuadIssue.Code.allCases.map(CheckCode.quad)
        + MarkerIssue.Code.allCases.map(CheckCode.init).filter {
            if case .record = $0 { true } else { false }
        }

    /// The code as a word, which never changes meaning.
    public var rawValue: String {
        switch self {
        case .quad(let code): code.rawValue
        case .record(let code): code.rawValue
        }
    }

    /// The code of a word; nil where no code has it.
    public init?(rawValue: String) {
        guard let code = CheckCode.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = code
    }
}

extension CheckCode: DocumentValue {}
