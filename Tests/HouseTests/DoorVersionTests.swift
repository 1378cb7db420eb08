import Testing

@Suite("The C door")
struct DoorVersionTests {
    @Test("has the version of the tool")
    func version() throws {
        let tool = try PackageTree.text("Sources/Core/StrictJSON/Documents/QuadcalVersion.swift")
        let door = try PackageTree.text("Sources/Bindings/QuadcalC/Version.swift")
        let version = try #require(tool.firstMatch(of: #/text = "([^"]+)"/#)?.1)
        #expect(door.contains("cString(\"\(version)\")"))
    }
}
