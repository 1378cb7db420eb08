/// Paints quads into the maps of some rows, one after the other in any order: the nearest stays.
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
        cover = level.coverPixels
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
        withBuffers(count) { [cover, level] depths, numbers, memory, unclear in
            let columns = memory + numberCount, rows = columns + 3 * stride
            grid.writeColumns(columns)
            grid.writeRows(rows)
            index.forEachQuad(near: view) { number, quad in
                guard copies[number] == nil, let place = PixelQuad(quad, in: grid) else { return }
                PixelQuad.write(quad, in: grid, memory)
                views.append(QuadView(index: number, seen: 0, covered: 0))
                let first = grid.rows.lowerBound, last = Int32(views.count - 1)
                var covered = 0, row = place.rows.lowerBound - first, unclearCount = 0
                while row < place.rows.upperBound - first {
                    covered += cover(
                        memory, rows, &row, place.rows.upperBound - first, columns, stride, grid.camera.width,
                        place.columns.lowerBound / 8 * 8, place.columns.upperBound, last, depths, numbers,
                        unclear, &unclearCount)
                    let start = (row - 1) * grid.camera.width
                    let decided = DecidedRow(
                        grid: grid, level: level, row: row - 1 + first, depths: depths + start,
                        numbers: numbers + start)
                    for group in 0..<unclearCount {
                        covered += decided.decide(unclear[group], quad, index, views)
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
        index.forEachQuad(near: view) { _, quad in marks.append(quad.pointee.mark) }
        // Mostly all differ, which is seen without a dictionary of quads.
        guard PixelPainter.repeats(marks) else { return [:] }
        var firsts: [Quad: Int] = [:]
        var copies: [Int: Int] = [:]
        var found: [(number: Int, quad: Quad)] = []
        index.forEachQuad(near: view) { number, quad in found.append((number, quad.pointee)) }
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
        result.depths.withUnsafeMutableBufferPointer { depths in
            result.indices.withUnsafeMutableBufferPointer { numbers in
                withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { memory in
                    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: groups) { unclear in
                        guard let depths = depths.baseAddress, let numbers = numbers.baseAddress,
                            let memory = memory.baseAddress, let unclear = unclear.baseAddress
                        else { return }
                        work(depths, numbers, memory, unclear)
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
            guard let crossing = caster.crossing(of: quad) else { continue }
            covered += group >> UInt64(lane) & 1 != 0 ? 1 : 0
            let number = Int(numbers[column])
            if number >= 0 {
                let other = index.slots[views[number].index]
                if let found = withUnsafePointer(to: other, { caster.crossing(of: $0) }) {
                    let order = quad.pointee.order(crossing, against: found, of: other, ray)
                    if order > 0 || (order == 0 && views[views.count - 1].index > views[number].index) {
                        continue
                    }
                }
            }
            numbers[column] = Int32(views.count - 1)
            depths[column] = crossing.crossing.distance
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
