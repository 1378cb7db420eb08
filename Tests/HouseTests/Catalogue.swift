import Foundation

/// One line of `Datasets/catalogue.json`.
struct CatalogueLine: Decodable {
    /// The path below Datasets.
    var file: String
    /// A description of the file.
    var what: String
    /// The origin of the file.
    var from: String
    /// The right answer.
    var answer: String
}

enum Catalogue {
    /// The faults of a catalogue of these files; none when each has one line that says everything.
    static func faults(in text: String, files: [String]) -> [String] {
        var faults: [String] = []
        var listed: [String: Int] = [:]
        let rows = text.split(separator: "\n")
        if rows.first != "[" || rows.last != "]" { faults.append("not an array with one entry a line") }
        for row in rows.dropFirst().dropLast() {
            let entry = row.trimmingCharacters(in: CharacterSet(charactersIn: " ,"))
            guard let line = try? JSONDecoder().decode(CatalogueLine.self, from: Data(entry.utf8)) else {
                faults.append("not an entry with file, what, from and answer: \(entry)")
                continue
            }
            listed[line.file, default: 0] += 1
            let empty = [("what", line.what), ("from", line.from), ("answer", line.answer)]
                .filter { $0.1.allSatisfy(\.isWhitespace) }
            faults += empty.map { "\(line.file): \($0.0) is empty" }
        }
        faults += listed.filter { $0.value > 1 }.map { "\($0.key): listed \($0.value) times" }
        faults += files.filter { listed[$0] == nil }.map { "\($0): no line" }
        faults += Set(listed.keys).subtracting(files).map { "\($0): no such file" }
        if (try? JSONDecoder().decode([CatalogueLine].self, from: Data(text.utf8))) == nil {
            faults.append("not a JSON array of entries")
        }
        return faults.sorted()
    }
}
