import Markers
import QuadGeometry
import TestSupport
import Testing

@testable import MarkersReport

@Suite("A report as binary scenes")
struct ReportExportTests {
    private static func scene(_ content: ReportContent) throws -> BinarySceneReader {
        try BinarySceneReader(try #require(ReportScene.glb(content)))
    }

    private static func polygons(_ content: ReportContent) throws -> PolygonReader {
        try PolygonReader(try #require(ReportScene.ply(content)))
    }

    @Test("have every marker at its place, with its id and its error")
    func markers() throws {
        let content = try ReportFixture.content(names: ["x", "y", "z"])
        let scene = try Self.scene(content), polygons = try Self.polygons(content)
        #expect(scene.markers.map { $0.extras["id"]?.string } == ["x", "y", "z"])
        #expect(scene.before?.ids == ["x", "y", "z"])
        let root = try #require(scene.document["nodes"]?.elements.first)
        let origin = (root["extras"]?["originInFrame"]?.elements ?? []).compactMap(\.double)
        for (place, (marker, wanted)) in zip(scene.markers, content.markers).enumerated() {
            let after = try #require(wanted.after).corners.map { SIMD3<Float>($0 - SIMD3(origin)) }
            #expect(marker.mesh.points == after && marker.mesh.triangles == SceneMarker.triangles)
            #expect(polygons.vertices[(4 * place)..<(4 * place + 4)].map(\.point) == after)
            let error = try #require(content.error(of: ReportShape(wanted)))
            #expect(marker.extras["error95"]?.double == error)
            #expect(polygons.vertices[4 * place].error == Float(error))
            #expect(scene.before?.mesh.points[4 * place] == SIMD3(after[0].x - 2, after[0].y, after[0].z))
        }
        #expect(scene.markers.allSatisfy { $0.extras["residual"] == nil })
        #expect(polygons.vertices.allSatisfy { $0.residual == ScenePolygons.unknown })
    }

    @Test("have the residuals of pairs, by marker", arguments: ReportFixture.fits)
    func residuals(fit: String) throws {
        let content = try ReportFixture.content(fit)
        let scene = try Self.scene(content), polygons = try Self.polygons(content)
        #expect(scene.markers.count == content.shapes.count { $0.after.count == 4 })
        for (place, marker) in scene.markers.enumerated() {
            let name = try #require(marker.extras["id"]?.string)
            let worst = content.followers.filter { ($0.group ?? $0.id) == name }.map(\.length).max()
            #expect(marker.extras["residual"]?.double == worst, "\(name)")
            #expect(polygons.vertices[4 * place].residual == worst.map(Float.init) ?? -1, "\(name)")
        }
        #expect(polygons.vertices.contains { $0.residual >= 0 })
    }

    @Test("have the largest error in yellow, and the least in violet")
    func colors() throws {
        let content = try ReportFixture.content(names: (0..<40).map { "m\($0)" })
        let polygons = try Self.polygons(content), scene = try Self.scene(content)
        let known = polygons.vertices.filter { $0.error != ScenePolygons.unknown }
        #expect(
            known.count == 4 * content.shapes.count(where: \.isPredicted)
                && known.count < polygons.vertices.count)
        for (share, vertex) in [
            (1.0, known.max { $0.error < $1.error }), (0, known.min { $0.error < $1.error }),
        ] {
            let color = SceneColor(share: share), vertex = try #require(vertex)
            #expect(vertex.color == (0..<3).map { UInt8(color.shown[$0]) })
            let same = scene.markers.first { $0.extras["error95"]?.double.map(Float.init) == vertex.error }
            #expect(same?.mesh.colors == Array(repeating: SIMD3<Float>(color.linear), count: 4))
        }
    }

    @Test("keep ids as they are, and show names without what is invisible")
    func hostile() throws {
        let content = try ReportFixture.content(names: HostileText.all, subject: HostileText.all.joined())
        let scene = try Self.scene(content)
        #expect(scene.markers.map { $0.extras["id"]?.string } == HostileText.all)
        let names = scene.document["nodes"]?.elements.compactMap { $0["name"]?.string } ?? []
        #expect(
            names.allSatisfy { !$0.unicodeScalars.contains { $0.properties.isBidiControl || $0.value < 32 } })
        #expect(try Self.polygons(content).vertices.count == 4 * HostileText.all.count)
    }

