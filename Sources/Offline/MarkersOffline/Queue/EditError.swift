public import Markers

/// The reason why an edit cannot be queued.
public enum EditError: Error, Hashable, Sendable {
    /// The marker was read without a version, with corners that cannot be read, or is just being made.
    case unusableMarker
    /// The edit changes nothing.
    case nothingWanted
    /// There is no edit of this id that could be done so.
    case noSuchEdit
    /// A value cannot be written.
    case unwritable(JSONError)
    /// The color begins with # and is none.
    case badColor(String)
    case store(StoreError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .unusableMarker: "UNUSABLE_MARKER"
        case .nothingWanted: "NOTHING_WANTED"
        case .noSuchEdit: "NO_SUCH_EDIT"
        case .unwritable(let error): error.code.rawValue
        case .badColor: "BAD_COLOR"
        case .store(let error): error.code
        }
    }
}
