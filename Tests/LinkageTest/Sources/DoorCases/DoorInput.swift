import QuadGeometry

/// Made-up input of the doors, the same in every run: all that a quad, a ray or pairs can be.
struct DoorInput {
    private(set) var quads: [Quad] = []
    private(set) var rays: [Ray] = []
    /// Sources, then targets, three numbers a point, problem by problem.
    private(set) var many: (sources: [Double], targets: [Double]) = ([], [])
    private(set) var sums: (sources: [Double], targets: [Double]) = ([], [])
    private(set) var single: [(sources: [Double], targets: [Double], weights: [Double])] = []
    private(set) var scans: [(sources: [Double], targets: [Double])] = []
    let targets = 500, pairs = 4

    private var state: UInt64 = 20_261_125

    /// Input of a share of the usual size.
    init(quads: Int, rays: Int, many: Int, sums: Int, single: Int, scans: Int) {
        for place in 0..<quads { self.quads.append(quad(place)) }
        while self.rays.count < rays {
            let aim = self.quads[Int(next() * Double(targets))].center
            let origin = vector(3)
            let at = aim.x.magnitude < 1e3 ? aim - origin + vector(0.05) : vector(1)
            if let ray = try? Ray(from: origin, along: at) { self.rays.append(ray) }
        }
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
            var pair: (sources: [Double], targets: [Double]) = ([], [])
            addPairs(
                to: &pair, 1 + place % 40, noise: 0.001, thickness: [1, 1e-3, 1e-6, 1e-9, 0][place / 40 % 5])
            let weights = (0..<pair.sources.count / 3).map { $0 % 7 == 3 ? 0 : 0.5 + next() }
            self.single.append((pair.sources, pair.targets, weights))
        }
        for place in 0..<scans {
            var pair: (sources: [Double], targets: [Double]) = ([], [])
            addPairs(to: &pair, 4 * (2 + place % 9), noise: 0.002, thickness: 1, turnsLevel: true)
            for marker in 0..<pair.sources.count / 12 where marker % 4 == 3 && place % 3 == 1 {
                for number in 12 * marker..<12 * marker + 12 { pair.targets[number] += 0.5 * next() }
            }
            self.scans.append(pair)
        }
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

    private mutating func addPairs(
        to all: inout (sources: [Double], targets: [Double]), _ count: Int, noise: Double, thickness: Double,
        turnsLevel: Bool = false
    ) {
        let shift = vector(10), along = vector(3)
        let (s, c) = (0.6, 0.8)
        for _ in 0..<count {
            let p = along * (2 * next() - 1) + vector(3) * thickness
            var q = SIMD3(c * p.x + s * p.z, p.y, c * p.z - s * p.x)
            if !turnsLevel { q = SIMD3(q.x, c * q.y + s * q.z, c * q.z - s * q.y) }
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
        for ray in rays {
            for vector in [ray.origin, ray.direction] { for axis in 0..<3 { all.append(vector[axis]) } }
        }
        all += many.sources + many.targets + sums.sources + sums.targets
        for one in single { all += [Double(one.sources.count / 3)] + one.sources + one.targets + one.weights }
        for _ in 0..<2 {
            for scan in scans { all += [Double(scan.sources.count / 3)] + scan.sources + scan.targets }
        }
        return all
    }
}
