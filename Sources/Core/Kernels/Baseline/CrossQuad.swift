internal import CRegister

/// Finds where a ray meets the triangles p1p2p4 and p3p4p2 of a quad, where doubles are certain of it.
///
/// `quad` holds the corners and `ray` the origin and the direction, four doubles each of which the last is not read, and
/// then the ray's range. Returns 0 for a sure miss, and for a sure hit of just one triangle 1 to 4: 1 is added for the
/// second triangle's, and 2 where the direction goes along the right-hand normal; then `distance` is the ray's
/// parameter, with the bits of `TriangleCrossing`. All else, -1, is for exact arithmetic to decide.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func crossQuad(
    _ quad: UnsafePointer<Double>, _ ray: UnsafePointer<Double>, _ distance: UnsafeMutablePointer<Double>
) -> Int { unsafe crossing(of: quad, ray, distance) }

/// The same, for `walkTree`.
@inline(__always)
func crossing(
    of quad: UnsafePointer<Double>, _ ray: UnsafePointer<Double>, _ distance: UnsafeMutablePointer<Double>
) -> Int {
    let p1 = unsafe register_load(quad), p2 = unsafe register_load(quad + 4)
    let p3 = unsafe register_load(quad + 8), p4 = unsafe register_load(quad + 12)
    let x = unsafe register_difference(register_all_x(p1, p2, p3, p4), register_repeating(ray[0]))
    let y = unsafe register_difference(register_all_y(p1, p2, p3, p4), register_repeating(ray[1]))
    let z = unsafe register_difference(register_all_z(p1, p2, p3, p4), register_repeating(ray[2]))
    let d = unsafe SIMD3(ray[4], ray[5], ray[6])
    let (edges, edgeBounds) = volumes(
        d, x, y, z, register_around(x), register_around(y), register_around(z))
    let (splits, splitBounds) = volumes(
        d, x, y, z, register_opposite(x), register_opposite(y), register_opposite(z))
    let zero = register_repeating(0)
    let positive = register_above(edges, edgeBounds)
    let negative = register_above(register_difference(zero, edgeBounds), edges)
    // From p2 to p4 in the second lowest bit; from p4 to p2 its negative.
    let isSplitPositive = register_above(splits, splitBounds) & 2 != 0
    let isSplitNegative = register_above(register_difference(zero, splitBounds), splits) & 2 != 0
    // The edges of the first triangle are p1p2, p2p4, p4p1; of the second p3p4, p4p2, p2p3.
    let hasFirstBoth =
        (positive & 9 != 0 || isSplitPositive) && (negative & 9 != 0 || isSplitNegative)
    let hasSecondBoth =
        (positive & 6 != 0 || isSplitNegative) && (negative & 6 != 0 || isSplitPositive)
    if hasFirstBoth && hasSecondBoth { return 0 }
    let isFirstHit = (positive & 9 == 9 && isSplitPositive) || (negative & 9 == 9 && isSplitNegative)
    let isSecondHit = (positive & 6 == 6 && isSplitNegative) || (negative & 6 == 6 && isSplitPositive)
    guard (isFirstHit && hasSecondBoth) || (isSecondHit && hasFirstBoth) else { return -1 }
    let isAlong = isFirstHit ? isSplitPositive : isSplitNegative
    let (a, b, c) = isFirstHit ? (0, 4, 12) : (8, 12, 4)
    let origin = unsafe SIMD3(ray[0], ray[1], ray[2])
    let from = unsafe corner(quad, a), toB = unsafe corner(quad, b) - from,
        toC = unsafe corner(quad, c) - from
    let (height, heightBound) = volume(from - origin, toB, toC)
    let (speed, speedBound) = volume(d, toB, toC)
    // Half of the distance's error for each, as in `TriangleCrossing`.
    let budget = 0.49 * 0x1p-42
    guard heightBound < budget * height.magnitude, speedBound < budget * speed.magnitude else { return -1 }
    let found = height / speed
    guard found.magnitude >= .leastNormalMagnitude, found.magnitude < .infinity else { return -1 }
    let error = 0x1p-42 * found.magnitude, start = unsafe ray[8], end = unsafe ray[9]
    if found + error < start || found - error > end { return 0 }
    guard found - error > start || start == -.infinity, found + error < end || end == .infinity else {
        return -1
    }
    unsafe distance.pointee = found
    return 1 + (isFirstHit ? 0 : 1) + (isAlong ? 2 : 0)
}

