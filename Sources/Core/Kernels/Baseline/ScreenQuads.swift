/// The quick look of ``SoundnessScreen`` at `count` quads, a multiple of 8.
///
/// `limits` are its eleven numbers in the order of ``SoundnessScreen/withNumbers(_:)``. For each eight quads one byte
/// of `skewed` and one of `unclear` is written, the first quad in the lowest bit; a quad in neither is sound.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func screenQuads(
    _ corners: UnsafePointer<Double>, _ stride: Int, _ count: Int, _ limits: UnsafePointer<Double>,
    _ skewed: UnsafeMutablePointer<UInt8>, _ unclear: UnsafeMutablePointer<UInt8>
) {
    var i = 0
    while i < count {
        var skewedBits: Int64 = 0, unclearBits: Int64 = 0
        var part = 0
        while part < 8 {
            let (isClear, isRectangular) = unsafe look(corners + (i + part), stride, limits)
            unclearBits |= bits(.!isClear) << Int64(part)
            skewedBits |= bits(isClear .& .!isRectangular) << Int64(part)
            part += Lanes.scalarCount
        }
        unsafe skewed[i / 8] = UInt8(truncatingIfNeeded: skewedBits)
        unsafe unclear[i / 8] = UInt8(truncatingIfNeeded: unclearBits)
        i += 8
    }
}

typealias LaneMask = SIMDMask<Lanes.MaskStorage>

/// The mask as a number, the first lane in the lowest bit.
@inline(__always)
func bits(_ mask: LaneMask) -> Int64 {
    #if LEVEL_V4
    let weights = SIMD8<Int64>(1, 2, 4, 8, 16, 32, 64, 128)
    #elseif LEVEL_V3
    let weights = SIMD4<Int64>(1, 2, 4, 8)
    #else
    let weights = SIMD2<Int64>(1, 2)
    #endif
    return weights.replacing(with: 0, where: .!mask).wrappedSum()
}

@inline(__always)
private func look(
    _ corners: UnsafePointer<Double>, _ stride: Int, _ limits: UnsafePointer<Double>
) -> (isClear: LaneMask, isRectangular: LaneMask) {
    let largestCoordinate = unsafe limits[0], snap = unsafe limits[1], shortestSquared = unsafe limits[2],
        longestSquared = unsafe limits[3]
    let aspect = unsafe limits[4], flat = unsafe limits[5], foldCosine = unsafe limits[6],
        straight = unsafe limits[7], skew = unsafe limits[8]
    let p1 = unsafe LaneVector(at: corners, stride: stride)
    let p2 = unsafe LaneVector(at: corners + 3 * stride, stride: stride)
    let p3 = unsafe LaneVector(at: corners + 6 * stride, stride: stride)
    let p4 = unsafe LaneVector(at: corners + 9 * stride, stride: stride)
    var clear = (p1.x.magnitude .<= largestCoordinate) .& (p1.y.magnitude .<= largestCoordinate)
    clear = clear .& (p1.z.magnitude .<= largestCoordinate) .& (p2.x.magnitude .<= largestCoordinate)
    clear = clear .& (p2.y.magnitude .<= largestCoordinate) .& (p2.z.magnitude .<= largestCoordinate)
    clear = clear .& (p3.x.magnitude .<= largestCoordinate) .& (p3.y.magnitude .<= largestCoordinate)
    clear = clear .& (p3.z.magnitude .<= largestCoordinate) .& (p4.x.magnitude .<= largestCoordinate)
    clear = clear .& (p4.y.magnitude .<= largestCoordinate) .& (p4.z.magnitude .<= largestCoordinate)
    let e1 = p2 - p1, e2 = p3 - p2, e3 = p4 - p3, e4 = p1 - p4
    let d13 = p3 - p1, d24 = p4 - p2
    let l1 = e1.dot(e1), l2 = e2.dot(e2), l3 = e3.dot(e3), l4 = e4.dot(e4)
    let shortest = least(least(l1, l2), least(l3, l4)), longest = most(most(l1, l2), most(l3, l4))
    clear = clear .& (shortest .> shortestSquared) .& (longest .< longestSquared)
    clear = clear .& (longest .< aspect * shortest) .& (shortest .> snap)
    let l13 = d13.dot(d13), l24 = d24.dot(d24)
    clear = clear .& (l13 .> snap) .& (l24 .> snap)
    let n1 = e4.cross(e1), n2 = e1.cross(e2), n3 = e2.cross(e3), n4 = e3.cross(e4)
    let s1 = n1.dot(n1), s2 = n2.dot(n2), s3 = n3.dot(n3), s4 = n4.dot(n4)
    let w1 = l4 * l1, w2 = l1 * l2, w3 = l2 * l3, w4 = l3 * l4
    clear = clear .& (s1 .> straight * w1) .& (s2 .> straight * w2)
    clear = clear .& (s3 .> straight * w3) .& (s4 .> straight * w4)
    let area = d13.cross(d24)
    let size = area.dot(area)
    clear = unsafe clear .& (size .> limits[10] * (l13 * l24))
    let nearly = unsafe limits[9] * size
    let a1 = n1.dot(area), a2 = n2.dot(area), a3 = n3.dot(area), a4 = n4.dot(area)
    clear = clear .& (a1 .> 0) .& (a2 .> 0) .& (a3 .> 0) .& (a4 .> 0)
    clear = clear .& (a1 * a1 .> nearly * s1) .& (a2 * a2 .> nearly * s2)
    clear = clear .& (a3 * a3 .> nearly * s3) .& (a4 * a4 .> nearly * s4)
    let bend = (e1 + e3).dot(area), fold = n1.dot(n3)
    clear = clear .& (bend * bend .< flat * size) .& (fold .> 0) .& (fold * fold .> foldCosine * (s1 * s3))
    let c1 = e4.dot(e1), c2 = e1.dot(e2), c3 = e2.dot(e3), c4 = e3.dot(e4)
    let first = (c1 * c1 .< skew * w1) .& (c2 * c2 .< skew * w2)
    return (clear, first .& (c3 * c3 .< skew * w3) .& (c4 * c4 .< skew * w4))
}

@inline(__always)
func least(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .< a) }

@inline(__always)
func most(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .> a) }
