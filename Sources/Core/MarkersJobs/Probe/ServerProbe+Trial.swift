public import Foundation
public import Markers
public import MarkersEndpoint
internal import QuadGeometry

/// The result of trying things out on a server, and what is left over.
public struct TrialReport: Sendable {
    /// The profile known before, with what the trial added.
    public internal(set) var profile: ServerProfile
    /// The session that was created; `nil` if none was.
    public internal(set) var session: UUID?
    /// The ids of the session and the markers that could not be deleted again.
    public internal(set) var leftovers: [UUID] = []
    /// The error that ended the trial early.
    public internal(set) var failure: APIError?
}

extension ServerProbe {
    /// Tries out what reading does not show on one marker in a session of its own, and deletes both again.
    ///
    /// Nothing else is changed, and never the vector of a space.
    public func tryOut(in space: WireID, _ profile: ServerProfile) async -> TrialReport {
        var report = TrialReport(profile: profile)
        var markers: [UUID] = []
        do throws(APIError) {
            var body = RequestBody.Session(in: space, type: "other")
            body.status = "draft"
            let session = try await api.createWorkSession(body.json).id
            report.session = session
            let creation = RequestBody.MarkerCreation(workSessionID: session, quad: ServerProbe.square)
            let marker = try await api.createMarker(creation)
            markers.append(marker.id)
            try await tryUpdates(of: marker, &report.profile)
            if let fresh = try? await api.calculateDetails(of: marker.id) {
                report.profile.detailsRule = MarkerMetrics(ServerProbe.moved).rule(of: fresh)
            }
            report.profile.keepsMeta = try await keepsMeta(session)
            if let lock = try await SessionLock.take(session, api) {
                report.profile.locks = await lock.ticket.style
                await lock.release()
            }
        } catch {
            report.failure = error
        }
        for id in markers
        where !(await isGone { () async throws(APIError) in try await api.deleteMarker(id) }) {
            report.leftovers.append(id)
        }
        if let session = report.session,
            !(await isGone { () async throws(APIError) in try await api.deleteWorkSession(session) })
        {
            report.leftovers.append(session)
        }
        return report
    }

    /// The marker at first; 12.5 cm wide, so that every number is exact.
    private static let square = Quad([0, 1, 0], [0.125, 1, 0], [0.125, 0.875, 0], [0, 0.875, 0])
    /// The marker afterwards, whose nearest x is neither its least nor its greatest, which tells the formulas of details apart.
    private static let moved = Quad(
        [-0.375, 1, 2], [0.125, 1, 2.5], [0.25, 0.875, 2.5], [-0.25, 0.875, 2])
    /// Corners to which no vector leads from either.
    private static let calibrated = square.map { SIMD3($0.z + 3, $0.y, $0.x - 1) }

    /// Every update names the version that was read last, except for the one that must be refused.
    private func tryUpdates(of made: Marker, _ profile: inout ServerProfile) async throws(APIError) {
        guard let first = made.version else { return }
        var update = RequestBody.MarkerUpdate(version: first)
        update.calibratedData = CalibratedData(ServerProbe.calibrated)
        let isTaken = try await isApplied(made.id, update)
        var marker = try await api.marker(made.id)
        let kept = try? marker.calibratedData?.quad
        profile.calibratedWrites = !isTaken ? .refused : kept == ServerProbe.calibrated ? .kept : .ignored

        update = RequestBody.MarkerUpdate(version: marker.version ?? first)
        update.quad = ServerProbe.moved
        _ = try await isApplied(made.id, update)
        marker = try await api.marker(made.id)
        let later = try? marker.calibratedData?.quad
        // Where there is nothing before and after, nothing shows.
        profile.renewsCalibrated = kept == nil && later == nil ? nil : later != kept

        update = RequestBody.MarkerUpdate(version: first)
        update.label = "stale"
        _ = try await isApplied(made.id, update)
        marker = try await api.marker(made.id)
        profile.checksVersions = marker.label != "stale"

        update = RequestBody.MarkerUpdate(version: marker.version ?? first)
        update.label = "named"
        _ = try await isApplied(made.id, update)
        marker = try await api.marker(made.id)
        guard let version = marker.version, marker.label == "named" else { return }
        let write = MarkerWrite(version: version, value: nil)
        _ = await api.updateMarker(made.id, MarkerBody.undoing(write, [.label], of: made))
        profile.clearsByNull = try await api.marker(made.id).label == nil
    }

    /// Whether a session's `meta` is what an update sends, and loses a member that the next one does not send.
    private func keepsMeta(_ session: UUID) async throws(APIError) -> Bool {
        let members = #""spatial_environment":"laserGuide","odd":{"a":[1.50,null,-0.0],"é":"\u00e9"}"#
        for text in ["{\(members),\"quadcal\":{\"n\":1}}", "{\(members)}"] {
            guard let meta = try? JSONValue(text), let version = try await api.workSession(session).version
            else {
                return false
            }
            var update = RequestBody.Session(version: version)
            update.meta = meta
            do throws(APIError) { _ = try await api.updateWorkSession(session, update.json) } catch {
                guard case .failed(let failure, false) = error, failure.status != nil else { throw error }
                return false
            }
            guard let stored = try await api.workSession(session).meta, stored.isSame(as: meta) else {
                return false
            }
        }
        return true
    }

    /// Whether an update succeeded; `false` if the server refused it.
    private func isApplied(_ id: UUID, _ update: RequestBody.MarkerUpdate) async throws(APIError) -> Bool {
        let body: [UInt8]
        do throws(JSONError) { body = try update.json() } catch {
            throw .unreadable(RequestLine(.patch, "/markers"), error)
        }
        let outcome = await api.updateMarker(id, body)
        guard let failure = outcome.failure else { return true }
        guard case .notApplied = outcome else { throw .failed(failure, mayBeApplied: true) }
        if let status = failure.status, 400..<500 ~= status, status != 401 { return false }
        throw .failed(failure, mayBeApplied: false)
    }

    /// Whether something was deleted or did not exist.
    private func isGone(_ removal: () async throws(APIError) -> Void) async -> Bool {
        do throws(APIError) {
            try await removal()
            return true
        } catch {
            return error.isMissing
        }
    }
}

extension JSONValue {
    /// Whether two values mean the same: members in any order, numbers however they are written.
    fileprivate func isSame(as other: JSONValue) -> Bool {
        guard kind == other.kind else { return false }
        switch kind {
        case .object:
            let (mine, theirs) = (members, other.members)
            return mine.count == theirs.count
                && mine.allSatisfy { member in other[member.name].map { member.value.isSame(as: $0) } ?? false
                }
        case .array:
            let (mine, theirs) = (elements, other.elements)
            return mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.isSame(as: $1) }
        case .string: return string == other.string
        case .number: return double == other.double
        default: return text == other.text
        }
    }
}
