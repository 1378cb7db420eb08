internal import Foundation
internal import RigidCalibration

/// The markers that a straightened fit follows, as far as a plan knows them: a scan drifts as it goes, so that they say little of markers
/// of another walk, wherever those are.
struct ShiftPins {
    private let sessions: Set<UUID>
    /// The first and the last time, in seconds since the beginning of 1970; `nil` unless all are known, or where the fit minds them itself.
    private let times: ClosedRange<Double>?
    /// The longest time between two of them.
    private let gap: Double

    /// Nothing where the fit names no markers.
    init?(_ markers: [Marker], of motion: PlannedMotion) {
        guard let kind = motion.straightened?.law.kind else { return nil }
        let followed = Set(motion.fitted.lazy.filter(\.follows).map(\.id))
        guard !followed.isEmpty else { return nil }
        let pins = markers.filter { followed.contains($0.id) }
        sessions = Set(pins.map(\.workSessionID))
        let times = pins.compactMap { $0.created?.timeIntervalSince1970 }.sorted()
        gap = zip(times, times.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
        if kind == .place, times.count == pins.count, let first = times.first, let last = times.last {
            self.times = first...last
        } else {
            self.times = nil
        }
    }

    /// Whether a marker is of a session without pins, or was made longer before or after all of them than they are apart.
    func isBeyond(_ marker: Marker) -> Bool {
        guard sessions.contains(marker.workSessionID) else { return true }
        guard let times, let time = marker.created?.timeIntervalSince1970 else { return false }
        return time < times.lowerBound - gap || time > times.upperBound + gap
    }
}
