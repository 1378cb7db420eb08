internal import QuadGeometry

/// The votes of pairs of like quads: each is a whole motion where both frames know up, and those of quads that are the same fall together.
///
/// Votes are counted by cells of the turn and the shift, of two sizes: small cells tell the motion of many quads, large ones that of few,
/// whose errors spread their votes. Pairs that may be one another are gone through twice and never written out.
struct MotionVotes {
    /// A pair of quads, and the motion that lays one on the other.
    struct Vote {
        let old, new: Int
        let motion: LevelMotion
    }

    /// The number of votes that were cast.
    let count: Int
    /// The votes of the fullest cells, fullest first.
    let peaks: [[Vote]]
    /// Some of all, from all over: hardly any of them is right.
    let scattered: [Vote]
    /// Each of them, of few.
    let few: [Vote]

    /// So many pairs are looked at: of more old quads some, from all over.
    private static let mostPairs = 1 << 25
    /// So many cells of a size are peaks, and so many votes of each are kept.
    private static let mostPeaks = 64, mostOfPeak = 48
    /// So many votes are compared with each other in a moment.
    private static let mostFew = 1024
    /// The turns of a small cell in a circle.
    private static let turns = 64.0
    /// Large cells are this many times as wide.
    private static let large = 3.0

    /// - Parameters:
    ///   - olds: The quads of one scan.
    ///   - news: Those of the other.
    ///   - bound: How far corners of the same quad may be apart, in metres; without, by the quads' sizes.
    init(_ olds: [LevelQuad], _ news: [LevelQuad], bound: Double?) {
        let pool = Pool(olds, news, bound: bound)
        var tables = [CellCounts(cells: 1, pool), CellCounts(cells: MotionVotes.large, pool)]
        var count = 0
        pool.forEach { _, _, motion in
            count += 1
            let cast = pool.cast(motion)
            for size in tables.indices { tables[size].add(cast) }
        }
        self.count = count
        let least = tables.map { $0.least(ofPeaks: MotionVotes.mostPeaks) }
        var found = tables.map { _ in [UInt64: [Vote]]() }
        var scattered: [Vote] = [], few: [Vote] = [], place = 0
        if count > 0 {
            let every = max(1, count / MotionVotes.mostOfPeak)
            pool.forEach { old, new, motion in
                place += 1
                if count <= MotionVotes.mostFew { few.append(Vote(old: old, new: new, motion: motion)) }
                if place % every == 0 { scattered.append(Vote(old: old, new: new, motion: motion)) }
                let cast = pool.cast(motion)
                for size in tables.indices {
                    let cell = tables[size].cell(cast)
                    guard tables[size].count(of: cell) >= least[size],
                        found[size].count < 4 * MotionVotes.mostPeaks || found[size][cell] != nil
                    else { continue }
                    if found[size][cell]?.count ?? 0 < MotionVotes.mostOfPeak {
                        found[size][cell, default: []].append(Vote(old: old, new: new, motion: motion))
                    }
                }
            }
        }
        (self.scattered, self.few) = (scattered, few)
        peaks = zip(found, tables).flatMap { cells, table in
            cells.map { (count: table.count(of: $0.key), cell: $0.key, votes: $0.value) }
        }.sorted { ($1.count, $0.cell) < ($0.count, $1.cell) }.map { $0.votes }
    }

    /// The pairs of which each is a vote.
    private struct Pool {
        private let olds: [(place: Int, orders: [LevelQuad])], news: [LevelQuad]
        private let bound: Double
        /// The middles of both scans.
        let from, to: SIMD3<Double>
        /// The distance of the old quads from their middle, root mean square, in metres.
        let extent: Double

        init(_ olds: [LevelQuad], _ news: [LevelQuad], bound: Double?) {
            let pairs = Int64(olds.count) * Int64(news.count), most = Int64(MotionVotes.mostPairs)
            let every = Int(max(1, (pairs + most - 1) / most))
            self.olds = stride(from: 0, to: olds.count, by: every).map { ($0, olds[$0].orders) }
            self.news = news
            self.bound = bound ?? .infinity
            func middle(_ quads: [LevelQuad]) -> SIMD3<Double> {
                quads.reduce(.zero) { $0 + $1.center } / Double(max(quads.count, 1))
            }
            let from = middle(olds)
            (self.from, to) = (from, middle(news))
            let squares = olds.reduce(0) { $0 + ($1.center - from).dot($1.center - from) }
            extent = (squares / Double(max(olds.count, 1))).squareRoot()
        }

        var pairs: Int { olds.count * news.count }

        /// Where a motion takes the middle of the old scan, from that of the new one, and how far it turns.
        @inline(__always)
        func cast(_ motion: LevelMotion) -> Cast {
            Cast(shift: motion.moved(from) - to, quarters: motion.quarters)
        }

        @inline(__always)
        func forEach(_ body: (Int, Int, LevelMotion) -> Void) {
            for (place, orders) in olds {
                for new in news.indices {
                    let most = min(
                        PlacedScans.shareOfEdge * min(orders[0].size, news[new].size), bound)
                    for old in orders {
                        if let motion = old.laid(on: news[new], within: most) { body(place, new, motion) }
                    }
                }
            }
        }
    }

    /// A motion as it is counted: the shift of the middle, in metres, and the turn in quarters of a circle.
    private struct Cast {
        let shift: SIMD3<Double>
        let quarters: Double
    }

    private struct CellCounts {
        private var counts: [UInt32]
        /// Cells a quarter of a turn, a metre and a metre upwards.
        private let turns, level, upright: Double
        private let shift: UInt64

        init(cells: Double, _ pool: Pool) {
            // A vote's turn is off by a few degrees, and its shift, far from where it was cast, by as much times the distance.
            level = 1 / (cells * max(0.25, 0.06 * pool.extent))
            upright = 1 / (cells * max(0.1, 0.01 * pool.extent))
            turns = MotionVotes.turns / 4 / cells
            // Cells share a count by chance, which only makes work.
            let bits = min(max(UInt64(pool.pairs.bitWidth - pool.pairs.leadingZeroBitCount) + 3, 12), 22)
            shift = 64 - bits
            counts = [UInt32](repeating: 0, count: 1 << Int(bits))
        }

        @inline(__always)
        func cell(_ cast: Cast) -> UInt64 {
            func part(_ value: Double, _ places: UInt64) -> UInt64 {
                (UInt64(truncatingIfNeeded: CenterGrid.number(value)) & 0xffff) &<< (16 * places)
            }
            return part(cast.shift.x * level, 0) | part(cast.shift.y * upright, 1)
                | part(cast.shift.z * level, 2)
                | part(cast.quarters * turns, 3)
        }

        private func bucket(_ cell: UInt64) -> Int { Int((cell &* 0x9e37_79b9_7f4a_7c15) &>> shift) }

        mutating func add(_ cast: Cast) { counts[bucket(cell(cast))] += 1 }

        func count(of cell: UInt64) -> UInt32 { counts[bucket(cell)] }

        /// The least count of a cell for about so many cells to have as much.
        func least(ofPeaks most: Int) -> UInt32 {
            var having = [Int](repeating: 0, count: 1 << 16)
            for count in counts where count > 0 { having[min(Int(count), having.count - 1)] += 1 }
            var sum = 0, least = UInt32.max
            for (count, cells) in having.enumerated().reversed() where cells > 0 {
                sum += cells
                guard sum <= most || least == .max else { break }
                least = UInt32(count)
            }
            return least
        }
    }
}
