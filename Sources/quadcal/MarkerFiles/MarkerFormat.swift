/// How the markers of a file are written.
enum MarkerFormat: String, CaseIterable, Sendable {
    case csv, json, ndjson

    /// The format that is stated, or else the one that the end of the name says, or else the first bytes.
    init(_ stated: MarkerFormat?, of file: String, beginningWith bytes: [UInt8]) {
        self = stated ?? MarkerFormat(endOf: file) ?? MarkerFormat(startOf: bytes)
    }

    /// The format that the end of a name says.
    private init?(endOf file: String) {
        guard let dot = file.lastIndex(of: ".") else { return nil }
        switch file[file.index(after: dot)...].lowercased() {
        case "csv", "tsv": self = .csv
        case "json": self = .json
        case "ndjson", "jsonl": self = .ndjson
        default: return nil
        }
    }

    /// The format that the first byte says, blanks and a byte order mark apart.
    private init(startOf bytes: [UInt8]) {
        let blanks = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF] as [UInt8]
        switch bytes.first(where: { !blanks.contains($0) }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        default: self = .csv
        }
    }
}
