package import Markers
package import RigidCalibration
package import ToolTerminal

/// A source of pairs, and its description.
///
/// A new source is one more file that makes one of these, and a line where ``FitPairs`` chooses.
package protocol PairSource {
    var file: String { get }
    /// The name of the source in the verdict.
    var label: String { get }
    var pairs: Correspondences { get }
    /// The name of each pair: no two alike.
    var ids: [String] { get }
    /// The line of ``file`` each pair is from.
    var lines: [Int] { get }
    /// The names of the groups, by their numbers in `pairs`; `nil` where pairs are not grouped.
    var groupNames: [String]? { get }
    /// The first of four pairs that lie as the corners of one marker though no pair names one; `nil` where none do.
    var unnamedMarker: Int? { get }
    /// The columns that state the noise; empty where none does.
    var noiseColumns: [String] { get }
    /// When the source of each pair was made, in seconds; `nil` where the files tell no times, or none of a pair.
    var times: [Double?]? { get }
    /// True if pairs are of markers, whether or not ``groupNames`` says of which.
    var namesMarkers: Bool { get }
    /// The assumptions made in reading, each with its file.
    var notes: [(file: String, text: String)] { get }
    /// The way the pairs were made, in lines for people.
    var facts: [(name: String, text: String)] { get }
    /// The markers and rows, with the order of their corners, and those that were left out.
    func tables(on screen: Screen) -> String
    /// The files, as the document of a fit has them.
    var inputs: [FitDocument.Input] { get }
    /// Says in a document how the pairs were made, where they were not read as they are.
    func describe(in document: inout FitDocument)
}

extension PairSource {
    package var groupNames: [String]? { nil }
    package var unnamedMarker: Int? { nil }
    package var noiseColumns: [String] { [] }
    package var times: [Double?]? { nil }
    package var namesMarkers: Bool { groupNames != nil }
    package var facts: [(name: String, text: String)] { [] }

    package func tables(on screen: Screen) -> String { "" }

    package func describe(in document: inout FitDocument) {}
}
