/// A row of a table of quads.
struct MarkerRow: Hashable {
    let file: String
    /// Its place among the rows, from 0; the header is none, rows without a quad are some.
    let index: Int
    /// The line it begins in, from 1.
    let line: Int
    /// Its bytes in the file, the line break included.
    let range: Range<Int>
    let id: String?
}
