public import QuadGeometry
import StrictJSON

/// A change of one entry of a document.
public struct MarkerChange: Sendable {
    /// The index in ``MarkerDocument/entries``.
    public var entry: Int
    /// The new corners by kind; kinds that are absent stay. An empty table leaves the entry out.
    public var corners: [MarkerCoordinates: Quad]

    public init(entry: Int, corners: [MarkerCoordinates: Quad]) {
        (self.entry, self.corners) = (entry, corners)
    }
}

extension MarkerDocument {
    /// The document with the changes, which are in order of the entries, and every other byte unchanged.
    ///
    /// A corner that the entry had already keeps its digits. An entry that is left out goes with the comma or
    /// the line break that separates it from the one before.
    public func changed(_ changes: [MarkerChange]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var copied = 0
        func copy(to place: Int) {
            if place > copied { text += bytes[copied..<place] }
        }
        for change in changes {
            if change.corners.isEmpty {
                let gap = gap(leaving: entries[change.entry].range, removedBefore: copied)
                copy(to: gap.lowerBound)
                copied = gap.upperBound
                continue
            }
            for (range, corner) in newCorners(change) {
                copy(to: range.lowerBound)
                text += corner
                copied = range.upperBound
            }
        }
        return text + bytes[copied...]
    }

    /// The corners of an entry that are written, in order of their places.
    private func newCorners(_ change: MarkerChange) -> [(range: Range<Int>, text: [UInt8])] {
        var written: [(range: Range<Int>, text: [UInt8])] = []
        for (coordinates, quad) in change.corners {
            let holder =
                coordinates == .raw ? value(of: change.entry) : value(of: .calibratedData, in: change.entry)
            guard let (old, ranges) = holder?.corners else { continue }
            for (corner, range) in ranges.enumerated() {
                let point = quad[corner: corner]
                // An unchanged corner keeps its own digits, whatever those of another in the same place.
                guard let source = [corner, 0, 1, 2, 3].first(where: { old[corner: $0] == point }) else {
                    var json = JSONWriter()
                    json.value(point)
                    written.append((range, json.bytes))
                    continue
                }
                written.append((range, Array(bytes[ranges[source]])))
            }
        }
        return written.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// The range removed with an entry: from the end of the one before, or of the first up to the next.
    private func gap(leaving range: Range<Int>, removedBefore: Int) -> Range<Int> {
        var start = range.lowerBound, end = range.upperBound
        while start > 0, bytes[start - 1].isWhitespace { start -= 1 }
        let isFirst = start == 0 || range.lowerBound == removedBefore && removedBefore > 0
        let before = isFirst ? UInt8(ascii: "[") : bytes[start - 1]
        switch before {
        case UInt8(ascii: ","):
            start -= 1
            while start > 0, bytes[start - 1].isWhitespace { start -= 1 }
            return start..<end
        case UInt8(ascii: "}"): return start..<end
        default:
            func skipBlanks() { while end < bytes.count, bytes[end].isWhitespace { end += 1 } }
            skipBlanks()
            guard end < bytes.count, bytes[end] == UInt8(ascii: ",") else {
                return range.lowerBound..<(list == .lines ? end : range.upperBound)
            }
            end += 1
            skipBlanks()
            return range.lowerBound..<end
        }
    }
}
