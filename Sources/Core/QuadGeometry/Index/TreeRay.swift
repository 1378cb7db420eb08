/// A ray as `walkTree` takes it, begun where it enters the box around all quads.
struct TreeRay {
    /// The ray's parameter at the beginning, in lengths of the tree's unit, and its length in them.
    private let start, length: Double
    /// Added to distances along the ray before they are compared.
    private let margin: Double
    /// The largest distance that belongs to the ray.
    let farthest: Float

    /// Origins within this many units of the tree are worth a walk; beyond, rounding would swallow the tree.
    static let mostDistance = 1e30

    /// `nil` when the ray certainly misses the box around all quads. `origin` is the ray's, in the tree's frame.
    @inline(__always)
    init?(
        _ ray: Ray, from origin: SIMD3<Double>, _ frame: TreeFrame, _ box: FloatBox,
        _ numbers: UnsafeMutablePointer<Float>
    ) {
        let squared = ray.direction.dot(ray.direction)
        let isUsual = squared > 0x1p-900 && squared < 0x1p1000
        let size = isUsual ? squared.squareRoot() : ray.direction.length
        let d = isUsual ? ray.direction * (1 / size) : ray.direction.unit ?? SIMD3(1, 0, 0)
        length = size * frame.scale
        // A direction across an axis is taken to lean a little, which the margin makes up for.
        let steep = SIMD3<Double>(TreeRay.steep(d.x), TreeRay.steep(d.y), TreeRay.steep(d.z))
        let inverse = SIMD3<Double>(1, 1, 1) / steep
        // All that doubles and the lean take over the way from the origin through the box.
        let drift = 0x1p-38 * (2 * origin.largestMagnitude + 4)
        let pad = drift + 0x1p-20
        let low = SIMD3<Double>(Double(box.low.x), Double(box.low.y), Double(box.low.z)) - pad
        let high = SIMD3<Double>(Double(box.high.x), Double(box.high.y), Double(box.high.z)) + pad
        let one = (low - origin) * inverse, other = (high - origin) * inverse
        var entry = max(min(one.x, other.x), max(min(one.y, other.y), min(one.z, other.z)))
        let exit = min(max(one.x, other.x), min(max(one.y, other.y), max(one.z, other.z)))
        let begin = ray.start * length - pad
        if begin > entry { entry = begin }
        guard entry <= exit else { return nil }
        start = entry
        // Floats count from there, at which nothing is farther than the box is wide.
        let o = origin + d * entry
        let most = o.largestMagnitude + 2
        margin = 0x1p-19 * most + drift
        let farthest = TreeRay.rounded(ray.end * length - start + margin)
        guard farthest >= 0 else { return nil }
        self.farthest = farthest
        let across = TreeRay.across(d)
        let u = across.u, v = across.v
        let toPlane = -o * inverse
        let error =
            SIMD3(inverse.x.magnitude, inverse.y.magnitude, inverse.z.magnitude) * (0x1p-21 * most + drift)
        let entryAdds = toPlane - error, exitAdds = toPlane + error
        for axis in 0..<3 {
            unsafe numbers[axis] = Float(inverse[axis])
            unsafe numbers[3 + axis] = Float(entryAdds[axis])
            unsafe numbers[6 + axis] = Float(exitAdds[axis])
            unsafe numbers[9 + axis] = Float(u[axis])
            unsafe numbers[13 + axis] = Float(v[axis])
            unsafe numbers[17 + axis] = Float(d[axis])
        }
        unsafe numbers[12] = Float(-u.dot(o))
        unsafe numbers[16] = Float(-v.dot(o))
        unsafe numbers[20] = Float(-d.dot(o))
        // Six roundings of sums of at most |o| + √3 in floats, and those of corners and directions; doubled.
        unsafe numbers[21] = Float(20 * 0x1p-24 * (2 * most) + drift)
    }

    /// The kernel's limit for a distance of the ray, rounded outwards.
    @inline(__always)
    func limit(_ distance: Double) -> Float {
        let place = distance * length
        return min(farthest, TreeRay.rounded(place - start + margin + 0x1p-40 * place.magnitude))
    }

    /// Not below the number; infinity for what is not one.
    @inline(__always)
    private static func rounded(_ number: Double) -> Float {
        guard number <= 1e30 else { return .infinity }
        return Float(number + 0x1p-22 * number.magnitude)
    }

    @inline(__always)
    private static func steep(_ d: Double) -> Double {
        d.magnitude < 0x1p-40 ? (d < 0 ? -0x1p-40 : 0x1p-40) : d
    }

    /// Two directions across a unit vector and each other (Duff and others 2017, Building an orthonormal basis).
    @inline(__always)
    private static func across(_ d: SIMD3<Double>) -> (u: SIMD3<Double>, v: SIMD3<Double>) {
        let sign: Double = d.z < 0 ? -1 : 1
        let a = -1 / (sign + d.z)
        let b = d.x * d.y * a
        return (
            SIMD3(1 + sign * d.x * d.x * a, sign * b, -sign * d.x), SIMD3(b, sign + d.y * d.y * a, -d.y)
        )
    }
}
