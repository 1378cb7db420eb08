internal import QuadGeometry

/// A motion in doubles, good enough to tell which pairs follow it; a mirror is allowed.
struct TrialMotion {
    var x, y, z: SIMD3<Double>
    var sourceCenter, targetCenter: SIMD3<Double>
    let isMirror: Bool

    /// The best motion of these pairs, or the best with a mirror; `nil` when they do not fix one, or where a mirror is
    /// wanted and would fit no better.
    init?(_ scene: PairScene, _ pairs: [Int32], mirrored: Bool = false) {
        var total = 0.0, p = SIMD3<Double>.zero, q = p
        for pair in pairs {
            let weight = scene.weights?[Int(pair)] ?? 1
            total += weight
            p += scene.sources[Int(pair)] * weight
            q += scene.targets[Int(pair)] * weight
        }
        guard total > 0 else { return nil }
        (sourceCenter, targetCenter) = (p / total, q / total)
        var hx = SIMD3<Double>.zero, hy = hx, hz = hx
        for pair in pairs {
            let p = (scene.sources[Int(pair)] - sourceCenter) * (scene.weights?[Int(pair)] ?? 1)
            let q = scene.targets[Int(pair)] - targetCenter
            hx += q * p.x
            hy += q * p.y
            hz += q * p.z
        }
        guard let parts = JacobiDecomposition.decompose(hx, hy, hz),
            parts.values.y > TrialMotion.thinnest * parts.values.x, let best = parts.properRotation
        else { return nil }
        isMirror = mirrored
        guard mirrored else {
            (x, y, z) = (best.rotation.x, best.rotation.y, best.rotation.z)
            return
        }
        guard best.prefersMirror, let u = parts.left.0.cross(parts.left.1).unit,
            let v = parts.right.0.cross(parts.right.1).unit
        else { return nil }
        // The third singular pair with its sign changed: less twice u vᵀ.
        let turn = u * 2
        (x, y, z) = (
            best.rotation.x - turn * v.x, best.rotation.y - turn * v.y, best.rotation.z - turn * v.z
        )
    }

    /// Below this ratio of singular values the turn about the line is left open: a line to within doubles.
    private static let thinnest = 1e-12

    /// Whether up stays within 45° of up, as between frames that devices level; a row of markers on a wall is as well in its place when
    /// it is laid on its head.
    var isUpright: Bool { y.y > 0.5.squareRoot() }

    @inline(__always)
    func moved(_ p: SIMD3<Double>) -> SIMD3<Double> {
        let d = p - sourceCenter
        return targetCenter + (x * d.x + y * d.y + z * d.z)
    }

    /// The residual of a target.
    @inline(__always)
    func offset(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> SIMD3<Double> { q - moved(p) }

    /// The square of that.
    @inline(__always)
    func miss(_ p: SIMD3<Double>, _ q: SIMD3<Double>) -> Double {
        let m = offset(p, q)
        return (m * m).sum()
    }

    /// The square of the residual's share along an axis, never more than `miss` to the bit: for a third of its work.
    @inline(__always)
    func miss(_ p: SIMD3<Double>, _ q: SIMD3<Double>, along axis: Int) -> Double {
        let m =
            q[axis]
            - (targetCenter[axis]
                + (x[axis] * (p.x - sourceCenter.x) + y[axis] * (p.y - sourceCenter.y)
                    + z[axis] * (p.z - sourceCenter.z)))
        return m * m
    }

    /// The pairs of each group of a scene that is in its place by its middle, to within a bound in scene units.
    func markers(in scene: PairScene, within bound: Double) -> [[Int]] {
        guard let groups = scene.groups else { return [] }
        var members = [[Int]](repeating: [], count: groups.sizes.count)
        for (pair, group) in groups.groups.enumerated() where scene.weights.map({ $0[pair] > 0 }) ?? true {
            members[Int(group)].append(pair)
        }
        return members.filter { marker in
            guard !marker.isEmpty else { return false }
            let sum = marker.reduce(SIMD3<Double>.zero) { $0 + offset(scene.sources[$1], scene.targets[$1]) }
            return (sum / Double(marker.count)).length <= bound
        }
    }
}
