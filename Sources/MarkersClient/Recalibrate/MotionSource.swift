public import Foundation
public import Markers
public import RigidCalibration

/// Where the motion from the old frame to the new one comes from.
public enum MotionSource: Sendable {
    /// The markers of the old sessions, paired by a key with those of sessions or reference sets in the new frame; `corners`
    /// says which corners of the new markers count.
    case markers(by: JoinKey, onto: Set<UUID>, corners: MarkerCoordinates)
    /// Pairs of points of these kinds.
    case pairs(Correspondences, from: PointKind, to: PointKind)
    /// A document that `quadcal fit --save` wrote; the kind applies if the document does not state one.
    case savedFit([UInt8], to: PointKind)
    /// A motion known from elsewhere.
    case motion(PlannedMotion)

    /// The sessions and reference sets that supply targets.
    var targets: Set<UUID> {
        if case .markers(_, let targets, _) = self { targets } else { [] }
    }
}

/// How a motion is fitted to pairs.
public struct FitSettings: Sendable {
    /// The model, the noise and the tilt.
    public var options: CalibrationOptions
    /// Whether some pairs may be wrong; the motion is then fitted to those that agree.
    public var isRobust: Bool
    /// The largest residual of a correct pair in a robust fit, in metres; `nil` to estimate it.
    public var bound: Double?

    public init(
        options: CalibrationOptions = CalibrationOptions(), isRobust: Bool = true, bound: Double? = nil
    ) {
        (self.options, self.isRobust, self.bound) = (options, isRobust, bound)
    }

    func calibration(_ pairs: Correspondences) throws(RigidFitError) -> Calibration {
        isRobust
            ? try Calibration(robust: pairs, bound: bound, options: options)
            : try Calibration(pairs, options: options)
    }

    func joined(_ join: MarkerJoin) throws(RigidFitError) -> JoinedMarkers {
        isRobust ? try JoinedMarkers(robust: join, bound: bound) : try JoinedMarkers(join)
    }
}

/// A motion that was found for a space.
struct FoundMotion {
    let motion: PlannedMotion
    /// Sessions and reference sets that supplied targets.
    var targets: Set<UUID> = []
    var fit: Calibration?
    var joined: JoinedMarkers?
    var document: [UInt8]?

    init(_ request: SpaceRequest, _ listing: SpaceListing) throws(RecalibrationError) {
        switch request.motion {
        case .motion(let motion): self.motion = motion
        case .savedFit(let document, let target):
            let fit: SavedFit
            do throws(SavedFitError) { fit = try SavedFit(document) } catch { throw .savedFit(error) }
            (motion, targets) = (PlannedMotion(fit, to: target), fit.targetSessions)
            self.document = document
        case .pairs(let pairs, let source, let target):
            let fit = try FoundMotion.fit(request.fit, pairs)
            (motion, self.fit) = (PlannedMotion(fit, from: source, to: target), fit)
        case .markers(let key, let onto, let corners):
            let old: ListedDocument
            do throws(SpaceListingError) {
                try listing.requireKnown(onto)
                old = try listing.oldMarkers(request.frames(targets: onto))
            } catch {
                throw .listing(error)
            }
            let join = MarkerJoin(
                try FoundMotion.observations(old, .raw),
                try FoundMotion.observations(listing.targetMarkers(onto), corners), by: key)
            let joined: JoinedMarkers
            do throws(RigidFitError) { joined = try request.fit.joined(join) } catch { throw .fit(error) }
            guard !joined.matches.isEmpty else { throw .noPairs(joined.leftOut) }
            let fit = try FoundMotion.fit(request.fit, joined.correspondences)
            motion = PlannedMotion(
                fit, from: .raw, to: corners == .raw ? .raw : .calibrated,
                fitted: joined.matches.map {
                    FittedMarker(id: join.old[$0.old].id, corners: join.old[$0.old].quad)
                })
            (targets, self.fit, self.joined) = (onto, fit, joined)
        }
    }

    private static func fit(
        _ settings: FitSettings, _ pairs: Correspondences
    ) throws(RecalibrationError) -> Calibration {
        do throws(RigidFitError) { return try settings.calibration(pairs) } catch { throw .fit(error) }
    }

    private static func observations(
        _ document: ListedDocument, _ corners: MarkerCoordinates
    ) throws(RecalibrationError) -> [MarkerObservation] {
        do throws(JSONError) {
            return try ObservationList(ByteSource(document.bytes), corners).observations
        } catch {
            throw .listing(.failed(.unreadable(path: document.name, error)))
        }
    }
}
