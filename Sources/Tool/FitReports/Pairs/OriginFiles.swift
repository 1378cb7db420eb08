import Foundation
import MarkerTables
import Markers
import RigidCalibration
import ToolMarkers
import ToolTerminal

/// Two points of each of two scans: where a frame begins, and where its +Z runs to.
struct OriginFiles: PairSource {
    private let old, new: NumberTable
    /// The distance between the points on the level, in metres.
    private let separations: (old: Double, new: Double)
    let pairs: Correspondences

    init(reading files: [String]) throws(Failure) {
        let old = try NumberTable(reading: files[0], .points)
        let new = try NumberTable(reading: files[1], .points)
        let first = try OriginFiles.frame(old), second = try OriginFiles.frame(new)
        if let row = (0..<2).first(where: { old.ids[$0] != new.ids[$0] }) {
            throw .origin(
                file: new.file, line: new.lines[row], .otherName(found: new.ids[row], expected: old.ids[row]))
        }
        do throws(RigidFitError) { pairs = try first.correspondences(to: second) } catch {
            throw old.refusal(error)
        }
        (self.old, self.new) = (old, new)
        separations = (first.separation, second.separation)
    }

    private static func frame(_ table: NumberTable) throws(Failure) -> TwoPointOrigin {
        guard table.count == 2 else { throw .origin(file: table.file, line: nil, .pointCount(table.count)) }
        do throws(TwoPointError) {
            return try TwoPointOrigin(origin: table.point(0, 0), direction: table.point(1, 0))
        } catch {
            throw .origin(file: table.file, line: table.lines[1], .frame(error))
        }
    }

    var file: String { old.file }
    var label: String { "\(fileLabel(old.file)) to \(fileLabel(new.file))" }
    var ids: [String] { old.ids }
    var lines: [Int] { old.lines }

    var notes: [(file: String, text: String)] {
        [old, new].filter { !$0.layout.hasHeader }.map {
            ($0.file, PairTable.Assumption.columns($0.layout.names).text)
        } + [(old.file, "two points determine the motion, and no third shows whether one of them is wrong")]
    }

    var facts: [(name: String, text: String)] {
        let (here, there) = (MeasureText.length(separations.old), MeasureText.length(separations.new))
        return [
            ("joined", "an origin and a direction, \(here) apart on the level, and \(there) in the new frame")
        ]
    }

    var inputs: [FitDocument.Input] { [old.input("old"), new.input("new")] }

    func describe(in document: inout FitDocument) {
        var origins = FitDocument.Origins()
        (origins.oldSeparation, origins.newSeparation) = (separations.old, separations.new)
        document.origins = origins
    }
}
