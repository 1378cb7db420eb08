public import Foundation
public import QuadGeometry
internal import RigidCalibration

/// The present places of the markers that a motion was fitted to.
public struct FittedState: Hashable, Sendable {
    /// Markers that the motion has already moved, whatever little happened to them since.
    public private(set) var onTarget: [UUID] = []
    /// Markers that are where they were, or that the motion does not move.
    public private(set) var onSource: [UUID] = []
    /// Markers that were moved to somewhere else.
    public private(set) var elsewhere: [UUID] = []
    /// Markers that are not among those given, or have no usable corners.
    public private(set) var missing: [UUID] = []

    /// True if some markers were moved and others not: a plan was carried out in part.
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

/// Looks up the present places of the markers that a motion was fitted to, as markers are read one by one.
public struct FittedLookup: Sendable {
    fileprivate enum Place { case awaited, onSource, onTarget, elsewhere }

    private let motion: PlannedMotion
    private let space: SpaceCalibration
    private let corners: [UUID: Quad]
    private var places: [UUID: Place]
    /// A marker that is not where it was has been moved by the motion if it is this many times nearer to its
    /// target: a server that rounds, or a correction by hand, leaves it no nearer.
    static let nearness = 4.0

    /// True once a marker was met that the motion has already moved.
    public private(set) var hasFoundApplied = false

    /// Awaits the fitted markers of a motion.
    public init(_ motion: PlannedMotion, in space: SpaceCalibration) {
        (self.motion, self.space) = (motion, space)
        corners = Dictionary(motion.fitted.map { ($0.id, $0.corners) }) { first, _ in first }
        places = corners.mapValues { _ in .awaited }
    }

    /// True if a marker of this id was fitted and not met yet: of equal ids the first counts, as in a plan.
    public func awaits(_ id: UUID) -> Bool { places[id] == .awaited }

    /// Notes the present raw corners of a marker.
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

    /// The markers met so far; the others are missing.
    public var state: FittedState { FittedState(motion, places) }
}
