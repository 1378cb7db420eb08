public import Markers
public import QuadGeometry

/// A marker of a report: where it was, where it goes, and what became of it.
public struct ReportMarker: Hashable, Sendable {
    /// What a person calls it: its label, or its id.
    public let name: String
    /// `nil` where its corners cannot be read.
    public let before: Quad?
    /// Where it is afterwards; as before where it stays.
    public let after: Quad?
    public let state: State
    /// Why, in words; `nil` where the state says it all.
    public let reason: String?

    public init(name: String, before: Quad?, after: Quad?, state: State, reason: String? = nil) {
        (self.name, self.before, self.after) = (name, before, after)
        (self.state, self.reason) = (state, reason)
    }

    /// What became of a marker.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Where it will go; nothing was written.
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
        /// It is no longer there.
        case gone

        /// Whether somebody has to see to it.
        var needsAttention: Bool {
            switch self {
            case .planned, .moved, .unchanged, .leftOut, .undone: false
            case .pending, .refused, .conflict, .gone: true
            }
        }

        /// Whether it is where the motion leads.
        var isMoved: Bool { [.planned, .moved, .unchanged].contains(self) }
    }

    /// The markers of a plan in its order: those that move, those that stay, and those that cannot be moved.
    ///
    /// - Parameters:
    ///   - plan: what was planned.
    ///   - refused: why a marker is refused, in words; its code where nothing else is given.
    ///   - leftOut: why a marker is left out, in words; its code where nothing else is given.
    public static func all(
        of plan: RecalibrationPlan, refused: (RefusedMarker.Reason) -> String = \.code,
        leftOut: (LeftOutMarker.Reason) -> String = \.code
    ) -> [ReportMarker] {
        let space = plan.request.space, shift = space.shift(to: plan.request.motion.source)
        func marker(_ marker: Marker, _ target: Quad?, _ state: State, _ reason: String?) -> ReportMarker {
            let before = (try? marker.quad)?.map { $0 + shift }
            return ReportMarker(
                name: marker.reportName, before: before, after: target ?? before, state: state, reason: reason
            )
        }
        var all = plan.updates.map { ($0.index, marker($0.marker, $0.target, .planned, nil)) }
        all += plan.unchanged.map { ($0.index, marker($0.marker, nil, .unchanged, nil)) }
        all += plan.refused.map { ($0.index, marker($0.marker, nil, .refused, refused($0.reason))) }
        all += plan.leftOut.map { ($0.index, marker($0.marker, nil, .leftOut, leftOut($0.reason))) }
        return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension Marker {
    /// Its label, or its id where it has none.
    public var reportName: String {
        label.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 } ?? id.wireText
    }
}
