/// The findings on one quad of many.
public struct IndexedIssues: Hashable, Sendable {
    /// The place of the quad, from 0.
    public var index: Int
    /// Its findings, not empty.
    public var issues: [QuadIssue]

    public init(index: Int, issues: [QuadIssue]) {
        self.index = index
        self.issues = issues
    }
}

extension QuadCheck {
    /// The findings of every quad that has any, in order; the same as those of ``issues(_:facing:)``.
    ///
    /// With a direction to face every quad is looked at by itself.
    public func issues(
        in quads: QuadColumns, facing: SIMD3<Double>? = nil, on level: KernelLevel = .best
    ) -> [IndexedIssues] {
        guard let facing else { return issues(in: quads, rows: 0..<quads.count, level) }
        return (0..<quads.count).compactMap { index in
            let issues = issues(quads.row(index), facing: facing)
            return issues.isEmpty ? nil : IndexedIssues(index: index, issues: issues)
        }
    }

    #if !hasFeature(Embedded)
    /// The same on as many threads as there are processors: worth it where findings are many.
    public func issuesConcurrently(in quads: QuadColumns, on level: KernelLevel = .best) async
        -> [IndexedIssues]
    {
        await (0..<quads.count).concurrently(inPiecesOf: 32 * QuadColumns.blockSize) { rows in
            issues(in: quads, rows: rows, level)
        }
    }
    #endif

    /// Rows must start at a multiple of 8.
    private func issues(in quads: QuadColumns, rows: Range<Int>, _ level: KernelLevel) -> [IndexedIssues] {
        var found: [IndexedIssues] = []
        let storage = quads.storage
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: QuadColumns.blockSize) {
            let count = min(rows.upperBound - start, QuadColumns.blockSize)
            screenBlock(storage.base + start, stride: storage.stride, rows: count, on: level) {
                let issues = issues(quads.row(start + $0), $1, facing: nil)
                if !issues.isEmpty { found.append(IndexedIssues(index: start + $0, issues: issues)) }
            }
        }
        return found
    }
}

#if !hasFeature(Embedded)
extension Range<Int> {
    /// The results of the pieces of this range, in order, on as many threads as there are processors; pieces of a fixed
    /// size, so that the answer does not depend on the threads.
    func concurrently<Element: Sendable>(
        inPiecesOf size: Int, _ work: @escaping @Sendable (Range<Int>) -> [Element]
    ) async -> [Element] {
        let pieces = stride(from: lowerBound, to: upperBound, by: size).map { start in
            start..<Swift.min(start + size, upperBound)
        }
        return await withTaskGroup(of: (Int, [Element]).self) { group in
            for piece in pieces { group.addTask { (piece.lowerBound, work(piece)) } }
            var found: [(Int, [Element])] = []
            for await part in group { found.append(part) }
            return found.sorted { $0.0 < $1.0 }.flatMap { $0.1 }
        }
    }
}
#endif
