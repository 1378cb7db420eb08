import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import SQLiteStore
import TestSupport
import Testing

/// Each test is a situation of somebody whose scan bends, judged by where markers truly are and by the server's record of writes.
@Suite("Every marker is moved once, by its own motion")
struct StraightenedOnceTests {
    typealias Way = FitSettings.Straightening

    /// Nobody is let through, and nothing is written.
    private static func refused(
        _ space: BentSpace, _ machine: String, _ request: SpaceRequest,
        _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let before = space.server.effects.count, recalibration = try space.recalibration(machine)
        let path = try space.path()
        let code = await OnceTests.code { try await recalibration.run(request, job: path) }
        let known = [
            "ALREADY_APPLIED", "SESSION_MARKED", "MOVED_PERHAPS", "PARTLY_MOVED", "PARTLY_MOVED_PERHAPS",
            "FITTED_ELSEWHERE", "FAILED_FIT", "AMBIGUOUS_MOTION",
        ]
        #expect(known.contains(code), "\(code)", sourceLocation: place)
        #expect(space.server.effects.count == before, sourceLocation: place)
    }

    /// The markers that a plan takes farther from where they truly are than it says: by how much, and what it says.
    private static func beyond(_ plan: RecalibrationPlan, _ space: BentSpace) throws -> [(Double, Double)] {
        let truth = Dictionary((space.corridor.pins + space.corridor.others).map { ($0.id, $0.new) }) { $1 }
        return try plan.updates.compactMap { update in
            let bound = try #require(update.predictedError), there = try #require(truth[update.marker.id])
            let miss = try (update.after().quad.center - there.center).length
            return miss > bound ? (miss, bound) : nil
        }
    }

    @Test(
        "a scan that bends: each marker ends where it is, within its bound, once, and goes back to the byte",
        arguments: [Way.time, .auto])
    func once(way: Way) async throws {
        let space = try BentSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration(), path = try space.path()
        let before = try await space.api.markers(of: BentCorridor.oldSession).elements
        let plan = try await recalibration.plan(space.request(way))
        #expect(plan.plan.request.motion.straightened?.law.kind == .time && plan.plan.notes.isEmpty)
        for update in plan.plan.updates {
            let moved = try update.after().quad, old = try update.marker.quad
            #expect(((moved.p3 - moved.p1).length - (old.p3 - old.p1).length).magnitude < 1e-9)
        }
        let beyond = try Self.beyond(plan.plan, space)
        #expect(beyond.count <= 2 && plan.plan.updates.count == 36, "\(beyond)")
        let status = try await recalibration.run(plan, job: path)
        #expect(status.isComplete && status.head.straightened?.law.kind == .time)
        #expect(try await space.worst() < 0.03)
        #expect(try await space.writes() == [1])
        guard case .made(let report) = try await recalibration.verify(job: path).comparison else {
            Issue.record("not compared")
            return
        }
        #expect(report.isSound && report.asPlanned == 36)
        // Whoever knows one motion alone does not open it.
        #expect(try Database(.file(path), .readOnly).number(ofPragma: "user_version") == 3)
        #expect(try await Job.read(at: path).fit().map { try SavedFit($0, takesShifts: true) } != nil)

        #expect(try await recalibration.undo(job: path).isComplete)
        for (now, then) in zip(try await space.api.markers(of: BentCorridor.oldSession).elements, before) {
            #expect(try now.quad == then.quad)
        }
        #expect(try await recalibration.run(space.request(way), job: try space.path()).isComplete)
        #expect(try await space.worst() < 0.03)
    }

