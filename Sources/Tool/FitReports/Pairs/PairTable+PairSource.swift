package import MarkerTables
package import Markers
import RigidCalibration
import ToolMarkers
package import ToolTerminal

extension NumberTable {
    /// Reads a file, or standard input where the name is `-`.
    package init(reading file: String, _ kind: TableKind) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        do throws(TableError) { try self.init(bytes, file: file, kind) } catch {
            throw .table(file: file, error)
        }
    }

    /// The reason why no motion was fitted, with the rows of this table.
    func refusal(_ error: RigidFitError) -> Failure {
        .refused(FitRefusal(error: error, file: file, ids: ids, lines: lines))
    }
}

extension PairTable: PairSource {
    /// Reads a file, or standard input where the name is `-`.
    package init(reading file: String, _ groups: GroupChoice) throws(Failure) {
        let table = try NumberTable(reading: file, .pairs)
        do throws(PairTableError) { try self.init(table, grouped: groups == .auto) } catch {
            switch error {
            case .table(let error): throw .table(file: file, error)
            case .pairs(let error): throw table.refusal(error)
            }
        }
    }

    package var file: String { table.file }
    package var label: String { fileLabel(file) }
    package var ids: [String] { table.ids }
    package var lines: [Int] { table.lines }
    package var times: [Double?]? { table.times }
    package var notes: [(file: String, text: String)] { assumptions.map { (file, $0.text) } }

    package var inputs: [FitDocument.Input] { [table.input("pairs", assumptions)] }
    var checkInputs: [FitDocument.Input] { [table.input("check-points", assumptions)] }
}

extension PairTable.Assumption {
    package var text: String {
        switch self {
        case .columns(let names): "no header, so the columns are taken as \(names.joined(separator: ","))"
        case .groupedByID(let groups):
            "ids such as NAME.p1 and NAME/p1 are taken as corners of one marker: \(counted(groups, "group"))"
        }
    }
}
