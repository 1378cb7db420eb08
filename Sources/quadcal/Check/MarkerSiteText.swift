import Markers

extension MarkerSite {
    /// The place of it or of a part of it, for people; safe for a terminal.
    func text(at pointer: String? = nil, line: Int? = nil) -> String {
        let (pointer, line) = (pointer ?? self.pointer, line ?? self.line)
        let place = isInJSON && !pointer.isEmpty ? " \(visible(pointer))" : ""
        return "\(fileLabel(file)):\(line)\(place)" + (name.map { " marker \($0)" } ?? "")
    }

    /// Its place in its own file, for people.
    var shortText: String {
        let place = isInJSON && !pointer.isEmpty ? visible(pointer) : "line \(line)"
        return name.map { "\($0) (\(place))" } ?? place
    }

    private var name: String? {
        guard let label, !label.isEmpty else { return id.map(quoted) }
        return quoted(label) + (id.map { " \(visible($0))" } ?? "")
    }
}

extension Finding {
    /// The place and the names of what it is about; safe for a terminal.
    var text: String { site.text(at: pointer, line: line) }
}
