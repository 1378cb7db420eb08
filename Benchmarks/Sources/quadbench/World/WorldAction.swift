import MarkersClient

/// The action that a person has the client carry out.
enum WorldAction: CustomStringConvertible {
    case recalibrate(MoveDecisions, WorldSource, elsewhere: Bool, locks: Bool, marks: Bool)
    case resume(String)
    case undo(String)

    var description: String {
        switch self {
        case .resume: "resumes"
        case .undo: "undoes"
        case .recalibrate(let decisions, let source, let elsewhere, let locks, let marks):
            "recalibrates by \(source.rawValue)"
                + [
                    (elsewhere, "in another folder"), (!locks, "without locks"),
                    (!marks, "without marks"),
                    (!decisions.notMovedYet.isEmpty, "NOT MOVED YET"),
                    (decisions.onlyUnmoved, "ONLY UNMOVED"),
                    (decisions.movesAgain, "MOVES AGAIN"),
                ].filter(\.0).map { ", \($0.1)" }.joined()
        }
    }

    var isNew: Bool { if case .recalibrate = self { true } else { false } }

    var decisions: MoveDecisions {
        get {
            if case .recalibrate(let decisions, _, _, _, _) = self { decisions } else { MoveDecisions() }
        }
        set {
            guard case .recalibrate(_, let source, _, let locks, let marks) = self else { return }
            self = .recalibrate(newValue, source, elsewhere: true, locks: locks, marks: marks)
        }
    }
}