    @Test("have the server's ids where they are known")
    func ids() throws {
        let quad = Quad.square(at: .zero)
        let marker = ReportMarker(name: "kiosk", id: "7f", before: quad, after: quad, state: .planned)
        let scene = try Self.scene(try ReportFixture.content(markers: [marker]))
        #expect(scene.markers.map { $0.extras["id"]?.string } == ["7f"])
        #expect(scene.document["nodes"]?.elements.last?["name"]?.string == "kiosk")
    }

    @Test("leave out what has no place, and count it")
    func withoutPlace() throws {
        func marker(_ name: String, _ corner: SIMD3<Double>) -> ReportMarker {
            ReportMarker(
                name: name, before: .square(at: corner), after: .square(at: corner), state: .planned)
        }
        let lost = [
            marker("nan", SIMD3(.nan, 0, 0)), marker("endless", SIMD3(0, .infinity, 0)),
            marker("far", SIMD3(0, 0, 1e300)),
            ReportMarker(name: "none", before: nil, after: nil, state: .refused),
        ]
        let there = marker("there", SIMD3(1e9, 1, 1))
        let content = try ReportFixture.content(markers: lost + [there])
        let scene = try Self.scene(content)
        #expect(scene.markers.map { $0.extras["id"]?.string } == ["there"])
        #expect(scene.document["nodes"]?.elements[0]["extras"]?["omitted"]?.double == 4)
        #expect(try Self.polygons(content).comments.contains { $0.contains("without 4 markers") })
        let text = try #require(ReportScene.usdz(content))
        #expect(!String(decoding: text, as: UTF8.self).contains("nan"))
        let empty = try ReportFixture.content(markers: lost)
        #expect(
            ReportScene.glb(empty) == nil && ReportScene.ply(empty) == nil && ReportScene.usdz(empty) == nil)
    }

    @Test("places before that are far away are not in the scene")
    func farBefore() throws {
        let marker = ReportMarker(
            name: "a", before: .square(at: SIMD3(500, 0, 0)), after: .square(at: .zero), state: .moved)
        #expect(try Self.scene(try ReportFixture.content(markers: [marker])).before == nil)
    }

    @Test("hold ten thousand markers, the same the second time")
    func many() throws {
        let content = try ReportFixture.content(names: (0..<10_000).map { "m\($0)" })
        let glb = try #require(ReportScene.glb(content))
        #expect(try BinarySceneReader(glb).markers.count == 10_000 && ReportScene.glb(content) == glb)
        let ply = try #require(ReportScene.ply(content))
        #expect(try PolygonReader(ply).faces.count == 20_000 && ReportScene.ply(content) == ply)
    }

    @Test("are refused if a byte of their structure is changed or missing", arguments: Seeds.few)
    func broken(seed: UInt64) throws {
        let content = try ReportFixture.content(names: ["a"])
        let glb = try #require(ReportScene.glb(content)), ply = try #require(ReportScene.ply(content))
        for length in glb.indices.dropLast() {
            #expect(throws: (any Error).self) { try BinarySceneReader(Array(glb[...length])) }
        }
        for length in ply.indices.dropLast() {
            #expect(throws: PolygonFault.self) { try PolygonReader(Array(ply[...length])) }
        }
        var random = SeededGenerator(seed: seed)
        for place in 0..<20 {
            var damaged = glb
            damaged[place] ^= UInt8.random(in: 1...255, using: &random)
            #expect(throws: (any Error).self, "byte \(place), seed \(seed)") {
                try BinarySceneReader(damaged)
            }
        }
        let text = String(decoding: glb, as: UTF8.self)
        for part in [
            "\"byteLength\":", "\"byteOffset\":", "\"count\":", "\"min\":[", "\"POSITION\":",
            "\"bufferView\":",
            "\"componentType\":", "\"indices\":", "\"mesh\":", "\"children\":[", "\"target\":",
        ] {
            let bytes = Array(part.utf8)
            let place = try #require(glb.firstRange(of: bytes)?.upperBound, "\(part) in \(text.prefix(400))")
            var damaged = glb
            damaged[place] = damaged[place] == UInt8(ascii: "9") ? UInt8(ascii: "8") : UInt8(ascii: "9")
            #expect(throws: (any Error).self, "\(part)") { try BinarySceneReader(damaged) }
        }
        var notNumber = ply
        let corner = try #require(ply.firstRange(of: Array("end_header\n".utf8))?.upperBound)
        for (offset, byte) in [UInt8]([0, 0, 0xc0, 0x7f]).enumerated() { notNumber[corner + offset] = byte }
        #expect(throws: PolygonFault.badNumber) { try PolygonReader(notNumber) }
    }
}
