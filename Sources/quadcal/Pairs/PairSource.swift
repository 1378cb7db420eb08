import Markers
import RigidCalibration

/// What pairs are made of, and how that is told.
///
/// A new source is one more file that makes one of these, and a line where ``FitPairs`` chooses.
protocol PairSource {
    /// The file whose lines the pairs have.
    var file: String { get }
    /// What the verdict names.
    var label: String { get }
    var pairs: Correspondences { get }
    /// What each pair is called: no two alike.
    var ids: [String] { get }
    /// The line of ``file`` each pair is from.
    var lines: [Int] { get }
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    var groupNames: [String]? { get }
    /// The columns that state the noise; empty where none does.
    var noiseColumns: [String] { get }
    /// What was taken for granted in reading, and of which file.
    var notes: [(file: String, text: String)] { get }
    /// How the pairs were made, in lines for people.
    var facts: [(name: String, text: String)] { get }
    /// What was turned around or left out in making them; all of it, or as much as fits a page.
    func tables(all: Bool) -> String
    /// Writes an object for each file.
    func inputs(_ json: inout JSONWriter)
    /// Writes how the pairs were made: the member `join`, null unless markers were joined, and what else there is.
    func join(_ json: inout JSONWriter)
}

extension PairSource {
    var groupNames: [String]? { nil }
    var noiseColumns: [String] { [] }
    var facts: [(name: String, text: String)] { [] }

    func tables(all: Bool) -> String { "" }

    func join(_ json: inout JSONWriter) {
        json.key("join")
        json.null()
    }
}
