/// Paints quads into the maps of some rows, one after the other in any order: the nearest stays.
@safe
struct PixelPainter {
    private let grid: PixelGrid
    private let level: KernelLevel
    private let cover: KernelLevel.CoverPixels
    private var result: MarkerMaps
    /// The quads that cover something so far; until the end, pixels name them by their places here.
    private var views: [QuadView] = []

    init(_ grid: PixelGrid, on level: KernelLevel) {
        self.grid = grid
        self.level = level
        unsafe cover = unsafe level.coverPixels
        result = MarkerMaps(width: grid.camera.width, rows: grid.rows)
        // The kernel reads groups of eight.
        result.depths += [Double](repeating: .infinity, count: 8)
    }

    /// Paints the quads of an index; once for each painter.
    mutating func paint(_ index: MarkerIndex) {
        let grid = grid, stride = grid.stride, numberCount = PixelQuad.numberCount
        var views: [QuadView] = []
        let view = CameraView(of: grid.camera, rows: grid.rows)
        let copies = PixelPainter.copies(index, near: view)
        let count = numberCount + 3 * (stride + 1 + grid.rows.count)
        unsafe withBuffers(count) { [cover, level] depths, numbers, memory, unclear in
            let columns = unsafe memory + numberCount, rows = unsafe columns + 3 * stride
            unsafe grid.writeColumns(columns)
            unsafe grid.writeRows(rows)
            unsafe index.forEachQuad(near: view) { number, quad in
                guard copies[number] == nil, let place = unsafe PixelQuad(quad, in: grid) else { return }
                unsafe PixelQuad.write(quad, in: grid, memory)
                views.append(QuadView(index: number, seen: 0, covered: 0))
                let first = grid.rows.lowerBound, last = Int32(views.count - 1)
                var covered = 0, row = place.rows.lowerBound - first, unclearCount = 0
                while row < place.rows.upperBound - first {
                    unsafe covered += cover(
                        memory, rows, &row, place.rows.upperBound - first, columns, stride, grid.camera.width,
                        place.columns.lowerBound / 8 * 8, place.columns.upperBound, last, depths, numbers,
                        unclear, &unclearCount)
                    let start = (row - 1) * grid.camera.width
                    let decided = unsafe DecidedRow(
                        grid: grid, level: level, row: row - 1 + first, depths: depths + start,
                        numbers: numbers + start)
                    for group in 0..<unclearCount {
                        unsafe covered += decided.decide(unclear[group], quad, index, views)
                    }
                }
                if covered == 0 { views.removeLast() } else { views[Int(last)].covered = covered }
            }
        }
        if !copies.isEmpty {
            let covered = Dictionary(uniqueKeysWithValues: views.map { ($0.index, $0.covered) })
            for (copy, first) in copies {
                if let count = covered[first] {
                    views.append(QuadView(index: copy, seen: 0, covered: count))
                }
            }
        }
        self.views = views
    }

    /// The quads near a view that have the corners of an earlier one, which hides all of them, each with that one: every pixel of two
    /// in one place takes exact arithmetic to decide.
    private static func copies(_ index: MarkerIndex, near view: CameraView) -> [Int: Int] {
        var marks: [UInt64] = []
        unsafe index.forEachQuad(near: view) { _, quad in unsafe marks.append(quad.pointee.mark) }
        // Mostly all differ, which is seen without a dictionary of quads.
        guard PixelPainter.repeats(marks) else { return [:] }
        var firsts: [Quad: Int] = [:]
        var copies: [Int: Int] = [:]
        var found: [(number: Int, quad: Quad)] = []
        unsafe index.forEachQuad(near: view) { number, quad in unsafe found.append((number, quad.pointee)) }
        for (number, quad) in found { firsts[quad] = min(number, firsts[quad] ?? number) }
        for (number, quad) in found {
            if let first = firsts[quad], first != number { copies[number] = first }
        }
        return copies
    }

