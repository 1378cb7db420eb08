import QuadGeometry

/// Made-up input of the doors, the same in every run: all that a quad, a ray or pairs can be.
struct DoorInput {
    private(set) var quads: [Quad] = []
    /// Eight numbers each: origin, direction, and the range of t; some of them are no ray.
    private(set) var rays: [[Double]] = []
    /// Sources, then targets, three numbers a point, problem by problem.
    private(set) var many: (sources: [Double], targets: [Double]) = ([], [])
    private(set) var sums: (sources: [Double], targets: [Double]) = ([], [])
    private(set) var single: [(sources: [Double], targets: [Double], weights: [Double])] = []
    private(set) var scans: [(sources: [Double], targets: [Double], weights: [Double])] = []
    let targets = 500, pairs = 4

    private var state: UInt64 = 20_261_125

    /// Input of a share of the usual size.
    init(quads: Int, rays: Int, many: Int, sums: Int, single: Int, scans: Int) {
        for place in 0..<quads { self.quads.append(quad(place)) }
        for place in 0..<rays { self.rays.append(ray(place)) }
        var problems: (sources: [Double], targets: [Double]) = ([], [])
        for place in 0..<many {
            // One problem in fifty has all points on a line.
            addPairs(to: &problems, pairs, noise: 0.002, thickness: place % 50 == 7 ? 0 : 1)
        }
        self.many = problems
        var summed: (sources: [Double], targets: [Double]) = ([], [])
        addPairs(to: &summed, sums, noise: 0.01, thickness: 1)
        self.sums = summed
        for place in 0..<single {
            addSingle(1 + place % 40, thickness: [1, 1e-3, 1e-6, 1e-9, 0][place / 40 % 5])
        }
        // Sums in blocks, and from QUADCAL_MANY_PAIRS on sums in one pass.
        for count in [5000, 20_000] { addSingle(count, thickness: 1) }
        for place in 0..<scans { self.scans.append(scan(place)) }
    }

