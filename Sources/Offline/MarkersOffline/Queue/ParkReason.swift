/// The reason why an edit waits for a decision, or was withdrawn.
public enum ParkReason: String, Hashable, Sendable, CaseIterable {
    /// Somebody else has moved the corners that it moves.
    case cornersEdited = "CORNERS_EDITED"
    /// Somebody else has changed a field that it changes.
    case fieldEdited = "FIELD_EDITED"
    /// Somebody else has given the marker calibrated data of their own.
    case calibratedDataEdited = "CALIBRATED_DATA_EDITED"
    /// The marker that it would remove has changed since it was seen.
    case editedSince = "EDITED_SINCE"
    /// The marker, or its session, is no longer on the server.
    case gone = "GONE"
    /// The server refuses it.
    case refused = "REFUSED"
    /// The server acknowledges it without effect.
    case notAsWritten = "NOT_AS_WRITTEN"
    /// Its session was recalibrated while it waited, so that its corners are in the old frame.
    case sessionMoved = "SESSION_MOVED"
    /// A newer fit of its session takes its place; it was withdrawn.
    case superseded = "SUPERSEDED"
}
