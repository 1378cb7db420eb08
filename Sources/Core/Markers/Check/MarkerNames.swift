/// The names of files and markers as somebody reads them.
package struct MarkerNames: Sendable {
    package let listener: Listener
    /// The part of an id that is shown, for markers of a file.
    private let shortened: @Sendable (_ id: String, _ file: String) -> String

    /// Names for a program, with ids as they are written.
    static let program = MarkerNames(to: .program)

    /// - Parameter shortened: The part of an id that is shown, for markers of a file; whole ids by default.
    package init(
        to listener: Listener, shortened: @escaping @Sendable (String, String) -> String = { id, _ in id }
    ) {
        (self.listener, self.shortened) = (listener, shortened)
    }

    func fileLabel(_ file: String) -> String { file == "-" ? "stdin" : listener.shown(file) }

    /// The part of an id that is shown, for markers of a file.
    func shortened(_ id: String, in file: String) -> String { shortened(id, file) }
}

extension MarkerSite {
    /// The place of it or of a part of it, for people; of a marker in memory without a file.
    package func text(at pointer: String? = nil, line: Int? = nil, _ names: MarkerNames) -> String {
        let (pointer, line) = (pointer ?? self.pointer, line ?? self.line)
        let place = [
            file.isEmpty ? nil : "\(names.fileLabel(file)):\(line)",
            isInJSON && !pointer.isEmpty ? names.listener.shown(pointer) : nil,
            name(names).map { "marker \($0)" },
        ]
        return place.compactMap { $0 }.joined(separator: " ")
    }

    /// Its place in its own file, for people.
    package func shortText(_ names: MarkerNames) -> String {
        let place = isInJSON && !pointer.isEmpty ? names.listener.shown(pointer) : "line \(line)"
        return name(names).map { "\($0) (\(place))" } ?? place
    }

    /// Its label and its id, quoted.
    package func name(_ names: MarkerNames) -> String? {
        let listener = names.listener
        guard let label, !label.isEmpty else {
            return id.map { listener.quoted(names.shortened($0, in: file)) }
        }
        return listener.quoted(label) + (id.map { " \(listener.shown(names.shortened($0, in: file)))" } ?? "")
    }
}
