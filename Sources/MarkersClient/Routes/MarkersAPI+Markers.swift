public import Foundation
public import Markers

extension MarkersAPI {
    /// An answer with more values than this that are not markers is not a list of markers.
    public static let mostRefused = 1000

    /// The markers of a work session as they were received. A server that ignores the query shows those of other sessions,
    /// too, which are dropped.
    public func markers(of session: UUID) async throws(APIError) -> ListReply<Marker> {
        try await list("/markers", [("work_session_id", session.wireText)]) { body throws(JSONError) in
            let list = try MarkerList(body, mostRefused: MarkersAPI.mostRefused)
            let refused = try MarkersAPI.refusals(list.refused, in: body)
            return (list.markers.filter { $0.workSessionID == session }, refused)
        }
    }

    /// The values that are not markers; throws if the reply is no list, since an object with another is read as one value.
    private static func refusals(
        _ errors: [JSONError], in body: [UInt8]
    ) throws(JSONError) -> [RefusedElement] {
        guard !errors.isEmpty else { return [] }
        let values = try JSONValue(body).listed(under: "markers").elements
        return errors.compactMap { error in
            let place = error.pointer.split(separator: "/").lazy.compactMap { Int($0) }.first
            return place.map { RefusedElement(values[$0], error) }
        }
    }

    /// A marker.
    public func marker(_ id: UUID) async throws(APIError) -> Marker {
        try await answer(to: request(.get, route(marker: id))) { response throws(JSONError) in
            try Marker(response.body)
        }
    }

    /// Creates one marker.
    public func createMarker(_ creation: RequestBody.MarkerCreation) async throws(APIError) -> Marker {
        let request = try request(.post, "/markers", json: creation.json)
        return try marker(of: try await change(request), to: request)
    }

    /// Changes the members in the body if the marker still has the version in the body.
    ///
    /// Sent once: an ``UpdateRule`` judges the outcome, not a retry loop.
    public func updateMarker(_ id: UUID, _ body: [UInt8]) async -> RequestOutcome {
        await outcome(of: request(.patch, route(marker: id), body: body))
    }

    /// A marker, without retries.
    func readMarker(_ id: UUID) async -> RequestOutcome {
        await outcome(of: request(.get, route(marker: id)))
    }

    /// Deletes a marker.
    public func deleteMarker(_ id: UUID) async throws(APIError) { try await delete(route(marker: id)) }

    /// Values that the server computed from a marker's corners; `nil` if it has not yet.
    public func details(of marker: UUID) async throws(APIError) -> MarkerDetails? {
        do throws(APIError) {
            return try await get(route(marker: marker) + "/details", as: MarkerDetails.init)
        } catch {
            guard error.isMissing else { throw error }
            return nil
        }
    }

    /// Has the server compute a marker's details from its current corners.
    public func calculateDetails(of marker: UUID) async throws(APIError) -> MarkerDetails {
        let request = request(.post, route(marker: marker) + "/details/calculate", body: Array("{}".utf8))
        return try value(of: try await change(request), to: request, MarkerDetails.init)
    }

    /// Replaces the details that the server computed.
    public func putDetails(of marker: UUID, _ body: [UInt8]) async throws(APIError) -> MarkerDetails {
        let request = request(.put, route(marker: marker) + "/details", body: body)
        return try value(of: try await change(request), to: request, MarkerDetails.init)
    }

    /// Deletes a marker's details.
    public func deleteDetails(of marker: UUID) async throws(APIError) {
        try await delete(route(marker: marker) + "/details")
    }

    private func route(marker: UUID) -> String { "/markers/" + marker.wireText }

    private func marker(of response: HTTPResponse, to request: HTTPRequest) throws(APIError) -> Marker {
        do throws(JSONError) { return try Marker(response.body) } catch {
            throw APIError(error, in: response, to: request.line)
        }
    }

    /// A request whose body may fail to be written.
    func request(
        _ method: HTTPMethod, _ route: String, json: () throws(JSONError) -> [UInt8]
    ) throws(APIError) -> HTTPRequest {
        do throws(JSONError) { return request(method, route, body: try json()) } catch {
            throw .unreadable(RequestLine(method, route), error)
        }
    }
}
