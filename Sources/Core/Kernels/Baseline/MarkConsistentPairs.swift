/// Marks which pairs of points keep their distance, as a symmetric matrix of bits without its diagonal.
///
/// `columns` are seven columns of floats, `stride` floats apart: source x, y, z, target x, y, z, bound; `count` is a
/// multiple of 64, and places without a pair hold NaN. Two pairs keep their distance when it differs between the sides
/// by no more than their bounds together, and is not below them on both. `rows` takes `count / 64` words a row, the
/// first pair in the lowest bit.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func markConsistentPairs(
    _ columns: UnsafePointer<Float>, _ stride: Int, _ count: Int, _ rows: UnsafeMutablePointer<UInt64>
) {
    let words = count / 64
    for i in 0..<count {
        var one = (
            FloatLanes.zero, FloatLanes.zero, FloatLanes.zero, FloatLanes.zero, FloatLanes.zero,
            FloatLanes.zero, FloatLanes.zero
        )
        one.0 = unsafe FloatLanes(repeating: columns[i])
        one.1 = unsafe FloatLanes(repeating: columns[i + stride])
        one.2 = unsafe FloatLanes(repeating: columns[i + 2 * stride])
        one.3 = unsafe FloatLanes(repeating: columns[i + 3 * stride])
        one.4 = unsafe FloatLanes(repeating: columns[i + 4 * stride])
        one.5 = unsafe FloatLanes(repeating: columns[i + 5 * stride])
        one.6 = unsafe FloatLanes(repeating: columns[i + 6 * stride])
        for word in (i / 64)..<words {
            var marks: UInt64 = 0
            var part = 0
            while part < 64 {
                let other = unsafe columns + (64 * word + part)
                let px = unsafe FloatLanes(at: other) - one.0,
                    py = unsafe FloatLanes(at: other + stride) - one.1
                let pz = unsafe FloatLanes(at: other + 2 * stride) - one.2
                let qx = unsafe FloatLanes(at: other + 3 * stride) - one.3
                let qy = unsafe FloatLanes(at: other + 4 * stride) - one.4
                let qz = unsafe FloatLanes(at: other + 5 * stride) - one.5
                let bound = unsafe FloatLanes(at: other + 6 * stride) + one.6
                // |a - b| ≤ e without roots: (a² - b²)² ≤ e² (2 (a² + b²) - e²), where a² + b² is above e².
                let a = px * px + py * py + pz * pz, b = qx * qx + qy * qy + qz * qz
                let squared = bound * bound, sum = a + b, difference = a - b
                let keeps =
                    (difference * difference .<= squared * (sum + sum - squared)) .& (sum .> squared)
                marks |= UInt64(bits(keeps)) << UInt64(part)
                part += FloatLanes.scalarCount
            }
            unsafe rows[i * words + word] = marks
        }
        unsafe rows[i * words + i / 64] &= ~(1 << UInt64(i % 64))
    }
    for blockRow in 0..<words {
        for blockColumn in blockRow..<words where blockColumn > blockRow {
            unsafe transpose(
                rows + (64 * blockRow * words + blockColumn), rows + (64 * blockColumn * words + blockRow),
                words)
        }
    }
}

/// Writes a block of 64 rows of 64 bits mirrored about its diagonal; rows are `stride` words apart.
@inline(__always)
private func transpose(
    _ block: UnsafePointer<UInt64>, _ mirrored: UnsafeMutablePointer<UInt64>, _ stride: Int
) {
    for i in 0..<64 { unsafe mirrored[i * stride] = unsafe block[i * stride] }
    // Squares of half the size change places, and so on within them (Warren, Hacker's Delight, 7-3).
    var half = 32
    var mask: UInt64 = 0x0000_0000_ffff_ffff
    while half > 0 {
        var i = 0
        while i < 64 {
            let upper = unsafe mirrored + i * stride, lower = unsafe mirrored + (i + half) * stride
            let change = unsafe ((upper.pointee >> UInt64(half)) ^ lower.pointee) & mask
            unsafe lower.pointee ^= change
            unsafe upper.pointee ^= change << UInt64(half)
            i = (i + half + 1) & ~half
        }
        half /= 2
        mask ^= mask << UInt64(half)
    }
}

/// Counts the bits that each chosen row of a matrix of bits has in common with a row of its own.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func countCommonBits(
    _ mask: UnsafePointer<UInt64>, _ rows: UnsafePointer<UInt64>, _ words: Int,
    _ chosen: UnsafePointer<Int32>, _ count: Int, _ counts: UnsafeMutablePointer<Int32>
) {
    for i in 0..<count {
        let row = unsafe rows + Int(chosen[i]) * words
        var sum = 0
        for word in 0..<words { unsafe sum &+= (mask[word] & row[word]).nonzeroBitCount }
        unsafe counts[i] = Int32(truncatingIfNeeded: sum)
    }
}
