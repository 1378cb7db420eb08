/// Finds the pixels that a quad covers, for rays that all begin at one point, where doubles are certain.
///
/// `quad` holds for the edges p1p2, p2p3, p3p4, p4p1 and p2p4 the cross product of their ends, seen from the rays' origin,
/// and more than a product of a direction with it can be off by; then for p1p2p4 and p3p4p2 the cross product of two
/// sides, the sums of magnitudes that bound a product with it, the height, and one where the height is certain; then what
/// underflow may take, and for front and back one if that face counts.
///
/// The direction of a pixel is that of its column plus that of its row plus the vector at `rows`, after which there are
/// those of the rows, one by one; `columns` are three columns of `stride` doubles. Looks at the rows from `row`, of
/// `width` pixels each, to `endRow` and at the columns from `first`, a multiple of 8, to `end`. Pixels that the quad is
/// the first in get its distance, with the bits of `crossQuad`, in `distances` and its `number` in `numbers`.
///
/// Stops after a row with something left to decide, and writes to `unclear` for each eight pixels with any their first
/// column, shifted by 32, and a bit for each pixel where it is unclear whether the quad covers it, and eight more for
/// those in which it may be the first; `unclearCount` says how many. `row` is then the next one. Returns the pixels that
/// are certainly covered.
#if hasAttribute(export)
@export(interface)
#endif
@inline(never)
public func coverPixels(
    _ quad: UnsafePointer<Double>, _ rows: UnsafePointer<Double>, _ row: UnsafeMutablePointer<Int>,
    _ endRow: Int, _ columns: UnsafePointer<Double>, _ stride: Int, _ width: Int, _ first: Int, _ end: Int,
    _ number: Int32, _ distances: UnsafeMutablePointer<Double>, _ numbers: UnsafeMutablePointer<Int32>,
    _ unclear: UnsafeMutablePointer<UInt64>, _ unclearCount: UnsafeMutablePointer<Int>
) -> Int {
    var covered = 0, count = 0, at = unsafe row.pointee
    while at < endRow, count == 0 {
        let part = unsafe rows + 3 * (at + 1), start = at * width
        var column = first
        while column < end {
            let (sure, left) = unsafe coverEight(
                quad, part, rows, columns + column, stride, end - column, number,
                distances + (start + column), numbers + (start + column))
            covered += sure
            if left != 0 {
                unsafe unclear[count] = UInt64(column) << 32 | left
                count += 1
            }
            column += 8
        }
        at += 1
    }
    unsafe row.pointee = at
    unsafe unclearCount.pointee = count
    return covered
}

@inline(__always)
private func coverEight(
    _ quad: UnsafePointer<Double>, _ row: UnsafePointer<Double>, _ all: UnsafePointer<Double>,
    _ columns: UnsafePointer<Double>, _ stride: Int, _ count: Int, _ number: Int32,
    _ distances: UnsafeMutablePointer<Double>, _ numbers: UnsafeMutablePointer<Int32>
) -> (covered: Int, unclear: UInt64) {
    var covered = 0, unclear: UInt64 = 0, place = 0
    while place < 8, place < count {
        let looked = unsafe look(quad, row, all, columns + place, stride)
        if bits(looked.isHit .| looked.isUnclear) != 0 {
            let left = count - place
            let valid = left >= Lanes.scalarCount ? Int64.max : (1 << Int64(left)) - 1
            let hits = bits(looked.isHit) & valid
            covered += hits.nonzeroBitCount
            // Twice what two distances may be off by.
            let best = unsafe Lanes(at: distances + place), error = looked.distance * 0x1p-40
            var nearer = bits(looked.isHit .& (looked.distance + error .< best)) & valid
            let maybe = bits(looked.isHit .& (looked.distance - error .<= best)) & valid & ~nearer
            unclear |= UInt64(bits(looked.isUnclear) & valid) << UInt64(place)
            unclear |= UInt64(maybe) << UInt64(8 + place)
            while nearer != 0 {
                let lane = nearer.trailingZeroBitCount
                nearer &= nearer - 1
                unsafe distances[place + lane] = looked.distance[lane]
                unsafe numbers[place + lane] = number
            }
        }
        place += Lanes.scalarCount
    }
    return (covered, unclear)
}

