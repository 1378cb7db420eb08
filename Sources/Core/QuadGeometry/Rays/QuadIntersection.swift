/// A point at which a ray meets a quad.
///
/// ```swift
/// let poster = Quad([0, 1.5, 0], [0.5, 1.5, 0], [0.5, 1, 0], [0, 1, 0])
/// let ray = try Ray(origin: [0.25, 1.25, 3], direction: [0, 0, -1])
/// if let hit = poster.intersection(with: ray) { print(hit.point, hit.distance, hit.face) }
/// ```
public struct QuadIntersection: Hashable, Sendable {
    /// The point, in metres.
    public let point: SIMD3<Double>
    /// The place of the quad among those that were asked, from 0.
    public let index: Int
    /// The place on the quad and on the ray.
    public let hit: QuadHit

    /// The distance from the ray's origin, in metres; ``QuadHit/distance`` counts in lengths of the ray's direction.
    public let distance: Double
    /// The side that was met.
    public var face: QuadFace { hit.face }

    init(_ hit: QuadHit, of ray: Ray, index: Int = 0) {
        (self.hit, self.index, point) = (hit, index, ray.point(at: hit.distance))
        distance = hit.distance * ray.direction.length
    }
}

extension Quad {
    /// The first point at which a ray meets this quad; `nil` where it misses. Borders belong to it.
    public func intersection(with ray: Ray, only face: QuadFace? = nil) -> QuadIntersection? {
        hit(by: ray, only: face).map { QuadIntersection($0, of: ray) }
    }
}

extension Sequence<Quad> {
    /// The first of the quads that a ray meets; `nil` where it misses them all.
    ///
    /// One test a quad: for many rays make a ``MarkerIndex`` of the quads once.
    public func nearestHit(by ray: Ray, only face: QuadFace? = nil) -> QuadIntersection? {
        ray.nearestHit(among: self, only: face).map { QuadIntersection($0.hit, of: ray, index: $0.index) }
    }
}
