package import QuadGeometry
package import VisionSensor

/// The question to a run of detections.
package struct SenseQuestion: Sendable {
    /// The line along which distances are measured.
    package enum Distance: String, CaseIterable, Sendable {
        case axis, ray
        /// Whichever the detections show.
        case infer
    }

    /// The plane that corners are put on.
    package enum Corners: String, CaseIterable, Sendable {
        case facing, billboard, plane
    }

    package var distance: Distance?
    package var corners: Corners?
    /// In the world of the cameras; for ``Corners/plane`` only.
    package var plane: Plane?
    package var tracks = TrackOptions()
    /// The deviation of distances where frames state none.
    package var depth = DepthPreset.careful
    /// Fewer markers than this fail.
    package var expected: Int?
    /// Whether labels get a number each.
    package var numbersLabels = false
    /// The motion from the cameras' world to the space's frame; `nil` to stay in the world.
    package var spaceFromWorld: RigidTransform?

    package init() {}

    var placement: CornerPlacement {
        switch (corners, plane) {
        case (.facing, _): .facing
        case (_, let plane?): .plane(plane)
        default: .billboard
        }
    }
}
