public import Foundation
public import Markers

extension MarkersAPI {
    /// An answer with more values than this that are not markers is not a list of markers.
    public static let mostRefused = 1000

    /// The number of times that a list with markers of other sessions is requested again.
    private static let foreignLists = 3

    /// The markers of a work session as they were received.
    ///
    /// A list with markers of other sessions is requested again and then refused: either it is the answer to another
    /// request, or the server ignores which session it is asked about.
    public func markers(of session: UUID) async throws(APIError) -> ListReply<Marker> {
        guard let reply = try await markers(of: session, unless: nil) else {
            throw .unaskedUnchanged(request(ofMarkersIn: session))
        }
        return reply
    }

    /// The markers of a work session, if they have changed since a validator was given; `nil` if they have not.
    package func markers(
        of session: UUID, unless validator: Validator?
    ) async throws(APIError) -> ListReply<Marker>? {
        var repetitions = 0
        while true {
            guard let (reply, foreign) = try await list(of: session, unless: validator) else { return nil }
            guard foreign > 0 else { return reply }
            guard repetitions < MarkersAPI.foreignLists else {
                throw .foreignMarkers(session: session, own: reply.elements.count, foreign: foreign)
            }
            repetitions += 1
        }
    }

    package func markers() async throws(APIError) -> ListReply<Marker> {
        guard let (reply, _) = try await list(of: nil, unless: nil) else {
            throw .unaskedUnchanged(request(ofMarkersIn: nil))
        }
        return reply
    }

    private func request(ofMarkersIn session: UUID?) -> HTTPRequest {
        request(.get, "/markers", [("work_session_id", session?.wireText)])
    }

    private func list(
        of session: UUID?, unless validator: Validator?
    ) async throws(APIError) -> (reply: ListReply<Marker>, foreign: Int)? {
        var foreign = 0
        let reply = try await list(request(ofMarkersIn: session), unless: validator) {
            body throws(JSONError) in
            let list = try MarkerList(body, mostRefused: MarkersAPI.mostRefused)
            let refused = try MarkersAPI.refusals(list.refused, in: body)
            let own = list.markers.filter { session == nil || $0.workSessionID == session }
            foreign += list.markers.count - own.count
            return (own, refused)
        }
        return reply.map { ($0, foreign) }
    }

    /// The values that are not markers; throws if the reply is no list, since an object with another is read as one value.
    private static func refusals(
        _ errors: [JSONError], in body: [UInt8]
    ) throws(JSONError) -> [RefusedElement] {
        guard !errors.isEmpty else { return [] }
        let reply = try JSONValue(body), values = try reply.listed(under: "markers").elements
        var refused: [RefusedElement] = []
        for error in errors {
            guard let place = error.pointer.split(separator: "/").lazy.compactMap({ Int($0) }).first else {
                continue
            }
            // A reply with two lists, of which the other one was read.
            guard values.indices.contains(place) else { throw reply.error(.missingList) }
            refused.append(RefusedElement(values[place], error))
        }
        return refused
    }

    /// A marker.
    public func marker(_ id: UUID) async throws(APIError) -> Marker {
        try await answer(to: request(.get, route(marker: id))) { response throws(JSONError) in
            try Marker(response.body)
        }
    }

    /// Creates one marker.
    ///
    /// - Parameters:
    ///   - creation: the marker.
    ///   - check: the check before it is sent; `.unchecked` sends it whatever is wrong with it.
    public func createMarker(
        _ creation: RequestBody.MarkerCreation, _ check: CreationCheck = .checked()
    ) async throws(APIError) -> Marker {
        try check.require([(creation.label, creation.quad)], [creation.color])
        let request = try request(.post, "/markers", json: creation.json)
        return try marker(of: try await change(request), to: request)
    }

    /// Changes the members in the body if the marker still has the version in the body.
    ///
    /// Sent once: an `UpdateRule` judges the outcome, not a retry loop.
    public func updateMarker(_ id: UUID, _ body: [UInt8]) async -> RequestOutcome {
        await outcome(of: request(.patch, route(marker: id), body: body), about: id)
    }

    /// A marker, without retries.
    package func readMarker(_ id: UUID) async -> RequestOutcome {
        await outcome(of: request(.get, route(marker: id)), about: id)
    }

    /// Sends a request about one marker. Its connection may be reused, since the answer names the marker; if it names
    /// another, or is a refusal and names none, the request is sent again on a connection of its own.
    private func outcome(of request: HTTPRequest, about id: UUID) async -> RequestOutcome {
        var request = request
        request.mayReuseConnection = !memory.mixesAnswers
        let first = await outcome(of: request)
        guard request.mayReuseConnection, isDoubtful(first, about: id) else { return first }
        request.mayReuseConnection = false
        let second = await outcome(of: request)
        // The first answer was to another request, so this one may have taken effect before it was refused.
        if case .applied = first, case .notApplied(let failure) = second, failure.status != 409,
            failure.status != 412
        {
            return .unknown(failure)
        }
        return second
    }

    private func isDoubtful(_ outcome: RequestOutcome, about id: UUID) -> Bool {
        switch outcome {
        case .applied(let response):
            guard let marker = try? Marker(response.body), marker.id != id else { return false }
            memory.noteMixedAnswers()
            return true
        case .notApplied(let failure):
            // A conflict is always followed by reading the marker.
            return failure.status.map { $0 != 409 && $0 != 412 && !failure.isRetryable } ?? false
        case .unknown: return false
        }
    }

    /// Deletes a marker.
    public func deleteMarker(_ id: UUID) async throws(APIError) { try await delete(route(marker: id)) }

    /// Removes a marker, once.
    package func removeMarker(_ id: UUID) async -> RequestOutcome {
        await outcome(of: request(.delete, route(marker: id)))
    }

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

    func route(marker: UUID) -> String { "/markers/" + marker.wireText }

    func marker(of response: HTTPResponse, to request: HTTPRequest) throws(APIError) -> Marker {
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
