public import QuadGeometry
internal import RigidCalibration

/// A track at the end of a run: whether it is a marker, and why not.
public struct FinishedTrack: Hashable, Sendable {
    /// The fate of a track.
    public enum State: Hashable, Sendable {
        /// It becomes a marker.
        case marker
        case tooFewSightings, tooFewStands
        /// It went to the place of the track with this number.
        case moved(to: Int)

        /// The code of the reason why it is no marker: a word that never changes meaning.
        public var code: String? {
            switch self {
            case .marker: nil
            case .tooFewSightings: "TOO_FEW_SIGHTINGS"
            case .tooFewStands: "TOO_FEW_STANDS"
            case .moved: "MOVED"
            }
        }
    }

    /// The number in the order of first sightings, from 0.
    public let number: Int
    public let track: SightingTrack
    public let state: State

    /// Normals closer to the vertical than this, in radians, have no up of their own.
    private static let verticalAngle = 15 * Double.pi / 180

    /// The quad of the object: parallel to the images, across the mean direction to the cameras, or in a plane.
    ///
    /// Only the last is known; the others are assumed. Corners are p1 to p4 clockwise as the cameras see them, from the top left; up is
    /// that of the world, or of the first camera where the quad lies.
    public func quad(_ placement: CornerPlacement = .billboard) -> Quad {
        let mean = track.views.reduce(SIMD3<Double>.zero, +).unit ?? SIMD3(0, 0, 1)
        var toCamera = mean, center = track.center
        switch placement {
        case .facing: toCamera = track.backs.reduce(SIMD3<Double>.zero, +).unit ?? mean
        case .billboard: break
        case .plane(let plane):
            toCamera = plane.normal
            center = plane.projection(of: center)
        }
        if toCamera.dot(mean) < 0 { toCamera = -toCamera }
        let isUpright = (toCamera.angle(to: SIMD3(0, 1, 0)) ?? 0)
        let isVertical =
            isUpright < FinishedTrack.verticalAngle || isUpright > .pi - FinishedTrack.verticalAngle
        let wanted = isVertical ? track.firstUp : SIMD3(0, 1, 0)
        let right = wanted.cross(toCamera).unit ?? SIMD3(1, 0, 0)
        let up = toCamera.cross(right)
        let size = track.size
        let across = right * (size.width / 2), high = up * (size.height / 2)
        return Quad(
            center - across + high, center + across + high, center + across - high, center - across - high)
    }
}
