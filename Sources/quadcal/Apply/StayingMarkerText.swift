import Markers

extension StayingMarker {
    /// What was found and expected; safe for a terminal.
    var sentence: String {
        switch reason {
        case .unreadable(let error), .refused(.badCorner(let error)): error.sentence
        case .refused(.outOfRange(let issue)), .refused(.outOfRangeAfter(let issue)),
            .refused(.unsound(let issue)):
            Finding(MarkerSite(line: line, pointer: pointer), issue).message
        case .refused(.missingVersion): "it has no version"
        case .finding(let finding): finding.message
        }
    }
}
