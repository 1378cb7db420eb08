public import Foundation
internal import Markers

extension MarkersAPI {
    /// The users present in a work session.
    public func presence(in session: UUID) async throws(APIError) -> [String] {
        try await get(route(presence: session), as: PresenceReply.init).users
    }

    /// Announces that a user is present, for about half a minute.
    public func announce(_ user: String, in session: UUID) async throws(APIError) {
        let request = request(.post, route(presence: session), body: RequestBody.presence(of: user))
        _ = try await change(request)
    }

    /// Announces that a user has left.
    public func withdraw(_ user: String, from session: UUID) async throws(APIError) {
        try await delete(route(presence: session) + "/" + user.percentEncoded)
    }

    /// The interval at which presence is announced, which is that of the app; after three intervals a user counts as gone.
    public static let heartbeat = Duration.seconds(10)

    /// Announces that a user is present while `body` runs, and that the user has left as soon as it returns, throws, or ends by
    /// a cancelled task; failures to announce either are ignored.
    public func present<Value: Sendable>(
        _ user: String, in session: UUID, during body: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        let presence = await Presence.begin(user, in: [session], self)
        do {
            let value = try await body()
            await presence.end()
            return value
        } catch {
            await presence.end()
            throw error
        }
    }

    private func route(presence session: UUID) -> String { "/presence/" + session.wireText }
}
