import CPeers
import QuadGeometry

/// The binary tree in doubles of `tree.cpp`, which shares no code with the index.
final class DoubleTree {
    private let tree: OpaquePointer

    init(_ quads: [Quad]) {
        let corners = quads.flatMap { quad in quad.corners.flatMap { [$0.x, $0.y, $0.z] } }
        tree = peer_tree_build(corners, quads.count)
    }

    deinit { peer_tree_free(tree) }

    func nearest(_ rays: [Double]) -> (quads: [UInt32], distances: [Double]) {
        let count = rays.count / 6
        var quads = [UInt32](repeating: 0, count: count), distances = [Double](repeating: 0, count: count)
        peer_tree_nearest(tree, rays, count, &quads, &distances)
        return (quads, distances)
    }

    /// The rays that hit another quad here than at the index, or at a distance that is further off than plain doubles are.
    func differences(_ rays: ArraySlice<Ray>, _ index: MarkerIndex) -> Int {
        let found = nearest(DoubleTree.numbers(Array(rays)))
        return rays.enumerated().count { place, ray in
            guard let hit = index.nearestHit(by: ray) else { return found.quads[place] != .max }
            let distance = found.distances[place]
            return found.quads[place] != UInt32(hit.index)
                || (distance - hit.hit.distance).magnitude > DoubleTree.distanceError * distance
        }
    }

    static func numbers(_ rays: [Ray]) -> [Double] {
        rays.flatMap { ray in [ray.origin, ray.direction].flatMap { [$0.x, $0.y, $0.z] } }
    }

    /// Relative; plain doubles lose digits over rays that all but lie in a quad.
    private static let distanceError = 1e-6
}
