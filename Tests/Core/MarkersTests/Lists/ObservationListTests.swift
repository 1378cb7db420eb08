import Foundation
import Markers
import QuadGeometry
import TestSupport
import Testing

@Suite("Files of markers to join")
struct ObservationListTests {
    private static func read(
        _ text: String, _ coordinates: MarkerCoordinates = .raw, of chosen: Set<UUID>? = nil
    ) throws -> ObservationList {
        try ObservationList(ByteSource(Array(text.utf8)), coordinates, of: chosen)
    }

    @Test("every shape of a list gives the same observations")
    func shapes() throws {
        let texts = [
            JoinScene.text(1, label: #""door""#, more: #","custom_props":{"anchorId":"A1"}"#),
            JoinScene.text(2, more: #","custom_props":{"anchorId":17}"#), JoinScene.text(3),
        ]
        let comma = texts.joined(separator: ","), lines = texts.joined(separator: "\n")
        for text in ["[\(comma)]", "{\"markers\":[\(comma)]}", "{\"n\":1,\"data\":[\(comma)]}", lines] {
            let list = try Self.read(text)
            #expect(list.refused.isEmpty && list.calibratedCount == 0)
            #expect(list.observations.map(\.id) == [1, 2, 3].map(JoinScene.id))
            #expect(list.observations.map(\.label) == ["door", nil, nil])
            #expect(list.observations.map(\.anchor) == ["A1", "17", nil])
            #expect(list.observations.map(\.quad.p1.z) == [1, 2, 3])
            #expect(list.observations.allSatisfy { $0.collection == JoinScene.id(500) })
        }
    }

    @Test("raw and calibrated corners are told apart, and counted")
    func coordinates() throws {
        let text = "[\(JoinScene.text(1, more: JoinScene.calibrated)),\n\(JoinScene.text(2))]"
        let raw = try Self.read(text)
        #expect(raw.calibratedCount == 1 && raw.observations.count == 2)
        let calibrated = try Self.read(text, .calibrated)
        #expect(calibrated.observations.map(\.quad.p1.y) == [9])
        #expect(calibrated.refused.map(\.code) == [.missingMember])
        #expect(calibrated.refused.map(\.pointer) == ["/1/calibrated_data"])
        #expect(calibrated.refused.map(\.line) == [2])
    }

    @Test("calibrated corners that are the raw ones need no choice")
    func sameCorners() throws {
        let marker = JoinScene.text(2)
        let corners = try Marker(Array(marker.utf8)).quad
        func text(_ step: SIMD3<Double>) -> String {
            var json = JSONWriter()
            CalibratedData(corners.map { $0 + step }).write(to: &json)
            return JoinScene.text(
                2, more: ",\"calibrated_data\":" + String(decoding: json.bytes, as: UTF8.self))
        }
        for (step, count) in [(SIMD3.zero, 0), (SIMD3(0, 1e-9, 0), 0), (SIMD3(0, 0.001, 0), 1)] {
            let list = try Self.read("[\(text(step)),\n\(JoinScene.text(3))]")
            #expect(list.calibratedCount == count && list.sameCount == 1 - count)
        }
    }

    @Test("only sessions and sets that were chosen take part")
    func sessions() throws {
        let text = (1...4).map { JoinScene.text($0, session: 500 + $0 % 2) }.joined(separator: "\n")
        let list = try Self.read(text, of: [JoinScene.id(501)])
        #expect(list.observations.map(\.id) == [1, 3].map(JoinScene.id) && list.passedOver == 2)
        let sets = try Self.read("[\(Self.set(7)),\(Self.set(8))]", of: [JoinScene.id(8)])
        #expect(sets.observations.map(\.collection) == [JoinScene.id(8), JoinScene.id(8)])
        #expect(sets.passedOver == 2)
    }

    @Test("reference sets are markers without a session")
    func references() throws {
        let one = try Self.read(Self.set(7))
        #expect(one.observations.map(\.label) == ["Corner", nil] && one.refused.isEmpty)
        #expect(one.observations.map(\.quad.p3) == [SIMD3(1, 1, 0), SIMD3(1, 1, 0)])
        let two = try Self.read("[\(Self.set(7)),\(Self.set(8))]")
        #expect(two.observations.count == 4)
        // Which kind of corners a set has is known to who made it.
        let calibrated = try Self.read(Self.set(7), .calibrated)
        #expect(calibrated.observations == one.observations && calibrated.refused.isEmpty)
    }

    @Test("what is no marker is named with its place, and the others live on")
    func refused() throws {
        let short = JoinScene.text(2).replacing("[1,1,2]", with: "[1,1]")
        let list = try Self.read(
            "[\(JoinScene.text(1)),\n\(short),\n7,{\"id\":3},\n\(JoinScene.text(4))]")
        #expect(list.observations.map(\.id) == [1, 4].map(JoinScene.id))
        #expect(list.refused.map(\.pointer) == ["/1/p3", "/2", "/3/id"])
        #expect(list.refused.map(\.line) == [2, 3, 3])
        #expect(list.refused.map(\.code) == [.badCorner, .wrongType, .notAnIdentifier])
        let set = try Self.read("[\n\(Self.set(7).replacing("[1,1,0]", with: "[1,1,\"0\"]"))]")
        #expect(set.refused.map(\.pointer) == ["/0/markers/0/p3", "/0/markers/1/p3"])
        #expect(set.refused.map(\.line) == [2, 2])
        let error = #expect(throws: JSONError.self) { try Self.read("[{},\n]") }
        #expect(error?.line == 2)
    }

    @Test("no bytes trap", arguments: Seeds.few)
    func garbage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let texts = [
            Self.set(7), "[\(Self.set(7)),\(JoinScene.text(1, more: JoinScene.calibrated))]",
            JoinScene.text(1, label: "\"a\"") + "\n" + JoinScene.text(2),
        ].map { Array($0.utf8) }
        for trial in 0..<3000 {
            var bytes = texts[trial % 3]
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = Array("{}[]\",:0-en\n".utf8).randomElement(using: &random) ?? 0
            }
            for coordinates in MarkerCoordinates.allCases {
                let list = try? ObservationList(ByteSource(bytes), coordinates)
                #expect(list?.observations.allSatisfy { $0.quad.isFinite } ?? true, "seed \(seed), \(trial)")
            }
        }
    }

    private static func set(_ number: Int) -> String {
        let corners = #""p1":[0,0,0],"p2":[1,0,0],"p3":[1,1,0],"p4":[0,1,0]"#
        return """
            {"id":"\(JoinScene.id(number))","space_id":"any","name":"walls","markers":[\
            {"id":"\(JoinScene.id(10 * number))","label":"Corner",\(corners)},\
            {"id":"\(JoinScene.id(10 * number + 1))","label":null,\(corners)}],"version":3}
            """
    }
}
