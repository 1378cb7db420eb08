public import StrictJSON

/// The reason that an answer of a phone is refused as a whole.
public enum SensorError: Error, Hashable, Sendable {
    /// Not JSON, or not of the documented members; with the pointer to where.
    case unreadable(JSONError)
    /// The phone says that it did not succeed.
    case notSuccessful
    /// The reply to a request of another id.
    case wrongRequest(sent: String, answered: String)
    /// Settings that were sent and are not among those that the phone says it changed.
    case fieldsNotUpdated([String])
    /// More objects than ``SensorLimits/mostObjects``.
    case tooManyObjects(limit: Int)

    /// The code of the reason: a word that never changes meaning.
    public var code: String {
        switch self {
        case .unreadable: "UNREADABLE"
        case .notSuccessful: "NOT_SUCCESSFUL"
        case .wrongRequest: "WRONG_REQUEST"
        case .fieldsNotUpdated: "FIELD_NOT_UPDATED"
        case .tooManyObjects: "TOO_MANY_OBJECTS"
        }
    }

    /// The reason in words.
    public var message: String {
        switch self {
        case .unreadable(let error):
            "line \(error.line), column \(error.column)"
                + (error.pointer.isEmpty
                    ? "" : " at \(visibleText(error.pointer, atMost: SensorError.shown))")
                + ": \(error.code.rawValue), expected \(error.expected)"
        case .notSuccessful: "the phone says that it did not succeed"
        case .wrongRequest(let sent, let answered):
            "the reply is to request \(visibleText(answered, atMost: SensorError.shown)), not to \(sent)"
        case .fieldsNotUpdated(let names): "the phone did not change \(names.joined(separator: ", "))"
        case .tooManyObjects(let limit): "a reply of more than \(limit) objects"
        }
    }

    /// Characters of text from the wire that a message repeats.
    private static let shown = 200
}
