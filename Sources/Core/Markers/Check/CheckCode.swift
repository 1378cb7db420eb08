public import QuadGeometry

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
