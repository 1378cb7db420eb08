import CPeers
import QuadGeometry

/// Embree's scene of the same quads, in floats.
final class EmbreeScene {
    private let scene: OpaquePointer

    init(_ quads: [Float], isRobust: Bool) {
        scene = peer_embree_build(quads, quads.count / 12, isRobust ? 1 : 0)
    }

    deinit { peer_embree_free(scene) }

    /// The number of rays that hit.
    func nearest(_ rays: [Float], _ found: inout [UInt32]) -> Int {
        peer_embree_nearest(scene, rays, found.count, &found)
    }

    static func corners(_ quads: [Quad]) -> [Float] {
        quads.flatMap { quad in quad.corners.flatMap { [Float($0.x), Float($0.y), Float($0.z)] } }
    }

    static func numbers(_ rays: [Ray]) -> [Float] {
        rays.flatMap { ray in
            [ray.origin, ray.direction].flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
        }
    }
}
