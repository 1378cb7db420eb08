package import MarkerTables
package import Markers
import QuadGeometry
import RigidCalibration
package import ToolTerminal

extension NumberTable {
    /// Reads a file, or standard input where the name is `-`.
    package init(reading file: String, _ kind: TableKind) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        let markers = try kind.rows == .point ? NumberTable.markers(in: bytes, of: file) : nil
        do throws(TableError) {
            try self.init(markers.map(NumberTable.centers) ?? bytes, file: file, kind)
        } catch {
            throw .table(file: file, error)
        }
        guard let markers else { return }
        (ids, lines) = (NumberTable.names(of: markers), markers.map(\.place.line))
        digest = SHA256.hex(of: bytes[...])
    }

    /// The markers of a file that has them instead of rows; `nil` of a table.
    private static func markers(in bytes: [UInt8], of file: String) throws(Failure) -> [MarkerObservation]? {
        guard MarkerFormat(nil, of: file, beginningWith: Array(bytes.prefix(256))) != .csv else { return nil }
        do throws(JSONError) { return try ObservationList(ByteSource(bytes), .raw).observations } catch {
            throw .json(file: file, error)
        }
    }

    /// The centers of markers as rows of points without names, which need no quotes so.
    private static func centers(_ markers: [MarkerObservation]) -> [UInt8] {
        let rows = markers.map { [$0.quad.center.x, $0.quad.center.y, $0.quad.center.z] }
        return Array(rows.map { $0.map { "\($0)" }.joined(separator: ",") + "\n" }.joined().utf8)
    }

    /// A name for each marker, no two alike: its label, its id where others have that label, or its line where others have both.
    private static func names(of markers: [MarkerObservation]) -> [String] {
        func repeated(_ names: [String]) -> Set<String> {
            Set(Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +).filter { $0.value > 1 }.keys)
        }
        let labels = repeated(markers.map(\.name)), ids = repeated(markers.map(\.id.wireText))
        return markers.map { marker in
            guard labels.contains(marker.name) else { return marker.name }
            let id = marker.id.wireText
            return ids.contains(id) ? "\(id) (line \(marker.place.line), \(marker.place.pointer))" : id
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
    package var notes: [(file: String, text: String)] { assumptions.map { (file, $0.text) } }

    package var inputs: [FitDocument.Input] { [table.input("pairs", assumptions)] }
    var checkInputs: [FitDocument.Input] { [table.input("check-points", assumptions)] }
}

extension PairTable.Assumption {
    /// The assumption in words.
    package var text: String {
        switch self {
        case .columns(let names): "no header, so the columns are taken as \(names.joined(separator: ","))"
        case .groupedByID(let groups):
            "ids such as NAME.p1 and NAME/p1 are taken as corners of one marker: \(counted(groups, "group"))"
        }
    }
}
