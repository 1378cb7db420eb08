import Markers
import QuadGeometry

/// A file of markers as it was read.
enum QuadFile {
    case csv(QuadCSV)
    case json(QuadJSON)

    /// Reads a file, or standard input where the name is `-`.
    init(reading file: String, _ options: CheckOptions) throws(Failure) {
        let bytes = try Input.bytes(of: file)
        let format = MarkerFormat(options.format, of: file, beginningWith: bytes)
        guard format == .csv else {
            self = .json(
                try QuadJSON(bytes, file: file, isLines: format == .ndjson, options.coordinates))
            return
        }
        guard options.coordinates == .raw else {
            throw .tableOfRawCorners(file: file)
        }
        self = .csv(try QuadCSV(bytes, file: file))
    }

    /// The name it was asked for by.
    var file: String {
        switch self {
        case .csv(let csv): csv.file
        case .json(let json): json.file
        }
    }

    var format: MarkerFormat {
        switch self {
        case .csv: .csv
        case .json(let json): json.format
        }
    }

    /// The digest of the file.
    var sha256: String {
        switch self {
        case .csv(let csv): csv.text.sha256
        case .json(let json): SHA256.hex(of: json.document.bytes[...])
        }
    }

    /// What parts the fields of a row, by its name.
    var separator: String? {
        guard case .csv(let csv) = self else { return nil }
        return csv.text.separator.rawValue
    }

    /// The quads, in order.
    var quads: [Quad] {
        switch self {
        case .csv(let csv): csv.quads
        case .json(let json): json.document.quads
        }
    }

    /// How many rows or values of a list hold no quad.
    var faultCount: Int {
        switch self {
        case .csv(let csv): csv.faults.count
        case .json(let json): json.document.entries.count - json.document.quads.count
        }
    }

    /// What is listed in it, in a word.
    var unit: String {
        switch self {
        case .csv: "row"
        case .json: "value"
        }
    }

    /// Where a quad stands.
    func site(_ quad: Int) -> MarkerSite {
        switch self {
        case .csv(let csv): MarkerSite(csv.rows[quad])
        case .json(let json): json.site(json.document.places[quad])
        }
    }

    /// A number that quads share which are compared with each other.
    func collection(_ quad: Int) -> Int {
        switch self {
        case .csv: 0
        case .json(let json): json.document.entries[json.document.places[quad]].collection
        }
    }

    /// What is wrong beside the quads.
    var faults: [Finding] {
        switch self {
        case .csv(let csv): csv.faults.map { Finding(MarkerSite($0.row), $0.fault) }
        case .json(let json): json.findings
        }
    }

    /// What ended the reading before the end of the file.
    var failure: Failure? {
        guard case .json(let json) = self, let error = json.document.error else { return nil }
        return .json(file: json.file, error)
    }

    /// The bytes of the file with the repairs made, and all others as they were.
    func applying(_ repairs: [Repair]) -> [UInt8] {
        switch self {
        case .csv(let csv): csv.applying(repairs)
        case .json(let json): json.applying(repairs)
        }
    }
}
