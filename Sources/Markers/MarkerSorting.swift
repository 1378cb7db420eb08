internal import Foundation
internal import QuadGeometry
internal import RigidCalibration

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

    init(_ request: RecalibrationRequest, _ check: QuadCheck) {
        sessions = FrameMembership.Verdicts(request.frames)
        self.check = check
    }

    func sorted(_ markers: [Marker]) -> [Place] {
        var reasons: [UUID: FrameMembership.Reason?] = [:]
        var first: [UUID: Int] = [:]
        return markers.enumerated().map { index, marker in
            let session = marker.workSessionID
            let known = reasons[session]
            let reason = known ?? sessions.reason(session)
            if known == nil { reasons[session] = .some(reason) }
            if let reason { return .leftOut(.session(reason)) }
            if let earlier = first[marker.id] { return .leftOut(.listedTwice(earlier)) }
            first[marker.id] = index
            return place(marker)
        }
    }

    private func place(_ marker: Marker) -> Place {
        do throws(JSONError) {
            let quad = try marker.quad
            // Only what lies out of range costs the full check here.
            guard quad.largestMagnitude > check.limits.largestCoordinate else { return .movable(quad) }
            return check.issues(quad).first(where: \.keepsFromMoving).map { .refused(.outOfRange($0)) }
                ?? .movable(quad)
        } catch {
            return .refused(.badCorner(error))
        }
    }
}

extension QuadIssue {
    /// Whether corners that have it cannot be written.
    var keepsFromMoving: Bool { code == .nonFinite || code == .outOfRange }
}

/// Where the corners of one marker go.
struct MarkerMove {
    let before, calibratedBefore: Quad
    /// Raw and calibrated corners afterwards, and the moved corners of the kind that the motion leads to.
    let raw, calibrated, target: Quad
    private let shift: SIMD3<Double>

    init(_ quad: Quad, _ request: RecalibrationRequest) {
        let (space, motion) = (request.space, request.motion)
        let shift = space.shift
        before = quad
        calibratedBefore = quad.map { $0 + shift }
        target = motion.targetFromSource * quad.map { $0 + space.shift(to: motion.source) }
        raw = target.map { $0 - space.shift(to: motion.target) }
        calibrated = motion.target == .calibrated ? target : raw.map { $0 + shift }
        self.shift = shift
    }

    /// One step of what any of the numbers can be stored in.
    func tolerance(with stored: Quad) -> StoredTolerance {
        StoredTolerance(before, calibratedBefore, raw, calibrated, stored, shift: shift)
    }

    func displacement(_ old: Quad, _ new: Quad) -> Double {
        (0..<4).reduce(0) { Double.maximum($0, (new[corner: $1] - old[corner: $1]).length) }
    }
}
