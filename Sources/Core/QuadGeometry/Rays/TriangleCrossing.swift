/// The crossing of a ray's line and a triangle; its existence and its side are exact.
///
/// The line passes all three edges on the same side, or touches them. The three volumes add up to the direction
/// times the triangle's normal, so a line in the triangle's plane, or a triangle without area, has only zeros or
/// mixed signs and is a miss.
struct TriangleCrossing {
    /// The sign of `direction · normal`, exact; never zero.
    let side: Int
    /// The ray's parameter, off by at most ``QuadHit/distanceError`` times itself.
    let distance: Double

    /// The crossing of the ray's line, or `nil` when it misses or the ray's range leaves it out.
    @inline(__always)
    init?(_ triangle: Triangle, _ ray: Ray) {
        let ab = ExactSign.side(ray.direction, from: ray.origin, triangle.a, triangle.b)
        let ca = ExactSign.side(ray.direction, from: ray.origin, triangle.c, triangle.a)
        guard ab * ca >= 0 else { return nil }
        let bc = ExactSign.side(ray.direction, from: ray.origin, triangle.b, triangle.c)
        guard ab * bc >= 0, ca * bc >= 0 else { return nil }
        side = ab != 0 ? ab : ca != 0 ? ca : bc
        guard side != 0 else { return nil }
        distance = TriangleCrossing.distance(triangle, ray)
        guard isAtLeast(ray.start, triangle, ray), isAtMost(ray.end, triangle, ray) else { return nil }
    }

    /// A crossing that is known already.
    init(side: Int, distance: Double) {
        self.side = side
        self.distance = distance
    }

    /// `normal · (a - origin) / normal · direction`, by exact numbers where rounding would take too much of it.
    private static func distance(_ triangle: Triangle, _ ray: Ray) -> Double {
        let (a, b, c) = (triangle.a, triangle.b, triangle.c)
        let (height, heightBound) = ExactSign.volume(a - ray.origin, b - a, c - a)
        let (speed, speedBound) = ExactSign.volume(ray.direction, b - a, c - a)
        // Dividing rounds far less than what is left, at sizes without subnormals.
        let budget = volumeShare * QuadHit.distanceError
        if heightBound < budget * height.magnitude, speedBound < budget * speed.magnitude {
            let quotient = height / speed
            if quotient.isNormal { return quotient }
        }
        let alongB = PairVector(from: triangle.a, to: triangle.b)
        let alongC = PairVector(from: triangle.a, to: triangle.c)
        if let height = PairVector(from: ray.origin, to: triangle.a).cutOffVolume(alongB, alongC),
            let speed = PairVector(ray.direction).cutOffVolume(alongB, alongC), (height / speed).isNormal
        {
            return height / speed
        }
        let (exactHeight, exactSpeed) = exactFraction(triangle, ray)
        return ExactNumber.quotient(exactHeight, by: exactSpeed)
    }

    /// The share of a bound that each of the two volumes of a quotient may use.
    private static let volumeShare = 0.49

    private static func exactFraction(
        _ triangle: Triangle, _ ray: Ray
    ) -> (height: ExactNumber, speed: ExactNumber) {
        let from = ExactVector(triangle.a)
        let normal = (ExactVector(triangle.b) - from).cross(ExactVector(triangle.c) - from)
        return (normal.dot(from - ExactVector(ray.origin)), normal.dot(ExactVector(ray.direction)))
    }

    /// The distance as a fraction of exact numbers, the divisor positive.
    private func exactDistance(
        _ triangle: Triangle, _ ray: Ray
    ) -> (dividend: ExactNumber, divisor: ExactNumber) {
        let (height, speed) = TriangleCrossing.exactFraction(triangle, ray)
        return side > 0 ? (height, speed) : (-height, -speed)
    }

    /// Whether the exact distance is within the ray's range, ends included.
    private func isAtLeast(_ limit: Double, _ triangle: Triangle, _ ray: Ray) -> Bool {
        if let certain = TriangleCrossing.certainOrder(distance, limit) { return certain > 0 }
        return compare(to: limit, triangle, ray) >= 0
    }

