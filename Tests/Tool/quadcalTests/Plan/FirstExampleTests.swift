import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import TestSupport
import Testing
import ToolCommands

@testable import QuadcalTool
@testable import ToolTerminal

@Suite("The first example of quadcal recalibrate --help")
struct FirstExampleTests {
    /// The example for a target, as somebody types it who only replaces what is to be replaced.
    private static func example(_ scene: OnlineScene, onto target: UUID) throws -> [String] {
        let example = try #require(Command.recalibrate.examples.first).line
        return example.split(separator: " ").dropFirst().map { word in
            switch word {
            case "URL": scene.server.address
            case "NEW": target.wireText
            case "OLD": String(scene.old.wireText.prefix(8))
            default: String(word)
            }
        } + ["--yes", "--job", "hall.job"]
    }

    /// A scene whose space has a vector, or none, with a reference set in place of the new session if that is wanted.
    private static func scene(_ vector: SIMD3<Double>?, withSet: Bool) async throws -> (
        OnlineScene, target: UUID
    ) {
        let scene = try await OnlineScene()
        if let vector {
            _ = await scene.api.updateSpace(scene.space, try RequestBody.calibrating(by: vector))
        }
        guard withSet else { return (scene, scene.new) }
        let markers = try await scene.api.markers(of: scene.new).elements
        try await scene.api.deleteWorkSession(scene.new)
        let body = try RequestBody.creatingReferenceSet(
            name: "set",
            markers: try markers.enumerated().map {
                (id: FitScene.newID($0.offset), label: $0.element.label ?? "", quad: try $0.element.quad)
            })
        return (scene, try await scene.api.createReferenceSet(in: scene.space, body).id)
    }

    @Test(
        "works as it stands, onto a session or a set, without a vector or with one of zero",
        arguments: [nil, SIMD3<Double>.zero], [false, true])
    func example(vector: SIMD3<Double>?, withSet: Bool) async throws {
        let (scene, target) = try await Self.scene(vector, withSet: withSet)
        let run = try scene.run(try Self.example(scene, onto: target))
        #expect(run.exit == 0 && run.output.contains("9 of 9 markers moved"), "\(run)")
        #expect(scene.writes.count == 9 && scene.writes.values.allSatisfy { $0 == 1 })
    }

    @Test("asks for the kind of corners only where a session has two, and takes a set for either")
    func target() async throws {
        let (scene, session) = try await Self.scene(SIMD3(0, 0, 1), withSet: false)
        let example = try Self.example(scene, onto: session)
        let unstated = try scene.run(example)
        #expect(
            unstated.exit == 2 && unstated.advice.contains("--target raw or --target calibrated"),
            "\(unstated)")
        let stated = try scene.run(example + ["--target", "raw"])
        #expect(stated.exit == 0, "\(stated)")

        let (other, set) = try await Self.scene(SIMD3(0, 0, 1), withSet: true)
        let calibrated = try other.run(
            try Self.example(other, onto: set) + ["--target", "calibrated", "--dry-run"])
        #expect(
            calibrated.exit == 0 && calibrated.output.contains("calibrated from raw points"), "\(calibrated)")
        let raw = try other.run(try Self.example(other, onto: set))
        #expect(raw.exit == 0 && raw.output.contains("9 of 9 markers moved"), "\(raw)")
    }

    @Test("a set has no date, so --before compares sessions with its own date alone")
    func before() async throws {
        let (scene, set) = try await Self.scene(nil, withSet: true)
        let words = try Self.example(scene, onto: set)
        let place = try #require(words.firstIndex(of: "--sessions"))
        func before(_ date: String) -> [String] {
            Array(words[..<place]) + ["--before", date] + words[(place + 2)...]
        }
        let none = try scene.run(before("2000-01-01T00:00:00Z"))
        #expect(
            none.exit == 2 && none.advice.contains("no session of \"hall\" is in the old frame"), "\(none)")
        let all = try scene.run(before("2999-01-01T00:00:00Z"))
        #expect(all.exit == 0 && all.output.contains("9 of 9 markers moved"), "\(all)")
    }

    @Test("a saved fit to a set moves the sessions, too, and one of another space says why it moves none")
    func savedFit() async throws {
        let (scene, set) = try await Self.scene(nil, withSet: true)
        let old = try await scene.markers.map(\.text),
            sets = try await scene.api.referenceSets(of: scene.space)
        try scene.folder.write(
            "[\(old.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ","))]", to: "old.json")
        try scene.folder.write(
            "[\(String(decoding: sets.elements[0].value.text, as: UTF8.self))]", to: "set.json")
        #expect(sets.elements[0].id == set)
        let fit = ["fit", "--join", "label", "--robust", "--quiet", "--save"]
        #expect(try scene.run(fit + ["fit.json", "old.json", "set.json"]).exit == 0)
        let move = [
            "recalibrate", "--api", scene.server.address, "--space", "hall", "--mode", "raw", "--sessions",
            "all",
            "--yes", "--job", "hall.job", "--fit",
        ]
        let own = try scene.run(move + ["fit.json"])
        #expect(own.exit == 0 && own.output.contains("9 of 9 markers moved"), "\(own)")

        // The markers, the session and the set of another space.
        let (other, _) = try await Self.scene(nil, withSet: true)
        try other.folder.write(
            try scene.folder.read("fit.json").replacing(set.wireText, with: FitScene.newSession.wireText),
            to: "fit.json")
        let address = move.map { $0 == scene.server.address ? other.server.address : $0 }
        let foreign = FitScene(seed: 1, noise: 0.002)
        try other.folder.write(foreign.old, to: "foreign.json")
        try other.folder.write(foreign.new, to: "foreign-new.json")
        #expect(try other.run(fit + ["foreign.fit", "foreign.json", "foreign-new.json"]).exit == 0)
        let lost = try other.run(address + ["foreign.fit", "--target", "raw"])
        #expect(lost.exit == 1, "\(lost)")
        #expect(
            lost.output.contains(
                "NOTHING_CHOSEN: Every marker is left out (9 UNDATED). None of the 9 markers that"),
            "\(lost)")
        let undated = try other.run(address + ["fit.json"])
        #expect(undated.exit == 1 && undated.output.contains("Name them: --sessions ID"), "\(undated)")
        #expect(other.writes.isEmpty)
    }
}
