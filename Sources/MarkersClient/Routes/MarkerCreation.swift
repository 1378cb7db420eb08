public import Foundation
public import Markers

/// Makes many markers so that each is there once, whatever happens on the way.
///
/// The server makes the ids, so each marker carries a key of ours among its custom properties; after an answer that is not
/// clear, the session is listed and only what is not there is sent again.
public struct MarkerCreation: Sendable {
    /// The member of the custom properties that holds the key.
    public static let key = "client_key"
    /// So many go in one request at first; half as many where the server refuses the size or the content.
    public static let chunk = 100
    /// After so many requests in a row that brought nothing it is given up.
    private static let fruitless = 8

    private let api: MarkersAPI

    public init(_ api: MarkersAPI) { self.api = api }

    /// Makes markers in one session, and returns what the server made of each, in the order of `markers`.
    ///
    /// Each has a key, never used before; an earlier attempt is gone on with by the same ones.
    public func create(
        _ markers: [RequestBody.MarkerCreation], keys: [String], in session: UUID
    ) async throws(APIError) -> [Marker] {
        var made = try await listed(session)
        var open = keys.indices.filter { made[keys[$0]] == nil }
        var size = MarkerCreation.chunk, fruitless = 0
        while !open.isEmpty {
            let part = open.prefix(size)
            let request = try api.request(.post, "/markers/bulk") { () throws(JSONError) in
                try RequestBody.creating(
                    try part.map { index throws(JSONError) in
                        try MarkerCreation.marked(markers[index], keys[index])
                    })
            }
            var problem = APIError.partialList(path: request.path, found: 0, total: part.count)
            switch await api.outcome(of: request) {
            case .applied(let response):
                for marker in (try? MarkerList(response.body))?.markers ?? [] {
                    if let key = marker.clientKey { made[key] = marker }
                }
            case .notApplied(let failure) where [400, 413].contains(failure.status) && size > 1:
                size /= 2
                continue
            case .notApplied(let failure) where !failure.isRetryable:
                throw .failed(failure, mayBeApplied: false)
            case .notApplied(let failure), .unknown(let failure):
                problem = .failed(failure, mayBeApplied: true)
                var random = SystemRandomNumberGenerator()
                let pause = Backoff.pause(after: fruitless + 1, using: &random)
                do { try await api.clock.sleep(for: max(pause, failure.retryAfter ?? .zero)) } catch {
                    throw problem
                }
            }
            let left = open.filter { made[keys[$0]] == nil }
            // Nothing that was shown is ours, or nothing was shown: only a list tells what is there.
            if left.count == open.count { made.merge(try await listed(session)) { _, new in new } }
            let count = open.count
            open = left.filter { made[keys[$0]] == nil }
            fruitless = open.count < count ? 0 : fruitless + 1
            guard fruitless < MarkerCreation.fruitless else { throw problem }
        }
        return keys.compactMap { made[$0] }
    }

    private func listed(_ session: UUID) async throws(APIError) -> [String: Marker] {
        var made: [String: Marker] = [:]
        for marker in try await api.markers(of: session).elements {
            if let key = marker.clientKey { made[key] = marker }
        }
        return made
    }

    /// The marker with its key among its custom properties.
    private static func marked(
        _ marker: RequestBody.MarkerCreation, _ key: String
    ) throws(JSONError) -> RequestBody.MarkerCreation {
        var marker = marker, json = JSONWriter()
        json.object { json in
            for (name, value) in marker.customProperties?.members ?? [] where name != MarkerCreation.key {
                json.key(name)
                json.value(value)
            }
            json.member(MarkerCreation.key, key)
        }
        marker.customProperties = try JSONValue(json.bytes)
        return marker
    }
}

extension Marker {
    /// The key that its maker gave it.
    fileprivate var clientKey: String? { customProperties?[MarkerCreation.key]?.string }
}
