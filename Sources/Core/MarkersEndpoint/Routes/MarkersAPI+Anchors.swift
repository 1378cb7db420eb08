public import Foundation
public import Markers

extension MarkersAPI {
    /// The anchors of a work session.
    public func anchors(of session: UUID) async throws(APIError) -> ListReply<Anchor> {
        try await list("/anchors", [("session_id", session.wireText)], each: Anchor.list)
    }

    /// An anchor.
    public func anchor(_ id: UUID) async throws(APIError) -> Anchor {
        try await get(route(anchor: id), as: Anchor.init)
    }

    /// Creates an anchor, or replaces that of the same session, run and row, so that repeating the call does no harm.
    ///
    /// - Parameters:
    ///   - session: The session of the run.
    ///   - run: The number of the run.
    ///   - localZ: The row's place in the laser guide, in metres.
    ///   - position: In the run's own world, in metres.
    public func putAnchor(
        session: UUID, run: Int, localZ: Double, at position: SIMD3<Double>
    ) async throws(APIError) -> Anchor {
        let request = try request(.post, "/anchors") { () throws(JSONError) in
            var json = JSONWriter()
            json.object { json in
                json.member("session_id", session.wireText)
                json.member("run", run)
                json.member("local_z", localZ)
                json.member("world_position", position)
            }
            return try json.take()
        }
        return try value(of: try await change(request), to: request, Anchor.init)
    }

    /// Moves an anchor in the world of its run, in metres.
    public func moveAnchor(_ id: UUID, to position: SIMD3<Double>) async throws(APIError) -> Anchor {
        let request = try request(.patch, route(anchor: id)) { () throws(JSONError) in
            var json = JSONWriter()
            json.object { $0.member("world_position", position) }
            return try json.take()
        }
        return try value(of: try await change(request), to: request, Anchor.init)
    }

    /// Deletes an anchor.
    public func deleteAnchor(_ id: UUID) async throws(APIError) { try await delete(route(anchor: id)) }

    private func route(anchor: UUID) -> String { "/anchors/" + anchor.wireText }
}
