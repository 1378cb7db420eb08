import Testing

@Suite("Folders")
struct FolderSizesTests {
    @Test("hold as many files as one glance shows")
    func tree() throws {
        let paths = try SwiftSource.all.get().map(\.path)
        #expect(
            ["Sources", "Tests", "Benchmarks"].allSatisfy { top in paths.contains { $0.hasPrefix("\(top)/") }
            })
        FolderSizes.breaches(among: paths).expectNone()
    }

    @Test("are full with one file more, whatever is in the folders below")
    func most() {
        let full = (0..<FolderSizes.most).map { "Sources/A/F\($0).swift" } + ["Sources/A/Deep/F.swift"]
        #expect(FolderSizes.breaches(among: full) == [])
        #expect(
            FolderSizes.breaches(among: full + ["Sources/A/G.swift"]) == [
                Breach("Sources/A", nil, "holds 23 Swift files, more than 22")
            ])
    }
}
