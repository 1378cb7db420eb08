import Markers
import QuadGeometry
import RigidCalibration

/// A CSV file of pairs: points of one frame and where they are in another.
struct PairCSV: PairSource {
    let table: NumberTable
    let pairs: Correspondences
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    let groupNames: [String]?
    /// What was taken for granted in reading it.
    let readingNotes: [PairNote]

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String) throws(Failure) {
        try self.init(try NumberTable(reading: file, .pairs))
    }

    init(_ table: NumberTable) throws(Failure) {
        self.table = table
        var notes: [PairNote] = table.layout.hasHeader ? [] : [.noHeader(table.layout.names)]
        let byID = table.groups.isEmpty
        let grouping: PairGrouping? =
            byID ? PairGrouping(ids: table.ids) : PairGrouping(names: table.groups, table.ids)
        if byID, let grouping { notes.append(.groupedByID(groups: grouping.names.count)) }
        (groupNames, readingNotes) = (grouping?.names, notes)
        let (s, source, target) = (
            table.place(of: "s"), table.place(of: "sxx"), table.place(of: "txx")
        )
        if let s, let row = (0..<table.count).first(where: { !(table.value($0, s) > 0) }) {
            throw .row(
                file: table.file, line: table.lines[row],
                .noDeviation(name: "s", found: table.value(row, s)))
        }
        do throws(RigidFitError) {
            pairs = try Correspondences(
                sources: (0..<table.count).map { table.point($0, 0) },
                targets: (0..<table.count).map { table.point($0, 3) },
                weights: table.place(of: "w").map { place in
                    (0..<table.count).map { table.value($0, place) }
                },
                sourceCovariances: source.map { PairCSV.covariances(table, $0, nil) },
                targetCovariances: s != nil || target != nil
                    ? PairCSV.covariances(table, target, s) : nil,
                groups: grouping?.groups, ids: table.ids)
        } catch {
            throw table.refusal(error)
        }
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

    var file: String { table.file }
    var label: String { fileLabel(table.file) }
    var ids: [String] { table.ids }
    var lines: [Int] { table.lines }
    var notes: [(file: String, text: String)] { readingNotes.map { (table.file, $0.text) } }

    var inputs: [FitDocument.Input] { [table.input("pairs", readingNotes)] }

    var noiseColumns: [String] { table.layout.numbers.filter { $0 == "s" || $0.count == 3 } }
}

/// A thing that the reading of pairs took for granted.
enum PairNote {
    case noHeader([String])
    case groupedByID(groups: Int)

    var text: String {
        switch self {
        case .noHeader(let names): "no header, so the columns are taken as \(names.joined(separator: ","))"
        case .groupedByID(let groups):
            "ids such as NAME.p1 and NAME/p1 are taken as corners of one marker: \(counted(groups, "group"))"
        }
    }
}
