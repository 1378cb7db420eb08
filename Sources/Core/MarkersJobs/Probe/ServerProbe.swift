internal import Foundation
internal import Markers
public import MarkersEndpoint

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
    ///   - note: Called for every value of a list that is not understood.
    public func read(
        server: String, space: String? = nil, note: (UnreadableElement) -> Void = { _ in }
    ) async throws(APIError) -> ServerProfile {
        var profile = ServerProfile(server: server)
        let spaces = try await api.spaces(includingInactive: true)
        profile.take(spaces.form)
        spaces.unreadable(.space).forEach(note)
        var details = DetailsEvidence(), lengths = ListLengths()
        let chosen = spaces.elements.filter { space == nil || $0.key == space || $0.id.text == space }
        for space in chosen.prefix(ServerProbe.mostLooks) {
            let sessions = try await api.workSessions(in: space.id)
            sessions.unreadable(.session).forEach(note)
            var pairs: [Marker] = []
            for session in sessions.elements.prefix(ServerProbe.mostLooks) {
                if profile.locks == nil { profile.locks = try await lockStyle(session.id) }
                let reply = try await api.markers(of: session.id)
                profile.take(reply.form)
                reply.unreadable(.marker).forEach(note)
                lengths.note(session.id, reply)
                for marker in reply.elements { profile.take(marker, &details) }
                pairs += reply.elements
            }
            let vector = space.calibrationVector.flatMap { CalibrationVector($0) }
            if case .sign(let sign) = VectorSignEvidence(pairs, vector: vector).conclusion {
                profile.vectorSign = sign
            }
        }
        profile.detailsRule = details.rule
        profile.hasRoundLists = await !lengths.cutOff(api).isEmpty
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

    /// Notes the formula and the names that stored details show.
    fileprivate mutating func take(_ marker: Marker, _ evidence: inout DetailsEvidence) {
        guard let stored = marker[.details], let details = try? marker.details, let quad = try? marker.quad
        else { return }
        hasFormerDetails = hasFormerDetails ?? (stored["left_distance"] != nil)
        evidence.note(details, of: quad)
    }
}
