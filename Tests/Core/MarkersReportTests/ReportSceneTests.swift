import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import MarkersReport

@Suite("A report as a scene")
struct ReportSceneTests {
    private static func scene(_ names: [String], _ fit: String = "fuzz/joined.json") throws -> SceneReader {
        let bytes = try #require(ReportScene.usdz(try ReportFixture.content(fit, names: names)))
        let archive = try ArchiveReader(bytes)
        #expect(archive.files.map(\.name) == ["scene.usda"])
        return try SceneReader(String(decoding: archive.files[0].bytes, as: UTF8.self))
    }

    @Test("has every marker before and after, on its own ground")
    func markers() throws {
        let scene = try Self.scene(["a", "b", "c"])
        let report = scene.root.children[0]
        #expect(report.children.map(\.name) == ["Materials", "After", "Before"])
        #expect(report.children.dropFirst().allSatisfy { $0.children.map(\.name) == ["m_a", "m_b", "m_c"] })
        let heights = try report.all.compactMap { $0.attributes["points"] }.flatMap { text in
            try SceneReader.numbers(text).enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
        }
        #expect(heights.min() == 0)
    }

    @Test("has the pairs of a fit where there are no markers", arguments: ReportFixture.fits)
    func pairs(fit: String) throws {
        #expect(try !Self.scene([], fit).root.all.filter { $0.kind == "Mesh" }.isEmpty)
    }

    @Test("names are names, whatever markers are called")
    func hostile() throws {
        let names = HostileText.all + HostileText.all
        let after = try #require(try Self.scene(names).root.children[0].children.first { $0.name == "After" })
        #expect(after.children.count == names.count)
        for (mesh, name) in zip(after.children, names) {
            let label = try #require(mesh.attributes["userProperties:label"])
            #expect(label.hasPrefix("\"") && label.hasSuffix("\""))
            #expect(
                !label.unicodeScalars.contains { $0.properties.isBidiControl || $0.value < 32 }, "\(name)")
        }
    }

    @Test("is the same for the same content, and not there without markers")
    func repeated() throws {
        let content = try ReportFixture.content(names: ["a", "b"])
        #expect(ReportScene.usdz(content) == ReportScene.usdz(content))
    }

    @Test("archives of any files are read back, each at its place", arguments: Seeds.few)
    func archives(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let files = (0..<Int.random(in: 1...4, using: &random)).map { place in
                (
                    name: String(repeating: "n", count: Int.random(in: 1...90, using: &random)) + "\(place)",
                    bytes: (0..<Int.random(in: 0...200, using: &random)).map { _ in
                        UInt8.random(in: 0...255, using: &random)
                    }
                )
            }
            let read = try ArchiveReader(StoredArchive.bytes(files)).files
            #expect(
                read.map(\.name) == files.map(\.name) && read.map(\.bytes) == files.map(\.bytes),
                "seed \(seed)")
        }
        #expect(StoredArchive.checksum(of: Array("123456789".utf8)) == 0xcbf4_3926)
    }

    @Test("an archive that is broken anywhere is refused", arguments: Seeds.few)
    func broken(seed: UInt64) throws {
        let bytes = StoredArchive.bytes([("scene.usda", Array("#usda 1.0\n".utf8))])
        var random = SeededGenerator(seed: seed)
        // The time and what zip leaves to its maker tell nothing; all else does.
        let told = Set(4..<6).union(30 + 10..<64)
        for place in bytes.indices where !told.contains(place) {
            var damaged = bytes
            damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            guard let archive = try? ArchiveReader(damaged) else { continue }
            #expect(
                archive.files.map(\.name) != ["scene.usda"] || place >= bytes.count - 22 - 56, "byte \(place)"
            )
        }
        for length in bytes.indices {
            #expect(throws: ArchiveFault.self) { try ArchiveReader(Array(bytes[..<length])) }
        }
        #expect(throws: ArchiveFault.self) { try ArchiveReader(bytes + [0]) }
    }

    @Test("an archive that zip allows and USDZ does not is refused by name")
    func notUSDZ() throws {
        let bytes = StoredArchive.bytes([("scene.usda", Array("#usda 1.0\n".utf8))])
        let directory = bytes.count - 22 - 46 - "scene.usda".utf8.count
        func fault(_ change: (inout [UInt8]) -> Void) -> ArchiveFault? {
            var other = bytes
            change(&other)
            do throws(ArchiveFault) { _ = try ArchiveReader(other) } catch { return error }
            return nil
        }
        #expect(fault { _ in } == nil)
        // The flags are before the file and in the directory.
        for (place, value, expected) in [(8, 8, ArchiveFault.compressed), (6, 1, .encrypted)] {
            #expect(
                fault { other in
                    other[place] = UInt8(value)
                    other[directory + place + 2] = UInt8(value)
                } == expected)
        }
        #expect(
            fault { other in
                // One byte of padding less.
                other[28] -= 1
                other.remove(at: 30 + "scene.usda".utf8.count + 4)
                other[other.count - 22 + 16] -= 1
            } == .unaligned)
        #expect(fault { $0[64] ^= 1 } == .badChecksum)
    }

    @Test("a scene that is broken is refused")
    func brokenScenes() throws {
        let content = try ReportFixture.content(names: ["a", "b"])
        let bytes = try #require(ReportScene.usdz(content))
        let text = String(decoding: try ArchiveReader(bytes).files[0].bytes, as: UTF8.self)
        for (part, other) in [
            ("#usda 1.0", "#usda 2.0"), ("metersPerUnit = 1", "metersPerUnit = 0.01"),
            ("metersPerUnit = 1\n", "\n"), ("defaultPrim = \"Report\"\n", "\n"),
            ("upAxis = \"Y\"", "upAxis = \"Z\""),
            ("defaultPrim = \"Report\"", "defaultPrim = \"Other\""),
            ("faceVertexCounts = [4]", "faceVertexCounts = [3]"),
            ("[0, 1, 2, 3]", "[0, 1, 2, 4]"), ("m_a", "m a"), ("m_a", "m_b"),
            ("</Report/Materials/C", "</Report/Other/C"),
            ("points = [(", "points = [(nan, "), ("extent = [(", "extent = [(100, "),
            ("Mesh \"m_b\" (\n", "Mesh \"m_b\" (\n}\n"),
            ("        color3f[] primvars:displayColor", "        color3f[] other"),
        ] {
            #expect(text.contains(part), "\(part)")
            #expect(throws: SceneFault.self, "\(part)") { try SceneReader(text.replacing(part, with: other)) }
        }
        #expect(throws: SceneFault.self) { try SceneReader(String(text.dropLast(3))) }
    }
}
