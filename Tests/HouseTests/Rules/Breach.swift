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
    /// One a line, for people.
    var listed: String { map { "\n\($0)" }.joined() }
}
