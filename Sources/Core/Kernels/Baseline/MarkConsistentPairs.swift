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
        one.0 = FloatLanes(repeating: columns[i])
        one.1 = FloatLanes(repeating: columns[i + stride])
        one.2 = FloatLanes(repeating: columns[i + 2 * stride])
        one.3 = FloatLanes(repeating: columns[i + 3 * stride])
        one.4 = FloatLanes(repeating: columns[i + 4 * stride])
        one.5 = FloatLanes(repeating: columns[i + 5 * stride])
        one.6 = FloatLanes(repeating: columns[i + 6 * stride])
        for word in (i / 64)..<words {
            var marks: UInt64 = 0
            var part = 0
            while part < 64 {
                let other = columns + (64 * word + part)
                let px = FloatLanes(at: other) - one.0, py = FloatLanes(at: other + stride) - one.1
                let pz = FloatLanes(at: other + 2 * stride) - one.2
                let qx = FloatLanes(at: other + 3 * stride) - one.3
                let qy = FloatLanes(at: other + 4 * stride) - one.4
                let qz = FloatLanes(at: other + 5 * stride) - one.5
                let bound = FloatLanes(at: other + 6 * stride) + one.6
                // |a - b| ≤ e without roots: (a² - b²)² ≤ e² (2 (a² + b²) - e²), where a² + b² is above e².
                let a = px * px + py * py + pz * pz, b = qx * qx + qy * qy + qz * qz
                let squared = bound * bound, sum = a + b, difference = a - b
                let keeps =
                    (difference * difference .<= squared * (sum + sum - squared)) .& (sum .> squared)
                marks |= UInt64(bits(keeps)) << UInt64(part)
                part += FloatLanes.scalarCount
            }
            rows[i * words + word] = marks
        }
        rows[i * words + i / 64] &= ~(1 << UInt64(i % 64))
    }
    for blockRow in 0..<words {
        for blockColumn in blockRow..<words where blockColumn > blockRow {
            transpose(
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
    for i in 0..<64 { mirrored[i * stride] = block[i * stride] }
    // Squares of half the size change places, and so on within them (Warren, Hacker's Delight, 7-3).
    var half = 32
    var mask: UInt64 = 0x0000_0000_ffff_ffff
    while half > 0 {
        var i = 0
        while i < 64 {
            let upper = mirrored + i * stride, lower = mirrored + (i + half) * stride
            let change = ((upper.pointee >> UInt64(half)) ^ lower.pointee) & mask
            lower.pointee ^= change
            upper.pointee ^= change << UInt64(half)
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
        let row = rows + Int(chosen[i]) * words
        var sum = 0
        for word in 0..<words { sum &+= (mask[word] & row[word]).nonzeroBitCount }
        counts[i] = Int32(truncatingIfNeeded: sum)
    }
}
