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
    /// The line of the source's file each pair is from.
    package let lines: [Int]
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    let groupNames: [String]?

    /// Reads pairs from CSV, or makes them from the files that the options name.
    package init(reading files: [String], _ options: FitOptions) throws(Failure) {
        switch options.join {
        case nil: self.init(try PairTable(reading: files[0], options.groups))
        case .label, .anchor, .map, .geometry: self.init(try JoinedFiles(reading: files, options))
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

    /// The name of a group.
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
