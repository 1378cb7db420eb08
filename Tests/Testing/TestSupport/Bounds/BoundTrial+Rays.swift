#if arch(x86_64)
import QuadGeometry

extension BoundTrial {
    /// The bounds on the place of a ray's hit. Filters rely on their proof, so random rays stay far below.
    public static let rayHits: [BoundTrial] = [
        BoundTrial("QuadHit.distanceError", QuadHit.distanceError, overestimate: 8) { random in
            anyHit(using: &random)?.distanceError
        },
        BoundTrial("QuadHit.coordinateError", QuadHit.coordinateError, overestimate: 8) { random in
            anyHit(using: &random)?.coordinateError
        },
    ]

    private static func anyHit(using random: inout SeededGenerator) -> WideHit? {
        let quad = anyQuad(using: &random)
        let share = SIMD2<Double>.random(in: 0...1, using: &random)
        let along = quad.p1 + (quad.p2 - quad.p1) * share.x + (quad.p4 - quad.p1) * share.y
        let size = quad.diagonalLengths.max()
        // From anywhere, at any slant down to a millionth, near or far.
        let slant = SIMD3<Double>.randomDirection(using: &random) * .randomSize(in: 1e-6...1, using: &random)
        let direction = ((quad.p3 - quad.p1).unit ?? SIMD3(1, 0, 0)) + slant
        let origin = along - direction * (size * Double.randomSize(in: 1e-3...1e3, using: &random))
        guard let ray = try? Ray(from: origin, along: direction), let hit = quad.hit(by: ray) else {
            return nil
        }
        return WideHit(ray, quad, hit)
    }
}

/// The error of a hit in 80-bit arithmetic, if that has the digits for it.
private struct WideHit {
    let distanceError: Float80
    let coordinateError: Float80

    init?(_ ray: Ray, _ quad: Quad, _ hit: QuadHit) {
        let isSecond = hit.u + hit.v > 1, corners = WideQuad(quad).corners
        let a = corners[isSecond ? 2 : 0], alongB = corners[isSecond ? 3 : 1] - a
        let alongC = corners[isSecond ? 1 : 3] - a
        let fromA = WideVector(ray.origin) - a, direction = WideVector(ray.direction)
        let normal = alongB.cross(alongC), height = -normal.dot(fromA), speed = normal.dot(direction)
        let toB = fromA.dot(direction.cross(alongC)), toC = direction.dot(fromA.cross(alongB))
        // The rounding of 80-bit arithmetic must be far below the bound.
        let plane = alongB.length * alongC.length
        guard fromA.length * plane < height.magnitude * WideHit.certain,
            direction.length * plane < speed.magnitude * WideHit.certain,
            fromA.length < min(alongB.length, alongC.length) * WideHit.certain
        else { return nil }
        let distance = height / speed
        let b = -toB / speed, c = -toC / speed
        let u = isSecond ? 1 - b : b, v = isSecond ? 1 - c : c
        distanceError = (Float80(hit.distance) - distance).magnitude / distance.magnitude
        coordinateError = max((Float80(hit.u) - u).magnitude, (Float80(hit.v) - v).magnitude)
    }

    /// The largest ratio of the terms to their sum.
    private static let certain: Float80 = 0x1p10
}
#endif
