/// A rotation's columns, then a translation: x.xyz y.xyz z.xyz t.xyz.
@inline(__always)
private func lanes(_ numbers: UnsafePointer<Double>, _ index: Int) -> Lanes {
    unsafe Lanes(repeating: numbers[index])
}

/// Points in three columns moved, `count` of them, a multiple of 8; the result may be the source itself.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func movePoints(
    _ points: UnsafePointer<Double>, _ stride: Int, _ count: Int, _ motion: UnsafePointer<Double>,
    _ results: UnsafeMutablePointer<Double>, _ resultStride: Int
) {
    let xx = unsafe lanes(motion, 0), xy = unsafe lanes(motion, 1), xz = unsafe lanes(motion, 2)
    let yx = unsafe lanes(motion, 3), yy = unsafe lanes(motion, 4), yz = unsafe lanes(motion, 5)
    let zx = unsafe lanes(motion, 6), zy = unsafe lanes(motion, 7), zz = unsafe lanes(motion, 8)
    let tx = unsafe lanes(motion, 9), ty = unsafe lanes(motion, 10), tz = unsafe lanes(motion, 11)
    var i = 0
    while i < count {
        let p = unsafe LaneVector(at: points + i, stride: stride)
        // The order of `Rotation * SIMD3<Double>`, for the same bits.
        let moved = LaneVector(
            xx * p.x + yx * p.y + zx * p.z + tx, xy * p.x + yy * p.y + zy * p.z + ty,
            xz * p.x + yz * p.y + zz * p.z + tz)
        unsafe moved.store(at: results + i, stride: resultStride)
        i += Lanes.scalarCount
    }
}

/// Points of three doubles each, one after the other, moved in place.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func movePacked(_ points: UnsafeMutablePointer<Double>, _ count: Int, _ m: UnsafePointer<Double>) {
    unsafe moveEach(UnsafePointer(points), count, m, into: points)
}

/// Points of three doubles each moved into a buffer that does not overlap them.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func movePacked(
    _ points: UnsafePointer<Double>, _ count: Int, _ m: UnsafePointer<Double>,
    into results: UnsafeMutablePointer<Double>
) {
    unsafe moveEach(points, count, m, into: results)
}

/// The loop of both: inlined, so that the compiler sees in each whether the buffers are one.
@inline(__always)
private func moveEach(
    _ points: UnsafePointer<Double>, _ count: Int, _ m: UnsafePointer<Double>,
    into results: UnsafeMutablePointer<Double>
) {
    let (xx, xy, xz, yx, yy, yz) = unsafe (m[0], m[1], m[2], m[3], m[4], m[5])
    let (zx, zy, zz, tx, ty, tz) = unsafe (m[6], m[7], m[8], m[9], m[10], m[11])
    for i in 0..<count {
        let x = unsafe points[3 * i], y = unsafe points[3 * i + 1], z = unsafe points[3 * i + 2]
        unsafe results[3 * i] = xx * x + yx * y + zx * z + tx
        unsafe results[3 * i + 1] = xy * x + yy * y + zy * z + ty
        unsafe results[3 * i + 2] = xz * x + yz * y + zz * z + tz
    }
}

/// Points of 32 bytes each, as `SIMD3<Double>` lies in memory, moved; the result may be the source itself.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func moveStrided(
    _ points: UnsafePointer<SIMD4<Double>>, _ count: Int, _ m: UnsafePointer<Double>,
    into results: UnsafeMutablePointer<SIMD4<Double>>
) {
    let x = unsafe SIMD4(m[0], m[1], m[2], 0), y = unsafe SIMD4(m[3], m[4], m[5], 0)
    let z = unsafe SIMD4(m[6], m[7], m[8], 0), t = unsafe SIMD4(m[9], m[10], m[11], 0)
    for i in 0..<count {
        let p = unsafe points[i]
        unsafe results[i] = x * p.x + y * p.y + z * p.z + t
    }
}
