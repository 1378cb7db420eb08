internal import Foundation
internal import QuadGeometry

/// A marker with usable corners in the old frame.
struct MovableMarker {
    let index: Int
    let marker: Marker
    let raw: Quad
}

/// The choice of the markers that a plan can move.
struct MarkerSorting {
    enum Place {
        case movable(Quad)
        case refused(RefusedMarker.Reason)
        case leftOut(LeftOutMarker.Reason)
    }

    private let sessions: FrameMembership.Verdicts
    private let check: QuadCheck
    private var reasons: [UUID: FrameMembership.Reason?] = [:]
    private var first: [UUID: Int] = [:]

    init(_ request: PlanRequest, _ check: QuadCheck) {
        var frames = request.frames
        // The space's vector moves the markers of all sessions, those that are done, too.
        if request.mode == .vector { frames.finished = [] }
        sessions = FrameMembership.Verdicts(frames)
        self.check = check
    }

    /// The place of the marker that is listed at an index, once those before it have been asked for.
    mutating func place(of marker: Marker, at index: Int) -> Place {
        if let reason = reasonToLeaveOut(marker) { return .leftOut(.session(reason)) }
        if let earlier = first[marker.id] { return .leftOut(.listedTwice(earlier)) }
        first[marker.id] = index
        do throws(RefusedMarker.Reason) { return .movable(try corners(of: marker)) } catch {
            return .refused(error)
        }
    }

    /// The most sessions remembered, which bounds the memory even if every marker is of another session.
    private static let mostRemembered = 10_000

    /// The reason why a marker's session does not move; sessions that were looked up are remembered.
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
        // Only corners out of range cost the full check here.
        if !quad.isFinite || quad.largestMagnitude > check.limits.largestCoordinate,
            let issue = check.issues(quad).first(where: \.keepsFromMoving)
        {
            throw .outOfRange(issue)
        }
        return quad
    }
}

extension QuadIssue {
    /// True if corners with this issue cannot be written.
    var keepsFromMoving: Bool { code == .nonFinite || code == .outOfRange }
}
