import Foundation
import MarkerTables
import Markers
package import RigidCalibration
import ToolMarkers
package import ToolTerminal

/// The pairs of a fit with their names, wherever they come from.
package struct FitPairs {
    package let source: any PairSource
    package let pairs: Correspondences
    /// The name of each pair: no two alike.
    package let ids: [String]
    package let lines: [Int]
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    let groupNames: [String]?

    /// Reads pairs from CSV, or makes them from the files that the options name.
    package init(reading files: [String], _ options: FitOptions) throws(Failure) {
        switch options.join {
        case nil: self.init(try PairTable(reading: files[0], options.groups))
        case .label, .anchor, .map, .geometry, .auto: self.init(try JoinedFiles(reading: files, options))
        case .rows(let partners): self.init(try RowFiles(reading: files, partners, options))
        case .origins: self.init(try OriginFiles(reading: files))
        case .poses(let format):
            self.init(try PoseFiles(reading: files, format, within: options.matchGap ?? 0))
        }
    }

    package init(_ source: some PairSource) {
        self.source = source
        (pairs, ids, lines, groupNames) = (source.pairs, source.ids, source.lines, source.groupNames)
    }

    package var count: Int { pairs.count }

    package func name(ofGroup group: Int) -> String { groupNames?[group] ?? ids[group] }

    /// The name of the group of a pair, or of the pair where there are no groups.
    package func name(ofGroupOf pair: Int) -> String {
        pairs.groups.map { name(ofGroup: $0[pair]) } ?? ids[pair]
    }

    /// The reason why no motion was fitted, with the rows of the file.
    func refusal(_ error: RigidFitError) -> Failure {
        .refused(FitRefusal(error: error, file: source.file, ids: ids, lines: lines))
    }
}

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
