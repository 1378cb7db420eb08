public import Foundation
public import QuadGeometry
public import RigidCalibration

/// A marker that a motion was fitted to, with its corners as they were then.
public struct FittedMarker: Hashable, Sendable {
    public let id: UUID
    /// In the frame and of the kind that the motion starts from.
    public let corners: Quad

    public init(id: UUID, corners: Quad) { (self.id, self.corners) = (id, corners) }
}

/// A motion to be applied, and what is known of where it came from.
public struct PlannedMotion: Sendable {
    public let targetFromSource: AnchoredMotion
    /// The kind of points it starts from and the kind it leads to.
    public let source, target: PointKind
    /// How the motion was found; `nil` where it was only stated.
    public let calibration: Calibration?
    /// The markers it was fitted to, by which a plan sees that it was applied before.
    public let fitted: [FittedMarker]

    /// A motion that was fitted.
    public init(
        _ calibration: Calibration, from source: PointKind, to target: PointKind, fitted: [FittedMarker] = []
    ) {
        targetFromSource = calibration.targetFromSource
        (self.source, self.target, self.calibration, self.fitted) = (source, target, calibration, fitted)
    }

    /// A motion that is known from elsewhere, such as two matrices.
    public init(
        _ targetFromSource: AnchoredMotion, from source: PointKind, to target: PointKind,
        fitted: [FittedMarker] = []
    ) {
        self.targetFromSource = targetFromSource
        (self.source, self.target, self.calibration, self.fitted) = (source, target, nil, fitted)
    }

    /// The motion of raw points to raw points that does the same in a space.
    ///
    /// With a vector v counted on both sides it takes p to T(p + v) - v.
    public func rawFromRaw(in space: SpaceCalibration) -> AnchoredMotion {
        targetFromSource.written(without: space.shift(to: source), space.shift(to: target))
    }
}

/// Where the markers are now that a motion was fitted to.
public struct FittedState: Hashable, Sendable {
    /// Those that the motion has already moved.
    public private(set) var onTarget: [UUID] = []
    /// Those that stand where they stood, or that the motion does not move.
    public private(set) var onSource: [UUID] = []
    /// Those that were moved to somewhere else.
    public private(set) var elsewhere: [UUID] = []
    /// Those that are not among the markers, or have no usable corners.
    public private(set) var missing: [UUID] = []

    /// Looks the fitted markers up by their ids.
    public init(_ motion: PlannedMotion, among markers: [Marker], in space: SpaceCalibration) {
        let ids = Set(motion.fitted.map(\.id))
        var found: [UUID: Quad] = [:]
        // Of markers with one id the first counts, as it does in a plan.
        for marker in markers where ids.contains(marker.id) && found[marker.id] == nil {
            found[marker.id] = try? marker.quad
        }
        for fitted in motion.fitted {
            guard let raw = found[fitted.id] else {
                missing.append(fitted.id)
                continue
            }
            let moved = motion.targetFromSource * fitted.corners
            let here = raw.map { $0 + space.shift(to: motion.source) }
            let there = raw.map { $0 + space.shift(to: motion.target) }
            let tolerance = StoredTolerance(raw, here, there, moved, shift: space.shift)
            if tolerance.allows(here, fitted.corners) {
                onSource.append(fitted.id)
            } else if tolerance.allows(there, moved) {
                onTarget.append(fitted.id)
            } else {
                elsewhere.append(fitted.id)
            }
        }
    }
}
