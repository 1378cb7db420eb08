package import Foundation

/// A user who is announced as present in work sessions until the announcement is ended.
///
/// A session that cannot be reached is no reason to stop, so failures are ignored; the server forgets a user by itself.
package struct Presence: Sendable {
    private let api: MarkersAPI
    private let user: String
    private let sessions: [UUID]
    private let beats: Task<Void, Never>

    /// Announces the user, and again at every heartbeat.
    package static func begin(_ user: String, in sessions: [UUID], _ api: MarkersAPI) async -> Presence {
        await announce(user, sessions, api)
        let beats = Task {
            while (try? await api.clock.sleep(for: MarkersAPI.heartbeat)) != nil {
                await announce(user, sessions, api)
            }
        }
        return Presence(api: api, user: user, sessions: sessions, beats: beats)
    }

    /// Announces that the user has left, even if the calling task is cancelled, and after the last announcement is answered.
    package func end() async {
        beats.cancel()
        await beats.value
        await Task { for session in sessions { try? await api.withdraw(user, from: session) } }.value
    }

    /// Not a child, so that cancelling reaches no request under way, which would arrive after the user has left.
    private static func announce(_ user: String, _ sessions: [UUID], _ api: MarkersAPI) async {
        await Task { for session in sessions { try? await api.announce(user, in: session) } }.value
    }
}
