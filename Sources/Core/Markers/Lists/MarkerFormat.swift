/// The form in which the markers of a file are written.
package enum MarkerFormat: String, CaseIterable, Sendable {
    case csv, json, ndjson

    /// The format that is stated, or else the one of the file name's extension, or else the one of the first bytes.
    package init(_ stated: MarkerFormat?, of file: String, beginningWith bytes: [UInt8]) {
        self = stated ?? MarkerFormat(endOf: file) ?? MarkerFormat(startOf: bytes)
    }

    /// The format of a file name's extension.
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
