import Foundation
import Markers
import MarkersClient
import QuadGeometry
import RigidCalibration
import Synchronization
import Testing

@Suite("A space recalibrated in one call")
struct SpaceRecalibrationTests {
    private static let fields: [MarkerField] = [.p1, .p2, .p3, .p4, .label, .meta, .calibratedData]

    /// The largest error of markers on the server, in metres.
    private static func error(
        _ quads: [Quad?], _ expected: [Quad], sourceLocation: SourceLocation = #_sourceLocation
    ) -> Double {
        #expect(quads.count == expected.count, sourceLocation: sourceLocation)
        return zip(quads, expected).map { quad, expected in
            quad.map { quad in
                zip(quad.corners, expected.corners).map { ($0 - $1).largestMagnitude }.max() ?? .infinity
            } ?? .infinity
        }.max() ?? .infinity
    }

    @Test(
        "moves each marker once to where the new scan has it, and can undo that",
        arguments: [PushMode.raw, .calibrated])
    func there(mode: PushMode) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let before = try await space.scene.markers(), recalibration = try space.recalibration
        let heard = Mutex<[String]>([])
        let status = try await recalibration.run(space.request(mode), job: space.path) { event in
            switch event {
            case .started(let open): heard.withLock { $0.append("started \(open)") }
            case .marker(_, _, let state): heard.withLock { $0.append(state.word.rawValue) }
            case .finished: heard.withLock { $0.append("finished") }
            case .present, .listed, .warning, .vector, .stopping, .waiting, .holding: break
            }
        }
        #expect(status.isComplete && status.canBeUndone && status.open.isEmpty)
        #expect(status.counts == [.done: RescannedSpace.count] && status.space == "k")
        guard case .made(let comparison)? = status.comparison else { throw CocoaError(.featureUnsupported) }
        #expect(comparison.isSound && comparison.asPlanned == RescannedSpace.count)
        let moves = [String](repeating: "done", count: RescannedSpace.count)
        #expect(heard.withLock { $0 } == ["started \(RescannedSpace.count)"] + moves + ["finished"])

        let after = try await space.scene.markers()
        let moved = try before.map { try $0.quad.map(RescannedSpace.moved) }
        if mode == .raw {
            #expect(try Self.error(after.map { try $0.quad }, moved) < 1e-6)
        } else {
            let shown = moved.map { $0.map { $0 + RescannedSpace.vector } }
            #expect(try Self.error(after.map { try $0.calibratedData?.quad }, shown) < 1e-6)
            #expect(try after.map { try $0.quad } == before.map { try $0.quad })
        }
        #expect(space.writes.count == RescannedSpace.count && space.writes.values.allSatisfy { $0 == 1 })
        #expect(try await space.api.isLocked(space.old, .workSessions) == false)
        #expect(try await space.api.presence(in: space.old) == [])

        #expect(try await recalibration.resume(job: space.path).run?.requests == 0)
        #expect(try await JobStatus(ofJobAt: space.path).isComplete)
        #expect(try await JobStatus(ofJobAt: space.path, running: .undo).open.count == RescannedSpace.count)
        #expect(try await recalibration.undo(job: space.path).isComplete)
        let undone = try await recalibration.verify(job: space.path)
        guard case .made(let restored)? = undone.comparison else { throw CocoaError(.featureUnsupported) }
        #expect(undone.direction == .undo && restored.isSound)
        for (old, new) in zip(before, try await space.scene.markers()) {
            for field in Self.fields { #expect(old[field]?.text == new[field]?.text) }
        }
    }

    @Test("rewrites the vector of a space in its vector mode")
    func vector() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let step = SIMD3(1.0, 2, 3), recalibration = try space.recalibration
        let plan = try await recalibration.plan(space.shifting(.vector, by: step))
        #expect(plan.calibration?.basis == .inferred && plan.fit?.model == .translation)
        let status = try await recalibration.run(plan, job: space.path)
        #expect(status.isComplete && status.vector?.word == .done)
        let vector = try #require(try await space.api.space(space.scene.space).calibrationVector)
        #expect((vector - step).largestMagnitude < 1e-6)
        #expect(try await recalibration.undo(job: space.path).isComplete)
        #expect(try await space.api.space(space.scene.space).calibrationVector == RescannedSpace.vector)
    }

    @Test("a plan shows everything before anything is sent")
    func plan() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        var request = space.request()
        request.motion = .markers(by: .label, onto: [space.set], corners: .raw)
        let plan = try await space.recalibration.plan(request)
        #expect(plan.plan.updates.count == RescannedSpace.count && plan.plan.hasWork)
        #expect(plan.plan.leftOut.count == RescannedSpace.placedAgain && plan.refusedCount == 0)
        #expect(plan.joined?.matches.count == RescannedSpace.placedAgain)
        #expect(plan.fit?.verdict != .fail)
        #expect(space.writes.isEmpty && !FileManager.default.fileExists(atPath: space.path))
        let before = try await space.scene.markers()
        #expect(try await space.recalibration.run(plan, job: space.path).isComplete)
        #expect(
            try Self.error(
                await space.scene.markers().map { try $0.quad },
                before.map { try $0.quad.map(RescannedSpace.moved) }) < 1e-6)
    }

    @Test("a cancelled call stops in order and releases its locks")
    func cancelled() async throws {
        let space = try await RescannedSpace(more: 600)
        defer { space.clear() }
        let recalibration = try space.recalibration
        let request = space.request(), path = space.path
        let begun = AsyncStream<Void>.makeStream()
        let call = Task {
            try await recalibration.run(request, job: path) {
                if case .marker = $0 { begun.continuation.yield() }
            }
        }
        var iterator = begun.stream.makeAsyncIterator()
        _ = await iterator.next()
        call.cancel()
        let status = try await call.value
        #expect(status.run?.stop == .interrupted && !status.isComplete && status.comparison == nil)
        #expect(try await space.api.isLocked(space.old, .workSessions) == false)
        #expect(try await recalibration.resume(job: path).isComplete)
        #expect(space.writes.count == RescannedSpace.count + 600)
        #expect(space.writes.values.allSatisfy { $0 == 1 })
    }
}
