import QuadGeometry
import RigidCalibration

/// The mistake in the axes that explains a mirrored scene: correcting it makes both frames agree on up.
struct MirrorSlip {
    let text: String

    init(_ pairs: Correspondences) {
        let repairs: [(text: String, repair: (SIMD3<Double>) -> SIMD3<Double>)] = [
            (
                "The sign of x or z looks wrong, or these two are swapped.", { SIMD3(-$0.x, $0.y, $0.z) }
            ),
            ("The sign of y looks wrong.", { SIMD3($0.x, -$0.y, $0.z) }),
            ("y and z look swapped (+Z up on one side).", { SIMD3($0.x, $0.z, $0.y) }),
            ("x and y look swapped.", { SIMD3($0.y, $0.x, $0.z) }),
        ]
        let verticals = repairs.map { repair in
            let mended = try? Correspondences(
                sources: pairs.sources.map(repair.repair), targets: pairs.targets, weights: pairs.weights)
            let fit = mended.flatMap { try? RigidFit($0) }
            return fit.map { $0.targetFromSource.rotation.y.y } ?? -1
        }
        let best = verticals.indices.max { verticals[$0] < verticals[$1] } ?? 0
        text =
            verticals[best] > MirrorSlip.level
            ? repairs[best].text : "Check the signs and the order of x, y, z."
    }

    /// The cosine of the tilt below which frames are not level.
    private static let level = 0.99
}
