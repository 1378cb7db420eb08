/// Something that happens while markers are moved, before one of the writes.
enum WorldInterruption: CustomStringConvertible {
    /// Another person does the same.
    case run(by: Int)
    /// Somebody edits a marker in the app.
    case edit

    var isEdit: Bool { if case .edit = self { true } else { false } }

    var description: String {
        switch self {
        case .run: "a rival"
        case .edit: "an edit"
        }
    }
}
