package import Markers
import ToolMarkers
package import ToolTerminal

/// A file of a space's laser guide.
package struct GuideFile {
    package let file: String
    package let sha256: String
    package let guide: LaserGuide
    /// The places of the dots of rows beside the axis, and whether they are stated.
    package let dots: GridRow.Dot
    let dotsAreStated: Bool

    /// Reads a file, or standard input where the name is `-`.
    package init(reading file: String, _ dots: GridRow.Dot?) throws(Failure) {
        try self.init(file, try Input.bytes(of: file), dots)
    }

    /// Takes what was read.
    package init(_ file: String, _ bytes: [UInt8], _ dots: GridRow.Dot?) throws(Failure) {
        do throws(JSONError) { guide = try LaserGuide(try JSONValue(bytes)) } catch {
            throw .json(file: file, error)
        }
        (self.file, sha256) = (file, SHA256.hex(of: bytes[...]))
        (self.dots, dotsAreStated) = (dots ?? .asDrawn, dots != nil)
        let beside = guide.grid.count { $0.hasSegment && $0.dot(.asDrawn) != $0.dot(.asTheAppSnaps) }
        guard dotsAreStated || beside == 0 else { throw .unstatedDots(file: file, count: beside) }
    }

    /// The places of the dots, in words.
    var dotsText: String {
        guard dotsAreStated else { return "on the guide's axis, all of them" }
        return dots == .asDrawn
            ? "(x, 0, z) as drawn" : "on the axis, as far out as the row, as the app snaps"
    }

    /// The file among the inputs, of which so many rows have no segment.
    package func input(ignoredRows: Int) -> FitDocument.Input {
        var input = FitDocument.Input.Guide()
        (input.file, input.sha256, input.space) = (file, sha256, guide.spaceID.text)
        (input.rows, input.ignoredRows) = (guide.grid.count, ignoredRows)
        (input.dots, input.dotsAreStated) = (dots, dotsAreStated)
        return .guide(input)
    }
}
