import Markers
import QuadGeometry
import StrictJSON

/// A code of `quadcal check`: about the quad of a marker, or about its record.
enum CheckCode: Hashable, DocumentWord {
    case quad(QuadIssue.Code)
    case record(MarkerIssue.Code)

    /// A record without four corners has the code that a row without them has.
    init(_ code: MarkerIssue.Code) {
        self = QuadIssue.Code(rawValue: code.rawValue).map { .quad($0) } ?? .record(code)
    }

    /// Every code, in the order of the list.
    static let allCases =
        QuadIssue.Code.allCases.map(CheckCode.quad)
        + MarkerIssue.Code.allCases.map(CheckCode.init).filter {
            if case .record = $0 { true } else { false }
        }

    /// The code as a word, which never changes meaning.
    var word: String {
        switch self {
        case .quad(let code): code.rawValue
        case .record(let code): code.rawValue
        }
    }

    /// The code of a word.
    static func named(_ word: String) -> CheckCode? { allCases.first { $0.word == word } }
}
