internal import Foundation
public import Markers

extension MarkersAPI {
    /// Checks that the server answers.
    public func health() async throws(APIError) { _ = try await response(to: request(.get, "/health")) }

    /// The spaces; inactive ones only on request.
    public func spaces(
        key: String? = nil, includingInactive: Bool = false
    ) async throws(APIError) -> ListReply<Space> {
        let query = [("key", key), ("include_inactive", includingInactive ? "true" : nil)]
        return try await list("/spaces", query, each: Space.list)
    }

    /// The active spaces, if they have changed since a validator was given; `nil` if they have not.
    package func spaces(unless validator: Validator?) async throws(APIError) -> ListReply<Space>? {
        try await list(request(.get, "/spaces"), unless: validator, each: Space.list)
    }

    /// A space.
    public func space(_ id: WireID) async throws(APIError) -> Space {
        try await get(route(space: id), as: Space.init)
    }

    /// A space, without retries.
    package func readSpace(_ id: WireID) async -> RequestOutcome {
        await outcome(of: request(.get, route(space: id)))
    }

    /// Creates a space from the members of a body.
    public func createSpace(_ body: [UInt8]) async throws(APIError) -> Space {
        let request = request(.post, "/spaces", body: body)
        return try value(of: try await change(request), to: request, Space.init)
    }

    /// Changes the members in the body; spaces have no versions, so the last writer wins.
    package func updateSpace(_ id: WireID, _ body: [UInt8]) async -> RequestOutcome {
        await outcome(of: request(.patch, route(space: id), body: body))
    }

    public func deleteSpace(_ id: WireID) async throws(APIError) {
        try await delete(route(space: id))
    }

    /// The rows that a laser projects into a space; `nil` if none are configured.
    public func laserGuide(of space: WireID) async throws(APIError) -> LaserGuide? {
        do throws(APIError) {
            return try await get(route(space: space) + "/laser-guide", as: LaserGuide.init)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    /// The reference sets of a space.
    public func referenceSets(of space: WireID) async throws(APIError) -> ListReply<ReferenceSet> {
        try await list(route(space: space) + "/reference-sets", each: ReferenceSet.list)
    }

    /// Creates a reference set from the members of a body.
    public func createReferenceSet(in space: WireID, _ body: [UInt8]) async throws(APIError) -> ReferenceSet {
        let request = request(.post, route(space: space) + "/reference-sets", body: body)
        return try value(of: try await change(request), to: request, ReferenceSet.init)
    }

    func route(space: WireID) -> String {
        "/spaces/" + (space.uuid?.wireText ?? space.text).percentEncoded
    }

    /// Deletes what a route names; a retry that finds it gone is a success, too.
    func delete(_ route: String) async throws(APIError) {
        var failures = 0
        while true {
            switch await outcome(of: request(.delete, route)) {
            case .applied: return
            case .notApplied(let failure) where failures > 0 && failure.status == 404: return
            case .notApplied(let failure): throw .failed(failure, mayBeApplied: failures > 0)
            case .unknown(let failure):
                failures += 1
                guard failure.isRetryable, failures <= MarkersAPI.repetitions else {
                    throw .failed(failure, mayBeApplied: true)
                }
                do { try await clock.sleep(for: Backoff.pause(after: failures, on: clock)) } catch {
                    throw .failed(failure, mayBeApplied: true)
                }
            }
        }
    }
}
