internal import Foundation
internal import Markers
internal import RigidCalibration

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
