public import Foundation
public import Markers

/// The requests of an app to a server that keeps markers, as a protocol: a preview or a test can answer in its place.
///
/// ``MarkersAPI`` is the service of a server. Over `SandboxTransport` it needs no network, and over ``ReplayTransport`` no server.
public protocol MarkersService: Sendable {
    /// The active spaces.
    func spaces() async throws(APIError) -> ListReply<Space>
    /// A space.
    func space(_ id: WireID) async throws(APIError) -> Space
    /// Creates a space.
    func createSpace(_ space: CreateSpace) async throws(APIError) -> Space
    /// Changes a space.
    func updateSpace(_ id: WireID, _ changes: UpdateSpace) async throws(APIError) -> Space
    /// Deletes a space with all that is in it.
    func deleteSpace(_ id: WireID) async throws(APIError)

    /// The work sessions of a space.
    func workSessions(in space: WireID) async throws(APIError) -> ListReply<WorkSession>
    /// A work session.
    func workSession(_ id: UUID) async throws(APIError) -> WorkSession
    /// Creates a work session.
    func createWorkSession(_ session: CreateWorkSession) async throws(APIError) -> WorkSession
    /// Changes a work session that was read before.
    func updateWorkSession(
        _ session: WorkSession, _ changes: UpdateWorkSession
    ) async throws(APIError) -> WorkSession
    /// Deletes a work session with its markers.
    func deleteWorkSession(_ id: UUID) async throws(APIError)

    /// The markers of a work session.
    func markers(of session: UUID) async throws(APIError) -> ListReply<Marker>
    /// A marker.
    func marker(_ id: UUID) async throws(APIError) -> Marker
    /// Creates markers, each once; none if one of them has errors.
    func createMarkers(_ markers: [CreateMarker], in session: UUID) async throws(APIError) -> [Marker]
    /// Changes a marker that was read before, if nobody else has changed it since.
    func updateMarker(_ marker: Marker, _ changes: UpdateMarker) async throws(APIError) -> Marker
    /// Deletes a marker.
    func deleteMarker(_ id: UUID) async throws(APIError)
}

extension MarkersAPI: MarkersService {
    /// The active spaces.
    public func spaces() async throws(APIError) -> ListReply<Space> {
        try await spaces(key: nil, includingInactive: false)
    }

    /// The work sessions of a space.
    public func workSessions(in space: WireID) async throws(APIError) -> ListReply<WorkSession> {
        try await workSessions(in: Optional(space), status: nil, type: nil)
    }

    /// Creates markers, each once; none if one of them has errors.
    public func createMarkers(
        _ markers: [CreateMarker], in session: UUID
    ) async throws(APIError) -> [Marker] {
        try await createMarkers(markers, in: session, .checked())
    }

    /// Changes a marker that was read before, if nobody else has changed it since.
    public func updateMarker(
        _ marker: Marker, _ changes: UpdateMarker
    ) async throws(APIError) -> Marker {
        try await updateMarker(marker, changes, .checked())
    }
}

extension ListReply {
    /// A list that came as one array, as of a service in the place of a server.
    public init(_ elements: [Element]) {
        self.init(
            elements: elements, form: .bare, refusals: [], pages: 1, looksCutOff: false, validator: nil,
            date: nil)
    }
}
