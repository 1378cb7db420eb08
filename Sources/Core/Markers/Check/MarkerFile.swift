package import MarkerTables
package import QuadGeometry

/// The markers of a file, all in memory: the rows of a table, or the values of a document.
package struct MarkerFile {
    package let name: String
    package let format: MarkerFormat
    package let quads: [Quad]
    /// The thing that it holds instead of markers; `nil` where that is not known.
    package let otherContent: OtherContent?
    let form: Form

    enum Form {
        case table(QuadTable)
        case document(MarkerDocument)
        /// Quads in memory, without records.
        case quads
    }

    init(_ quads: [Quad]) {
        (name, format, self.quads, form, otherContent) = ("", .json, quads, .quads, nil)
    }

    init(_ markers: [Marker]) {
        var bytes = [UInt8(ascii: "[")]
        for (place, marker) in markers.enumerated() {
            if place > 0 { bytes += [UInt8(ascii: ","), UInt8(ascii: "\n")] }
            bytes += marker.text
        }
        bytes.append(UInt8(ascii: "]"))
        self.init(MarkerDocument(bytes))
    }

    init(_ document: MarkerDocument) {
        (name, format, quads, form) = ("", .json, document.quads, .document(document))
        otherContent = OtherContent(document)
    }

    /// Takes the bytes of a file, in the format that is stated or that they have.
    ///
    /// JSON in which not even one value can be read is refused; of other JSON the values before an error are kept.
    ///
    /// - Parameter reportsBrokenLines: Whether a line that is not valid JSON is reported as an issue, instead of ending the reading.
    package init(
        _ name: String, _ bytes: [UInt8], _ stated: MarkerFormat? = nil,
        _ coordinates: MarkerCoordinates = .raw, reportsBrokenLines: Bool = false
    ) throws(MarkerFileError) {
        let format = MarkerFormat(stated, of: name, beginningWith: bytes)
        self.name = name
        if let content = OtherContent(beginning: bytes) {
            (form, self.format, quads, otherContent) = (.quads, format, [], content)
        } else if format == .csv {
            guard coordinates == .raw else { throw .tableOfRawCorners }
            let table: QuadTable
            do throws(TableError) { table = try QuadTable(bytes, file: name) } catch { throw .table(error) }
            (form, self.format, quads, otherContent) = (.table(table), .csv, table.quads, nil)
        } else {
            guard !bytes.isEmpty else { throw .empty }
            let document = MarkerDocument(
                bytes, coordinates,
                lines: reportsBrokenLines ? .reported(isStated: format == .ndjson) : .refused)
            if let error = document.error, document.entries.isEmpty { throw .json(error) }
            let isLines = format == .ndjson || document.list == .lines && document.entries.count > 1
            (form, self.format, quads) = (.document(document), isLines ? .ndjson : .json, document.quads)
            otherContent = OtherContent(document)
        }
    }

    /// The digest of the file; of quads in memory, which have none, that of no bytes.
    package var sha256: String {
        switch form {
        case .table(let table): table.text.sha256
        case .document(let document): SHA256.hex(of: document.bytes[...])
        case .quads: SHA256.hex(of: [])
        }
    }

    /// The separator of the fields of a row, by its name.
    package var separator: String? {
        guard case .table(let table) = form else { return nil }
        return table.text.separator.rawValue
    }

    /// The number of rows or values of a list that hold no quad.
    package var faultCount: Int {
        guard otherContent == nil else { return 0 }
        return switch form {
        case .table(let table): table.faults.count
        case .document(let document): document.entries.count - document.quads.count
        case .quads: 0
        }
    }

    /// The finding that there is nothing to check; nil where there is something.
    var emptiness: MarkerFinding? {
        let list: String
        switch form {
        case .table: return nil
        case .document(let document):
            guard document.entries.isEmpty, document.error == nil else { return nil }
            list = document.list.pointer
        case .quads:
            guard quads.isEmpty, otherContent == nil else { return nil }
            list = ""
        }
        return MarkerFinding(site, MarkerIssue(.noMarkers, entry: -1, pointer: list, line: 1))
    }

    /// The word for what is listed in it.
    package var unit: String { format == .csv ? "row" : "value" }

    package func site(_ quad: Int) -> MarkerSite {
        switch form {
        case .table(let table): MarkerSite(table.rows[quad], in: name)
        case .document(let document): MarkerSite(document, document.places[quad], in: name)
        case .quads: MarkerSite(quad: quad)
        }
    }

    /// A member of a marker; `nil` of a row, or if it is missing or null.
    package func value(of field: MarkerField, at quad: Int) -> JSONValue? {
        switch form {
        case .table, .quads: nil
        case .document(let document): document.value(of: field, in: document.places[quad])
        }
    }

    /// The raw and the stored calibrated corners of a marker; `nil` of a row, and if it has none that can be read.
    func calibrated(at quad: Int) -> (raw: Quad, stored: CalibratedData)? {
        guard case .document(let document) = form, let raw = document.quad(of: document.places[quad], .raw),
            let value = document.value(of: .calibratedData, in: document.places[quad]),
            let stored = try? CalibratedData(value)
        else { return nil }
        return (raw, stored)
    }

    /// The member `space` beside the list of markers; `nil` without one.
    var spaceBeside: JSONValue? {
        guard case .document(let document) = form, case .member = document.list,
            document.error == nil
        else { return nil }
        return (try? JSONValue(document.bytes))?["space"]
    }

    /// The place of what is about the file as a whole.
    var site: MarkerSite { MarkerSite(ofAll: name) }

    /// A number shared by the quads that are compared with each other.
    func collection(_ quad: Int) -> Int {
        switch form {
        case .table, .quads: 0
        case .document(let document): document.entries[document.places[quad]].collection
        }
    }

    func isOfSet(_ quad: Int) -> Bool {
        switch form {
        case .table, .quads: false
        case .document(let document): document.entries[document.places[quad]].set != nil
        }
    }

    /// The findings apart from the shapes of quads.
    var faults: [MarkerFinding] {
        if let otherContent { return [MarkerFinding(site, otherContent)] }
        return switch form {
        case .table(let table):
            table.faults.map { MarkerFinding(MarkerSite($0.row, in: name), $0.fault) } + repeatedIDs
        case .document(let document):
            document.issues.map { issue in
                MarkerFinding(
                    MarkerSite(document, issue.entry, in: name), issue,
                    other: issue.other.map { MarkerSite(document, $0, in: name) })
            }
        case .quads: []
        }
    }

    /// The error that ended the reading before the end of the file.
    package var error: JSONError? {
        guard case .document(let document) = form else { return nil }
        return document.error
    }

    /// The bytes of the file with the repairs made, and all others as they were.
    package func applying(_ repairs: [Repair]) -> [UInt8] {
        switch form {
        case .table(let table): table.replacing(repairs.map { (table.rows[$0.place], $0.quad) })
        case .document(let document): document.applying(repairs)
        case .quads: []
        }
    }
}

