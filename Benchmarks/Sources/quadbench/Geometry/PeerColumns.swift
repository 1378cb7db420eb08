import QuadGeometry

/// Columns for the C peers, laid out as the package's own are: on cache lines, an odd number of them apart.
final class PeerColumns {
    let base: UnsafeMutablePointer<Double>
    let stride: Int
    /// The count, rounded up to whole groups of 16.
    let rows: Int

    init(count: Int, columns: Int) {
        rows = (count + 15) / 16 * 16
        stride = (rows / 8 | 1) * 8
        base = UnsafeMutableRawPointer.allocate(byteCount: stride * columns * 8, alignment: 64)
            .bindMemory(to: Double.self, capacity: stride * columns)
        base.initialize(repeating: 0, count: stride * columns)
    }

    convenience init(_ quads: [Quad]) {
        self.init(count: quads.count, columns: 12)
        for (row, quad) in quads.enumerated() {
            for corner in 0..<4 {
                for axis in 0..<3 { base[(3 * corner + axis) * stride + row] = quad[corner: corner][axis] }
            }
        }
    }

    deinit { base.deallocate() }

    func column(_ index: Int) -> UnsafeMutablePointer<Double> { base + index * stride }
}