    /// A number from 0 to 1.
    private mutating func next() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) * 0x1p-53
    }

    /// Numbers from -size to size.
    private mutating func vector(_ size: Double) -> SIMD3<Double> {
        SIMD3(2 * next() - 1, 2 * next() - 1, 2 * next() - 1) * size
    }

    private mutating func quad(_ place: Int) -> Quad {
        let p = vector(4), a = vector(1), other = vector(1)
        let b = other - a * (other.dot(a) / a.dot(a))
        let width = 0.02 + next(), height = 0.02 + next()
        let u = a * (width / a.length), v = b * (height / b.length)
        let sound = Quad(p, p + u, p + u + v, p + v)
        func noisy(_ size: Double, _ input: inout DoorInput) -> Quad {
            Quad(
                sound.p1 + input.vector(size), sound.p2 + input.vector(size), sound.p3 + input.vector(size),
                sound.p4 + input.vector(size))
        }
        switch place % 20 {
        case 0...3: return noisy(0.001, &self)
        case 4: return noisy(0.01, &self)
        case 5: return noisy(0.05, &self)
        case 6: return noisy(0.4, &self)
        case 7: return Quad(sound.p1, sound.p3, sound.p2, sound.p4)
        case 8: return Quad(sound.p1, sound.p2, sound.p4, sound.p3)
        case 9: return Quad(sound.p1, sound.p2, p + (u + v) * (0.2 + 0.3 * next()), sound.p4)
        case 10: return Quad(p, p + u, p + u + v * 1e-5, p + v * 1e-5)
        case 11: return Quad(p, p + u, p + u * 2, p + u * 3)
        case 12:
            // Corners on a coarse lattice coincide, and are on lines, exactly.
            func corner(_ input: inout DoorInput) -> SIMD3<Double> {
                let three = input.vector(2)
                return SIMD3(three.x.rounded(), three.y.rounded(), 0)
            }
            return Quad(corner(&self), corner(&self), corner(&self), corner(&self))
        case 13:
            let odd = [Double.nan, .infinity, -.infinity, .leastNonzeroMagnitude, 1e150, 1e-150][
                place / 20 % 6]
            return Quad(SIMD3(odd, p.y, p.z), sound.p2, sound.p3, sound.p4)
        case 14: return sound.map { $0 * 1e150 }
        case 15: return sound.map { $0 * [1e-150, 1e4, 30, 0x1p-1070][place / 20 % 4] }
        case 16: return Quad(p, p + u, p + u + v + a * 1e-12, p + v)
        case 17: return Quad(p, p + u * 40, p + u * 40 + v * 0.1, p + v * 0.1)
        case 18: return Quad(p, p + u, p + u + v, p + (u + v) * 0.5 - u * (1e-9 * next()))
        default: return Quad(sound.p4, sound.p3, sound.p2, sound.p1)
        }
    }

    /// Towards a quad, but for a few that cannot be cast.
    private mutating func ray(_ place: Int) -> [Double] {
        let aim = quads[Int(next() * Double(targets))].center
        let origin = vector(3)
        let along = aim.x.magnitude < 1e3 ? aim - origin + vector(0.05) : vector(1)
        let (low, high) = (0.5 + next(), 0.5 + next())
        let (start, end) = [
            (0, Double.infinity), (-.infinity, .infinity), (low, 2), (0, high), (2, 1), (-high, low),
        ][place % 6]
        var numbers = [origin.x, origin.y, origin.z, along.x, along.y, along.z, start, end]
        switch place % 100 {
        case 50: numbers[1] = .nan
        case 51: numbers[4] = .infinity
        case 52: numbers.replaceSubrange(3..<6, with: [0, 0, 0])
        case 53: numbers[6] = .nan
        case 54: numbers[7] = .nan
        default: break
        }
        return numbers
    }

    private mutating func addSingle(_ count: Int, thickness: Double) {
        var pair: (sources: [Double], targets: [Double]) = ([], [])
        addPairs(to: &pair, count, noise: 0.001, thickness: thickness)
        let weights = (0..<count).map { $0 % 7 == 3 ? 0 : 0.5 + next() }
        single.append((pair.sources, pair.targets, weights))
    }

    /// Markers of two scans, four pairs each, as everything that a fit has to tell apart.
    private mutating func scan(_ place: Int) -> (sources: [Double], targets: [Double], weights: [Double]) {
        let markers = place % 32 == 8 ? 24 : 2 + place % 9
        var pair: (sources: [Double], targets: [Double]) = ([], [])
        let thickness: Double = place % 32 == 16 ? 0.01 : 1
        addPairs(to: &pair, 4 * markers, noise: 0.002, thickness: thickness, asMarkers: true)
        var weights = (0..<4 * markers).map { $0 % 7 == 3 ? 0 : 0.5 + next() }
        func change(_ numbers: (Int) -> Bool, _ change: (inout Double) -> Void) {
            for number in pair.targets.indices where numbers(number) { change(&pair.targets[number]) }
        }
        switch place % 8 {
        case 0 where place % 32 == 8:
            // A bend of the scan along x.
            for y in stride(from: 1, to: pair.targets.count, by: 3) {
                let x = pair.sources[y - 1]
                pair.targets[y] += 0.002 * x * x
            }
        case 0 where place % 32 == 24: pair.targets = pair.sources.map { $0 + 0.002 * (next() - 0.5) }
        case 1:
            // The pairs of every fourth marker are wrong, each in a way of its own.
            for number in pair.targets.indices where number / 12 % 4 == 3 {
                pair.targets[number] += 0.5 * next()
            }
        case 2: change({ $0 / 12 % 3 == 2 }) { $0 += 0.5 }
        case 3: change({ $0 / 12 % 2 == 1 }) { $0 += 0.5 }
        case 4: change({ _ in true }) { $0 *= 1.02 }
        case 5: change({ _ in true }) { $0 *= 0.3048 }
        case 6 where place % 16 == 6: change({ $0 % 3 == 0 }) { $0 *= -1 }
        case 6: change({ $0 % 3 != 0 }) { $0 *= -1 }
        case 7:
            let odd: Double = [.nan, -.infinity, 1e61, 4][place / 8 % 4]
            if odd == 4 { weights[5] = -1 } else { pair.targets[5] = odd }
        default: break
        }
        return (pair.sources, pair.targets, weights)
    }

    /// Pairs of one motion; as markers, four are near each other and the motion is level.
    private mutating func addPairs(
        to all: inout (sources: [Double], targets: [Double]), _ count: Int, noise: Double, thickness: Double,
        asMarkers: Bool = false
    ) {
        let shift = vector(10), along = vector(3)
        let (s, c) = (0.6, 0.8)
        var place = SIMD3<Double>.zero
        for pair in 0..<count {
            if !asMarkers || pair % 4 == 0 { place = along * (2 * next() - 1) + vector(3) * thickness }
            let p = asMarkers ? place + vector(0.2) : place
            var q = SIMD3(c * p.x + s * p.z, p.y, c * p.z - s * p.x)
            if !asMarkers { q = SIMD3(q.x, c * q.y + s * q.z, c * q.z - s * q.y) }
            q = q + shift + vector(noise)
            for axis in 0..<3 {
                all.sources.append(p[axis])
                all.targets.append(q[axis])
            }
        }
    }

    /// The file of cases, as `run_cases` reads it.
    var numbers: [Double] {
        var all = [
            quads.count, targets, rays.count, many.sources.count / 3 / pairs, pairs, sums.sources.count / 3,
            single.count, scans.count,
        ].map { Double($0) }
        for quad in quads {
            for corner in 0..<4 { for axis in 0..<3 { all.append(quad[corner: corner][axis]) } }
        }
        for ray in rays { all += ray[..<6] }
        for ray in rays { all += ray[6...] }
        all += many.sources + many.targets + sums.sources + sums.targets
        for one in single + scans {
            all += [Double(one.sources.count / 3)] + one.sources + one.targets + one.weights
        }
        return all
    }
}
