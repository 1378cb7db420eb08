import Markers
import QuadGeometry

extension QuadCSV {
    /// The bytes of the file with the repairs made: rows that were not touched, and numbers that kept their
    /// value, stay as they were written.
    func applying(_ repairs: [Repair]) -> [UInt8] { replacing(repairs.map { (rows[$0.place], $0.quad) }) }

    /// The bytes of the file with other quads in some rows, in their order; a row without one is left out.
    func replacing(_ changes: [(row: MarkerRow, quad: Quad?)]) -> [UInt8] {
        text.bytes.withUnsafeBufferPointer { bytes in
            let text = UnsafeBufferPointer(rebasing: bytes.dropLast())
            var changed: [UInt8] = []
            changed.reserveCapacity(text.count)
            var written = 0
            for change in changes {
                changed += text[written..<change.row.range.lowerBound]
                if let quad = change.quad { changed += row(change.row, holding: quad, text) }
                written = change.row.range.upperBound
            }
            return changed + text[written...]
        }
    }

    /// The row with other corners. A corner that was in the row keeps its text.
    private func row(_ row: MarkerRow, holding quad: Quad, _ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var rows = CSVRows(text, from: row.range.lowerBound, separator: self.text.separator, file: file)
        guard (try? rows.next()) == true, let last = rows.fields.last else { return Array(text[row.range]) }
        let written = rows.fields.map { Array(text[$0.start..<$0.end]) }
        var fields = hasIDs ? [written[0]] : []
        let numbers = Array(written.dropFirst(fields.count))
        let values = rows.fields.dropFirst(fields.count).map { NumberText($0.text(in: text)) }
        for corner in 0..<4 {
            let point = quad[corner: corner]
            let source = (0..<4).first { old in
                (0..<3).allSatisfy { values[3 * old + $0] == .number(point[$0]) }
            }
            for axis in 0..<3 {
                fields.append(source.map { numbers[3 * $0 + axis] } ?? Array(point[axis].description.utf8))
            }
        }
        let lineBreak = text[last.end..<row.range.upperBound]
        return Array(fields.joined(separator: [self.text.separator.byte])) + lineBreak
    }
}