    @Test(
        "the same scans again, straightened or not, from the folder, another one and another machine",
        arguments: [(Way.time, Way.time), (.time, .none), (.none, .time), (.place, .none), (.none, .place)],
        [false, true])
    func again(ways: (Way, Way), isNear: Bool) async throws {
        for variants in [[], [Variant.dropMeta]] {
            let space = try BentSpace(Set(variants), isNear: isNear)
            defer { space.clear() }
            let first = try space.fit(ways.0), second = try space.fit(ways.1)
            let sessions: Set = [BentCorridor.oldSession]
            let recalibration = try space.recalibration()
            #expect(
                try await recalibration.run(space.request(first, sessions), job: try space.path()).isComplete)
            for machine in ["ann", "bob"] {
                try await Self.refused(space, machine, space.request(second, sessions))
                try await Self.refused(space, machine, space.request(ways.1))
            }
            #expect(try await space.writes() == [1])
        }
    }

    @Test(
        "another session of the space, of which no marker was fitted: it moves once, too",
        arguments: [(Way.place, Way.place), (.place, .none), (.none, .place), (.time, .time)], [false, true])
    func otherSession(ways: (Way, Way), isNear: Bool) async throws {
        for variants in [[], [Variant.dropMeta]] {
            let space = try BentSpace(Set(variants), isNear: isNear)
            defer { space.clear() }
            let first = try space.fit(ways.0), second = try space.fit(ways.1)
            let recalibration = try space.recalibration()
            let pins = space.request(first, [BentCorridor.oldSession])
            let sides = space.request(first, [BentCorridor.sideSession])
            #expect(try await recalibration.run(sides, job: try space.path()).isComplete)
            for machine in ["ann", "bob"] {
                for fit in [first, second] {
                    try await Self.refused(space, machine, space.request(fit, [BentCorridor.sideSession]))
                }
            }
            #expect(try await space.writes(of: BentCorridor.sideSession) == [1])
            // That was no marker of the session with the pins.
            let status = try await recalibration.run(pins, job: try space.path())
            #expect(status.isComplete)
            #expect(try await space.writes() == [1])
        }
    }

    @Test(
        "a run that was interrupted, and the same command elsewhere", arguments: [3, 9, 20, 28],
        [false, true])
    func interrupted(after count: Int, isNear: Bool) async throws {
        for (way, variants) in [
            (Way.time, Set<Variant>()), (.time, [.dropMeta]), (.place, [.dropMeta]), (.none, [.dropMeta]),
        ] {
            let space = try BentSpace(variants, isNear: isNear)
            defer { space.clear() }
            let recalibration = try space.recalibration(), path = try space.path()
            let request = space.request(way), fit = try space.fit(way)
            let status = try await HalfMovedSpaceTests.stopped(recalibration, request, path, after: count)
            #expect(status.counts[.done, default: 0] >= count && !status.isComplete)
            var rest = request
            rest.decisions.onlyUnmoved = true
            for machine in ["ann", "bob"] {
                try await Self.refused(space, machine, request)
                try await Self.refused(space, machine, space.request(fit, [BentCorridor.oldSession]))
            }
            // Where no more than a third were moved, somebody without the job can have the others moved.
            let bob = try space.recalibration("bob")
            let restPath = try space.path()
            var plan: SpacePlan?
            if let whole = try? await bob.plan(rest) {
                plan = try? await bob.requireUnmoved(whole, job: restPath)
            }
            var isMoved = false
            if let plan { isMoved = (try? await bob.run(plan, job: restPath))?.isComplete == true }
            #expect(isMoved || count > 3)
            if !isMoved { #expect(try await recalibration.resume(job: path).isComplete) }
            #expect(try await space.writes() == [1])
            // How many the first run had moved is left to chance, and so is where the others are told from.
            if way == .time, isMoved, let plan {
                let beyond = try Self.beyond(plan.plan, space)
                #expect(beyond.count <= 1, "\(beyond) of \(plan.plan.updates.count)")
            }
            for machine in ["ann", "bob", "cleo"] {
                try await Self.refused(space, machine, request)
                try await Self.refused(space, machine, rest)
            }
        }
    }

    @Test("the rest of a half moved session, by the fit that was saved before")
    func rest() async throws {
        let space = try BentSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration(), path = try space.path()
        var request = space.request(try space.fit(.time), [BentCorridor.oldSession])
        _ = try await HalfMovedSpaceTests.stopped(recalibration, request, path, after: 9)
        request.decisions.onlyUnmoved = true
        #expect(try await recalibration.run(request, job: try space.path()).isComplete)
        #expect(try await space.writes() == [1])
        #expect(try await space.worst() < 0.03)
    }

    @Test("a marker that was added after the rescan: asked about, and then moved without a shift")
    func added() async throws {
        let space = try BentSpace()
        defer { space.clear() }
        var creation = RequestBody.MarkerCreation(
            workSessionID: BentCorridor.oldSession, quad: space.corridor.others[0].old)
        creation.label = "late"
        _ = try await MarkerCreation(space.api).create(
            [creation], keys: ["late"], in: BentCorridor.oldSession)
        let recalibration = try space.recalibration()
        var request = space.request(.time)
        try await Self.refused(space, "ann", request)
        request.decisions.notMovedYet = [BentCorridor.oldSession]
        let plan = try await recalibration.plan(request)
        let late = try #require(plan.plan.updates.first { $0.marker.label == "late" })
        #expect(plan.plan.notes.contains(.beyondMarkers([late.marker.id])))
        #expect(try #require(late.shift).shift.length < 1e-6)
        let others = plan.plan.updates.filter { $0.marker.label != "late" }.compactMap(\.predictedError)
        let (own, most) = (try #require(late.predictedError), try #require(others.max()))
        #expect(own > most)
        #expect(try await recalibration.run(request, job: try space.path()).isComplete)
    }

    @Test("somebody moves a corner between plan and push: theirs stays, and all others move")
    func edited() async throws {
        let space = try BentSpace()
        defer { space.clear() }
        var recalibration = try space.recalibration()
        recalibration.options.policy = .skip
        let path = try space.path(), plan = try await recalibration.plan(space.request(.time))
        let marker = try #require(plan.plan.updates.first?.marker)
        var update = RequestBody.MarkerUpdate(version: marker.version ?? 0)
        let theirs = try marker.quad.moved(by: SIMD3(0, 0, 0.2))
        update.quad = theirs
        _ = await space.api.updateMarker(marker.id, try update.json())
        let status = try await recalibration.run(plan, job: path)
        #expect(status.counts[.conflict] == 1 && status.counts[.done] == 35)
        #expect(try await space.api.marker(marker.id).quad == theirs)
        try await Self.refused(space, "bob", space.request(.time))
        #expect(try await recalibration.undo(job: path).isComplete)
        #expect(try await space.api.marker(marker.id).quad == theirs)
    }

    @Test("calibrated data of a marker that somebody moves meanwhile has the shift of its new place")
    func calibrated() async throws {
        let space = try BentSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration(), path = try space.path()
        let plan = try await recalibration.plan(
            space.request(space.fit(.place), [BentCorridor.oldSession], .calibrated))
        let straightened = try #require(plan.plan.request.motion.straightened)
        let marker = try #require(plan.plan.updates.last?.marker)
        var update = RequestBody.MarkerUpdate(version: marker.version ?? 0)
        let there = try marker.quad.moved(by: SIMD3(-8, 0, 0))
        update.quad = there
        _ = await space.api.updateMarker(marker.id, try update.json())
        #expect(try await recalibration.run(plan, job: path).isComplete)
        let data = try #require(try await space.api.marker(marker.id).calibratedData)
        #expect(try data.quad.distance(to: straightened.moved(there)) < 1e-6)
        let shifts = try [marker.quad, there].map { try straightened.shift(of: $0.center).shift }
        #expect((shifts[0] - shifts[1]).length > 0.01)
        guard case .made(let report) = try await recalibration.verify(job: path).comparison else { return }
        #expect(report.isSound)
        #expect(try await recalibration.undo(job: path).isComplete)
    }

    @Test("a vector cannot hold a shift for each marker, and says so")
    func vector() async throws {
        let space = try BentSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration()
        let request = space.request(try space.fit(.time), [BentCorridor.oldSession], .vector)
        do throws(RecalibrationError) {
            _ = try await recalibration.plan(request)
            Issue.record("a vector took shifts")
        } catch {
            #expect(error.code == "STRAIGHTENED" && error.message.contains("a vector shifts all alike"))
        }
    }

    @Test("too few markers to see a drift are refused by the library as they are by the tool")
    func few() async throws {
        let space = try BentSpace([], BentCorridor(3))
        defer { space.clear() }
        let recalibration = try space.recalibration()
        do throws(RecalibrationError) {
            _ = try await recalibration.plan(space.request(.place))
            Issue.record("straightened by three markers")
        } catch {
            #expect(error == .notStraightened(.tooFewPins(found: 3, needed: 4), marker: nil))
            #expect(error.code == "TOO_FEW_PINS" && error.remedy != nil)
        }
    }

    @Test("the next rescan moves what the first has straightened, once more and without a question")
    func next() async throws {
        let space = try BentSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration()
        #expect(try await recalibration.run(space.request(.time), job: try space.path()).isComplete)
        let again = try await space.rescan(by: SIMD3(0, 0.5, 30))
        var request = space.request(.auto)
        request.motion = .markers(by: .label, onto: [again], corners: .raw)
        #expect(try await recalibration.run(request, job: try space.path()).isComplete)
        #expect(try await space.writes() == [2])
        #expect(try await space.worst(by: SIMD3(0, 0.5, 30)) < 0.03)
        for machine in ["ann", "bob"] { try await Self.refused(space, machine, request) }
    }

    @Test("one call of the library, which rejects wrong pairs by itself")
    func oneCall() async throws {
        var corridor = BentCorridor(size: 0.1)
        corridor.pins[5].new = corridor.pins[5].new.moved(by: SIMD3(0, 4, 3))
        let space = try BentSpace([], corridor)
        defer { space.clear() }
        var request = space.request(.time)
        request.fit.isRobust = true
        let status = try await space.recalibration().run(request, job: try space.path())
        #expect(status.isComplete && status.head.straightened?.pinCount == 23)
        corridor.pins.remove(at: 5)
        #expect(try await space.worst(of: corridor) < 0.03)
    }

    @Test("one session first, then both of which the fit has pins", arguments: [Way.none, .auto, .time])
    func twoSessions(way: Way) async throws {
        for variants in [[], [Variant.dropMeta]] {
            var corridor = BentCorridor(size: 0.2)
            for pin in 0..<12 { corridor.pins[pin].session = BentCorridor.sideSession }
            let space = try BentSpace(Set(variants), isNear: true, corridor)
            defer { space.clear() }
            var request = space.request(.none)
            request.fit.isRobust = true
            #expect(
                try await space.recalibration().run(request, job: try space.path()).isComplete)
            request.fit.straightening = way
            request.frames = FrameMembership(chosen: [BentCorridor.oldSession, BentCorridor.sideSession])
            for machine in ["ann", "bob"] { try await Self.refused(space, machine, request) }
            // Most of the pins were moved.
            request.decisions.onlyUnmoved = true
            for machine in ["ann", "bob"] { try await Self.refused(space, machine, request) }
        }
    }

    @Test(
        "some of the pins were placed anew in the new frame: the others are fitted, and move",
        arguments: [Way.none, .place, .time], [false, true])
    func somePlacedAnew(way: Way, isNear: Bool) async throws {
        let space = try BentSpace(isNear: isNear)
        defer { space.clear() }
        let again = space.corridor.pins.indices.filter { $0 % 4 == 1 }
        for pin in again {
            let marker = try await space.api.marker(space.corridor.pins[pin].id)
            var update = RequestBody.MarkerUpdate(version: marker.version ?? 0)
            update.quad = space.corridor.pins[pin].new
            _ = await space.api.updateMarker(marker.id, try update.json())
        }
        var request = space.request(way)
        request.fit.isRobust = true
        try await Self.refused(space, "ann", request)
        request.decisions.onlyUnmoved = true
        let plan = try await space.recalibration().plan(request)
        #expect(plan.plan.request.motion.fitted.count == space.corridor.pins.count - again.count)
        #expect(try await space.recalibration().run(request, job: try space.path()).isComplete)
        // A person has placed some, and the job has moved the others.
        #expect(try await space.writes() == [1])
        if way == .time { #expect(try await space.worst() < 0.05) }
    }

    @Test("a pin that somebody placed anew in the new frame is left out, if asked for, and the others move")
    func placedAnew() async throws {
        var corridor = BentCorridor(size: 0.1)
        corridor.pins[5].old = corridor.pins[5].new
        let space = try BentSpace([], corridor)
        defer { space.clear() }
        for way in [Way.time, .place, .none] {
            var request = space.request(way)
            request.decisions.onlyUnmoved = true
            // Shifts, or a motion, of all pins follow that one, too.
            try await Self.refused(space, "ann", request)
            request.fit.isRobust = true
            let plan = try await space.recalibration().plan(request)
            #expect(plan.plan.updates.count == 35)
            #expect(plan.plan.leftOut.contains { $0.marker.id == corridor.pins[5].id })
        }
        var request = space.request(.time)
        request.fit.isRobust = true
        try await Self.refused(space, "ann", request)
        request.decisions.onlyUnmoved = true
        #expect(try await space.recalibration().run(request, job: try space.path()).isComplete)
        #expect(try await space.writes() == [0, 1])
        #expect(try await space.worst() < 0.03)
    }

    @Test("a job whose law somebody has edited is not run")
    func editedJob() async throws {
        let space = try BentSpace()
        defer { space.clear() }
        let recalibration = try space.recalibration(), path = try space.path()
        _ = try await HalfMovedSpaceTests.stopped(recalibration, space.request(.time), path, after: 3)
        try SQLiteFile.run(
            "UPDATE job SET value = CAST(replace(CAST(value AS TEXT), '\"reach\":', '\"reach\":9') AS BLOB) "
                + "WHERE name = 'head'", in: path)
        #expect(throws: JobError.damaged("straightening")) { try Job.read(at: path) }
        #expect(
            await OnceTests.code { try await recalibration.resume(job: path) } == "JOB_DAMAGED")
    }
}
