import MarkerTables
import Markers
import QuadGeometry

/// The markers of a file, all in memory: the rows of a table, or the values of a document.
struct MarkerContents {
    /// The name of the file.
    let file: String
    let format: MarkerFormat
    /// The quads, in order.
    let quads: [Quad]
    private let form: Form

    private enum Form {
        case table(QuadTable)
        case document(MarkerDocument)
    }

    /// Reads a file, or standard input where the name is `-`.
    ///
    /// JSON in which not even one value can be read is refused; of other JSON the values before an error are kept.
    init(reading file: String, _ options: CheckOptions) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        let format = MarkerFormat(options.format, of: file, beginningWith: bytes)
        self.file = file
        if format == .csv {
            guard options.coordinates == .raw else { throw .tableOfRawCorners(file: file) }
            let table = try QuadTable(reading: bytes, of: file)
            (form, self.format, quads) = (.table(table), .csv, table.quads)
        } else {
            guard !bytes.isEmpty else { throw .emptyMarkers(file: file) }
            let document = MarkerDocument(bytes, options.coordinates)
            if let error = document.error, document.entries.isEmpty { throw .json(file: file, error) }
            let isLines = format == .ndjson || document.list == .lines && document.entries.count > 1
            (form, self.format, quads) = (.document(document), isLines ? .ndjson : .json, document.quads)
        }
    }

    /// The digest of the file.
    var sha256: String {
        switch form {
        case .table(let table): table.text.sha256
        case .document(let document): SHA256.hex(of: document.bytes[...])
        }
    }

    /// The separator of the fields of a row, by its name.
    var separator: String? {
        guard case .table(let table) = form else { return nil }
        return table.text.separator.rawValue
    }

    /// How many rows or values of a list hold no quad.
    var faultCount: Int {
        switch form {
        case .table(let table): table.faults.count
        case .document(let document): document.entries.count - document.quads.count
        }
    }

    /// The word for what is listed in it.
    var unit: String { format == .csv ? "row" : "value" }

    /// The place and the names of a quad.
    func site(_ quad: Int) -> MarkerSite {
        switch form {
        case .table(let table): MarkerSite(table.rows[quad], in: file)
        case .document(let document): MarkerSite(document, document.places[quad], in: file)
        }
    }

    /// A number shared by the quads that are compared with each other.
    func collection(_ quad: Int) -> Int {
        switch form {
        case .table: 0
        case .document(let document): document.entries[document.places[quad]].collection
        }
    }

    /// The findings apart from the shapes of quads.
    var faults: [Finding] {
        switch form {
        case .table(let table): table.faults.map { Finding(MarkerSite($0.row, in: file), $0.fault) }
        case .document(let document):
            document.issues.map { issue in
                Finding(
                    MarkerSite(document, issue.entry, in: file), issue,
                    other: issue.other.map { MarkerSite(document, $0, in: file) })
            }
        }
    }

    /// What ended the reading before the end of the file.
    var failure: Failure? {
        guard case .document(let document) = form else { return nil }
        return document.error.map { .json(file: file, $0) }
    }

    /// The bytes of the file with the repairs made, and all others as they were.
    func applying(_ repairs: [Repair]) -> [UInt8] {
        switch form {
        case .table(let table): table.replacing(repairs.map { (table.rows[$0.place], $0.quad) })
        case .document(let document): document.applying(repairs)
        }
    }
}

extension QuadTable {
    /// The quads of a table that was read, or a failure that names its file.
    init(reading bytes: [UInt8], of file: String) throws(Failure) {
        do throws(TableError) { try self.init(bytes, file: file) } catch { throw .table(file: file, error) }
    }
}

extension MarkerDocument {
    /// The bytes with the repairs made. Corners of the other kind follow, where they are those of the same shape.
    fileprivate func applying(_ repairs: [Repair]) -> [UInt8] {
        let apart = Set(issues.filter { $0.code == .calibratedShape }.map(\.entry))
        let other: MarkerCoordinates = coordinates == .raw ? .calibrated : .raw
        return changed(
            repairs.map { repair in
                let entry = places[repair.place]
                guard let quad = repair.quad else { return MarkerChange(entry: entry, corners: [:]) }
                var change = MarkerChange(entry: entry, corners: [coordinates: quad])
                if !apart.contains(entry), let follower = self.quad(of: entry, other) {
                    change.corners[other] = repair.steps.reduce(follower) { $0.applying($1) ?? $0 }
                }
                return change
            })
    }
}