@inline(__always)
private func corner(_ quad: UnsafePointer<Double>, _ place: Int) -> SIMD3<Double> {
    unsafe SIMD3(quad[place], quad[place + 1], quad[place + 2])
}

/// The products `d · (v × w)` of four pairs, and more than each can be off by (Shewchuk 1997, bound A of orient3d).
@inline(__always)
private func volumes(
    _ d: SIMD3<Double>, _ vx: register_t4, _ vy: register_t4, _ vz: register_t4, _ wx: register_t4,
    _ wy: register_t4, _ wz: register_t4
) -> (values: register_t4, bounds: register_t4) {
    let xy = register_product(vy, wz), xz = register_product(vz, wy)
    let yx = register_product(vz, wx), yz = register_product(vx, wz)
    let zx = register_product(vx, wy), zy = register_product(vy, wx)
    let x = register_product(register_repeating(d.x), register_difference(xy, xz))
    let y = register_product(register_repeating(d.y), register_difference(yx, yz))
    let z = register_product(register_repeating(d.z), register_difference(zx, zy))
    let values = register_sum(register_sum(x, y), z)
    let sx = register_sum(register_magnitude(xy), register_magnitude(xz))
    let sy = register_sum(register_magnitude(yx), register_magnitude(yz))
    let sz = register_sum(register_magnitude(zx), register_magnitude(zy))
    let permanent = register_sum(
        register_sum(
            register_product(register_repeating(d.x.magnitude), sx),
            register_product(register_repeating(d.y.magnitude), sy)),
        register_product(register_repeating(d.z.magnitude), sz))
    let least = (d.x.magnitude + d.y.magnitude + d.z.magnitude + 1) * 0x1p-1000
    return (
        values,
        register_sum(register_product(permanent, register_repeating(8 * 0x1p-53)), register_repeating(least))
    )
}

/// The product `u · (v × w)` and its bound, in the steps of `ExactSign.volume`, for the same bits.
@inline(__always)
private func volume(
    _ u: SIMD3<Double>, _ v: SIMD3<Double>, _ w: SIMD3<Double>
) -> (value: Double, bound: Double) {
    let xy = v.y * w.z, xz = v.z * w.y
    let yx = v.z * w.x, yz = v.x * w.z
    let zx = v.x * w.y, zy = v.y * w.x
    let value = u.x * (xy - xz) + u.y * (yx - yz) + u.z * (zx - zy)
    let x = u.x.magnitude, y = u.y.magnitude, z = u.z.magnitude
    let permanent =
        x * (xy.magnitude + xz.magnitude) + y * (yx.magnitude + yz.magnitude)
        + z * (zx.magnitude + zy.magnitude)
    return (value, 8 * 0x1p-53 * permanent + (x + y + z + 1) * 0x1p-1000)
}

/// The place of a sure hit in its triangle, from its first corner towards the others, 0 to 1, with the bits of
/// `TriangleCrossing.coordinates`; false where exact arithmetic is needed.
///
/// `quad` and `ray` are those of `crossQuad`; `place` takes two numbers.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func placeCrossing(
    _ quad: UnsafePointer<Double>, _ ray: UnsafePointer<Double>, _ isSecond: Bool,
    _ place: UnsafeMutablePointer<Double>
) -> Bool {
    let (a, b, c) = isSecond ? (8, 12, 4) : (0, 4, 12)
    let d = unsafe SIMD3(ray[4], ray[5], ray[6])
    let first = unsafe corner(quad, a), toB = unsafe corner(quad, b) - first,
        toC = unsafe corner(quad, c) - first
    let from = unsafe SIMD3(ray[0], ray[1], ray[2]) - first
    let (alongB, boundB) = volume(from, d, toC)
    let (alongC, boundC) = volume(d, from, toB)
    let (sum, boundSum) = volume(toB, d, toC)
    let budget = 0.49 * 0x1p-36 * sum.magnitude
    guard boundB < budget, boundC < budget, boundSum < budget, sum.magnitude < .infinity else { return false }
    unsafe place[0] = alongB / sum
    unsafe place[1] = alongC / sum
    return true
}
