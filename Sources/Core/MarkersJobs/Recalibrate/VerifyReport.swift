public import Foundation
internal import Markers
internal import QuadGeometry

/// The comparison of a server with a plan.
public struct VerifyReport: Hashable, Sendable {
    /// Calibrated data is as it was before the space's vector changed: nobody has edited it, but the server has not
    /// recomputed it either.
    package static let stale = "CALIBRATED_DATA_STALE"
    /// Nothing of the plan is there, and nothing is in its way.
    private static let pending = "PENDING"

    /// The number of markers that are as the plan wants them.
    public internal(set) var asPlanned = 0
    /// The markers that are not, each with the reason as a word.
    public internal(set) var different: [UUID: String] = [:]
    /// The markers that somebody else has changed since they were moved, or that were left as somebody had changed them; they
    /// stay so.
    public internal(set) var edited: [UUID] = []
    /// Markers that the plan knew and that no longer exist.
    public internal(set) var gone: [UUID] = []
    /// Markers created since the plan was made, which are in whichever frame their creator was in.
    public internal(set) var appeared: [UUID] = []
    /// Whether the space has the vector of the plan; `nil` in the other modes.
    public internal(set) var vectorIsThere: Bool?

    /// Whether some marker whose work was done would be written again by another run in the same direction: the server was
    /// restored from a backup, or in the calibrated mode somebody has moved corners.
    public internal(set) var isReopened = false

    /// Whether everything is as planned and no marker appeared or disappeared.
    public var isSound: Bool {
        different.isEmpty && gone.isEmpty && appeared.isEmpty && vectorIsThere != false
    }

    mutating func take(_ marker: Marker, _ item: JobItem, _ head: JobHead, _ direction: UpdateRule.Direction)
    {
        let rule = head.rule(.apply, .stop)
        switch direction {
        case .apply: compare(item, marker, rule)
        case .undo: compareBack(item, marker, rule)
        }
        guard let difference = different[marker.id],
            item.state.word == (direction == .apply ? .done : .undone)
        else { return }
        if case .open = Settlement(item, marker, head.rule(direction, .stop)) {
            isReopened = true
        } else if difference == VerifyReport.pending {
            different[marker.id] = "MOVED_BACK"
        }
    }

    private mutating func compareBack(_ item: JobItem, _ marker: Marker, _ rule: UpdateRule) {
        do throws(MarkerImageError) {
            guard !(try rule.isBack(marker, before: item.before)) else { return asPlanned += 1 }
            switch item.state.word {
            case .left: edited.append(marker.id)
            case .kept: different[marker.id] = "KEPT"
            case .done, .unconfirmed, .undone: different[marker.id] = "NOT_RESTORED"
            // What the job never moved is as somebody else wants it; a run that was killed has not noted what it moved.
            case .pending, .conflict, .gone, .unfinished:
                if rule.standing(of: try MarkerImage(marker), to: try item.intent()) == .done {
                    different[marker.id] = "NOT_RESTORED"
                } else {
                    asPlanned += 1
                }
            }
        } catch {
            different[marker.id] = error.code
        }
    }

    private mutating func compare(_ item: JobItem, _ marker: Marker, _ rule: UpdateRule) {
        do throws(MarkerImageError) {
            let image = try MarkerImage(marker)
            let standing =
                rule.mode == .vector
                ? rule.vectorStanding(of: image)
                : rule.standing(of: image, to: try item.intent())
            switch standing {
            case .done: asPlanned += 1
            case .pending where item.state.word == .left: edited.append(marker.id)
            case .pending: different[marker.id] = VerifyReport.pending
            case .drifted(.calibratedData) where marker[.calibratedData] == item.before[.calibratedData]:
                different[marker.id] = VerifyReport.stale
            case .drifted where item.isEditedSince(image, rule): edited.append(marker.id)
            case .drifted(let conflict): different[marker.id] = conflict.code
            }
        } catch {
            different[marker.id] = error.code
        }
    }
}

extension JobItem {
    /// Whether a marker that is not as planned is somebody's later work in the new frame: a corner, at least, is still at its target.
    /// Corners that all went elsewhere may be in any frame.
    fileprivate func isEditedSince(_ image: MarkerImage, _ rule: UpdateRule) -> Bool {
        switch state.word {
        case .left: true
        case .done where rule.mode == .raw:
            (0..<4).contains { corner in
                let magnitude = Double.maximum(image.corners.largestMagnitude, target.largestMagnitude)
                return StoredTolerance(magnitude: magnitude).allows(
                    image.corners[corner: corner] - target[corner: corner])
            }
        case .done: true
        default: false
        }
    }
}
