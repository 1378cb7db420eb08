import Markers
import RigidCalibration
import ToolTerminal

/// A source of pairs that take no part in the fit and are only compared with it.
protocol CheckSource: PairSource {
    /// The files, as the document of a fit has them, in the part of checks.
    var checkInputs: [FitDocument.Input] { get }
}

extension PairTable: CheckSource {}

extension JoinedFiles: CheckSource {}

/// The pairs of `--check-points`, wherever they come from.
struct CheckPairs {
    private let source: any CheckSource
    let pairs: Correspondences
    /// The name of each pair: no two alike.
    let ids: [String]
    let lines: [Int]
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    let groupNames: [String]?

    /// Reads pairs from CSV, or joins markers as those of the fit were.
    ///
    /// - Parameters:
    ///   - options: The options of the fit.
    ///   - others: The joined markers of the fit, which help to tell in which order corners are.
    /// - Returns: `nil` if the options name no file.
    init?(_ options: FitOptions, beside others: JoinedMarkers? = nil) throws(Failure) {
        guard let file = options.checkFile else { return nil }
        let source: any CheckSource =
            if let onto = options.checkTarget {
                try JoinedFiles(reading: [file, onto], options, beside: others)
            } else {
                try PairTable(reading: file, options.groups)
            }
        self.source = source
        (pairs, ids, lines, groupNames) = (source.pairs, source.ids, source.lines, source.groupNames)
        notes = source.notes.filter { $0.file == file || $0.file == options.checkTarget }
    }

    var label: String { source.label }
    var inputs: [FitDocument.Input] { source.checkInputs }
    var facts: [(name: String, text: String)] { source.facts.map { ("checks \($0.name)", $0.text) } }
    /// The assumptions made in reading; a map of ids names markers of the fit, too.
    let notes: [(file: String, text: String)]

    /// The marker that a pair is of; `nil` where pairs are not grouped.
    func groupName(of pair: Int) -> String? {
        pairs.groups.flatMap { groups in groupNames.map { $0[groups[pair]] } }
    }
}