    /// Whether a mark is there twice.
    private static func repeats(_ marks: [UInt64]) -> Bool {
        var size = 16
        while size < 2 * marks.count { size *= 2 }
        var table = [UInt64](repeating: 0, count: size)
        for mark in marks {
            var place = Int(truncatingIfNeeded: mark >> 20) & (size - 1)
            while table[place] != 0 {
                if table[place] == mark { return true }
                place = (place + 1) & (size - 1)
            }
            table[place] = mark
        }
        return false
    }

    private mutating func withBuffers(
        _ count: Int,
        _ work: (
            UnsafeMutablePointer<Double>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Double>,
            UnsafeMutablePointer<UInt64>
        ) -> Void
    ) {
        let groups = grid.stride / 8
        unsafe result.depths.withUnsafeMutableBufferPointer { depths in
            unsafe result.indices.withUnsafeMutableBufferPointer { numbers in
                unsafe withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { memory in
                    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: groups) { unclear in
                        guard let depths = depths.baseAddress, let numbers = numbers.baseAddress,
                            let memory = memory.baseAddress, let unclear = unclear.baseAddress
                        else { return }
                        unsafe work(depths, numbers, memory, unclear)
                    }
                }
            }
        }
    }

    /// The maps as they are now.
    consuming func maps() -> MarkerMaps {
        result.depths.removeLast(8)
        for place in result.indices.indices where result.indices[place] >= 0 {
            let number = Int(result.indices[place])
            views[number].seen += 1
            result.indices[place] = Int32(views[number].index)
        }
        result.quads = views.sorted { $0.index < $1.index }
        return result
    }
}

/// Decides the pixels of a row that doubles left unclear, as single rays are.
@safe
private struct DecidedRow {
    let grid: PixelGrid
    let level: KernelLevel
    let row: Int
    let depths: UnsafeMutablePointer<Double>
    let numbers: UnsafeMutablePointer<Int32>

    /// Returns how many more pixels the quad, the last of `views`, covers.
    func decide(
        _ group: UInt64, _ quad: UnsafePointer<Quad>, _ index: MarkerIndex, _ views: [QuadView]
    ) -> Int {
        var covered = 0
        for lane in 0..<8 where group >> UInt64(lane) & 0x101 != 0 {
            let column = Int(group >> 32) + lane
            let ray = grid.camera.ray(column: column, row: row)
            let caster = RayCaster(ray, only: grid.face, on: level)
            guard let crossing = unsafe caster.crossing(of: quad) else { continue }
            covered += group >> UInt64(lane) & 1 != 0 ? 1 : 0
            let number = unsafe Int(numbers[column])
            if number >= 0 {
                let other = index.slots[views[number].index]
                if let found = unsafe withUnsafePointer(to: other, { unsafe caster.crossing(of: $0) }) {
                    let order = unsafe quad.pointee.order(crossing, against: found, of: other, ray)
                    if order > 0 || (order == 0 && views[views.count - 1].index > views[number].index) {
                        continue
                    }
                }
            }
            unsafe numbers[column] = Int32(views.count - 1)
            unsafe depths[column] = crossing.crossing.distance
        }
        return covered
    }
}

extension Quad {
    /// A number that equal quads have in common, and others hardly ever; never zero.
    fileprivate var mark: UInt64 {
        var mark: UInt64 = 0
        for corner in 0..<4 {
            for axis in 0..<3 {
                mark = (mark ^ mark >> 29 ^ self[corner: corner][axis].bitPattern) &* 0xbf58_476d_1ce4_e5b9
            }
        }
        return mark ^ mark >> 32 | 1
    }
}

/// A quad as `coverPixels` takes it, and the part of an image that it may be in.
struct PixelQuad {
    static let numberCount = 39
    /// The rows and columns whose pixels may show the quad.
    let rows, columns: Range<Int>

