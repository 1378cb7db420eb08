import Markers
import RigidCalibration

/// The pairs of a fit with what they are called, wherever they come from.
struct FitPairs {
    /// Where they come from.
    enum Source {
        case table(PairCSV)
        case markers(MarkerFiles)
    }

    let source: Source
    let pairs: Correspondences
    /// What each pair is called: no two alike.
    let ids: [String]
    /// The line of ``file`` each pair is from.
    let lines: [Int]
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    let groupNames: [String]?
    /// What was taken for granted in reading, and of which file.
    let notes: [(file: String, text: String)]

    /// Reads pairs from CSV, or joins two files of markers.
    init(reading files: [String], _ options: FitOptions) throws(Failure) {
        if options.join != nil {
            self.init(try MarkerFiles(reading: files, options))
        } else {
            self.init(try PairCSV(reading: files[0]))
        }
    }

    private init(_ csv: PairCSV) {
        (source, pairs, groupNames) = (.table(csv), csv.pairs, csv.groupNames)
        (ids, lines) = (csv.table.ids, csv.table.lines)
        notes = csv.notes.map { (csv.table.file, $0.text) }
    }

    private init(_ files: MarkerFiles) {
        let joined = files.joined
        (source, pairs) = (.markers(files), joined.correspondences)
        (ids, groupNames) = (joined.correspondences.ids ?? [], joined.matches.map(\.name))
        lines = joined.matches.flatMap { match in
            [Int](repeating: joined.join.old[match.old].place.line, count: 4)
        }
        notes = files.notes
    }

    var count: Int { pairs.count }

    /// The file whose lines these are.
    var file: String {
        switch source {
        case .table(let csv): csv.table.file
        case .markers(let files): files.old.file
        }
    }

    /// What the verdict names.
    var label: String {
        switch source {
        case .table(let csv): fileLabel(csv.table.file)
        case .markers(let files): "\(fileLabel(files.old.file)) to \(fileLabel(files.new.file))"
        }
    }

    /// The columns that state the noise; empty where none does.
    var noiseColumns: [String] {
        guard case .table(let csv) = source else { return [] }
        return csv.noiseColumns
    }

    /// The files of markers, where they were joined.
    var markers: MarkerFiles? {
        guard case .markers(let files) = source else { return nil }
        return files
    }

    /// What a group is called.
    func name(ofGroup group: Int) -> String { groupNames?[group] ?? ids[group] }

    /// What the group of a pair is called, or the pair where there are no groups.
    func name(ofGroupOf pair: Int) -> String {
        pairs.groups.map { name(ofGroup: $0[pair]) } ?? ids[pair]
    }

    /// Why no motion was fitted, with the rows of the file.
    func refusal(_ error: RigidFitError) -> Failure {
        .refused(FitRefusal(error: error, file: file, ids: ids, lines: lines))
    }
}
