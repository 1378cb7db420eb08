/// The rules by which sightings become objects.
public struct TrackOptions: Hashable, Sendable {
    /// Fewer sightings than this, or from fewer stands, make no marker.
    public var leastSightings = 3, leastStands = 2
    /// The squared distance in deviations up to which a sighting may belong to a track: 99.7 % of three degrees of freedom.
    public var gate = 13.931
    /// Boxes of one reply and label that overlap by more than this part are one object.
    public var mostOverlap = 0.7
    /// A new stand begins where the camera has moved this far from its first frame, in metres, or turned this far, in radians.
    public var standShift = 0.25, standTurn = 10 * Double.pi / 180
    /// A track that two replies miss has moved if another of its label begins so near, in metres.
    public var moveDistance = 1.0

    public init() {}
}