    /// `nil` when it is certainly behind the camera, or between the centers of pixels or outside of the rows.
    @inline(__always)
    init?(_ quad: UnsafePointer<Quad>, in grid: PixelGrid) {
        let a = unsafe quad.pointee.p1 - grid.origin, b = unsafe quad.pointee.p2 - grid.origin
        let c = unsafe quad.pointee.p3 - grid.origin, d = unsafe quad.pointee.p4 - grid.origin
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
        let q = unsafe quad.pointee
        let a = q.p1 - grid.origin, b = q.p2 - grid.origin, c = q.p3 - grid.origin, d = q.p4 - grid.origin
        for (place, (from, to)) in [(a, b), (b, c), (c, d), (d, a), (b, d)].enumerated() {
            let (cross, sums) = products(from, to)
            let most = grid.most.x * sums.x + grid.most.y * sums.y + grid.most.z * sums.z
            unsafe put(cross, numbers + 4 * place)
            // The margin is for the rounding of the bound itself.
            unsafe numbers[4 * place + 3] = 8.001 * 0x1p-53 * most + grid.underflow
        }
        for (place, (corner, one, other)) in [(q.p1, q.p2, q.p4), (q.p3, q.p4, q.p2)].enumerated() {
            let toOne = one - corner, toOther = other - corner, triangle = unsafe numbers + (20 + 8 * place)
            let (cross, sums) = products(toOne, toOther)
            let (height, bound) = ExactSign.volume(corner - grid.origin, toOne, toOther)
            unsafe put(cross, triangle)
            unsafe put(sums, triangle + 3)
            unsafe triangle[6] = height
            unsafe triangle[7] = bound < 0.49 * QuadHit.distanceError * height.magnitude ? 1 : 0
        }
        unsafe numbers[36] = 0x1p-1000
        unsafe numbers[37] = grid.face == .back ? 0 : 1
        unsafe numbers[38] = grid.face == .front ? 0 : 1
    }

    @inline(__always)
    private static func put(_ vector: SIMD3<Double>, _ numbers: UnsafeMutablePointer<Double>) {
        unsafe numbers[0] = vector.x
        unsafe numbers[1] = vector.y
        unsafe numbers[2] = vector.z
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

/// The rays of some rows of a camera's image: the direction of each is the sum of its column's, its row's and one more.
struct PixelGrid {
    let camera: PinholeCamera
    let rows: Range<Int>
    /// The only side of quads that counts.
    let face: QuadFace?
    let origin: SIMD3<Double>
    let most: SIMD3<Double>
    /// More than underflow takes from a product of three.
    let underflow: Double

    init(_ camera: PinholeCamera, rows: Range<Int>, only face: QuadFace?) {
        self.camera = camera
        self.rows = rows
        self.face = face
        origin = camera.worldFromCamera.translation
        let x = Double(camera.width), y = Double(camera.height)
        var most = SIMD3<Double>.zero
        for corner in [(0, 0), (x, 0), (x, y), (0, y)] {
            let d = camera.ray(x: corner.0, y: corner.1).direction
            most = pointwiseMax(most, SIMD3(d.x.magnitude, d.y.magnitude, d.z.magnitude))
        }
        // A little more, for the rounding of the directions between.
        self.most = most * (1 + 0x1p-40) + 0x1p-40
        underflow = (self.most.x + self.most.y + self.most.z + 1) * 0x1p-1000
    }

    /// Whole groups of eight columns.
    var stride: Int { (camera.width + 7) / 8 * 8 }

    /// The directions' parts that the columns make, as three columns.
    func writeColumns(_ numbers: UnsafeMutablePointer<Double>) {
        for column in 0..<stride {
            let part = camera.worldFromCamera.rotation.x * ((Double(column) + 0.5 - camera.cx) / camera.fx)
            for axis in 0..<3 { unsafe numbers[axis * stride + column] = part[axis] }
        }
    }

    /// The part of all directions, and then those that the rows make.
    func writeRows(_ numbers: UnsafeMutablePointer<Double>) {
        let axes = camera.worldFromCamera.rotation, depth = axes.z * -1
        for axis in 0..<3 { unsafe numbers[axis] = depth[axis] }
        for (place, row) in rows.enumerated() {
            let part = axes.y * (-(Double(row) + 0.5 - camera.cy) / camera.fy)
            for axis in 0..<3 { unsafe numbers[3 * (place + 1) + axis] = part[axis] }
        }
    }
}
