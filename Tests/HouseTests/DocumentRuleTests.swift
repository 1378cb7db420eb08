import Foundation
import Testing

@Suite("Documents")
struct DocumentRuleTests {
    private static func sources(below folder: String) throws -> [String] {
        try PackageTree.files(below: folder).filter { $0.hasSuffix(".swift") }
    }

    /// The sources of the tool and of the modules that only it is made of.
    private static func sourcesOfTheTool() throws -> [String] {
        try [
            "CheckReports", "FitReports", "JobReports", "PublishedResults", "RaycastReports", "ToolTerminal",
            "QuadcalTool",
        ]
        .flatMap {
            try sources(below: PackageTree.folder(ofModule: $0))
        }
    }

    @Test("Every document's schema is that of a table of members")
    func schemas() throws {
        let all = try Self.sourcesOfTheTool().map(PackageTree.text).flatMap(DocumentRules.documents)
        #expect(all.count >= 10)
        #expect(all.filter { !DocumentRules.isMadeOfTables($0) } == [])
        #expect(DocumentRules.isMadeOfTables(#"SchemaDocument(name: "a", about: "b", schema: A.schema)"#))
        #expect(
            DocumentRules.isMadeOfTables(
                #"SchemaDocument(name: "a", about: "b", schema: .oneOf([A.schema, B.schema]))"#))
        #expect(
            !DocumentRules.isMadeOfTables(#"SchemaDocument(name: "a", about: "b", schema: .object([]))"#))
    }

    @Test("Members are described where it is said where their values are")
    func members() throws {
        for path in try Self.sources(below: "Sources") where !path.hasPrefix("Sources/Core/StrictJSON/") {
            #expect(DocumentRules.valuelessMembers(in: try PackageTree.text(path)) == [], "\(path)")
        }
        #expect(DocumentRules.valuelessMembers(in: #".always("a", .string, "A.")"#) == [#".always("a", ."#])
        #expect(DocumentRules.valuelessMembers(in: #".always("a", \.a, "A.")"#) == [])
    }

    @Test("The tool writes no document by hand")
    func writers() throws {
        for path in try Self.sourcesOfTheTool() where !path.hasPrefix("Sources/Tool/ToolTerminal/Documents/")
        {
            #expect(DocumentRules.writersByHand(in: try PackageTree.text(path)) == [], "\(path)")
        }
        #expect(DocumentRules.writersByHand(in: "    var json = JSONWriter()\n").count == 1)
        #expect(DocumentRules.writersByHand(in: "    func write(to json: inout JSONWriter) {\n") == [])
    }
}

/// Rules for the description of documents that name every breach.
private enum DocumentRules {
    /// The documents that a source makes, each on a line.
    static func documents(in source: String) -> [String] {
        source.matches(of: #/= SchemaDocument\((?s:.*?)\n\n|= SchemaDocument\((?s:.*?)\n}/#).map { found in
            found.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    static func isMadeOfTables(_ document: String) -> Bool {
        document.contains(
            #/schema: ([A-Z]\w*\.schema|\.oneOf\(\[[A-Z]\w*\.schema(, [A-Z]\w*\.schema)*\]\))\)/#)
    }

    /// Rows of schemas that do not say where a value is.
    static func valuelessMembers(in source: String) -> [String] {
        source.matches(of: #/\.(always|sometimes)\(\s*"[^"]*",\s*\./#).map { String($0.output.0) }
    }

    /// Lines that write JSON but for values that write themselves.
    static func writersByHand(in source: String) -> [String] {
        source.split(separator: "\n").filter { line in
            line.contains("JSONWriter") && !line.contains("func write(to json: inout JSONWriter)")
        }
        .map(String.init)
    }
}
