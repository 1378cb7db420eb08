internal import Markers
package import QuadGeometry
internal import RigidCalibration
package import VisionSensor

/// An object that became a marker.
package struct SensedMarker: Sendable {
    /// In the order of first sightings, from 0.
    package let number: Int
    /// The class, with a number where that was asked.
    package let label: String
    package let track: SightingTrack
    /// In the space's frame, or the cameras' world where none is given.
    package let quad: Quad
    package let center: SIMD3<Double>
    /// The standard deviation of the centre along each axis, in metres.
    package let sigma: SIMD3<Double>
    /// The ids of the first replies that saw it.
    package let requests: [String]
    /// The key by which a server knows it again.
    package let key: String

    init(_ track: FinishedTrack, _ run: SenseRun, label: String, requests: [String]) {
        (number, self.track, self.label, self.requests) = (track.number, track.track, label, requests)
        let space = run.question.spaceFromWorld ?? .identity
        quad = space * track.quad(run.question.placement)
        center = space * track.track.center
        let turn = space.rotation, covariance = track.track.covariance
        // Rows of the turn are columns of its inverse.
        let rows = [
            SIMD3(turn.x.x, turn.y.x, turn.z.x), SIMD3(turn.x.y, turn.y.y, turn.z.y),
            SIMD3(turn.x.z, turn.y.z, turn.z.z),
        ]
        let sigmas = rows.map { ($0 * (covariance * $0)).sum().squareRoot() }
        sigma = SIMD3(sigmas[0], sigmas[1], sigmas[2])
        key = SensedMarker.key(run: run.name, track: track.number)
    }

    /// The key of a track of a run: a UUID of version 8 made of the SHA-256 of both.
    package static func key(run: String, track: Int) -> String { DerivedID.text(of: "\(run)/\(track)") }
}

/// An object that became no marker, and why.
package struct LeftTrack: Sendable {
    package let number: Int
    package let track: SightingTrack
    package let state: FinishedTrack.State
}
