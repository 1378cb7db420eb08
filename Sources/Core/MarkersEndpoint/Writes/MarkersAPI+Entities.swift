public import Foundation
public import Markers
internal import QuadGeometry

/// Writes that take values and return the entity as the server has it.
extension MarkersAPI {
    /// Creates a space.
    public func createSpace(_ space: CreateSpace) async throws(APIError) -> Space {
        let request = try request(.post, "/spaces", json: space.json)
        return try value(of: try await change(request), to: request, Space.init)
    }

    /// Changes a space; spaces have no versions, so the last writer wins.
    public func updateSpace(_ id: WireID, _ changes: UpdateSpace) async throws(APIError) -> Space {
        let request = try request(.patch, route(space: id), json: changes.json)
        return try value(of: try await change(request), to: request, Space.init)
    }

    /// Creates a work session.
    public func createWorkSession(_ session: CreateWorkSession) async throws(APIError) -> WorkSession {
        try await createWorkSession(session.json)
    }

    /// Changes a work session; if somebody else has changed it since it was read, it is read again and the change made once
    /// more.
    ///
    /// - Parameters:
    ///   - session: the session as it was read, with its version.
    ///   - changes: the changes.
    public func updateWorkSession(
        _ session: WorkSession, _ changes: UpdateWorkSession
    ) async throws(APIError) -> WorkSession {
        guard let version = session.version else {
            return try await updateRead(session.id, changes)
        }
        do throws(APIError) {
            return try await updateWorkSession(session.id, changes.json(version: version))
        } catch {
            guard error.isConflict else { throw error }
            return try await updateRead(session.id, changes)
        }
    }

    private func updateRead(_ id: UUID, _ changes: UpdateWorkSession) async throws(APIError) -> WorkSession {
        let fresh = try await workSession(id)
        guard let version = fresh.version else { throw .noVersion(id) }
        return try await updateWorkSession(id, changes.json(version: version))
    }

    /// Creates markers of one session, each exactly once whatever the network does.
    ///
    /// - Parameters:
    ///   - markers: the markers, all of that session.
    ///   - session: the session.
    ///   - check: the check before anything is sent.
    /// - Returns: the markers as the server stored them, in the same order.
    public func createMarkers(
        _ markers: [CreateMarker], in session: UUID, _ check: CreationCheck = .checked()
    ) async throws(APIError) -> [Marker] {
        let keys = markers.map { _ in UUID().wireText }
        return try await MarkerCreation(self).create(markers, keys: keys, in: session, check)
    }

    /// Changes a marker that nobody else has changed since it was read.
    ///
    /// - Parameters:
    ///   - marker: the marker as it was read, with its version.
    ///   - changes: the changes, which may be of a single corner.
    ///   - check: the check of the corners as they are afterwards, if one moves.
    public func updateMarker(
        _ marker: Marker, _ changes: UpdateMarker, _ check: CreationCheck = .checked()
    ) async throws(APIError) -> Marker {
        guard let version = marker.version else { throw .noVersion(marker.id) }
        var quad: Quad?
        let request = try request(.patch, route(marker: marker.id)) { () throws(JSONError) in
            quad = try changes.quad(of: marker)
            return try changes.json(version: version)
        }
        try check.require(quad.map { [(changes.label ?? marker.label, $0)] } ?? [], [changes.color])
        switch await updateMarker(marker.id, request.body) {
        case .applied(let response): return try self.marker(of: response, to: request)
        case .notApplied(let failure): throw .failed(failure, mayBeApplied: false)
        case .unknown(let failure): throw .failed(failure, mayBeApplied: true)
        }
    }

    /// Creates a reference set.
    ///
    /// - Parameters:
    ///   - space: the space that it will be in.
    ///   - name: the name that people see.
    ///   - description: a sentence on it.
    ///   - markers: its quads, in the space's own coordinates.
    ///   - check: the check before anything is sent.
    public func createReferenceSet(
        in space: WireID, name: String, description: String? = nil, markers: [ReferenceMarker],
        _ check: CreationCheck = .checked()
    ) async throws(APIError) -> ReferenceSet {
        var quads: [(id: UUID, label: String?, quad: Quad)] = []
        let request = try request(.post, route(space: space) + "/reference-sets") { () throws(JSONError) in
            for marker in markers { quads.append((marker.id, marker.label, try marker.quad)) }
            return try RequestBody.creatingReferenceSet(name: name, description: description, markers: quads)
        }
        try check.require(quads.map { ($0.label, $0.quad) }, markers.map(\.color))
        return try value(of: try await change(request), to: request, ReferenceSet.init)
    }

    /// Moves an anchor in the world of its run.
    ///
    /// - Parameters:
    ///   - anchor: the anchor as it was read.
    ///   - position: the new place, in metres.
    public func updateAnchor(
        _ anchor: Anchor, worldPosition position: SIMD3<Double>
    ) async throws(APIError) -> Anchor {
        try await moveAnchor(anchor.id, to: position)
    }
}
