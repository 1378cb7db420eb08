public import Foundation
public import QuadGeometry
internal import RigidCalibration

/// Where the markers are now that a motion was fitted to.
public struct FittedState: Hashable, Sendable {
    /// Those that the motion has already moved, whatever little happened to them since.
    public private(set) var onTarget: [UUID] = []
    /// Those that stand where they stood, or that the motion does not move.
    public private(set) var onSource: [UUID] = []
    /// Those that were moved to somewhere else.
    public private(set) var elsewhere: [UUID] = []
    /// Those that are not among the markers, or have no usable corners.
    public private(set) var missing: [UUID] = []

    /// Whether some markers were moved and others not: a plan was carried out in part.
    public var isPartial: Bool { !onTarget.isEmpty && !onSource.isEmpty }

    /// Looks the fitted markers up by their ids.
    public init(_ motion: PlannedMotion, among markers: [Marker], in space: SpaceCalibration) {
        var lookup = FittedLookup(motion, in: space)
        for marker in markers where lookup.awaits(marker.id) {
            if let raw = try? marker.quad { lookup.meet(marker.id, raw) }
        }
        self = lookup.state
    }

    fileprivate init(_ motion: PlannedMotion, _ places: [UUID: FittedLookup.Place]) {
        for fitted in motion.fitted {
            switch places[fitted.id] {
            case .awaited, nil: missing.append(fitted.id)
            case .onSource: onSource.append(fitted.id)
            case .onTarget: onTarget.append(fitted.id)
            case .elsewhere: elsewhere.append(fitted.id)
            }
        }
    }
}

/// Looks up where the markers are that a motion was fitted to, as markers come one after the other.
public struct FittedLookup: Sendable {
    fileprivate enum Place { case awaited, onSource, onTarget, elsewhere }

    private let motion: PlannedMotion
    private let space: SpaceCalibration
    private let corners: [UUID: Quad]
    private var places: [UUID: Place]
    /// A marker that does not stand where it stood was moved by the motion where it is so many times nearer to its target:
    /// a server that rounds, or a hand that corrects, leaves it no nearer.
    static let nearness = 4.0

    /// Whether one was met that the motion has already moved.
    public private(set) var hasFoundApplied = false

    /// Awaits the fitted markers of a motion.
    public init(_ motion: PlannedMotion, in space: SpaceCalibration) {
        (self.motion, self.space) = (motion, space)
        corners = Dictionary(motion.fitted.map { ($0.id, $0.corners) }) { first, _ in first }
        places = corners.mapValues { _ in .awaited }
    }

    /// Whether a marker of this id was fitted and not met yet: of markers with one id the first counts, as in a plan.
    public func awaits(_ id: UUID) -> Bool { places[id] == .awaited }

    /// Notes the raw corners that a marker has now.
    public mutating func meet(_ id: UUID, _ raw: Quad) {
        guard awaits(id), let before = corners[id] else { return }
        let moved = motion.targetFromSource * before
        let here = raw.map { $0 + space.shift(to: motion.source) }
        let there = raw.map { $0 + space.shift(to: motion.target) }
        let tolerance = StoredTolerance(raw, here, there, moved, shift: space.shift)
        if tolerance.allows(here, before) {
            places[id] = .onSource
        } else if tolerance.allows(there, moved)
            || there.distance(to: moved) * FittedLookup.nearness <= here.distance(to: before)
        {
            places[id] = .onTarget
            hasFoundApplied = true
        } else {
            places[id] = .elsewhere
        }
    }

    /// What was met so far; the others are missing.
    public var state: FittedState { FittedState(motion, places) }
}
