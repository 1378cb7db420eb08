internal import Foundation
internal import QuadGeometry

/// About where a scan lies in the frame of another, as a person says it.
package struct LevelPlacement: Hashable, Sendable {
    private let rotation: Rotation
    private let origin: SIMD3<Double>

    /// - Parameters:
    ///   - degrees: The turn about +Y.
    ///   - origin: Where the origin goes, in metres.
    package init?(degrees: Double, origin: SIMD3<Double>) {
        guard degrees.magnitude <= 360, origin.isFinite,
            let rotation = Rotation(rotationVector: SIMD3(0, degrees * .pi / 180, 0))
        else { return nil }
        (self.rotation, self.origin) = (rotation, origin)
    }

    func moved(_ point: SIMD3<Double>) -> SIMD3<Double> { rotation * point + origin }
}
