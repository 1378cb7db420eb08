/// Measures `count` quads: center, normal, area and flatness. `count` must be a multiple of 8.
///
/// `corners` are twelve columns, p1.x p1.y p1.z p2.x …, each `cornerStride` doubles after the one before;
/// `results` are the eight columns center.xyz normal.xyz area flatness. Returns false if any quad needs scaling or exact
/// arithmetic; the caller must then measure all of them one by one.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func measureQuads(
    _ corners: UnsafePointer<Double>, _ cornerStride: Int, _ count: Int,
    _ results: UnsafeMutablePointer<Double>, _ resultStride: Int
) -> Bool {
    var isOrdinary = SIMDMask<Lanes.MaskStorage>(repeating: true)
    var i = 0
    while i < count {
        let p1 = unsafe LaneVector(at: corners + i, stride: cornerStride)
        let p2 = unsafe LaneVector(at: corners + (3 * cornerStride + i), stride: cornerStride)
        let p3 = unsafe LaneVector(at: corners + (6 * cornerStride + i), stride: cornerStride)
        let p4 = unsafe LaneVector(at: corners + (9 * cornerStride + i), stride: cornerStride)
        let center = ((p1 + p3) + (p2 + p4)) * Lanes(repeating: 0.25)
        let d13 = p3 - p1, d24 = p4 - p2
        let bend = (p2 - p1) + (p4 - p3)
        let area = d13.cross(d24)
        let square = area.dot(area), square13 = d13.dot(d13), square24 = d24.dot(d24)
        let reach = (square13 + square24) + bend.dot(bend)
        let inRange = (reach .> 1e-120) .& (reach .< 1e120)
        let hasPlane = (square .> 0x1p-44 * (square13 * square24)) .& (square .> 0x1p-900)
        isOrdinary = isOrdinary .& (inRange .& hasPlane)
        let size = square.squareRoot()
        let inverse = 1 / size
        unsafe center.store(at: results + i, stride: resultStride)
        unsafe (area * inverse).store(at: results + (3 * resultStride + i), stride: resultStride)
        unsafe (size * 0.5).store(at: results + (6 * resultStride + i))
        unsafe (bend.dot(area).magnitude * inverse * 0.25).store(at: results + (7 * resultStride + i))
        i += Lanes.scalarCount
    }
    return all(isOrdinary)
}
