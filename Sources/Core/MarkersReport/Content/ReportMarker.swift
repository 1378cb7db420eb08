public import Markers
public import QuadGeometry
internal import RigidCalibration

/// A marker of a report: its place before and after, and its state.
public struct ReportMarker: Hashable, Sendable {
    /// The name for people: its label, or its id.
    public let name: String
    /// The id on the server; `nil` if it has none there.
    public let id: String?
    /// The corners before; `nil` if they cannot be read.
    public let before: Quad?
    /// The corners afterwards; as before if it stays.
    public let after: Quad?
    public let state: State
    /// The reason in words; `nil` if the state says it all.
    public let reason: String?
    /// Of a fit that was straightened, the 95 % error of its middle in metres; otherwise the fit tells the error.
    public var error95: Double?

    public init(name: String, before: Quad?, after: Quad?, state: State, reason: String? = nil) {
        self.init(name: name, id: nil, before: before, after: after, state: state, reason: reason)
    }

    /// Takes a marker that has an id.
    package init(name: String, id: String?, before: Quad?, after: Quad?, state: State, reason: String? = nil)
    {
        (self.name, self.id) = (name, id)
        (self.before, self.after) = (before, after)
        (self.state, self.reason) = (state, reason)
    }

    /// The state of a marker.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// It will move; nothing was written.
        case planned
        /// It was written and is where it should be.
        case moved
        /// It was there already.
        case unchanged
        /// It was not to move.
        case leftOut = "left out"
        /// It was taken back.
        case undone
        /// It is not known to be written.
        case pending
        /// It cannot be moved.
        case refused
        /// Somebody edited it meanwhile.
        case conflict
        /// It no longer exists.
        case gone

        var needsAttention: Bool {
            switch self {
            case .planned, .moved, .unchanged, .leftOut, .undone: false
            case .pending, .refused, .conflict, .gone: true
            }
        }

        /// True if it is where the motion leads.
        var isMoved: Bool { [.planned, .moved, .unchanged].contains(self) }
    }

    /// The markers of a plan in its order: those that move, those that stay, and those that cannot be moved.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - refused: the reason for refusing a marker in words; by default its code.
    ///   - leftOut: the reason for leaving a marker out in words; by default its code.
    public static func all(
        of plan: RecalibrationPlan, refused: (RefusedMarker.Reason) -> String = \.code,
        leftOut: (LeftOutMarker.Reason) -> String = \.code
    ) -> [ReportMarker] {
        let space = plan.request.space, shift = space.shift(to: plan.request.motion.source)
        func marker(_ marker: Marker, _ target: Quad?, _ state: State, _ reason: String?) -> ReportMarker {
            let before = (try? marker.quad)?.map { $0 + shift }
            return ReportMarker(
                name: marker.reportName, id: marker.id.wireText, before: before, after: target ?? before,
                state: state, reason: reason)
        }
        var all = plan.updates.map { update in
            var planned = marker(update.marker, update.target, .planned, nil)
            planned.error95 = update.shift?.predictedError
            return (update.index, planned)
        }
        all += plan.unchanged.map { ($0.index, marker($0.marker, nil, .unchanged, nil)) }
        all += plan.refused.map { ($0.index, marker($0.marker, nil, .refused, refused($0.reason))) }
        all += plan.leftOut.map { ($0.index, marker($0.marker, nil, .leftOut, leftOut($0.reason))) }
        return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension Marker {
    /// The label, or the id if there is none.
    public var reportName: String {
        label.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? id.wireText
    }
}
