public import ARMessages
internal import Foundation
public import QuadGeometry

/// The pose of this device in its own frame, set by what tracks it and read by the handshake.
///
///     let pose = CurrentPose()
///     func session(_ session: ARSession, didUpdate frame: ARFrame) { pose.set(columns: frame.camera.transform.columns) }
///
/// It may be set and read from any thread.
public final class CurrentPose: @unchecked Sendable {
    private let lock = NSLock()
    private var transform: MessageTransform?

    /// A pose that is not known yet.
    public init() {}

    /// Sets the pose; `nil` while the device is not tracked.
    public func set(_ transform: MessageTransform?) { lock.withLock { self.transform = transform } }

    /// Sets the pose as a rigid transform.
    public func set(_ pose: RigidTransform) { set(MessageTransform(pose)) }

    /// Sets the pose as the columns of a 4x4 matrix of ARKit; not tracked where they are none of a pose.
    public func set(
        columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    ) {
        func three(_ column: SIMD4<Float>) -> SIMD3<Double> {
            SIMD3(Double(column.x), Double(column.y), Double(column.z))
        }
        let matrix = AffineMatrix(
            three(columns.0), three(columns.1), three(columns.2), translation: three(columns.3))
        set(matrix.map(MessageTransform.matrix))
    }

    /// The pose that was set last.
    public var value: MessageTransform? { lock.withLock { transform } }
}
