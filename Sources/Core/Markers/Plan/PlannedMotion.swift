package import Foundation
internal import QuadGeometry
public import RigidCalibration

/// A motion to be applied, and its origin as far as it is known.
public struct PlannedMotion: Sendable {
    public let targetFromSource: AnchoredMotion
    /// The kind of points it starts from and the kind it leads to.
    public let source, target: PointKind
    /// The scale of targets to sources: 1 unless a similarity was fitted.
    public let growth: Double
    /// The codes of the failed judgements that forbid its use.
    public let failures: [String]
    /// The pairs for which a saved fit failed, the farthest first.
    public let worstPairs: [WorstPair]
    /// The probability that no motion at all would do as well; `nil` if it is worth applying.
    public let stillProbability: Double?
    /// The covariance of the markers that it moves: of its error, and of what each marker is off by itself; `nil` if nothing was fitted or the noise is not known.
    public let covariance: MotionCovariance?
    /// The markers that it was fitted to, from which a plan sees that it was applied before.
    public let fitted: [FittedMarker]
    /// The points that it was fitted to and takes to their partners, markers' corners or others; those of rejected pairs are not among
    /// them.
    let followers: [SIMD3<Double>]
    /// What each of those is shifted by on top of the motion; empty where all markers have one motion.
    private let followerShifts: [SIMD3<Double>]
    /// The shifts of markers on top of the motion; `nil` where all have one motion.
    public let straightened: StraightenedMotion?
    /// The places of those partners in the rescan.
    let seenTargets: [SIMD3<Double>]
    /// The fitted markers that are in place already, beside others that are not.
    package let fittedInPlace: [UUID]
    /// The sign that some of them were moved before and others not; `nil` without it.
    public let movedPart: MovedPart?

    /// Takes a motion that was fitted.
    public init(
        _ calibration: Calibration, from source: PointKind, to target: PointKind, fitted: [FittedMarker] = []
    ) {
        targetFromSource = calibration.targetFromSource
        (self.source, self.target, self.fitted) = (source, target, fitted)
        (growth, covariance) = (calibration.growth, calibration.evidence.markerCovariance)
        movedPart = MovedPart(calibration)
        // Each fitted marker is a group of pairs, in their order.
        fittedInPlace = (movedPart?.places ?? []).compactMap {
            fitted.indices.contains($0) ? fitted[$0].id : nil
        }
        let follows = calibration.selection?.inliers
        func following(_ points: [SIMD3<Double>]) -> [SIMD3<Double>] {
            follows.map { zip(points, $0).filter(\.1).map(\.0) } ?? points
        }
        (followerShifts, straightened) = ([], nil)
        followers = following(calibration.pairs.sources)
        seenTargets = following(calibration.pairs.targets)
        (failures, worstPairs) = (calibration.judgements.filter(\.fails).map(\.code), [])
        stillProbability = calibration.judgements.lazy.compactMap(\.stillProbability).first
    }

    /// Takes a motion that was fitted and saved in a file; of points of these kinds if the file does not say.
    ///
    /// By a fit that was straightened each marker moves with its own shift.
    public init(_ fit: SavedFit, from source: PointKind = .raw, to target: PointKind = .raw) {
        targetFromSource = fit.targetFromSource
        (self.source, self.target) = (fit.kinds?.source ?? source, fit.kinds?.target ?? target)
        (growth, covariance, fitted) = (fit.growth, fit.markerCovariance, fit.fitted)
        (straightened, failures) = (fit.straightened, fit.failures)
        stillProbability = fit.stillProbability
        worstPairs = failures.isEmpty ? [] : WorstPair.all(of: fit)
        movedPart = MovedPart(fit)
        let fitted = fit.fitted, isJoined = fit.document.join != nil
        let names = isJoined ? [] : MovedPart.names(of: fit.document.pairs)
        // Of a join each marker is a group of pairs, in their order; of other pairs the names of groups may be ids.
        fittedInPlace = (movedPart?.places ?? []).compactMap {
            isJoined ? fitted[$0].id : UUID(uuidString: names[$0])
        }
        let following = fit.document.pairs.filter(\.follows)
        followers = following.map(\.source)
        followerShifts = straightened == nil ? [] : following.map { $0.shift ?? .zero }
        seenTargets = following.map(\.target)
    }

