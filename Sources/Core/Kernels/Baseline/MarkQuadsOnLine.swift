/// Marks the quads that a ray's line may meet, out of `count`, a multiple of 16.
///
/// `corners` are twelve columns of floats, `stride` floats apart. `view` holds two directions across the ray with
/// where its line is on them, negated, and the widest error: u.xyz, -u·o, v.xyz, -v·o, bound. A quad that the line
/// meets has corners on both sides of it in both directions; the bound makes up for all rounding. For each
/// sixteen quads two bytes are written, the first quad in the lowest bit.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func markQuadsOnLine(
    _ corners: UnsafePointer<Float>, _ stride: Int, _ count: Int, _ view: UnsafePointer<Float>,
    _ marks: UnsafeMutablePointer<UInt16>
) {
    let ux = unsafe FloatLanes(repeating: view[0]), uy = unsafe FloatLanes(repeating: view[1])
    let uz = unsafe FloatLanes(repeating: view[2]), uo = unsafe FloatLanes(repeating: view[3])
    let vx = unsafe FloatLanes(repeating: view[4]), vy = unsafe FloatLanes(repeating: view[5])
    let vz = unsafe FloatLanes(repeating: view[6]), vo = unsafe FloatLanes(repeating: view[7])
    let above = unsafe FloatLanes(repeating: view[8]), below = -above
    var i = 0
    while i < count {
        var word: UInt32 = 0
        var part = 0
        while part < 16 {
            var lowU = FloatLanes(repeating: .infinity), highU = -lowU, lowV = lowU, highV = highU
            var corner = unsafe corners + (i + part)
            for _ in 0..<4 {
                let x = unsafe FloatLanes(at: corner), y = unsafe FloatLanes(at: corner + stride)
                let z = unsafe FloatLanes(at: corner + 2 * stride)
                let u = fused(fused(fused(uo, ux, x), uy, y), uz, z)
                let v = fused(fused(fused(vo, vx, x), vy, y), vz, z)
                lowU = lowU.replacing(with: u, where: u .< lowU)
                highU = highU.replacing(with: u, where: u .> highU)
                lowV = lowV.replacing(with: v, where: v .< lowV)
                highV = highV.replacing(with: v, where: v .> highV)
                unsafe corner += 3 * stride
            }
            let onBoth = (lowU .<= above) .& (highU .>= below) .& (lowV .<= above) .& (highV .>= below)
            word |= bits(onBoth) << UInt32(part)
            part += FloatLanes.scalarCount
        }
        unsafe marks[i / 16] = UInt16(truncatingIfNeeded: word)
        i += 16
    }
}

/// `sum + a · b`, fused where the processor does that in one step.
@inline(__always)
private func fused(_ sum: FloatLanes, _ a: FloatLanes, _ b: FloatLanes) -> FloatLanes {
    #if LEVEL_V3 || LEVEL_V4
    sum.addingProduct(a, b)
    #else
    sum + a * b
    #endif
}
