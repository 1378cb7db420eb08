/// Where a ray's line crosses the triangle a, b, c: whether it does, and from which side, are exact.
///
/// The line passes all three edges on the same side, or touches them. The three volumes add up to the direction
/// times the triangle's normal, so a line in the triangle's plane, or a triangle without area, has only zeros or
/// mixed signs and is a miss.
struct TriangleCrossing {
    let a, b, c: SIMD3<Double>
    /// The sign of `direction · normal`, exact; never zero.
    let side: Int
    /// The ray's parameter, off by at most ``QuadHit/distanceError`` times itself.
    let distance: Double

    /// The crossing of the ray's line, or `nil` when it misses or the ray's range leaves it out.
    init?(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ ray: Ray) {
        let ab = ExactSign.side(ray.direction, from: ray.origin, a, b)
        let ca = ExactSign.side(ray.direction, from: ray.origin, c, a)
        guard ab * ca >= 0 else { return nil }
        let bc = ExactSign.side(ray.direction, from: ray.origin, b, c)
        guard ab * bc >= 0, ca * bc >= 0 else { return nil }
        side = ab != 0 ? ab : ca != 0 ? ca : bc
        guard side != 0 else { return nil }
        (self.a, self.b, self.c) = (a, b, c)
        distance = TriangleCrossing.distance(a, b, c, ray)
        guard isWithin(ray) else { return nil }
    }

    /// `normal · (a - origin) / normal · direction`, by exact numbers where rounding would take too much of it.
    private static func distance(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ ray: Ray
    ) -> Double {
        let (height, heightBound) = ExactSign.volume(a - ray.origin, b - a, c - a)
        let (speed, speedBound) = ExactSign.volume(ray.direction, b - a, c - a)
        // Nearly half the bound for each volume; dividing rounds far less, at sizes without subnormals.
        let budget = TriangleCrossing.volumeShare * QuadHit.distanceError
        if heightBound < budget * height.magnitude, speedBound < budget * speed.magnitude {
            let quotient = height / speed
            if quotient.isNormal { return quotient }
        }
        let (exactHeight, exactSpeed) = exactFraction(a, b, c, ray)
        return ExactNumber.quotient(exactHeight, by: exactSpeed)
    }

    /// The share of ``QuadHit/distanceError`` that each of the two parts of a quotient may use.
    private static let volumeShare = 0.49

    private static func exactFraction(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ ray: Ray
    ) -> (height: ExactNumber, speed: ExactNumber) {
        let from = ExactVector(a)
        let normal = (ExactVector(b) - from).cross(ExactVector(c) - from)
        return (normal.dot(from - ExactVector(ray.origin)), normal.dot(ExactVector(ray.direction)))
    }

    /// The distance as a fraction of exact numbers, the divisor positive.
    func exactDistance(_ ray: Ray) -> (dividend: ExactNumber, divisor: ExactNumber) {
        let (height, speed) = TriangleCrossing.exactFraction(a, b, c, ray)
        return side > 0 ? (height, speed) : (-height, -speed)
    }

    /// Whether the exact distance is within the ray's range, ends included.
    private func isWithin(_ ray: Ray) -> Bool {
        isAtLeast(ray.start, ray) && isAtMost(ray.end, ray)
    }

    private func isAtLeast(_ limit: Double, _ ray: Ray) -> Bool {
        if let certain = TriangleCrossing.certainOrder(distance, limit) { return certain > 0 }
        return compare(to: limit, ray) >= 0
    }

    private func isAtMost(_ limit: Double, _ ray: Ray) -> Bool {
        if let certain = TriangleCrossing.certainOrder(distance, limit) { return certain < 0 }
        return compare(to: limit, ray) <= 0
    }

    /// Where a rounded distance surely stands against an exact number; `nil` when its error bound reaches it.
    static func certainOrder(_ distance: Double, _ limit: Double) -> Int? {
        guard limit.isFinite else { return limit < 0 ? 1 : -1 }
        guard distance.isNormal else { return nil }
        let bound = QuadHit.distanceError * distance.magnitude
        return distance - bound > limit ? 1 : distance + bound < limit ? -1 : nil
    }

    private func compare(to limit: Double, _ ray: Ray) -> Int {
        let (dividend, divisor) = exactDistance(ray)
        return (dividend - divisor * ExactNumber(limit)).sign
    }

    /// Which of two crossings of one ray comes first: negative this, positive the other, zero both at once. Exact.
    func order(against other: TriangleCrossing, _ ray: Ray) -> Int {
        if distance.isNormal, other.distance.isNormal {
            let bound = QuadHit.distanceError * (distance.magnitude + other.distance.magnitude)
            if distance + bound < other.distance { return -1 }
            if distance - bound > other.distance { return 1 }
        }
        let mine = exactDistance(ray), theirs = other.exactDistance(ray)
        return (mine.dividend * theirs.divisor - theirs.dividend * mine.divisor).sign
    }

    /// How far the crossing is from a towards b and towards c, 0 to 1.
    func coordinates(_ ray: Ray) -> (towardsB: Double, towardsC: Double) {
        let (toB, boundB) = ExactSign.volume(ray.direction, c - ray.origin, a - ray.origin)
        let (toC, boundC) = ExactSign.volume(ray.direction, a - ray.origin, b - ray.origin)
        let (toA, boundA) = ExactSign.volume(ray.direction, b - ray.origin, c - ray.origin)
        let sum = toA + toB + toC
        let budget = TriangleCrossing.volumeShare * QuadHit.distanceError
        if boundA + boundB + boundC < budget * sum.magnitude, sum.isFinite {
            return (min(max(toB / sum, 0), 1), min(max(toC / sum, 0), 1))
        }
        let o = ExactVector(ray.origin), direction = ExactVector(ray.direction)
        let fromA = ExactVector(a) - o, fromB = ExactVector(b) - o, fromC = ExactVector(c) - o
        let exactB = direction.dot(fromC.cross(fromA)), exactC = direction.dot(fromA.cross(fromB))
        let total = direction.dot(fromB.cross(fromC)) + exactB + exactC
        return (ExactNumber.quotient(exactB, by: total), ExactNumber.quotient(exactC, by: total))
    }
}
