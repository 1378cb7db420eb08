/// A point at which a ray meets a quad.
@frozen
public struct QuadHit: Hashable, Sendable {
    /// The ray's parameter, in lengths of its direction; off by at most ``distanceError`` times itself.
    public var distance: Double
    /// From the p1p4 side (0) to the p2p3 side (1), off by at most ``coordinateError``.
    public var u: Double
    /// From the p1p2 side (0) to the p4p3 side (1), off by at most ``coordinateError``.
    public var v: Double
    /// The side that was hit.
    public var face: QuadFace

    /// The bound on ``distance``, relative to it. Where doubles would lose more, exact arithmetic takes over.
    ///
    /// Proven, since the order of hits rests on it. Worst seen: 154 `ulpOfOne` of its 1024, over 1,364,108 random rays
    /// against 80-bit arithmetic (`BoundTests`).
    public static let distanceError = 0x1p-42
    /// The bound on ``u`` and ``v``, kept in the same way: a millionth of a micrometre on a marker of 10 cm.
    ///
    /// Worst seen: 8,499 `ulpOfOne` of its 65,536, over the same rays.
    public static let coordinateError = 0x1p-36
}

/// The two sides of a quad.
public enum QuadFace: Hashable, Sendable {
    /// The side the right-hand normal points away from the surface on.
    case front
    case back
}

/// The surface that a ray is tested against.
public enum QuadSurface: Hashable, Sendable {
    /// The triangles p1p2p4 and p3p4p2. On a bent quad the other diagonal would give another surface: on one
    /// whose corners are 20 mm off, the distances differ by up to 13 mm.
    case triangles
    /// The same two triangles after moving the corners into ``Quad/plane``.
    case bestPlane
    /// All of ``Quad/plane``.
    case infinitePlane
}

extension Quad {
    /// The first point at which the ray meets this quad, or `nil` when it misses.
    ///
    /// Two-sided, with the face reported; `only` leaves the other face out. Borders and the ends of the ray's
    /// range belong to the quad and the ray. Whether there is a hit, and on which face, is exact for
    /// ``QuadSurface/triangles`` and ``QuadSurface/infinitePlane``; a ray in the surface's plane misses, and so
    /// does any ray at a quad with a number that is not finite.
    public func hit(
        by ray: Ray, on surface: QuadSurface = .triangles, only face: QuadFace? = nil
    ) -> QuadHit? {
        switch surface {
        case .triangles: triangleHit(by: ray, only: face)
        case .bestPlane: flattened?.triangleHit(by: ray, only: face)
        case .infinitePlane: planeHit(by: ray, only: face)
        }
    }

    private func triangleHit(by ray: Ray, only face: QuadFace?) -> QuadHit? {
        crossing(of: ray, only: face).map { hit(by: ray, at: $0) }
    }

    /// The crossing of the plane through the center across the vector area; u and v are those of the quad's
    /// parallelogram part.
    private func planeHit(by ray: Ray, only face: QuadFace?) -> QuadHit? {
        guard isFinite else { return nil }
        let side = ExactSign.along(ray.direction, self)
        guard side != 0 else { return nil }
        let hitFace: QuadFace = side < 0 ? .front : .back
        guard face == nil || face == hitFace else { return nil }
        let p1 = ExactVector(p1), p2 = ExactVector(p2), p3 = ExactVector(p3), p4 = ExactVector(p4)
        let normal = (p3 - p1).cross(p4 - p2), o = ExactVector(ray.origin)
        let direction = ExactVector(ray.direction), four = ExactNumber(4)
        let toCenter = ((p1 + p3) + (p2 + p4)) - o * four
        let height = normal.dot(toCenter), speed = normal.dot(direction) * four
        let range = [(ray.start, 1), (ray.end, -1)].allSatisfy { limit, sign in
            guard limit.isFinite else { return limit * Double(sign) < 0 }
            return (height - speed * ExactNumber(limit)).sign * side * sign >= 0
        }
        guard range else { return nil }
        // The point from the center, times 4 normal·direction, is `place`; it is read along the two mid-lines.
        let across = (p2 - p1) + (p3 - p4), along = (p3 - p2) + (p4 - p1)
        let place = direction * height - toCenter * normal.dot(direction)
        let divisor = normal.dot(across.cross(along)) * normal.dot(direction)
        let u = ExactNumber.quotient(normal.dot(place.cross(along)), by: divisor)
        let v = ExactNumber.quotient(normal.dot(across.cross(place)), by: divisor)
        return QuadHit(
            distance: ExactNumber.quotient(height, by: speed), u: 0.5 + 0.5 * u, v: 0.5 + 0.5 * v,
            face: hitFace)
    }
}

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
