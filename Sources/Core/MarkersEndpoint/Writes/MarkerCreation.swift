public import Foundation
public import Markers
public import QuadGeometry

/// Creates many markers, each exactly once whatever the network does.
///
/// The server assigns the ids, so each marker carries a key of ours among its custom properties; after an unclear answer
/// the session is listed, and only missing markers are sent again.
public struct MarkerCreation: Sendable {
    /// The member of the custom properties that holds the key.
    public static let key = "client_key"
    /// The markers of a request at first; halved if the server refuses the size or the content.
    public static let chunk = 100
    /// The fruitless requests in a row after which it gives up.
    private static let fruitless = 8

    private let api: MarkersAPI

    public init(_ api: MarkersAPI) { self.api = api }

    /// Creates markers in one session and returns them as the server stored them, in the order of `markers`.
    ///
    /// Each has a key that was never used before; the same keys continue an earlier attempt.
    ///
    /// - Parameters:
    ///   - markers: the markers, all of that session.
    ///   - keys: a key for each.
    ///   - session: the session.
    ///   - check: the check before anything is sent; `.unchecked` sends them whatever is wrong with them.
    ///   - present: the markers of the session as they were just read; read here without.
    public func create(
        _ markers: [RequestBody.MarkerCreation], keys: [String], in session: UUID,
        _ check: CreationCheck = .checked(), present: [Marker]? = nil
    ) async throws(APIError) -> [Marker] {
        try check.require(markers.map { ($0.label, $0.quad) }, markers.map(\.color))
        var made: [String: Marker] = [:]
        if let present { made = Self.byKey(present) } else { made = try await listed(session) }
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
            var problem = APIError.partialList(request.line, found: 0, total: part.count)
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
                let pause = Backoff.pause(after: fruitless + 1, on: api.clock)
                do { try await api.clock.sleep(for: max(pause, failure.retryAfter ?? .zero)) } catch {
                    throw problem
                }
            }
            let left = open.filter { made[keys[$0]] == nil }
            // The answer shows no marker of ours, so only a list shows what exists.
            if left.count == open.count {
                do throws(APIError) { made.merge(try await listed(session)) { _, new in new } } catch {
                    // What was sent before may have its effect.
                    guard case .failed(let failure, _) = error else { throw error }
                    throw .failed(failure, mayBeApplied: true)
                }
            }
            let count = open.count
            open = left.filter { made[keys[$0]] == nil }
            fruitless = open.count < count ? 0 : fruitless + 1
            guard fruitless < MarkerCreation.fruitless else { throw problem }
        }
        return keys.compactMap { made[$0] }
    }

    private func listed(_ session: UUID) async throws(APIError) -> [String: Marker] {
        Self.byKey(try await api.markers(of: session).elements)
    }

    private static func byKey(_ markers: [Marker]) -> [String: Marker] {
        var made: [String: Marker] = [:]
        for marker in markers {
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
                json.member(name, value)
            }
            json.member(MarkerCreation.key, key)
        }
        marker.customProperties = try JSONValue(json.bytes)
        return marker
    }
}

extension Marker {
    /// The key that its creator gave it.
    package var clientKey: String? { customProperties?[MarkerCreation.key]?.string }
}

/// The check of markers before they are sent to a server.
public struct CreationCheck: Sendable {
    private let check: QuadCheck?

    /// Markers are sent as they are, whatever is wrong with them.
    package static let unchecked = CreationCheck(check: nil)

    /// Markers with errors under the limits of a profile are refused before anything is sent.
    public static func checked(profile: QuadProfile = .app) -> CreationCheck {
        CreationCheck(check: QuadCheck(profile))
    }

    /// Markers with errors under limits of one's own are refused before anything is sent.
    public static func checked(_ check: QuadCheck) -> CreationCheck { CreationCheck(check: check) }

    /// Throws if one of the quads has an error, with everything that is wrong with any of them, or if a color is none.
    func require(_ quads: [(label: String?, quad: Quad)], _ colors: [String?]) throws(APIError) {
        guard let check else { return }
        for (index, color) in colors.enumerated() {
            if let color, color.isBrokenColor { throw .badColor(color, index: index) }
        }
        var unsound: [UnsoundMarker] = [], hasError = false
        for (index, (label, quad)) in quads.enumerated() {
            let issues = check.issues(quad)
            guard !issues.isEmpty else { continue }
            hasError = hasError || issues.contains { $0.severity == .error }
            unsound.append(UnsoundMarker(index: index, label: label, issues: issues))
        }
        if hasError { throw .unsound(unsound) }
    }
}
