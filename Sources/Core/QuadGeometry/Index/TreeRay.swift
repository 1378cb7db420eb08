/// A ray as `walkTree` takes it, begun where it enters the box around all quads.
struct TreeRay {
    /// The ray's parameter at the beginning, in lengths of `walkTree`'s direction, and its length in them.
    private let start, length: Double
    /// Added to distances along the ray before they are compared.
    private let margin: Double
    /// The largest distance that belongs to the ray.
    let farthest: Float

    /// Origins within this many units of the tree are worth a walk; beyond, rounding would swallow the tree.
    static let mostDistance = 1e30

    /// `nil` when the ray certainly misses the box around all quads. `origin` is the ray's, in the tree's frame, and
    /// `distance` the largest of its numbers.
    @inline(__always)
    init?(
        _ ray: Ray, from origin: SIMD3<Double>, _ distance: Double, _ scale: Double, _ box: FloatBox,
        _ numbers: UnsafeMutablePointer<Float>
    ) {
        // Divided by a power of two, exactly, so that it is at least as long as a unit and less than four.
        let reach = TreeRay.most(ray.direction)
        let isUsual = reach > 0x1p-900 && reach < 0x1p900
        let exponent = reach.bitPattern & Double.infinity.bitPattern
        let d =
            isUsual
            ? ray.direction * Double(bitPattern: 2 * (1 as Double).bitPattern &- exponent)
            : ray.direction.unit ?? SIMD3(1, 0, 0)
        length = (isUsual ? Double(bitPattern: exponent) : ray.direction.length) * scale
        // A direction across an axis is taken to lean a little, which the margin makes up for.
        let steep = SIMD3<Double>(TreeRay.steep(d.x), TreeRay.steep(d.y), TreeRay.steep(d.z))
        let inverse = SIMD3<Double>(1, 1, 1) / steep
        // All that doubles and the lean take over the way from the origin through the box.
        let drift = 0x1p-38 * (2 * distance + 4)
        let pad = drift + 0x1p-20
        let low = SIMD3<Double>(Double(box.low.x), Double(box.low.y), Double(box.low.z)) - pad
        let high = SIMD3<Double>(Double(box.high.x), Double(box.high.y), Double(box.high.z)) + pad
        let one = (low - origin) * inverse, other = (high - origin) * inverse
        let near = TreeRay.most(
            TreeRay.least(one.x, other.x),
            TreeRay.most(TreeRay.least(one.y, other.y), TreeRay.least(one.z, other.z)))
        let exit = TreeRay.least(
            TreeRay.most(one.x, other.x),
            TreeRay.least(TreeRay.most(one.y, other.y), TreeRay.most(one.z, other.z)))
        let entry = TreeRay.most(ray.start * length - pad, near)
        guard entry <= exit else { return nil }
        start = entry
        // Floats count from there, in or at the box, from which nothing is farther than the box is wide.
        let o = origin + d * entry
        let most = 3 + 2 * pad
        margin = 0x1p-19 * most + drift
        let farthest = TreeRay.rounded(ray.end * length - start + margin)
        guard farthest >= 0 else { return nil }
        self.farthest = farthest
        let toPlane = -o * inverse
        let error =
            SIMD3(inverse.x.magnitude, inverse.y.magnitude, inverse.z.magnitude) * (0x1p-21 * most + drift)
        let entryAdds = toPlane - error, exitAdds = toPlane + error
        // Four at a time, so that they can be read before they have left the processor.
        unsafe numbers.withMemoryRebound(to: SIMD4<Float>.self, capacity: 3) { vectors in
            unsafe vectors[0] = SIMD4(Float(inverse.x), Float(inverse.y), Float(inverse.z), 0)
            unsafe vectors[1] = SIMD4(Float(entryAdds.x), Float(entryAdds.y), Float(entryAdds.z), 0)
            unsafe vectors[2] = SIMD4(Float(exitAdds.x), Float(exitAdds.y), Float(exitAdds.z), 0)
        }
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
        Double(signOf: d, magnitudeOf: most(d.magnitude, 0x1p-40))
    }

    // In these forms they are one instruction each, which those of the standard library are not.
    @inline(__always)
    private static func most(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

    @inline(__always)
    private static func least(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

    /// The largest of three finite numbers, without their signs.
    @inline(__always)
    static func most(_ v: SIMD3<Double>) -> Double {
        most(v.x.magnitude, most(v.y.magnitude, v.z.magnitude))
    }
}
