/// Where a marker stands in what was read.
struct MarkerRow: Hashable {
    let file: String
    /// Its place among the rows, from 0; the header is none, rows without a quad are some.
    let index: Int
    /// The line it begins in, from 1.
    let line: Int
    /// Its bytes in the file, the line break included.
    let range: Range<Int>
    let id: String?

    /// The JSON pointer to it.
    var pointer: String { "/markers/\(index)" }

    /// How a person finds it; safe for a terminal.
    var label: String { "\(fileLabel(file)):\(line)" + (id.map { " marker \(quoted($0))" } ?? "") }
}

/// A file's name as a person reads it; safe for a terminal.
func fileLabel(_ file: String) -> String {
    file == Input.standard ? "stdin" : visible(file)
}
