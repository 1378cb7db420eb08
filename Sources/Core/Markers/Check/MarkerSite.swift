package import MarkerTables

/// The place of a marker in what was read, and its names.
public struct MarkerSite: Hashable, Sendable {
    /// The name of the file; empty in memory.
    public let file: String
    /// Its place among all that is listed, from 0; -1 where a finding is about the list as a whole.
    public let index: Int
    /// The line it begins in, from 1.
    package let line: Int
    /// The JSON pointer to it.
    public let pointer: String
    /// Whether the file has that pointer, or it is only a way to count.
    package let isInJSON: Bool
    /// The JSON pointer from it to its corners.
    package var corners = ""
    /// The id as it is written; nil without one.
    public let id: String?
    /// The label that people see; nil without one.
    public var label: String?
}

extension MarkerSite {
    /// The names as one text, in whose order markers are whatever their places: of two numbers the smaller is first, no name last.
    var sortedName: String {
        [file, id ?? "", label ?? ""].map { $0.isEmpty ? "~" : "\(1000 + $0.utf8.count)\($0)" }
            .joined(separator: "\0")
    }

    /// A marker of which only the place is known.
    package init(line: Int, pointer: String) {
        self.init(
            file: "", index: 0, line: line, pointer: pointer, isInJSON: true, id: nil)
    }

    /// A file as a whole, which comes before its markers.
    init(ofAll file: String) {
        self.init(file: file, index: -1, line: 1, pointer: "", isInJSON: true, id: nil)
    }

    init(quad: Int) {
        self.init(file: "", index: quad, line: 1, pointer: "/\(quad)", isInJSON: true, id: nil)
    }

    package init(_ row: QuadRow, in file: String) {
        self.init(
            file: file, index: row.index, line: row.line, pointer: "/markers/\(row.index)",
            isInJSON: false, id: row.id)
    }

    init(_ document: MarkerDocument, _ entry: Int, in file: String) {
        self.init(
            file: file, index: entry, line: document.entries[entry].line,
            pointer: document.pointer(of: entry), isInJSON: true,
            corners: document.coordinates == .raw ? "" : "/calibrated_data",
            id: document.value(of: .id, in: entry)?.string,
            label: document.value(of: .label, in: entry)?.string)
    }
}
