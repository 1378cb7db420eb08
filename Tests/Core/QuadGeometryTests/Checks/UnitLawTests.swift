import QuadGeometry
import Testing

/// Quads within some steps of each limit, from a generator of their own.
@Suite("A change of unit")
struct UnitLawTests {
    private static let seed: UInt64 = 1_414_213
    private static let powers = [-40, -10, -1, 1, 7, 10, 60]

    @Test("P12: by a power of two changes no verdict of a quad, however near to a limit it is")
    func quads() throws {
        var random = Draws(state: Self.seed), codes: Set<QuadIssue.Code> = []
        for _ in 0..<4000 {
            let quad = random.quad(), check = try QuadCheck(random.limits(near: quad))
            let found = check.issues(quad)
            codes.formUnion(found.map(\.code))
            for power in Self.powers {
                let scaled = try check.scaled(power).issues(quad.scaled(power))
                #expect(
                    scaled.map(\.code) == found.map(\.code), "seed \(Self.seed), \(quad), \(check.limits)")
                #expect(scaled.map(\.severity) == found.map(\.severity))
            }
        }
        #expect(codes.count >= 9, "\(codes)")
    }

    @Test("P12: nor of two quads")
    func pairs() throws {
        var random = Draws(state: Self.seed + 1), codes: Set<QuadIssue.Code> = []
        for _ in 0..<4000 {
            let quad = random.quad(), step = random.step(of: quad)
            let pair = [quad, quad.map { $0 + step }]
            var limits = QuadLimits.app
            (limits.snap, limits.stackDistance) = (random.near(step.length), random.near(step.length))
            if let share = QuadCheck().neighborIssues(among: pair).first?.issue.value {
                limits.overlap = random.near(min(share, 1))
            }
            let check = try QuadCheck(limits), found = check.neighborIssues(among: pair).map(\.issue.code)
            codes.formUnion(found)
            #expect(found == check.neighborIssues(among: pair.reversed()).map(\.issue.code))
            for power in Self.powers {
                let scaled = try check.scaled(power).neighborIssues(among: pair.map { $0.scaled(power) })
                #expect(scaled.map(\.issue.code) == found, "seed \(Self.seed + 1), \(pair), \(limits)")
            }
        }
        #expect(codes.count == 3)
    }
}

extension Quad {
    fileprivate func scaled(_ power: Int) -> Quad {
        map { $0 * Double(sign: .plus, exponent: power, significand: 1) }
    }
}

extension QuadCheck {
    /// The check in a unit that makes numbers larger by a power of two.
    fileprivate func scaled(_ power: Int) throws -> QuadCheck {
        var scaled = limits
        let lengths: [QuadLimit] = [
            .snap, .flatnessWarning, .flatnessError, .shortestEdge, .longestEdge, .largestCoordinate,
            .stackDistance,
        ]
        for limit in lengths { scaled[limit] *= Double(sign: .plus, exponent: power, significand: 1) }
        return try QuadCheck(scaled)
    }
}

/// Numbers of SplitMix64.
private struct Draws {
    var state: UInt64

    mutating func uniform() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
    }

    mutating func below(_ count: Int) -> Int { Int(uniform() * Double(count)) }

    mutating func point(_ size: Double) -> SIMD3<Double> {
        SIMD3(uniform() - 0.5, uniform() - 0.5, uniform() - 0.5) * (2 * size)
    }

    /// A number within four steps of another.
    mutating func near(_ value: Double) -> Double { max(0, value + Double(below(9) - 4) * value.ulp) }

    /// A rectangle of decimals, turned any way, bent, skewed, narrowed or crossed.
    mutating func quad() -> Quad {
        let place = point(5), across = point(1)
        let width = Double(1 + below(400)) / 1000, height = Double(1 + below(400)) / 1000
        let side = across * (width / across.length), other = side.cross(point(1))
        let up = other * (height / max(other.length, 1e-9))
        var corners = [place + up, place + side + up, place + side, place]
        switch below(5) {
        case 0: corners[below(4)] += side.cross(up) * (uniform() / height)
        case 1: corners[below(4)] += side * uniform()
        case 2: corners[below(4)] = corners[below(4)] + point(0.002)
        case 3: corners.swapAt(below(4), below(4))
        default: break
        }
        return Quad(corners[0], corners[1], corners[2], corners[3])
    }

    /// Limits at what the quad has, or within some steps of it.
    mutating func limits(near quad: Quad) -> QuadLimits {
        var limits = QuadLimits.app
        let lengths = quad.edgeLengths, flatness = quad.flatness ?? 0
        let angles = quad.cornerAngles ?? SIMD4(repeating: 1)
        switch below(8) {
        case 0: limits.snap = near((quad.p2 - quad.p1).length)
        case 1: limits.flatnessWarning = near(flatness)
        case 2: limits.flatnessError = near(flatness)
        case 3: limits.foldAngle = near(quad.foldAngle ?? 0)
        case 4: (limits.shortestEdge, limits.longestEdge) = (near(lengths.min()), near(lengths.max()))
        case 5: limits.aspectRatio = near(lengths.max() / max(lengths.min(), 1e-9))
        case 6: limits.largestCoordinate = near(quad.largestMagnitude)
        default:
            limits.straightAngle = near(angles.min())
            limits.rectangleAngle = near(max(angles.max() - .pi / 2, 0))
        }
        return limits
    }

    /// A step to the side, up or off the plane of a quad, or anywhere.
    mutating func step(of quad: Quad) -> SIMD3<Double> {
        switch below(4) {
        case 0: (quad.p2 - quad.p1) * uniform()
        case 1: (quad.normal ?? .zero) * (Double(below(30)) / 1000)
        case 2: point(0.002)
        default: point(0.05)
        }
    }
}
