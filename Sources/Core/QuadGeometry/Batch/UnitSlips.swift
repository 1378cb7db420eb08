/// The units that a batch, or some of its markers, may be in instead of metres.
struct UnitSlips {
    private(set) var whole: LengthSlip?
    /// The slips of single markers, by their places in the measures.
    private(set) var markers: [(place: Int, slip: LengthSlip)] = []

    /// The longest median edge that is usual, in metres, and its share of the limit for edges, whichever is longer.
    private static let usualEdge = (metres: 8.0, share: 0.4)
    /// The share of the largest coordinate that is usual for the extent of a file: 250 m of 10 km.
    private static let usualReach = 0.025
    /// The median edge above which an unusual extent says something: large sites may have small markers.
    private static let leastEdgeOfReach = 1.5
    /// A typical edge and a typical extent, in metres: the unit is the one that comes nearest to both.
    private static let typical = (edge: 0.2, reach: 6.0)
    /// The weight of a usual size, as a factor of distance from what is typical.
    private static let usualSizeWeight = 4.0
    /// The edges of few markers without a usual size say something above this many times the limit.
    private static let leastUnnamed = 2.0
    /// The fewest markers whose median is no single marker's opinion.
    private static let fewMarkers = 5

    /// The longest median edge that is usual in metres.
    static func longestEdge(_ limits: QuadLimits) -> Double {
        max(usualEdge.metres, usualEdge.share * limits.longestEdge)
    }

    init(_ measures: BatchMeasures, _ limits: QuadLimits) {
        guard !measures.places.isEmpty else { return }
        whole = UnitSlips.slip(ofAll: measures, limits)
        if whole == nil { markers = UnitSlips.slips(in: measures, limits) }
    }

    private static func slip(ofAll measures: BatchMeasures, _ limits: QuadLimits) -> LengthSlip? {
        let count = measures.places.count
        let edge = BatchMeasures.median(measures.edges)
        let box = measures.box(Array(measures.centers.indices), without: count < fewMarkers ? 0 : 0.1)
        let reach = count == 1 ? measures.centers[0].largestMagnitude : (box.high - box.low).length
        let (longest, farthest) = (longestEdge(limits), usualReach * limits.largestCoordinate)
        // One marker of the median size speaks for its size by name, of several the slenderest.
        let sides = measures.sides.indices.filter { measures.edges[$0] == edge }.map { measures.sides[$0] }
        let middle = sides.min { ($0.y, $0.x) < ($1.y, $1.x) } ?? .zero
        func name(_ unit: LengthUnit) -> UsualSize? { UsualSize.named(middle * unit.metres) }
        let isNamed = LengthUnit.allCases.contains { name($0) != nil }
        let unnamed = max(longest, leastUnnamed * limits.longestEdge)
        let isLarge = edge > (count < fewMarkers && !isNamed ? unnamed : longest)
        let isWide = edge > leastEdgeOfReach && reach > farthest && count >= fewMarkers
        guard isLarge || isWide else { return nil }
        var best: (score: Double, slip: LengthSlip)?
        for unit in LengthUnit.allCases {
            let (edge, reach) = (edge * unit.metres, reach * unit.metres)
            guard edge >= limits.shortestEdge, edge <= longest, reach <= farthest else { continue }
            // The extent of one marker, or of several in one place, says only what it is not.
            let wide = count < fewMarkers ? max(reach, typical.reach) : max(reach, limits.shortestEdge)
            // Sizes differ less from space to space than extents do.
            let size = distance(edge, typical.edge)
            let score =
                size * size * distance(wide, typical.reach)
                / (name(unit) == nil ? 1 : usualSizeWeight)
            if score < best?.score ?? .infinity {
                best = (
                    score,
                    LengthSlip(
                        unit: unit, edge: edge / unit.metres, reach: reach / unit.metres,
                        usualSize: name(unit))
                )
            }
        }
        return best?.slip
    }

    /// The factor between two lengths, 1 or more.
    private static func distance(_ first: Double, _ second: Double) -> Double {
        max(first / second, second / first)
    }
}

extension UnitSlips {
    /// A marker must be this many times as large as the median to have slipped.
    private static let leastExcess = 1.8
    /// The largest factor by which a slipped marker may, in the right unit, differ from the sizes of the others.
    private static let sizeRoom = 1.5
    /// The room around the box of the others, as a share of its diagonal and in edges of the median size.
    private static let boxRoom = (share: 0.5, edges: 10.0)
    /// The least share of the other markers that must be of usual size.
    private static let leastBulk = 0.5

    /// The markers that are too large and too far away by one factor.
    private static func slips(in measures: BatchMeasures, _ limits: QuadLimits) -> [(
        place: Int, slip: LengthSlip
    )] {
        let places = Array(measures.edges.indices), median = BatchMeasures.median(measures.edges)
        let bulk = places.filter { measures.edges[$0] <= leastExcess * median }
        guard places.count > 1, bulk.count < places.count, median > 0,
            Double(bulk.count) >= leastBulk * Double(places.count)
        else { return [] }
        let box = measures.box(bulk, without: bulk.count < fewMarkers ? 0 : 0.02)
        let room = boxRoom.share * (box.high - box.low).length + boxRoom.edges * median
        let middle = (box.low + box.high) * 0.5
        func isInside(_ point: SIMD3<Double>) -> Bool {
            all(point .>= box.low - room) && all(point .<= box.high + room)
        }
        let sizes = places.filter { isInside(measures.centers[$0]) }.map { measures.edges[$0] }
        let smallest = BatchMeasures.quantile(0.05, sizes) / sizeRoom
        let longest = sizes.max() ?? median, largest = longest * sizeRoom
        var found: [(place: Int, slip: LengthSlip)] = []
        for place in places where measures.edges[place] > leastExcess * median {
            let (edge, center) = (measures.edges[place], measures.centers[place])
            guard edge > longest, !isInside(center) else { continue }
            // As it was read, nothing is this long: its size need not be that of the others.
            let most = edge > limits.longestEdge ? max(largest, longestEdge(limits)) : largest
            let fitting = LengthUnit.allCases.filter { unit in
                let edge = edge * unit.metres
                return edge >= smallest && edge <= most && isInside(center * unit.metres)
            }
            func size(_ unit: LengthUnit) -> UsualSize? {
                UsualSize.named(measures.sides[place] * unit.metres)
            }
            func score(_ unit: LengthUnit) -> Double {
                distance(edge * unit.metres, median) / (size(unit) == nil ? 1 : usualSizeWeight)
            }
            guard let unit = fitting.min(by: { score($0) < score($1) }) else { continue }
            found.append(
                (
                    place,
                    LengthSlip(
                        unit: unit, edge: edge, reach: (center - middle).length, usualSize: size(unit))
                ))
        }
        return found
    }
}
