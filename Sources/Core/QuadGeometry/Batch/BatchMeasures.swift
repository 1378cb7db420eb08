/// The sizes and the places of the markers of a batch that have them.
struct BatchMeasures {
    /// The places in the batch of those measured, in order.
    let places: [Int]
    let centers: [SIMD3<Double>]
    /// The longest edge of each, in metres as read.
    let edges: [Double]
    /// The mean length of opposite edges of each, the longer first.
    let sides: [SIMD2<Double>]

    /// Coordinates beyond this, in metres, could overflow in a square.
    private static let largestCoordinate = 1e100

    init(_ quads: [Quad]) {
        // NaN fails the comparison.
        places = quads.indices.filter {
            quads[$0].isFinite && quads[$0].largestMagnitude < Self.largestCoordinate
        }
        centers = places.map { quads[$0].center }
        let lengths = places.map { quads[$0].edgeLengths }
        edges = lengths.map { $0.max() }
        sides = lengths.map { edge in
            let (first, second) = ((edge[0] + edge[2]) / 2, (edge[1] + edge[3]) / 2)
            return SIMD2(max(first, second), min(first, second))
        }
    }

    /// The lower median, so that of two markers the smaller decides; 0 of none.
    static func median(_ values: [Double]) -> Double { quantile(0.5, values) }

    /// The value below which this share lies; 0 of none.
    static func quantile(_ share: Double, _ values: [Double]) -> Double {
        guard !values.isEmpty else { return 0 }
        var ranked = RankedNumbers(values)
        return ranked[Int(share * Double(values.count - 1))]
    }

    /// The corners of the box of some centers, without this share at either end of each axis,
    /// but at least one if there is a share.
    func box(_ chosen: [Int], without share: Double = 0) -> (low: SIMD3<Double>, high: SIMD3<Double>) {
        var low = SIMD3<Double>.zero, high = SIMD3<Double>.zero
        for axis in 0..<3 {
            guard !chosen.isEmpty else { continue }
            var ranked = RankedNumbers(chosen.map { centers[$0][axis] })
            let cut = share > 0 ? max(1, Int(share * Double(chosen.count))) : 0
            (low[axis], high[axis]) = (ranked[cut], ranked[chosen.count - 1 - cut])
        }
        return (low, high)
    }
}

extension BatchMeasures {
    /// The fewest markers that say where the others should be.
    private static let leastCrowd = 4
    /// The largest share of markers that can be far away; more of them are a place of their own.
    private static let largestShare = 0.1
    /// The number of markers near each other that make a place of their own.
    private static let crowdSize = 3
    /// The distance from the middle of the others over the largest distance among them, above which one is far away.
    static let farFactor = 10.0

    /// The markers far from all others, with the distance from the middle of the others and its limit.
    ///
    /// In order of distance from the median of the centers, they come after a gap, and are at most one or a tenth of all.
    func remote(apartFrom slipped: Set<Int>, within range: Double) -> [(
        place: Int, distance: Double, limit: Double
    )] {
        let chosen = centers.indices.filter {
            !slipped.contains($0) && centers[$0].largestMagnitude <= range
        }
        guard chosen.count > BatchMeasures.leastCrowd else { return [] }
        let middle = SIMD3(
            BatchMeasures.median(chosen.map { centers[$0].x }),
            BatchMeasures.median(chosen.map { centers[$0].y }),
            BatchMeasures.median(chosen.map { centers[$0].z }))
        let all = chosen.map { (place: $0, distance: (centers[$0] - middle).length) }
        let most = max(1, Int(BatchMeasures.largestShare * Double(chosen.count)))
        var ranked = RankedNumbers(all.map { $0.distance })
        let least = ranked[chosen.count - 1 - most]
        // In order only where a gap may be.
        let distances = all.filter { $0.distance >= least }.sorted {
            ($0.distance, $0.place) < ($1.distance, $1.place)
        }
        let size = BatchMeasures.median(chosen.map { edges[$0] })
        guard
            let gap = (distances.count - most..<distances.count).first(where: {
                distances[$0].distance > BatchMeasures.farFactor * max(distances[$0 - 1].distance, size)
            })
        else { return [] }
        let radius = max(distances[gap - 1].distance, size), limit = BatchMeasures.farFactor * radius
        let beyond = distances[gap...]
        return beyond.filter { one in
            beyond.count { (centers[$0.place] - centers[one.place]).length <= limit }
                < BatchMeasures.crowdSize
        }
        .map { ($0.place, $0.distance, limit) }.sorted { $0.place < $1.place }
    }
}
