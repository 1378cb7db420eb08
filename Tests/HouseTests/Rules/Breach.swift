import Testing

/// A place that breaks a rule of the house.
struct Breach: Hashable, CustomStringConvertible {
    var path: String
    /// None of a folder.
    var line: Int?
    var what: String

    init(_ path: String, _ line: Int?, _ what: String) {
        self.path = path
        self.line = line
        self.what = what
    }

    var description: String { "\(path):\(line.map { "\($0):" } ?? "") \(what)" }
}

extension [Breach] {
    /// Fails the test when there is one, and names all, one a line.
    func expectNone(at location: SourceLocation = #_sourceLocation) {
        if isEmpty { return }
        Issue.record("\(count) breaches\(map { "\n\($0)" }.joined())", sourceLocation: location)
    }
}