    /// Takes a motion that is known from elsewhere, such as two matrices or a job, perhaps with the shifts of markers on top of it.
    public init(
        _ targetFromSource: AnchoredMotion, from source: PointKind, to target: PointKind,
        fitted: [FittedMarker] = [], straightened: StraightenedMotion? = nil
    ) {
        self.targetFromSource = targetFromSource
        (self.source, self.target, self.fitted) = (source, target, fitted)
        (growth, failures, worstPairs, stillProbability) = (1, [], [], nil)
        (covariance, movedPart, fittedInPlace) = (nil, nil, [])
        self.straightened = straightened
        let following = fitted.filter(\.follows)
        followers = following.flatMap(\.corners.corners)
        followerShifts =
            straightened == nil ? [] : following.flatMap { [SIMD3<Double>](repeating: $0.shift, count: 4) }
        seenTargets = fitted.filter(\.follows).compactMap(\.partner).flatMap(\.corners.corners)
    }

    /// The points where it takes those that it was fitted to, and where it would without their shifts.
    var followerTargets: [SIMD3<Double>] {
        let moved = followers.map { targetFromSource * $0 }
        return zip(moved, followerShifts).map { $0 + $1 } + moved
    }

    /// About where something would have come from that lies where the motion takes a point of the fit.
    func origin(ofMoved place: SIMD3<Double>) -> SIMD3<Double> {
        let targets = zip(followers, followerShifts).map { targetFromSource * $0 + $1 }
        let nearest = targets.indices.min { (targets[$0] - place).length < (targets[$1] - place).length }
        return targetFromSource.inverted() * (nearest.map { place - followerShifts[$0] } ?? place)
    }

    /// The time by which a marker is shifted, in seconds since the beginning of 1970; `nil` where none is asked for, or known.
    package func time(of marker: Marker) -> Double? {
        straightened?.law.kind == .time ? marker.created?.timeIntervalSince1970 : nil
    }

    /// Whether the motion takes a fitted marker so near to its partner that it cannot have been moved before the fit: then it would end
    /// about as far from there as the motion is long. True where the partner is not known.
    package func showsUnmoved(_ marker: FittedMarker, in space: SpaceCalibration) -> Bool {
        guard let partner = marker.partner else { return true }
        let moved = targetFromSource * marker.corners.center
        // The motion may lead from raw to calibrated corners, which is no movement.
        let before = marker.corners.center - space.shift(to: source) + space.shift(to: target)
        return PlannedMotion.clearly * (moved - partner.corners.center).length <= (moved - before).length
    }

    /// A fit of which a third was moved before leaves the others off by half as much as it moves them.
    private static let clearly = 3.0

    /// What a marker is shifted by on top of the motion, and whether that fades where it is; refused where a time is needed and missing.
    func shift(
        of corners: Quad, time: Double?
    ) throws(RefusedMarker.Reason) -> (shift: SIMD3<Double>, fades: Bool) {
        guard let straightened else { return (.zero, false) }
        guard let found = straightened.displacement(of: corners.center, time: time) else {
            throw .missingTime
        }
        return found
    }

    /// The motion of raw points to raw points that has the same effect in a space, without the shifts of markers.
    ///
    /// With a vector v that counts on both sides it takes p to T(p + v) - v.
    public func rawFromRaw(in space: SpaceCalibration) -> AnchoredMotion {
        targetFromSource.written(without: space.shift(to: source), space.shift(to: target))
    }
}

extension FitJudgement {
    /// The probability that no motion at all would do as well, if that is the judgement.
    fileprivate var stillProbability: Double? {
        if case .alreadyApplied(let probability) = self { probability } else { nil }
    }
}

/// A pair that speaks against a motion: the worst of its marker.
public struct WorstPair: Hashable, Sendable {
    /// The name of the pair, such as `door.p3`.
    public let name: String
    /// The distance that it is off by, in metres.
    public let distance: Double

    public init(name: String, distance: Double) { (self.name, self.distance) = (name, distance) }

    /// The pairs for which a fit failed, the worst of each marker, the farthest first; empty if it failed for other reasons.
    static func all(of fit: SavedFit) -> [WorstPair] {
        guard let judgement = fit.judgements.first(where: { blamingPairs.contains($0.code) }) else {
            return []
        }
        let named = judgement.pairs.map(Set.init)
        var seen: Set<String> = []
        return fit.document.pairs.filter { named?.contains($0.id) ?? $0.follows }
            .enumerated().sorted { (-$0.element.length, $0.offset) < (-$1.element.length, $1.offset) }
            .compactMap { _, pair in
                seen.insert(pair.group ?? pair.id).inserted
                    ? WorstPair(name: pair.id, distance: pair.length) : nil
            }
    }

    private static let blamingPairs = [FitCode.outlyingPairs, .poorFit].map(\.rawValue)
}
