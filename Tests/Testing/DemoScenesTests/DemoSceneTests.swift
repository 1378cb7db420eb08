import DemoScenes
import Foundation
import Markers
import QuadGeometry
import Testing

@Suite("Demo spaces")
struct DemoSceneTests {
    private static let some: [UInt64] = [1, 2, 3]

    /// Every variant of a room, and the blade, whose 5,000 markers the variants change in the same way.
    private static let seeded = DemoScene.names.filter { $0.hasPrefix("room") || $0 == "blade" }

    @Test("are the same for the same seed, and others for another", arguments: seeded)
    func seeds(name: String) throws {
        func files(_ seed: UInt64) throws -> [[UInt8]] {
            try #require(DemoScene(named: name, seed: seed)).files.map(\.bytes)
        }
        let first = try files(1)
        #expect(try files(1) == first)
        #expect(try files(2) != first)
        #expect(DemoScene(named: name, seed: 1)?.name == name)
    }

    @Test("are what Datasets/demo has, byte for byte")
    func stored() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Datasets/demo")
        for (name, bytes) in DemoScene(.room, seed: 1).files {
            let stored = try Data(contentsOf: folder.appendingPathComponent(name))
            #expect(Array(stored) == bytes, "\(name): scripts/demo-data writes it")
        }
    }

    @Test("have no other names")
    func noOtherNames() {
        for name in ["", "hall", "room-", "room-plain", "blade-drift", "room-drifted-"] {
            #expect(DemoScene(named: name) == nil, "\(name)")
        }
    }

    @Test("have as many markers as they say, all of which are read", arguments: some)
    func markers(seed: UInt64) throws {
        for (kind, count) in [(DemoScene.Kind.room, 400), (.blade, 5000)] {
            let scene = DemoScene(kind, seed: seed)
            #expect(scene.oldMarkers.count == count)
            let markers = try scene.markers.map { try Marker($0.json) }
            #expect(Set(markers.map(\.id)).count == scene.markers.count)
            #expect(Set(scene.oldMarkers.map(\.id)).isDisjoint(with: scene.newMarkers.map(\.id)))
            for (marker, record) in zip(markers, scene.markers) {
                #expect(marker.workSessionID == record.owner)
                #expect(try marker.quad.corners.allSatisfy { $0 == SIMD3<Double>(SIMD3<Float>($0)) })
                #expect(marker.version != nil && marker.foreignMembers.isEmpty)
            }
            for record in scene.sessions { #expect(try WorkSession(JSONValue(record.json)).id == record.id) }
            #expect(try Space(JSONValue(scene.space.json)).calibrationVector == nil)
            #expect(try !ReferenceSet(JSONValue(scene.referenceSet.json)).markers.isEmpty)
            #expect(try LaserGuide(JSONValue(scene.laserGuide.json)).grid.count == scene.oldAnchors.count)
        }
    }

    @Test("have only the broken quads that the truth tells of", arguments: some)
    func broken(seed: UInt64) throws {
        let check = QuadCheck(.app)
        for kind in DemoScene.Kind.allCases {
            let scene = DemoScene(kind, seed: seed)
            var found: [String: Set<QuadIssue.Code>] = [:]
            for record in scene.oldMarkers {
                let marker = try Marker(record.json)
                for issue in check.issues(try marker.quad)
                where issue.severity == .error || issue.severity == .warning {
                    found[marker.label ?? "", default: []].insert(issue.code)
                }
            }
            #expect(Set(found.keys) == Set(scene.truth.broken.map(\.label)), "\(scene.name), seed \(seed)")
            for one in scene.truth.broken { #expect(found[one.label]?.contains(one.code) == true) }
        }
    }

    @Test("are seen by the new scan where the true motion takes them, but for the mistakes", arguments: some)
    func motion(seed: UInt64) throws {
        for kind in DemoScene.Kind.allCases {
            let scene = DemoScene(kind, seed: seed), truth = scene.truth
            let old = try Dictionary(
                uniqueKeysWithValues: scene.oldMarkers.map {
                    let marker = try Marker($0.json)
                    return (marker.label ?? "", try marker.quad)
                })
            var wrong: Set<String> = []
            for record in scene.newMarkers {
                let marker = try Marker(record.json)
                let label = try #require(marker.label)
                let place = truth.newFromOld * (try #require(old[label])).center
                if try (marker.quad.center - place).length > DemoSceneTests.mostNoise { wrong.insert(label) }
            }
            #expect(wrong == Set(truth.mislabelled + truth.moved), "\(scene.name), seed \(seed)")
            #expect(Set(truth.mislabelled).isDisjoint(with: truth.moved))
        }
    }

    /// Farther from its place than this, in metres, a center was not put there by noise.
    private static let mostNoise = 0.03
}
