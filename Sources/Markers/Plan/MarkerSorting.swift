internal import Foundation
internal import QuadGeometry

/// A marker with usable corners in the old frame.
struct MovableMarker {
    let index: Int
    let marker: Marker
    let raw: Quad
}

/// Which markers a plan can move.
struct MarkerSorting {
    enum Place {
        case movable(Quad)
        case refused(RefusedMarker.Reason)
        case leftOut(LeftOutMarker.Reason)
    }

    private let sessions: FrameMembership.Verdicts
    private let check: QuadCheck
    private var reasons: [UUID: FrameMembership.Reason?] = [:]

    init(_ request: PlanRequest, _ check: QuadCheck) {
        sessions = FrameMembership.Verdicts(request.frames)
        self.check = check
    }

    func sorted(_ markers: [Marker]) -> [Place] {
        var sorting = self
        var first: [UUID: Int] = [:]
        return markers.enumerated().map { index, marker in
            if let reason = sorting.reasonToLeaveOut(marker) { return .leftOut(.session(reason)) }
            if let earlier = first[marker.id] { return .leftOut(.listedTwice(earlier)) }
            first[marker.id] = index
            do throws(RefusedMarker.Reason) { return .movable(try sorting.corners(of: marker)) } catch {
                return .refused(error)
            }
        }
    }

    /// A list in which every marker is of another session needs no more memory than this.
    private static let mostRemembered = 10_000

    /// Why a marker's session does not move; what was looked up is remembered.
    mutating func reasonToLeaveOut(_ marker: Marker) -> FrameMembership.Reason? {
        let session = marker.workSessionID
        if let known = reasons[session] { return known }
        let reason = sessions.reason(session)
        if reasons.count == MarkerSorting.mostRemembered { reasons.removeAll(keepingCapacity: true) }
        reasons[session] = .some(reason)
        return reason
    }

    /// The corners of a marker, if they can be moved.
    func corners(of marker: Marker) throws(RefusedMarker.Reason) -> Quad {
        let quad: Quad
        do throws(JSONError) { quad = try marker.quad } catch { throw .badCorner(error) }
        return try usable(quad)
    }

    /// Raw corners, if they can be moved.
    func usable(_ quad: Quad) throws(RefusedMarker.Reason) -> Quad {
        // Only what lies out of range costs the full check here.
        if !quad.isFinite || quad.largestMagnitude > check.limits.largestCoordinate,
            let issue = check.issues(quad).first(where: \.keepsFromMoving)
        {
            throw .outOfRange(issue)
        }
        return quad
    }
}

extension QuadIssue {
    /// Whether corners that have it cannot be written.
    var keepsFromMoving: Bool { code == .nonFinite || code == .outOfRange }
}
