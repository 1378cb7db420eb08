internal import Foundation
public import QuadGeometry

/// Moves one marker after the other as a plan would, each by itself, for a file that is larger than memory.
///
/// Nothing is sent, so a marker needs no version; earlier markers are not remembered, so one that is listed
/// twice is moved twice.
public struct MarkerMover: Sendable {
    public let request: PlanRequest
    private let check: QuadCheck
    private var sorting: MarkerSorting

    /// The result for one marker.
    public enum Outcome: Sendable {
        case moved(MovedMarker)
        /// It is where it should be.
        case unchanged(MovedMarker)
        /// It cannot be moved.
        case refused(RefusedMarker.Reason)
        /// It is not in the old frame.
        case leftOut(FrameMembership.Reason)
    }

    /// Refuses what a plan refuses before it looks at any marker. The mode is raw or calibrated.
    public init(_ request: PlanRequest) throws(RecalibrationPlanError) {
        precondition(request.mode != .vector, "a vector moves all markers at once")
        self.request = request
        check = try request.check()
        sorting = MarkerSorting(request, check)
    }

    /// Moves a marker; sessions that were looked up are remembered.
    public mutating func outcome(_ marker: Marker) -> Outcome {
        if let reason = sorting.reasonToLeaveOut(marker) { return .leftOut(reason) }
        do throws(RefusedMarker.Reason) {
            let raw = try sorting.corners(of: marker)
            return outcome(
                try MovedMarker(
                    raw, stored: try? marker.calibratedData, request, check,
                    time: request.motion.time(of: marker)))
        } catch {
            return .refused(error)
        }
    }

    mutating func chooses(_ marker: Marker) -> Bool { sorting.reasonToLeaveOut(marker) == nil }

    /// Moves raw corners of which nothing else is known.
    public func outcome(_ raw: Quad) -> Outcome {
        do throws(RefusedMarker.Reason) {
            return outcome(try MovedMarker(try sorting.usable(raw), stored: nil, request, check))
        } catch {
            return .refused(error)
        }
    }

    private func outcome(_ moved: MovedMarker) -> Outcome {
        moved.isUnchanged ? .unchanged(moved) : .moved(moved)
    }

    /// The marker with its new corners, everything else as it was read.
    public func marker(_ marker: Marker, at moved: MovedMarker) throws(JSONError) -> Marker {
        var marker = marker
        switch request.mode {
        case .raw: try marker.setQuad(moved.quad)
        default: try marker.setCalibratedData(CalibratedData(moved.quad))
        }
        return marker
    }
}
