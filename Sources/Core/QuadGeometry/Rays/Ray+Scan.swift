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
        var nearest: (index: Int, quad: Quad, crossing: QuadCrossing)?
        for (index, quad) in quads.enumerated() {
            guard let crossing = quad.crossing(of: self, only: face) else { continue }
            if let found = nearest, quad.order(crossing, against: found.crossing, of: found.quad, self) >= 0 {
                continue
            }
            nearest = (index, quad, crossing)
        }
        return nearest.map { RayHit(index: $0.index, hit: $0.quad.hit(by: self, at: $0.crossing)) }
    }

    /// Every quad this ray meets, nearest first, each once; at exactly equal distance in the order given.
    public func allHits(among quads: some Sequence<Quad>, only face: QuadFace? = nil) -> [RayHit] {
        sorted(
            quads.enumerated().compactMap { index, quad in
                quad.crossing(of: self, only: face).map { (index, quad, $0) }
            })
    }

    /// Crossings of different quads as hits, nearest first; at exactly equal distance by place.
    func sorted(_ crossings: [(index: Int, quad: Quad, crossing: QuadCrossing)]) -> [RayHit] {
        crossings
            .sorted { one, other in
                let order = one.quad.order(one.crossing, against: other.crossing, of: other.quad, self)
                return order != 0 ? order < 0 : one.index < other.index
            }
            .map { RayHit(index: $0.index, hit: $0.quad.hit(by: self, at: $0.crossing)) }
    }

    /// Whether this ray meets any of the quads.
    public func meetsAny(of quads: some Sequence<Quad>, only face: QuadFace? = nil) -> Bool {
        quads.contains { $0.crossing(of: self, only: face) != nil }
    }
}
