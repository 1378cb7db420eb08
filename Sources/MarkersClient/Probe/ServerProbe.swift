internal import Foundation
internal import Markers

/// Detects the behaviour of a server by reading what it has.
public struct ServerProbe: Sendable {
    /// The most spaces that are read, and the most sessions of each.
    public static let mostLooks = 10

    let api: MarkersAPI

    public init(_ api: MarkersAPI) { self.api = api }

    /// Reads lists, locks, the sign of vectors and the formula of details, and changes nothing.
    ///
    /// - Parameters:
    ///   - server: The server's origin as the profile names it.
    ///   - space: The key or the id of the only space to read; `nil` for all.
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

    /// The routes by which the server shows locks; `nil` if there are none.
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
    /// Keeps the form that demands most of a client, which only long lists show.
    fileprivate mutating func take(_ form: ListForm) { lists = lists.map { max($0, form) } ?? form }

    /// Notes what stored details show of their formula and their names.
    mutating func takeDetails(_ marker: Marker) {
        guard let stored = marker[.details], let details = try? marker.details, let quad = try? marker.quad
        else { return }
        hasFormerDetails = hasFormerDetails ?? (stored["left_distance"] != nil)
        detailsRule = detailsRule ?? MarkerMetrics(quad).rule(of: details)
    }
}
