/// A quad as `coverPixels` takes it, and the part of an image that it may be in.
struct PixelQuad {
    static let numberCount = 39
    /// The rows and columns whose pixels may show the quad.
    let rows, columns: Range<Int>

    /// `nil` when it is certainly behind the camera, or between the centers of pixels or outside of the rows.
    @inline(__always)
    init?(_ quad: UnsafePointer<Quad>, in grid: PixelGrid) {
        let a = quad.pointee.p1 - grid.origin, b = quad.pointee.p2 - grid.origin
        let c = quad.pointee.p3 - grid.origin, d = quad.pointee.p4 - grid.origin
        let x = SIMD4(a.x, b.x, c.x, d.x), y = SIMD4(a.y, b.y, c.y, d.y), z = SIMD4(a.z, b.z, c.z, d.z)
        let axes = grid.camera.worldFromCamera.rotation
        let depth = x * -axes.z.x + y * -axes.z.y + z * -axes.z.z
        let reach = max(
            max(a.largestMagnitude, b.largestMagnitude), max(c.largestMagnitude, d.largestMagnitude))
        let least = 1e-6 * reach
        if all(depth .< -least) { return nil }
        guard all(depth .> least) else {
            // The image of such a quad may be anywhere.
            rows = grid.rows
            columns = 0..<grid.camera.width
            return
        }
        let u = (x * axes.x.x + y * axes.x.y + z * axes.x.z) * grid.camera.fx / depth + (grid.camera.cx - 0.5)
        let v = (grid.camera.cy - 0.5) - (x * axes.y.x + y * axes.y.y + z * axes.y.z) * grid.camera.fy / depth
        columns = PixelQuad.centers(u, in: 0..<grid.camera.width)
        rows = PixelQuad.centers(v, in: grid.rows)
        if rows.isEmpty || columns.isEmpty { return nil }
    }

    /// The whole numbers that corners in these places may have between them.
    ///
    /// Rounding moves a corner in an image by less than a thousandth of a pixel: by a few 2⁻⁵² of the corner's distance,
    /// which is at most 10⁶ times its depth, and by 10⁻¹² for axes that are not quite square, times 10⁶ pixels.
    @inline(__always)
    private static func centers(_ places: SIMD4<Double>, in all: Range<Int>) -> Range<Int> {
        let margin = 0.01
        let low =
            Double.minimum(Double.minimum(places.x, places.y), Double.minimum(places.z, places.w)) - margin
        let high =
            Double.maximum(Double.maximum(places.x, places.y), Double.maximum(places.z, places.w)) + margin
        let first = Double.maximum(low.rounded(.up), Double(all.lowerBound))
        let end = Double.minimum(high.rounded(.down) + 1, Double(all.upperBound))
        // Written so that NaN takes all.
        if first >= end { return all.lowerBound..<all.lowerBound }
        return first < end ? Int(first)..<Int(end) : all
    }

    /// Writes what `coverPixels` reads.
    @inline(__always)
    static func write(
        _ quad: UnsafePointer<Quad>, in grid: PixelGrid, _ numbers: UnsafeMutablePointer<Double>
    ) {
        let q = quad.pointee
        let a = q.p1 - grid.origin, b = q.p2 - grid.origin, c = q.p3 - grid.origin, d = q.p4 - grid.origin
        for (place, (from, to)) in [(a, b), (b, c), (c, d), (d, a), (b, d)].enumerated() {
            let (cross, sums) = products(from, to)
            let most = grid.most.x * sums.x + grid.most.y * sums.y + grid.most.z * sums.z
            put(cross, numbers + 4 * place)
            // The margin is for the rounding of the bound itself.
            numbers[4 * place + 3] = 8.001 * 0x1p-53 * most + grid.underflow
        }
        for (place, (corner, one, other)) in [(q.p1, q.p2, q.p4), (q.p3, q.p4, q.p2)].enumerated() {
            let toOne = one - corner, toOther = other - corner, triangle = numbers + (20 + 8 * place)
            let (cross, sums) = products(toOne, toOther)
            let (height, bound) = ExactSign.volume(corner - grid.origin, toOne, toOther)
            put(cross, triangle)
            put(sums, triangle + 3)
            triangle[6] = height
            triangle[7] = bound < 0.49 * QuadHit.distanceError * height.magnitude ? 1 : 0
        }
        numbers[36] = 0x1p-1000
        numbers[37] = grid.face == .back ? 0 : 1
        numbers[38] = grid.face == .front ? 0 : 1
    }

    @inline(__always)
    private static func put(_ vector: SIMD3<Double>, _ numbers: UnsafeMutablePointer<Double>) {
        numbers[0] = vector.x
        numbers[1] = vector.y
        numbers[2] = vector.z
    }

    /// The cross product in the steps of `ExactSign.volume`, and with sums in place of differences of magnitudes.
    @inline(__always)
    private static func products(
        _ v: SIMD3<Double>, _ w: SIMD3<Double>
    ) -> (cross: SIMD3<Double>, sums: SIMD3<Double>) {
        let xy = v.y * w.z, xz = v.z * w.y
        let yx = v.z * w.x, yz = v.x * w.z
        let zx = v.x * w.y, zy = v.y * w.x
        return (
            SIMD3(xy - xz, yx - yz, zx - zy),
            SIMD3(
                xy.magnitude + xz.magnitude, yx.magnitude + yz.magnitude, zx.magnitude + zy.magnitude)
        )
    }
}
