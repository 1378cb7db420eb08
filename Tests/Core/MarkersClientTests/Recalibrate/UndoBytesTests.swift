import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import Synchronization
import Testing

@Suite("Taking back gives back every byte")
struct UndoBytesTests {
    /// Values that a number type, a string type or another order of keys would change.
    private static let foreign = [
        #","label":"\u001b[2J\u202e \"\\\/ \ud83d\ude00","custom_props":{"z":1.50,"a":[1e2,-0.0,12345678901234567890,[],{}]}"#,
        ##","label":"","meta":{"b":1.0,"a":0.1000000000000000055511151231257827},"color":"#FF00aa""##,
        #","meta":{"":{"":{"":null}}},"custom_props":{"n":1E-400,"t":"\u00e9é\t"}"#,
    ]

    /// Calibrated data of somebody's own, whose text has more in it than its numbers.
    private static func own(_ place: Int) -> [String] {
        func corners(_ z: String) -> String {
            """
            "p4":[\(place).0,1.10,\(z)],"p1":[\(place),1.00,\(z)],"p2":[\(place).2,1.0,\(z)],"p3":[\(place).20,1.1,\(z)]
            """
        }
        return [
            "",
            // Elsewhere, with a center of its own.
            #","calibrated_data":{\#(corners("7.50")),"center":[\#(place).1,1.05,7.5]}"#,
            // Elsewhere, with a center that is not its own.
            #","calibrated_data":{\#(corners("7.5")),"center":[0,0,0.0]}"#,
        ]
    }

    private static func scene(_ variants: Set<Variant>, vector: String?) async throws -> SandboxScene {
        let scene = try await SandboxScene(SandboxOptions(seed: 1, variants: variants), vector: vector)
        var place = 0
        for more in foreign {
            for kind in 0..<own(place).count {
                try await scene.make(place, own(place)[kind] + more)
                place += 1
            }
        }
        return scene
    }

    private static let fields: [MarkerField] = [
        .label, .p1, .p2, .p3, .p4, .color, .meta, .customProperties, .calibratedData,
    ]

    /// The fields of markers that have changed, to the byte.
    private static func changes(_ before: [Marker], _ after: [Marker]) -> [UUID: [MarkerField]] {
        var changes: [UUID: [MarkerField]] = [:]
        for (old, new) in zip(before, after) {
            #expect(old.id == new.id)
            let changed = fields.filter { old[$0]?.text != new[$0]?.text }
            if !changed.isEmpty { changes[old.id] = changed }
        }
        return changes
    }

    /// Traces of a job that was taken back.
    private struct Remains {
        var changed: [UUID: [MarkerField]] = [:]
        /// The fields that the run listed as not restored.
        var listed: [UUID: [MarkerField]] = [:]
        /// The number of markers that it said to be restored in value only.
        var inValue = 0
        var vectorIsListed = false
    }

    /// Applies and takes back; returns the changes that remain, and the report of the run on them.
    private static func roundTrip(
        _ scene: SandboxScene, _ mode: PushMode, sign: VectorSign
    ) async throws -> Remains {
        let before = try await scene.markers(), space = try JSONValue(try await scene.spaceText())
        let job = try await scene.job(mode, sign: sign)
        let rows = try await job.rows()
        #expect(mode == .vector || rows.count == before.count)
        let run = JobRun(scene.api, job)
        let applied = await run.run()
        #expect(applied.isComplete(.apply), "\(applied)")
        let between = changes(before, try await scene.markers())
        #expect(mode == .vector || between.count == before.count, "\(between)")
        let remains = Mutex(Remains())
        let report = await run.run(.undo) { event in
            switch event {
            case .warning(.notRestored(let id, let fields)): remains.withLock { $0.listed[id] = fields }
            case .warning(.restoredInValue(let markers)): remains.withLock { $0.inValue = markers }
            case .warning(.vectorNotRestored): remains.withLock { $0.vectorIsListed = true }
            default: break
            }
        }
        #expect(report.isComplete(.undo), "\(report)")
        var result = remains.withLock { $0 }
        result.changed = changes(before, try await scene.markers())
        let verdict = try await run.verify(.undo)
        if mode == .vector {
            #expect(Set(verdict.different.keys).isSubset(of: result.changed.keys), "\(verdict)")
        } else {
            #expect(Set(verdict.different.keys) == Set(result.listed.keys), "\(verdict)")
            #expect(result.changed.count == result.listed.count + result.inValue, "\(verdict)")
        }
        let spaceAfter = try JSONValue(try await scene.spaceText())
        let isSame = space["calibration_vector"]?.text == spaceAfter["calibration_vector"]?.text
        #expect(isSame != result.vectorIsListed)
        return result
    }

    @Test(
        "of corners and calibrated data, whoever wrote them, and of everything beside them",
        arguments: [PushMode.raw, .calibrated], [nil, "[0.10,-0.0,2e0]", "[]"])
    func bytes(mode: PushMode, vector: String?) async throws {
        for variants in [[.clearNull], [.clearNull, .subtractVector], [.clearNull, .sparse]] as [Set<Variant>]
        {
            let scene = try await Self.scene(variants, vector: vector)
            defer { scene.clear() }
            let sign: VectorSign = variants.contains(.subtractVector) ? .subtracted : .added
            let result = try await Self.roundTrip(scene, mode, sign: sign)
            #expect(result.changed == [:] && result.listed == [:], "\(mode), \(variants)")
        }
    }

    @Test(
        "of the space's vector; calibrated data that the server replaced with it is listed",
        arguments: [
            "[0.10,-0.0,2e0]", "[]", "[0,0,0]",
        ])
    func vector(vector: String) async throws {
        let scene = try await Self.scene([.clearNull], vector: vector)
        defer { scene.clear() }
        let result = try await Self.roundTrip(scene, .vector, sign: .added)
        #expect(!result.vectorIsListed)
        let own = Self.foreign.count * (Self.own(0).count - 1)
        #expect(result.changed.count == own && result.changed.values.allSatisfy { $0 == [.calibratedData] })
    }

    @Test(
        "but for a value that the server will not clear, or not be told: that is listed, and stands for the same"
    )
    func listed() async throws {
        let count = Self.foreign.count, kinds = Self.own(0).count
        let raw = try await Self.scene([.refuseCalibrated], vector: "[0,0,1.0]")
        defer { raw.clear() }
        let refused = try await Self.roundTrip(raw, .raw, sign: .added)
        #expect(refused.changed.count == count * (kinds - 1))

        let calibrated = try await Self.scene([], vector: nil)
        defer { calibrated.clear() }
        let kept = try await Self.roundTrip(calibrated, .calibrated, sign: .added)
        #expect(kept.listed.isEmpty && kept.inValue == count && kept.changed.count == count)
        for marker in try await calibrated.markers() where kept.changed[marker.id] != nil {
            #expect(try marker.calibratedData?.quad == marker.quad)
        }

        let space = try await Self.scene([], vector: nil)
        defer { space.clear() }
        #expect(try await Self.roundTrip(space, .vector, sign: .added).vectorIsListed)
    }
}