/// The reason why a file has no markers to look at.
package enum MarkerFileError: Error {
    case empty
    /// Calibrated corners are asked for, and rows have none.
    case tableOfRawCorners
    case table(TableError)
    case json(JSONError)
}

package struct Repair {
    package let site: MarkerSite
    package let place: Int
    package let steps: [QuadFix]
    /// The repaired quad; `nil` where the marker is left out.
    package let quad: Quad?
    /// The marker that a marker repeats that is left out.
    package var original: MarkerSite?
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

/// The form in which the markers of a file are written.
package enum MarkerFormat: String, CaseIterable, Sendable {
    case csv, json, ndjson

    /// The format that is stated, or else the one of the file name's extension, or else the one of the first bytes.
    package init(_ stated: MarkerFormat?, of file: String, beginningWith bytes: [UInt8]) {
        self = stated ?? MarkerFormat(endOf: file) ?? MarkerFormat(startOf: bytes)
    }

    private init?(endOf file: String) {
        guard let dot = file.lastIndex(of: ".") else { return nil }
        switch file[file.index(after: dot)...].lowercased() {
        case "csv", "tsv": self = .csv
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }

    /// The format of the first byte behind blanks and a byte order mark.
    private init(startOf bytes: [UInt8]) {
        let blanks = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF] as [UInt8]
        switch bytes.first(where: { !blanks.contains($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        default: self = .csv
        }
    }
}
