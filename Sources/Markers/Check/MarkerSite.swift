import MarkerTables
import Markers

/// The place of a marker in what was read, and its names.
struct MarkerSite: Hashable {
    let file: String
    /// Its place among all that the file lists, from 0.
    let index: Int
    /// The line it begins in, from 1.
    let line: Int
    /// The JSON pointer to it.
    let pointer: String
    /// Whether the file has that pointer, or it is only a way to count.
    let isInJSON: Bool
    /// The JSON pointer from it to its corners.
    var corners = ""
    let id: String?
    var label: String?

    /// The place of it or of a part of it, for people; safe for a terminal.
    func text(at pointer: String? = nil, line: Int? = nil) -> String {
        let (pointer, line) = (pointer ?? self.pointer, line ?? self.line)
        let place = isInJSON && !pointer.isEmpty ? " \(visible(pointer))" : ""
        return "\(fileLabel(file)):\(line)\(place)" + (name.map { " marker \($0)" } ?? "")
    }

    /// Its place in its own file, for people.
    var shortText: String {
        let place = isInJSON && !pointer.isEmpty ? visible(pointer) : "line \(line)"
        return name.map { "\($0) (\(place))" } ?? place
    }

    private var name: String? {
        guard let label, !label.isEmpty else { return id.map(quoted) }
        return quoted(label) + (id.map { " \(visible($0))" } ?? "")
    }
}

extension MarkerSite {
    /// A marker of which no more is known.
    init(line: Int, pointer: String) {
        self.init(file: "", index: 0, line: line, pointer: pointer, isInJSON: true, id: nil)
    }

    init(_ row: QuadRow, in file: String) {
        self.init(
            file: file, index: row.index, line: row.line, pointer: "/markers/\(row.index)",
            isInJSON: false, id: row.id)
    }

    /// An entry of a document.
    init(_ document: MarkerDocument, _ entry: Int, in file: String) {
        self.init(
            file: file, index: entry, line: document.entries[entry].line,
            pointer: document.pointer(of: entry), isInJSON: true,
            corners: document.coordinates == .raw ? "" : "/calibrated_data",
            id: document.value(of: .id, in: entry)?.string,
            label: document.value(of: .label, in: entry)?.string)
    }
}
