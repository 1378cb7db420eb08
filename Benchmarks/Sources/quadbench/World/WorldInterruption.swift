/// Something that happens while markers are moved, before one of the writes.
enum WorldInterruption: CustomStringConvertible {
    /// Another person does the same.
    case run(by: Int)
    /// The machine sleeps for an hour, and another person begins the same and is interrupted, too.
    case sleep(rival: Int)
    /// Somebody edits a marker in the app.
    case edit
    /// The answer to the write of a marker is lost, and somebody sets one of its corners right.
    case lostAnswer

    /// Whether another person runs something.
    var isRival: Bool {
        switch self {
        case .edit, .lostAnswer: false
        case .run, .sleep: true
        }
    }

    var description: String {
        switch self {
        case .run: "a rival"
        case .sleep: "an hour's sleep"
        case .edit: "an edit"
        case .lostAnswer: "a lost answer and an edit"
        }
    }
}
