import Foundation
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("What others wrote, through a plan")
struct ForeignValuesTests {
    /// Markers as they are read from a list with blanks of its own.
    private static func markers(_ seed: UInt64, _ sample: Int, hasCalibratedData: Bool) throws -> [Marker] {
        var json = RandomJSON(SeededGenerator(seed: seed, sample: sample))
        let texts = (0..<4).map { json.marker($0, hasCalibratedData: hasCalibratedData) }
        let list = "[" + texts.map { json.blanks() + $0 + json.blanks() }.joined(separator: ",") + "]"
        let read = try MarkerList(Array(list.utf8))
        #expect(read.refused.isEmpty, "seed \(seed), \(sample): \(read.refused)")
        #expect(read.markers.map(\.text) == texts.map { Array($0.utf8) }, "seed \(seed), \(sample)")
        return read.markers
    }

    private static func plan(_ markers: [Marker], _ mode: PushMode) throws -> RecalibrationPlan {
        let motion = try PlanMarkers.motion(turn: SIMD3(0, 0.3, 0), shift: SIMD3(2, 0, 1))
        return try RecalibrationPlan(
            markers,
            PlanRequest(
                PlannedMotion(motion, from: .raw, to: .raw), mode: mode, frames: PlanMarkers.frames))
    }

    /// The bytes of a marker around the values of some fields.
    private static func around(_ fields: [MarkerField], in marker: Marker) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = [], end = 0
        for range in fields.compactMap({ marker[$0]?.range }).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            parts.append(marker.text[end..<range.lowerBound])
            end = range.upperBound
        }
        return parts + [marker.text[end...]]
    }

    @Test("only what changes changes, to the last blank", arguments: [PushMode.raw, .calibrated], Seeds.few)
    func after(mode: PushMode, seed: UInt64) throws {
        let changed = mode == .raw ? MarkerField.corners : [.calibratedData]
        for sample in 0..<50 {
            for hasCalibratedData in [true, false] {
                let markers = try Self.markers(seed, sample, hasCalibratedData: hasCalibratedData)
                let plan = try Self.plan(markers, mode)
                #expect(plan.updates.count == markers.count, "seed \(seed), \(sample)")
                for (marker, update) in zip(markers, plan.updates) {
                    #expect(update.before == marker.text)
                    let after = try update.after()
                    #expect(try Marker(after.text).quad == after.quad, "seed \(seed), \(sample)")
                    if mode == .calibrated, !hasCalibratedData {
                        let added = Array(marker.text.dropLast()) + Array(#","calibrated_data":"#.utf8)
                        let parts = Self.around(changed, in: after).map { Array($0) }
                        #expect(parts == [added, [UInt8(ascii: "}")]], "seed \(seed), \(sample)")
                    } else {
                        #expect(
                            Self.around(changed, in: after) == Self.around(changed, in: marker),
                            "seed \(seed), \(sample)")
                    }
                }
            }
        }
    }

    @Test("a body sends them on byte for byte", arguments: [PushMode.raw, .calibrated], Seeds.few)
    func body(mode: PushMode, seed: UInt64) throws {
        for sample in 0..<50 {
            for marker in try Self.markers(seed, sample, hasCalibratedData: true) {
                let update = try #require(try Self.plan([marker], mode).updates.first)
                let body = try JSONValue(try #require(update.body(keeping: MarkerField.allCases)))
                for field in MarkerField.allCases {
                    let isOwn =
                        mode == .raw ? MarkerField.corners.contains(field) : field == .calibratedData
                    guard !isOwn else { continue }
                    #expect(
                        body[field.name]?.text == marker[field]?.text, "seed \(seed), \(sample), \(field)")
                }
                let bare = try JSONValue(try #require(update.body()))
                #expect(bare.members.count == (mode == .raw ? 5 : 2), "seed \(seed), \(sample)")
            }
        }
    }

    @Test("written as a list and read again, all is as it was", arguments: Seeds.few)
    func list(seed: UInt64) throws {
        for sample in 0..<50 {
            let after = try Self.plan(
                try Self.markers(seed, sample, hasCalibratedData: true), .raw
            ).updates.map { try $0.after() }
            var json = JSONWriter()
            json.array { json in for marker in after { json.value(marker) } }
            let again = try MarkerList(try json.take()).markers
            #expect(again == after, "seed \(seed), \(sample)")
            #expect(try again.map { try $0.quad } == after.map { try $0.quad }, "seed \(seed), \(sample)")
            #expect(again.map(\.version) == after.map(\.version), "seed \(seed), \(sample)")
        }
    }
}
