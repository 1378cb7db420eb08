/// One hit among many quads.
public struct RayHit: Hashable, Sendable {
    /// The position of the quad in what was scanned, from 0.
    public var index: Int
    public var hit: QuadHit
}

extension Ray {
    /// The first quad this ray meets; where two are met at exactly the same distance, the earlier in order.
    ///
    /// - Complexity: one test a quad. Quads with a number that is not finite are missed.
    public func nearestHit(among quads: some Sequence<Quad>, only face: QuadFace? = nil) -> RayHit? {
        var nearest: (index: Int, crossing: QuadCrossing)?
        for (index, quad) in quads.enumerated() {
            guard let crossing = quad.crossing(of: self, only: face) else { continue }
            if let found = nearest, crossing.triangle.order(against: found.crossing.triangle, self) >= 0 {
                continue
            }
            nearest = (index, crossing)
        }
        return nearest.map { RayHit(index: $0.index, hit: $0.crossing.hit(self)) }
    }

    /// Every quad this ray meets, nearest first, each once; at exactly equal distance in the order given.
    public func allHits(among quads: some Sequence<Quad>, only face: QuadFace? = nil) -> [RayHit] {
        quads.enumerated()
            .compactMap { index, quad in quad.crossing(of: self, only: face).map { (index, $0) } }
            .sorted { one, other in
                let order = one.1.triangle.order(against: other.1.triangle, self)
                return order != 0 ? order < 0 : one.0 < other.0
            }
            .map { RayHit(index: $0.0, hit: $0.1.hit(self)) }
    }

    /// Whether this ray meets any of the quads.
    public func meetsAny(of quads: some Sequence<Quad>, only face: QuadFace? = nil) -> Bool {
        quads.contains { $0.crossing(of: self, only: face) != nil }
    }
}
