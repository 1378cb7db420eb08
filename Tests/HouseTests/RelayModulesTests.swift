import Testing

@Suite("The modules under the relay")
struct RelayModulesTests {
    /// The modules of this package that the files of a module import.
    private static func imports(of module: String, among modules: Set<String>) throws -> Set<String> {
        let line = #/^(?:(?:public|package|internal|@_spi\(\w+\)) )*import (\w+)/#.anchorsMatchLineEndings()
        let names = try PackageTree.files(below: PackageTree.folder(ofModule: module)).filter {
            $0.hasSuffix(".swift")
        }
        .flatMap { try PackageTree.text($0).matches(of: line).map { String($0.output.1) } }
        return modules.intersection(names)
    }

    /// A module and all that it is linked with.
    private static func reached(from module: String) throws -> Set<String> {
        let modules = Set(
            try PackageTree.files(below: "Sources").compactMap {
                $0.split(separator: "/").dropFirst(2).first.map(String.init)
            })
        var reached: Set = [module], open = [module]
        while let next = open.popLast() {
            for name in try imports(of: next, among: modules) where reached.insert(name).inserted {
                open.append(name)
            }
        }
        return reached
    }

    @Test("have nothing of the API of markers, of its client or of files in them")
    func noMarkers() throws {
        let reached = try Self.reached(from: "RelayServer")
        #expect(reached.isSuperset(of: ["HTTPServer", "WebSocket", "ARMessages", "StrictJSON"]))
        #expect(!reached.contains { $0.hasPrefix("Marker") || $0 == "SQLiteStore" }, "\(reached.sorted())")
        // The client of a room has the transport of markers, so the search finds what it looks for.
        #expect(try Self.reached(from: "ARMessagesClient").contains("MarkersEndpoint"))
    }
}
