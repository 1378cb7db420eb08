public import Foundation
public import Markers
internal import QuadGeometry

/// An edit that waits for the server, or what became of it.
public struct QueuedEdit: Hashable, Sendable {
    /// The kind of an edit.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case create, update, delete
    }

    /// The state of an edit. Words never change meaning.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Not sent yet.
        case waiting
        /// It was sent, and may have its effect.
        case sent
        /// The server has it.
        case done
        /// It waits for a decision, for a reason.
        case parked
        /// It was withdrawn.
        case dropped

        /// Those of edits that are not ended.
        static let open: Set<State> = [.waiting, .sent, .parked]
    }

    public let id: UUID
    public let kind: Kind
    /// The work session of its marker.
    public let session: UUID
    /// The marker; of a creation that is not done, the id of the edit.
    public let target: UUID
    /// The state that it has reached.
    public internal(set) var state: State
    /// The reason why it is parked, or was withdrawn for another.
    public internal(set) var reason: ParkReason?
    /// The last failure as a word whose meaning never changes.
    public internal(set) var code: String?
    /// The number of times that it was sent in vain.
    public internal(set) var attempts: Int
    /// The marker as it was when it was edited, and what is wanted, as JSON; the first is empty of a creation.
    public internal(set) var base, wanted: [UInt8]
    /// The marker as it was found when the edit was parked, byte for byte.
    public internal(set) var theirs: [UInt8]?
    /// The digest of the list of its session that was kept when it was made, which names the frame that it was made in.
    public internal(set) var frame: String?
    /// The motion of its session since it was made, if it is parked for that.
    public internal(set) var motion: SessionMotion?
    /// The digest of the fit whose calibrated data it asks for.
    public let fit: String?

    init(
        id: UUID, kind: Kind, session: UUID, target: UUID, state: State = .waiting,
        reason: ParkReason? = nil, code: String? = nil, attempts: Int = 0, base: [UInt8] = [],
        wanted: [UInt8] = [], theirs: [UInt8]? = nil, frame: String? = nil, motion: SessionMotion? = nil,
        fit: String? = nil
    ) {
        (self.id, self.kind, self.session, self.target) = (id, kind, session, target)
        (self.state, self.reason, self.code, self.attempts) = (state, reason, code, attempts)
        (self.base, self.wanted, self.theirs) = (base, wanted, theirs)
        (self.frame, self.motion, self.fit) = (frame, motion, fit)
    }
}

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
    case refused = "REFUSED"
    /// The server acknowledges it without effect.
    case notAsWritten = "NOT_AS_WRITTEN"
    /// Its session was recalibrated while it waited, so that its corners are in the old frame.
    case sessionMoved = "SESSION_MOVED"
    /// A newer fit of its session takes its place; it was withdrawn.
    case superseded = "SUPERSEDED"
}

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
    /// The fit was straightened, and calibrated data are worked out by one motion.
    case straightenedFit
    case store(StoreError)

    /// The error as a word whose meaning never changes.
    public var code: String {
        switch self {
        case .unusableMarker: "UNUSABLE_MARKER"
        case .nothingWanted: "NOTHING_WANTED"
        case .noSuchEdit: "NO_SUCH_EDIT"
        case .unwritable(let error): error.code.rawValue
        case .badColor: "BAD_COLOR"
        case .straightenedFit: "STRAIGHTENED"
        case .store(let error): error.code
        }
    }
}

extension CreateMarker {
    /// The marker of a body that was kept; `nil` where that is damaged.
    init?(json bytes: [UInt8], in session: UUID) {
        guard let value = try? JSONValue(bytes), let edits = try? FieldEdits(json: bytes),
            let corners = edits.corners
        else { return nil }
        self.init(
            in: session, label: edits.label, corners, color: edits.color,
            customProperties: value["custom_props"].flatMap { $0.isNull ? nil : $0 })
        calibratedData = value["calibrated_data"].flatMap { try? CalibratedData($0) }
    }
}

/// The response if somebody else has changed the very field that a queued edit changes. Corners are never overwritten.
public enum EditPolicy: String, Hashable, Sendable, CaseIterable {
    /// The edit waits for a decision.
    case park
    /// The queued value replaces theirs.
    case mine
    /// Theirs stays.
    case theirs
}
