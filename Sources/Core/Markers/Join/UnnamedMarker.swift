internal import QuadGeometry
internal import RigidCalibration

/// Four pairs in a row whose sources lie as the corners of one marker.
struct UnnamedMarker {
    /// The first of the four pairs.
    let pair: Int

    /// The lengths that a side of a marker may have, in metres.
    static let sides = 0.03...2.5
    /// The most that opposite sides may differ by, as a share of the four sides' mean.
    ///
    /// Corners of a 10 cm marker that were tapped to 5 mm in each coordinate differ by less in 97 of 100 cases.
    static let mostUnequal = 0.3
    /// The least that the shorter of two neighboring sides may be of the longer.
    static let leastSide = 0.2
    /// The least sine of the angle between neighboring sides.
    static let leastSine = 0.5
    /// The least distance of any other source from the middle, in units of the farthest corner's: a walk in even steps that
    /// turns round comes nearer than this.
    static let leastGap = 2.5

    /// The most sources that are looked at to see whether they are far from others, for each source. Those next to four in the
    /// file are looked at first, and they are near unless the four are a marker; a file made to be slow is given up.
    static let mostLooks = 64

    /// The first four; `nil` where no four lie so, or too much would have to be looked at.
    init?(_ sources: [SIMD3<Double>]) {
        var looks = 0
        self.init(sources, counting: &looks)
    }

    /// The same, counting the sources that were looked at.
    init?(_ sources: [SIMD3<Double>], counting looks: inout Int) {
        guard sources.count >= 4 else { return nil }
        for first in 0...(sources.count - 4) where Self.areCorners(sources[first..<(first + 4)]) {
            guard Self.areApart(first, sources, &looks) else {
                guard looks < Self.mostLooks * sources.count else { return nil }
                continue
            }
            pair = first
            return
        }
        return nil
    }

    /// Whether four points, in this order, are nearly a parallelogram, which is flat, of the size of a marker.
    private static func areCorners(_ points: ArraySlice<SIMD3<Double>>) -> Bool {
        let p = Array(points), edges = (0..<4).map { p[($0 + 1) % 4] - p[$0] }
        let lengths = edges.map(\.length), mean = lengths.reduce(0, +) / 4
        guard lengths.allSatisfy({ sides.contains($0) }),
            (edges[0] + edges[2]).length <= mostUnequal * mean
        else { return false }
        let (shorter, longer) = (
            Double.minimum(lengths[0], lengths[1]), Double.maximum(lengths[0], lengths[1])
        )
        let sine = edges[0].cross(edges[1]).length / (lengths[0] * lengths[1])
        return shorter >= leastSide * longer && sine >= leastSine
    }

    /// Whether all other sources are far from the four, beginning with those next to them in the file on either side.
    private static func areApart(_ first: Int, _ sources: [SIMD3<Double>], _ looks: inout Int) -> Bool {
        let corners = sources[first..<(first + 4)], center = corners.reduce(.zero, +) / 4
        let radius = corners.reduce(0) { Double.maximum($0, ($1 - center).length) }
        for step in 1..<sources.count {
            for place in [first - step, first + 3 + step] where sources.indices.contains(place) {
                looks += 1
                if (sources[place] - center).length < leastGap * radius { return false }
            }
        }
        return true
    }
}
