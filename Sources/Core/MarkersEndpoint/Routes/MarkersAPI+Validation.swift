public import Foundation
public import Markers

extension MarkersAPI {
    /// The form of the request that validates a cache.
    public enum ValidationForm: String, Hashable, Sendable, CaseIterable {
        /// The times are the member `timestamps` of an object.
        case wrapped
        /// The times are the whole object.
        case flat
    }

    /// Asks which of the lists that are kept have changed since the times of their last changes, by one request.
    ///
    /// - Parameters:
    ///   - times: The times by the names of lists, as the server wrote them.
    ///   - user: The user whose lists they are.
    ///   - form: The form of the request.
    /// - Returns: The answer as it is, since what it says of a list is for the caller to read, and the time by the server's clock.
    public func validateCache(
        _ times: [String: String], of user: String, form: ValidationForm = .wrapped
    ) async throws(APIError) -> (lists: JSONValue, date: Date?) {
        var json = JSONWriter()
        json.object { json in
            guard form == .wrapped else { return Self.write(times, to: &json) }
            json.key("timestamps")
            json.object { Self.write(times, to: &$0) }
        }
        let request = request(.post, "/cache/validate/" + user.percentEncoded, body: json.bytes)
        // It changes nothing, so that it may be repeated.
        return try await answer(to: request) { response throws(JSONError) in
            (try JSONValue(response.body), response.headers.date)
        }
    }

    private static func write(_ times: [String: String], to json: inout JSONWriter) {
        for (name, time) in times.sorted(by: { $0.key < $1.key }) { json.member(name, time) }
    }
}
