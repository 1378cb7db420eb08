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
    /// The files, as the document of a fit has them.
    var inputs: [FitDocument.Input] { get }
    /// Says in a document how the pairs were made, where they were not read as they are.
    func describe(in document: inout FitDocument)
}

extension PairSource {
    var groupNames: [String]? { nil }
    var noiseColumns: [String] { [] }
    var facts: [(name: String, text: String)] { [] }

    func tables(all: Bool) -> String { "" }

    func describe(in document: inout FitDocument) {}
}
