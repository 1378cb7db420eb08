internal import Foundation
public import Markers
public import QuadGeometry

/// The recalibration of a space as it is asked for: how the motion is found, which markers move, and what is rewritten.
public struct SpaceRequest: Sendable {
    /// The key or the id of the space.
    public var space: String
    public var mode: PushMode
    public var motion: MotionSource
    public var fit: FitSettings
    /// Which sessions are in the old frame. Sessions that supply targets are added, and so are the dates of all sessions.
    public var frames: FrameMembership
    /// How the space's vector counts; `nil` to infer it from stored markers.
    public var sign: VectorSign?
    /// The limits of the check of moved markers.
    public var limits: QuadLimits
    /// Whether markers with errors are refused even if they can be moved.
    public var isStrict: Bool

    public init(
        _ space: String, mode: PushMode, motion: MotionSource, fit: FitSettings = FitSettings(),
        frames: FrameMembership, sign: VectorSign? = nil, limits: QuadLimits = .app, isStrict: Bool = false
    ) {
        (self.space, self.mode, self.motion, self.fit) = (space, mode, motion, fit)
        (self.frames, self.sign, self.limits, self.isStrict) = (frames, sign, limits, isStrict)
    }

    /// The frames with further sessions that supplied targets.
    func frames(targets: Set<UUID>) -> FrameMembership {
        var frames = frames
        frames.targets.formUnion(targets)
        return frames
    }
}
