package import MarkerTables
internal import QuadGeometry
package import RigidCalibration

/// A CSV file of pairs: points of one frame and where they are in another.
package struct PairTable {
    package let table: NumberTable
    package let pairs: Correspondences
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    package let groupNames: [String]?
    package let assumptions: [Assumption]
    /// The first of four pairs that lie as the corners of one marker though no pair names one; `nil` where none do.
    package let unnamedMarker: Int?
    /// Whether its rows name markers, also where that is not used.
    package let namesMarkers: Bool

    /// An assumption made in reading pairs.
    package enum Assumption {
        /// There is no header, so these are the columns.
        case columns([String])
        /// Ids such as `NAME.p1` name corners of one marker.
        case groupedByID(groups: Int)
    }

    /// Takes the rows of a table, in groups by what names their markers, or each pair for itself.
    package init(_ table: NumberTable, grouped: Bool = true) throws(PairTableError) {
        self.table = table
        var assumptions: [Assumption] = table.layout.hasHeader ? [] : [.columns(table.layout.names)]
        let byID = table.groups.isEmpty
        let grouping: PairGrouping? =
            !grouped
            ? nil : byID ? PairGrouping(ids: table.ids) : PairGrouping(names: table.groups, table.ids)
        if byID, let grouping { assumptions.append(.groupedByID(groups: grouping.names.count)) }
        (groupNames, self.assumptions) = (grouping?.names, assumptions)
        namesMarkers = grouping != nil || !byID || PairGrouping(ids: table.ids) != nil
        let (s, source, target) = (
            table.place(of: "s"), table.place(of: "sxx"), table.place(of: "txx")
        )
        if let s, let row = (0..<table.count).first(where: { !(table.value($0, s) > 0) }) {
            throw .table(
                .row(line: table.lines[row], .noDeviation(name: "s", found: table.value(row, s))))
        }
        let pairs: Correspondences
        do throws(RigidFitError) {
            pairs = try Correspondences(
                sources: (0..<table.count).map { table.point($0, 0) },
                targets: (0..<table.count).map { table.point($0, 3) },
                weights: table.place(of: "w").map { place in
                    (0..<table.count).map { table.value($0, place) }
                },
                sourceCovariances: source.map { PairTable.covariances(table, $0, nil) },
                targetCovariances: s != nil || target != nil
                    ? PairTable.covariances(table, target, s) : nil,
                groups: grouping?.groups, ids: table.ids)
        } catch {
            throw .pairs(error)
        }
        self.pairs = pairs
        unnamedMarker = grouped && grouping == nil ? UnnamedMarker(pairs.sources)?.pair : nil
    }

    /// The marker that a pair is of; `nil` where pairs are not grouped.
    package func groupName(of pair: Int) -> String? {
        pairs.groups.flatMap { groups in groupNames.map { $0[groups[pair]] } }
    }

    /// The covariance of one side of each row, with the square of a deviation added.
    private static func covariances(_ table: NumberTable, _ place: Int?, _ deviation: Int?)
        -> [SymmetricMatrix]
    {
        (0..<table.count).map { row in
            var sum = SymmetricMatrix.zero
            if let place {
                let (first, second) = (table.point(row, place), table.point(row, place + 3))
                sum = SymmetricMatrix(
                    xx: first.x, xy: first.y, xz: first.z, yy: second.x, yz: second.y, zz: second.z)
            }
            guard let deviation else { return sum }
            let s = table.value(row, deviation)
            return sum + SymmetricMatrix(diagonal: s * s)
        }
    }

    /// The columns that state the noise; empty where none does.
    package var noiseColumns: [String] { table.layout.numbers.filter { $0 == "s" || $0.count == 3 } }
}

/// The reason why the rows of a table are not pairs.
package enum PairTableError: Error {
    case table(TableError)
    /// The places in the error count the rows.
    case pairs(RigidFitError)
}

struct PairGrouping {
    /// The group of each pair; groups count from 0 in the order in which they appear.
    private(set) var groups: [Int] = []
    private(set) var names: [String] = []

    /// By a name for each pair; a pair without one is alone.
    init(names given: [String], _ ids: [String]) {
        var known: [String: Int] = [:]
        for (name, id) in zip(given, ids) {
            let group = (name.isEmpty ? nil : known[name]) ?? names.count
            if group == names.count { names.append(name.isEmpty ? id : name) }
            if !name.isEmpty { known[name] = group }
            groups.append(group)
        }
    }

    /// By ids that name a corner of a marker; `nil` where none does.
    init?(ids: [String]) {
        let names = ids.map { CornerName($0)?.marker ?? "" }
        guard names.contains(where: { !$0.isEmpty }) else { return nil }
        self.init(names: names, ids)
    }
}

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