    private func isAtMost(_ limit: Double, _ triangle: Triangle, _ ray: Ray) -> Bool {
        if let certain = TriangleCrossing.certainOrder(distance, limit) { return certain < 0 }
        return compare(to: limit, triangle, ray) <= 0
    }

    /// The certain order of a rounded distance and an exact number; `nil` when the error bound reaches that number.
    private static func certainOrder(_ distance: Double, _ limit: Double) -> Int? {
        guard limit.isFinite else { return limit < 0 ? 1 : -1 }
        guard distance.isNormal else { return nil }
        let bound = QuadHit.distanceError * distance.magnitude
        return distance - bound > limit ? 1 : distance + bound < limit ? -1 : nil
    }

    private func compare(to limit: Double, _ triangle: Triangle, _ ray: Ray) -> Int {
        let (dividend, divisor) = exactDistance(triangle, ray)
        return (dividend - divisor * ExactNumber(limit)).sign
    }

    /// The order of two crossings of one ray: negative where this comes first, positive where the other does, zero for
    /// both at once. Exact.
    func order(
        in triangle: Triangle, against other: TriangleCrossing, in otherTriangle: Triangle, _ ray: Ray
    ) -> Int {
        if distance.isNormal, other.distance.isNormal {
            let bound = QuadHit.distanceError * (distance.magnitude + other.distance.magnitude)
            if distance + bound < other.distance { return -1 }
            if distance - bound > other.distance { return 1 }
        }
        let mine = exactDistance(triangle, ray), theirs = other.exactDistance(otherTriangle, ray)
        return (mine.dividend * theirs.divisor - theirs.dividend * mine.divisor).sign
    }

    /// The position of a crossing from a towards b and towards c, 0 to 1.
    ///
    /// Möller and Trumbore 1997: volumes that leave the origin's distance to b and c out, and so keep more digits.
    static func coordinates(_ triangle: Triangle, _ ray: Ray) -> (towardsB: Double, towardsC: Double) {
        let (a, b, c) = (triangle.a, triangle.b, triangle.c)
        let fromA = ray.origin - a
        let (toB, boundB) = ExactSign.volume(fromA, ray.direction, c - a)
        let (toC, boundC) = ExactSign.volume(ray.direction, fromA, b - a)
        let (sum, boundSum) = ExactSign.volume(b - a, ray.direction, c - a)
        let budget = volumeShare * QuadHit.coordinateError * sum.magnitude
        if boundB < budget, boundC < budget, boundSum < budget, sum.isFinite {
            return (min(max(toB / sum, 0), 1), min(max(toC / sum, 0), 1))
        }
        if let pair = pairCoordinates(triangle, ray) { return pair }
        let direction = ExactVector(ray.direction), from = ExactVector(ray.origin) - ExactVector(a)
        let alongB = ExactVector(b) - ExactVector(a), alongC = ExactVector(c) - ExactVector(a)
        let across = direction.cross(alongC)
        let total = alongB.dot(across)
        return (
            ExactNumber.quotient(from.dot(across), by: total),
            ExactNumber.quotient(direction.dot(from.cross(alongB)), by: total)
        )
    }

    /// The same bits as exact arithmetic, where pairs of doubles have digits enough.
    private static func pairCoordinates(
        _ triangle: Triangle, _ ray: Ray
    ) -> (towardsB: Double, towardsC: Double)? {
        let direction = PairVector(ray.direction), from = PairVector(from: triangle.a, to: ray.origin)
        let alongB = PairVector(from: triangle.a, to: triangle.b)
        let alongC = PairVector(from: triangle.a, to: triangle.c)
        guard let total = alongB.cutOffVolume(direction, alongC),
            let towardsB = from.cutOffVolume(direction, alongC),
            let towardsC = direction.cutOffVolume(from, alongB), (towardsB / total).isNormal,
            (towardsC / total).isNormal
        else { return nil }
        return (towardsB / total, towardsC / total)
    }
}
