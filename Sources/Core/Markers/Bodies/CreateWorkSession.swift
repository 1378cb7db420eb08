public import Foundation

/// A work session to be created.
public struct CreateWorkSession: Hashable, Sendable {
    public var spaceID: WireID
    public var type: SessionType
    public var state: SessionStatus?
    /// The instants at which the work began and was done.
    public var started, completed: Date?
    /// Data that programs keep with it, an object.
    public var meta: JSONValue?

    public init(
        in spaceID: WireID, type: SessionType = .inspection, state: SessionStatus? = nil, started: Date? = nil
    ) {
        (self.spaceID, self.type, self.state, self.started) = (spaceID, type, state, started)
    }

    /// The body of the request.
    package var json: [UInt8] {
        var body = RequestBody.Session(in: spaceID, type: type.rawValue)
        (body.status, body.meta) = (state?.rawValue, meta)
        (body.startedAt, body.completedAt) = (started?.wireText, completed?.wireText)
        return body.json
    }
}

/// Changes of a work session; what is nil stays as it is.
public struct UpdateWorkSession: Hashable, Sendable {
    /// The space that the session belongs to from then on; its markers stay where they are in their own frame.
    public var spaceID: WireID?
    public var type: SessionType?
    public var state: SessionStatus?
    /// The instants at which the work began and was done.
    public var started, completed: Date?
    /// Data that programs keep with it, an object that replaces the old one.
    public var meta: JSONValue?

    public init(
        type: SessionType? = nil, state: SessionStatus? = nil, started: Date? = nil, completed: Date? = nil,
        meta: JSONValue? = nil, spaceID: WireID? = nil
    ) {
        self.spaceID = spaceID
        (self.type, self.state, self.started, self.completed) = (type, state, started, completed)
        self.meta = meta
    }

    /// The body of the request for a session that was read in this version.
    package func json(version: Int64) -> [UInt8] {
        var body = RequestBody.Session(version: version)
        (body.sessionType, body.status, body.meta) = (type?.rawValue, state?.rawValue, meta)
        body.spaceID = spaceID
        (body.startedAt, body.completedAt) = (started?.wireText, completed?.wireText)
        return body.json
    }
}

extension Date {
    /// The date as it is sent; `nil` if its year has not four digits.
    fileprivate var wireText: String? { WireDate(self)?.text }
}
