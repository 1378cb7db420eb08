internal import Foundation
internal import Markers

/// Finds out what a server does by looking at what it has.
public struct ServerProbe: Sendable {
    /// No more spaces, and no more sessions of one, are looked at than this.
    public static let mostLooks = 10

    let api: MarkersAPI

    public init(_ api: MarkersAPI) { self.api = api }

    /// Reads, and nothing else: lists, locks, the sign of vectors, the formula of details.
    ///
    /// - Parameters:
    ///   - server: how the server is called in the profile, as its origin is written.
    ///   - space: the one space to look at, by its key or its id; all of them where it is nil.
    public func read(server: String, space: String? = nil) async throws(APIError) -> ServerProfile {
        var profile = ServerProfile(server: server)
        let spaces = try await api.spaces(includingInactive: true)
        profile.take(spaces.form)
        let chosen = spaces.elements.filter { space == nil || $0.key == space || $0.id.text == space }
        for space in chosen.prefix(ServerProbe.mostLooks) {
            let sessions = try await api.workSessions(in: space.id).elements
            var pairs: [Marker] = []
            for session in sessions.prefix(ServerProbe.mostLooks) {
                if profile.locks == nil { profile.locks = try await lockStyle(session.id) }
                let reply = try await api.markers(of: session.id)
                profile.take(reply.form)
                if reply.looksCutOff { profile.hasRoundLists = true }
                for marker in reply.elements { profile.takeDetails(marker) }
                pairs += reply.elements
            }
            let vector = space.calibrationVector.flatMap { CalibrationVector($0) }
            if case .sign(let sign) = VectorSignEvidence(pairs, vector: vector).conclusion {
                profile.vectorSign = sign
            }
        }
        return profile
    }

    /// By which routes the server shows locks; `nil` where by none.
    private func lockStyle(_ session: UUID) async throws(APIError) -> LockStyle? {
        for style in LockStyle.allCases {
            do throws(APIError) {
                _ = try await api.isLocked(session, style)
                return style
            } catch {
                guard error.isWrongRoute else { throw error }
            }
        }
        return nil
    }
}

extension ServerProfile {
    /// Takes the form that needs most of a client: only long lists show it.
    fileprivate mutating func take(_ form: ListForm) { lists = lists.map { max($0, form) } ?? form }

    /// Takes what stored details show of their formula and their names.
    mutating func takeDetails(_ marker: Marker) {
        guard let stored = marker[.details], let details = try? marker.details, let quad = try? marker.quad
        else { return }
        hasFormerDetails = hasFormerDetails ?? (stored["left_distance"] != nil)
        detailsRule = detailsRule ?? MarkerMetrics(quad).rule(of: details)
    }
}
