package import MarkerTables
internal import QuadGeometry
package import RigidCalibration

/// A CSV file of pairs: points of one frame and where they are in another.
package struct PairTable {
    package let table: NumberTable
    package let pairs: Correspondences
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    package let groupNames: [String]?
    /// Assumptions made in reading it.
    package let assumptions: [Assumption]
    /// The first of four pairs that lie as the corners of one marker though no pair names one; `nil` where none do.
    package let unnamedMarker: Int?

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