/// The signs are those of `crossQuad`, with one bound for the whole image, and the conditions of the distance are its own.
@inline(__always)
private func look(
    _ quad: UnsafePointer<Double>, _ row: UnsafePointer<Double>, _ all: UnsafePointer<Double>,
    _ columns: UnsafePointer<Double>, _ stride: Int
) -> (isHit: LaneMask, isUnclear: LaneMask, distance: Lanes) {
    let x = unsafe (Lanes(at: columns) + row[0]) + all[0]
    let y = unsafe (Lanes(at: columns + stride) + row[1]) + all[1]
    let z = unsafe (Lanes(at: columns + 2 * stride) + row[2]) + all[2]
    let side12 = unsafe side(quad, x, y, z), side23 = unsafe side(quad + 4, x, y, z)
    let side34 = unsafe side(quad + 8, x, y, z), side41 = unsafe side(quad + 12, x, y, z)
    let split = unsafe side(quad + 16, x, y, z)
    let firstPositive = side12.positive .| side41.positive .| split.positive
    let firstNegative = side12.negative .| side41.negative .| split.negative
    let secondPositive = side34.positive .| side23.positive .| split.negative
    let secondNegative = side34.negative .| side23.negative .| split.positive
    let firstMissed = firstPositive .& firstNegative, secondMissed = secondPositive .& secondNegative
    let isMissed = firstMissed .& secondMissed
    let none = Lanes(repeating: 0)
    guard bits(.!isMissed) != 0 else { return (none .> none, none .> none, none) }
    let firstAlong = side12.positive .& side41.positive .& split.positive
    let firstAgainst = side12.negative .& side41.negative .& split.negative
    let secondAlong = side34.positive .& side23.positive .& split.negative
    let secondAgainst = side34.negative .& side23.negative .& split.positive
    let isFirst = (firstAlong .| firstAgainst) .& secondMissed
    let isSecond = (secondAlong .| secondAgainst) .& firstMissed
    let one = unsafe speed(quad + 20, x, y, z, quad[36]), other = unsafe speed(quad + 28, x, y, z, quad[36])
    let distance = one.distance.replacing(with: other.distance, where: isSecond)
    let isCertain = (one.isCertain .& isFirst) .| (other.isCertain .& isSecond)
    let isOther = isMissed .| (isCertain .& (distance .< 0))
    let isHit = isCertain .& (distance .> 0)
    let isUnclear = .!(isHit .| isOther)
    let isAlong = firstAlong .| secondAlong
    let counts = unsafe (isAlong .& (none .< quad[38])) .| (.!isAlong .& (none .< quad[37]))
    return (isHit .& counts, isUnclear, distance)
}

@inline(__always)
private func side(
    _ edge: UnsafePointer<Double>, _ x: Lanes, _ y: Lanes, _ z: Lanes
) -> (positive: LaneMask, negative: LaneMask) {
    let value = unsafe x * edge[0] + y * edge[1] + z * edge[2]
    return unsafe (value .> edge[3], value .< -edge[3])
}

/// The distance at which a triangle's plane is crossed, in the steps of `crossQuad`.
@inline(__always)
private func speed(
    _ triangle: UnsafePointer<Double>, _ x: Lanes, _ y: Lanes, _ z: Lanes, _ underflow: Double
) -> (distance: Lanes, isCertain: LaneMask) {
    let value = unsafe x * triangle[0] + y * triangle[1] + z * triangle[2]
    let ax = x.magnitude, ay = y.magnitude, az = z.magnitude
    let permanent = unsafe ax * triangle[3] + ay * triangle[4] + az * triangle[5]
    let bound = permanent * (8 * 0x1p-53) + (ax + ay + az + 1) * underflow
    let distance = unsafe Lanes(repeating: triangle[6]) / value
    let isCertain =
        unsafe (bound .< value.magnitude * (0.49 * 0x1p-42)) .& (Lanes(repeating: triangle[7]) .> 0)
        .& (distance.magnitude .>= .leastNormalMagnitude) .& (distance.magnitude .< .infinity)
    return (distance, isCertain)
}
