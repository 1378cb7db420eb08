import Testing

@Suite("The data catalogue")
struct CatalogueTests {
    @Test("Every data file has one line that says what it is and what is right")
    func complete() throws {
        let prefix = "Datasets/", catalogue = "catalogue.json"
        let files = try PackageTree.files(below: "Datasets").map { String($0.dropFirst(prefix.count)) }
        let faults = Catalogue.faults(
            in: try PackageTree.text(prefix + catalogue), files: files.filter { $0 != catalogue })
        #expect(faults == [])
    }

    static let line = #"{"file": "a.csv", "what": "quads", "from": "by hand", "answer": "sound"}"#

    @Test(
        "A gap in the catalogue is found",
        arguments: [
            ("[\n\(line)\n]", ["a.csv", "b.csv"], ["b.csv: no line"]),
            ("[\n\(line)\n]", [], ["a.csv: no such file"]),
            ("[\n\(line),\n\(line)\n]", ["a.csv"], ["a.csv: listed 2 times"]),
            ("[\n\(line.replacing("sound", with: " "))\n]", ["a.csv"], ["a.csv: answer is empty"]),
            ("[\n\(line)\n]", ["a.csv"], []),
        ] as [(String, [String], [String])])
    func gaps(text: String, files: [String], faults: [String]) {
        #expect(Catalogue.faults(in: text, files: files) == faults)
    }

    @Test(
        "What is not a catalogue of one entry a line is refused",
        arguments: ["", "{}", "[\(line)]", "[\n\(line)\n\(line)\n]", "[\n{\"file\": \"a.csv\"}\n]"])
    func notACatalogue(text: String) {
        #expect(Catalogue.faults(in: text, files: []) != [])
    }
}
