package import QuadGeometry

/// A code of the check of markers: about the quad of one, or about its record.
package enum CheckCode: Hashable, DocumentWord {
    case quad(QuadIssue.Code)
    case record(MarkerIssue.Code)

    /// A record without four corners has the code of a row without them.
    package init(_ code: MarkerIssue.Code) {
        self = QuadIssue.Code(rawValue: code.rawValue).map { .quad($0) } ?? .record(code)
    }

    /// Every code, in the order of the list.
    package static let allCases =
        QuadIssue.Code.allCases.map(CheckCode.quad)
        + MarkerIssue.Code.allCases.map(CheckCode.init).filter {
            if case .record = $0 { true } else { false }
        }

    /// The code as a word, which never changes meaning.
    package var word: String {
        switch self {
        case .quad(let code): code.rawValue
        case .record(let code): code.rawValue
        }
    }

    /// The code of a word.
    package static func named(_ word: String) -> CheckCode? { allCases.first { $0.word == word } }
}
