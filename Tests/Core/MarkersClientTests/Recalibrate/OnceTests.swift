import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

/// Persons at machines of their own, who recalibrate one space of a server.
///
/// The way of a marker is judged by its corners and by the server's record of writes, not by what a run says of itself.
@Suite("Every marker is moved once, whoever runs what from where")
struct OnceTests {
    private static let step = SIMD3(0.0, 0, 3)

    /// A machine: a folder for jobs, and records of its own.
    struct Machine {
        let folder: URL
        var recalibration: Recalibration
        var job: String { folder.appending(path: UUID().uuidString + ".job").path }

        init(_ space: RescannedSpace, as user: String = "bob", keepsRecords: Bool = true) throws {
            folder = space.scene.folder.appending(path: "machine-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            recalibration = Recalibration(
                space.api, on: try Origin(space.scene.server.address + "/api/v1"), as: user)
            recalibration.records =
                keepsRecords ? JobRecords(folder: folder.appending(path: "records").path) : nil
        }

        /// Another folder of the same user.
        func elsewhere() throws -> String {
            let other = folder.appending(path: "other-" + UUID().uuidString)
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            return other.appending(path: "b.job").path
        }
    }

    static func code(_ body: () async throws -> JobStatus) async -> String {
        do {
            return try await body().isComplete ? "complete" : "open"
        } catch {
            return (error as? RecalibrationError)?.code ?? (error as? JobRunError)?.code ?? "\(error)"
        }
    }

    /// The number of markers of the old session that were written so many times.
    static func written(_ space: RescannedSpace, _ times: Int) async throws -> Int {
        let ids = Set(try await space.api.markers(of: space.old).elements.map(\.id.wireText))
        return ids.count { space.writes[$0, default: 0] == times }
    }

    @Test("O1: from another folder, a job of the user's records is found and nothing is moved")
    func records() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space), request = try space.shifting(.raw, by: Self.step)
        var recalibration = machine.recalibration
        recalibration.options.marks = false
        #expect(try await recalibration.run(request, job: machine.job).isComplete)
        let again = await Self.code { try await recalibration.run(request, job: try machine.elsewhere()) }
        #expect(again == "ALREADY_APPLIED")
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
    }

    @Test("O1: the record of a job whose file is gone undoes it")
    func lostFile() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let before = try await space.api.markers(of: space.old).elements.map { try $0.quad }
        let machine = try Machine(space), path = machine.job
        let request = try space.shifting(.raw, by: Self.step)
        #expect(try await machine.recalibration.run(request, job: path).isComplete)
        try FileManager.default.removeItem(atPath: path)
        let records = machine.folder.appending(path: "records")
        let copies = try FileManager.default.contentsOfDirectory(atPath: records.path)
        let copy = records.appending(path: try #require(copies.first { $0.hasSuffix(".job") })).path
        #expect(try await machine.recalibration.undo(job: copy).isComplete)
        #expect(try await space.api.markers(of: space.old).elements.map { try $0.quad } == before)
    }

    @Test(
        "O14: what was put back is not moved again by a copy, nor by the file of which a copy was put back",
        arguments: [true, false])
    func putBack(byItsFile: Bool) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let before = try await space.api.markers(of: space.old).elements.map { try $0.quad }
        let machine = try Machine(space), path = machine.job
        let status = try await machine.recalibration.run(
            try space.shifting(.raw, by: Self.step), job: path)
        #expect(status.isComplete)
        let records = machine.folder.appending(path: "records")
        let copies = try FileManager.default.contentsOfDirectory(atPath: records.path)
        let copy = records.appending(path: try #require(copies.first { $0.hasSuffix(".job") })).path
        #expect(try await JobStatus(ofJobAt: copy).ended == status.ended)
        let (undone, other) = byItsFile ? (path, copy) : (copy, path)
        #expect(try await machine.recalibration.undo(job: undone).isComplete)
        #expect(await Self.code { try await machine.recalibration.resume(job: other) } == "JOB_UNDONE")
        #expect(try await space.api.markers(of: space.old).elements.map { try $0.quad } == before)
        #expect(try await machine.recalibration.undo(job: other).isComplete)
        #expect(try await space.api.markers(of: space.old).elements.map { try $0.quad } == before)
    }

    @Test("O15: a job of another address is named as such, without a way on here")
    func anotherAddress() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space), request = try space.shifting(.raw, by: Self.step)
        let alias = try Origin(
            space.scene.server.address.replacing("127.0.0.1", with: "localhost") + "/api/v1")
        var first = Recalibration(MarkersAPI(try CurlTransport(alias)), on: alias, as: "ann")
        first.records = machine.recalibration.records
        #expect(try await first.run(request, job: machine.job).isComplete)
        var jobs: [EarlierJob] = []
        do throws(RecalibrationError) {
            _ = try await machine.recalibration.run(request, job: machine.job)
        } catch {
            if case .run(.movedBefore(let found)) = error { jobs = found }
        }
        #expect(jobs.map(\.server) == [alias.description] && jobs.allSatisfy { $0.way == nil })
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
    }

    @Test("O1: from another machine, the mark on the session tells")
    func mark() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let first = try Machine(space, as: "ann"), second = try Machine(space)
        let request = try space.shifting(.raw, by: Self.step)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        #expect(
            await Self.code { try await second.recalibration.run(request, job: second.job) }
                == "SESSION_MARKED")
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
    }

    @Test("O1: where the server drops marks, versions do, and only a person's word moves them")
    func droppedMark() async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.dropMeta]))
        defer { space.clear() }
        let first = try Machine(space, as: "ann"), second = try Machine(space)
        var request = try space.shifting(.raw, by: Self.step)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        #expect(
            await Self.code { try await second.recalibration.run(request, job: second.job) }
                == "MOVED_PERHAPS")
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
        // The word of a person about another session is not about this one.
        request.decisions.notMovedYet = [space.new]
        #expect(
            await Self.code { try await second.recalibration.run(request, job: second.job) }
                == "MOVED_PERHAPS")
        request.decisions.notMovedYet = [space.old, space.new, space.odd]
        let path = second.job
        #expect(try await second.recalibration.run(request, job: path).isComplete)
        let notes = try await Job.read(at: path).notes()
        #expect(notes.contains { $0.code == "NOT_MOVED_YET" && $0.sentence.contains("bob") })
    }

    @Test("O1: the word of a person overrides no evidence")
    func wordAgainstEvidence() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let first = try Machine(space, as: "ann"), second = try Machine(space)
        var request = try space.shifting(.raw, by: Self.step)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        request.decisions.notMovedYet = [space.old, space.new, space.odd]
        #expect(
            await Self.code { try await first.recalibration.run(request, job: first.job) }
                == "ALREADY_APPLIED")
        #expect(
            await Self.code { try await second.recalibration.run(request, job: second.job) }
                == "SESSION_MARKED")
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
    }

    @Test("O1: an edit after the rescan is asked about, one before it is not", arguments: [false, true])
    func dates(isLate: Bool) async throws {
        let space = try await RescannedSpace(
            SandboxOptions(seed: 1, variants: [.dropMeta]), editing: isLate ? .afterRescan : .beforeRescan)
        defer { space.clear() }
        let machine = try Machine(space)
        var request = space.request(.raw)
        request.fit.isRobust = true
        let code = await Self.code { try await machine.recalibration.run(request, job: machine.job) }
        #expect(code == (isLate ? "PARTLY_MOVED_PERHAPS" : "complete"))
    }

    @Test("O1: a marker that somebody has put where the rescan shows it is no witness for itself")
    func putInPlaceByHand() async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.dropMeta]))
        defer { space.clear() }
        let marker = try #require(try await space.api.markers(of: space.old).elements.first)
        let place = try marker.quad.map(RescannedSpace.moved)
        var update = RequestBody.MarkerUpdate(version: try #require(marker.version))
        update.quad = place
        _ = await space.api.updateMarker(marker.id, try update.json())
        let machine = try Machine(space)
        var request = space.request(.raw)
        (request.fit.isRobust, request.fit.bound) = (true, 0.05)
        request.decisions.onlyUnmoved = true
        #expect(try await machine.recalibration.run(request, job: machine.job).isComplete)
        #expect(try await space.api.marker(marker.id).quad == place)
        // Once by hand, and the others by the job.
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
    }

    @Test("O1: what was placed in the new frame before the rescan began stays, seen by the rescan or not")
    func placedBeforeRescan() async throws {
        let space = try await RescannedSpace(
            SandboxOptions(seed: 1, variants: [.dropMeta]), editing: .placedBeforeRescan)
        defer { space.clear() }
        let before = try await space.api.markers(of: space.old).elements
        let machine = try Machine(space)
        var request = space.request(.raw)
        (request.fit.isRobust, request.fit.bound) = (true, 0.05)
        #expect(
            await Self.code { try await machine.recalibration.run(request, job: machine.job) }
                == "PARTLY_MOVED")
        request.decisions.onlyUnmoved = true
        #expect(try await machine.recalibration.run(request, job: machine.job).isComplete)
        let after = try await space.api.markers(of: space.old).elements
        for (one, other) in zip(before, after) {
            let isPlaced = one.id == before.first?.id || one.id == before.last?.id
            let place = try isPlaced ? one.quad : one.quad.map(RescannedSpace.moved)
            #expect(try other.quad.distance(to: place) < 1e-6, "\(one.label ?? "")")
        }
    }

    @Test(
        "O1: what was placed in the rescan's session before its first marker stays, though no rescan shows it"
    )
    func placedAtTheStart() async throws {
        let space = try await RescannedSpace(
            SandboxOptions(seed: 1, variants: [.dropMeta]), editing: .placedAtItsStart)
        defer { space.clear() }
        let before = try #require(try await space.api.markers(of: space.old).elements.last)
        let machine = try Machine(space)
        var request = space.request(.raw)
        #expect(
            await Self.code { try await machine.recalibration.run(request, job: machine.job) }
                == "PARTLY_MOVED_PERHAPS")
        request.decisions.onlyUnmoved = true
        #expect(try await machine.recalibration.run(request, job: machine.job).isComplete)
        #expect(try await space.api.marker(before.id).quad == before.quad)
        // Once by hand, and the others by the job.
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
    }

    @Test("O1: a marker that was added to an old session after the rescan is asked about, of whatever motion")
    func addedLater() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space)
        var request = try space.shifting(.raw, by: Self.step, only: space.old)
        let creation = RequestBody.MarkerCreation(
            workSessionID: space.old, quad: Quad.rectangle(0.3, 0.2).moved(by: SIMD3(40, 1, 2)))
        let added = try await space.api.createMarker(creation).id
        #expect(
            await Self.code { try await machine.recalibration.run(request, job: machine.job) }
                == "PARTLY_MOVED_PERHAPS")
        request.decisions.onlyUnmoved = true
        #expect(try await machine.recalibration.run(request, job: machine.job).isComplete)
        #expect(try await space.api.marker(added).quad == creation.quad)
    }

    /// Adds a session with some markers of the old one a step further, seconds after what was before it.
    static func visit(_ space: RescannedSpace, by step: SIMD3<Double> = step) async throws -> UUID {
        let session = try await space.api.createWorkSession(
            RequestBody.Session(in: space.scene.space, type: "inspection").json
        ).id
        for marker in try await space.api.markers(of: space.old).elements.prefix(6) {
            var creation = RequestBody.MarkerCreation(
                workSessionID: session, quad: try marker.quad.moved(by: step))
            creation.label = marker.label
            _ = try await space.api.createMarker(creation)
        }
        return session
    }

    /// Moves the old session, as a day before the dates of the server, and returns the request.
    private static func moveFirst(_ space: RescannedSpace, on machine: Machine) async throws -> SpaceRequest {
        var request = try space.shifting(.raw, by: step, only: space.old)
        request.frames.targets = [try await visit(space)]
        let plan = try await machine.recalibration.plan(request)
        #expect(
            try await machine.recalibration.run(plan, job: machine.job, created: "2025-12-31T00:00:00Z")
                .isComplete)
        return request
    }

    @Test(
        "O2: the same motion once more after another rescan is another recalibration if the fit shows it",
        arguments: [true, false])
    func sameMotionAgain(isFitted: Bool) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space)
        var request = try await Self.moveFirst(space, on: machine)
        let session = try await Self.visit(space)
        request.frames.targets = [session]
        if isFitted { request.motion = .markers(by: .label, onto: [session], corners: .raw) }
        let code = await Self.code { try await machine.recalibration.run(request, job: machine.job) }
        #expect(code == (isFitted ? "complete" : "ALREADY_APPLIED"))
    }

    @Test(
        "O17: motions that differ by metres are two recalibrations, however far both lead",
        arguments: [(0.5, "ALREADY_APPLIED"), (3, "complete")])
    func farAndAlike(off: Double, code: String) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space)
        let first = try space.shifting(.raw, by: SIMD3(20, 0, 0), only: space.old)
        #expect(try await machine.recalibration.run(first, job: machine.job).isComplete)
        var second = try space.shifting(.raw, by: SIMD3(20, 0, off), only: space.old)
        second.frames.targets = [try await Self.visit(space, by: SIMD3(20, 0, off))]
        let request = second
        #expect(
            await Self.code { try await machine.recalibration.run(request, job: machine.job) } == code)
    }

    @Test(
        "O4: a second visit in the same frame does not make the first move forgotten",
        arguments: [true, false])
    func secondVisit(isElsewhere: Bool) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let first = try Machine(space), second = isElsewhere ? try Machine(space) : first
        var request = try await Self.moveFirst(space, on: first)
        let before = try await space.api.markers(of: space.old).elements.map { try $0.quad }
        request.frames.targets = [try await Self.visit(space)]
        let refused = await Self.code { try await second.recalibration.run(request, job: second.job) }
        #expect(refused == (isElsewhere ? "SESSION_MARKED" : "ALREADY_APPLIED"))
        request.decisions.onlyUnmoved = true
        _ = await Self.code { try await second.recalibration.run(request, job: second.job) }
        #expect(try await space.api.markers(of: space.old).elements.map { try $0.quad } == before)
    }

    @Test("O5: an undo brings back the mark of the job before")
    func markBefore() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space)
        let one = try space.shifting(.raw, by: Self.step, only: space.old)
        #expect(try await machine.recalibration.run(one, job: machine.job).isComplete)
        let mark = try #require(SessionMark(try await space.api.workSession(space.old)))
        var other = try space.shifting(.raw, by: SIMD3(0, 0, 7), only: space.old)
        other.decisions.notMovedYet = [space.old]
        let path = machine.job
        #expect(try await machine.recalibration.run(other, job: path).isComplete)
        #expect(SessionMark(try await space.api.workSession(space.old)) != mark)
        #expect(try await machine.recalibration.undo(job: path).isComplete)
        #expect(SessionMark(try await space.api.workSession(space.old)) == mark)
    }

    @Test("O5: marks of more jobs than are kept push out the oldest alone")
    func manyMarks() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space)
        var digests: [String] = []
        for number in 1...11 {
            var request = try space.shifting(.raw, by: SIMD3(0, 0, Double(1 << number)), only: space.old)
            request.decisions.notMovedYet = [space.old]
            let path = machine.job
            #expect(try await machine.recalibration.run(request, job: path).isComplete)
            digests.append(try Job.read(at: path).head.digest)
        }
        let mark = try #require(SessionMark(try await space.api.workSession(space.old)))
        #expect([mark.job] + mark.earlier.map(\.job) == Array(digests.reversed().prefix(9)))
    }

    private static func shift(
        _ space: RescannedSpace, _ mode: PushMode, on machine: Machine
    ) async throws -> JobStatus {
        var request = try space.shifting(mode, by: step, only: space.old)
        request.sign = .added
        return try await machine.recalibration.run(request, job: machine.job)
    }

    @Test(
        "O6: calibrated data are no second motion of corners that were moved, and come out the same again",
        arguments: [PushMode.raw, .calibrated], [true, false])
    func calibratedAfter(first: PushMode, isElsewhere: Bool) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space), other = isElsewhere ? try Machine(space) : machine
        #expect(try await Self.shift(space, first, on: machine).isComplete)
        let code = await Self.code { try await Self.shift(space, .calibrated, on: other) }
        let refusal = isElsewhere ? "SESSION_MARKED" : "ALREADY_APPLIED"
        #expect(code == (first == .raw ? refusal : "NOTHING_TO_SEND"), "\(code)")
    }

    @Test("O7: a copy of what a job has moved is known by its place, on the machine that has the job")
    func copied() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space)
        var request = try await Self.moveFirst(space, on: machine)
        request.frames = FrameMembership(chosen: [try await Self.copy(space)])
        let code = await Self.code { try await machine.recalibration.run(request, job: machine.job) }
        #expect(code == "ALREADY_APPLIED")
    }

    @Test("O7: where no dates are shown, a copy is asked about if what it may be a copy of was updated")
    func copiedWithoutDates() async throws {
        for isMoved in [false, true] {
            let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.sparse]))
            defer { space.clear() }
            var request = try space.shifting(.raw, by: Self.step, only: space.old)
            if isMoved { request = try await Self.moveFirst(space, on: Machine(space, as: "ann")) }
            request.frames = FrameMembership(chosen: [try await Self.copy(space)])
            let machine = try Machine(space)
            let code = await Self.code { try await machine.recalibration.run(request, job: machine.job) }
            #expect(code == (isMoved ? "MOVED_PERHAPS" : "complete"))
        }
    }

    /// Copies the markers of the old session to a new one.
    private static func copy(_ space: RescannedSpace) async throws -> UUID {
        let session = try await space.api.createWorkSession(
            RequestBody.Session(in: space.scene.space, type: "inspection").json
        ).id
        for marker in try await space.api.markers(of: space.old).elements {
            _ = try await space.api.createMarker(
                RequestBody.MarkerCreation(workSessionID: session, quad: try marker.quad))
        }
        return session
    }

    @Test(
        "O1: a server whose sessions lose other data with a mark gets it back, moves nothing, and is not marked again"
    )
    func changedMeta() async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.changeMeta]), hasOther: true)
        defer { space.clear() }
        let machine = try Machine(space), request = try space.shifting(.raw, by: Self.step, only: space.odd)
        let path = machine.job
        let code = await Self.code { try await machine.recalibration.run(request, job: path) }
        #expect(code == "MARK_NOT_KEPT" && space.writes.isEmpty)
        let after = try await space.api.workSession(space.odd)
        #expect(SessionMark(after) == nil && after.meta?["n"]?.double == 1.5)
        // No job of which nothing was sent is in the way.
        #expect(try await machine.recalibration.run(request, job: path).isComplete)
        #expect(SessionMark(try await space.api.workSession(space.odd)) == nil)
    }

    @Test(
        "O2: the second session of a space is no earlier job's, in the same folder and with the same motion")
    func secondSession() async throws {
        let space = try await RescannedSpace(hasOther: true)
        defer { space.clear() }
        let machine = try Machine(space)
        let first = try space.shifting(.raw, by: Self.step, only: space.old)
        var second = try space.shifting(.raw, by: Self.step, only: space.odd)
        // The motion as a fit to markers of the other session, which are moved by then.
        let fitted = try await space.api.markers(of: space.old).elements.map {
            FittedMarker(id: $0.id, corners: try $0.quad)
        }
        guard case .pairs(let pairs, let source, let target) = second.motion else { return }
        second.motion = .motion(
            PlannedMotion(
                try Calibration(pairs, options: second.fit.options), from: source, to: target, fitted: fitted)
        )
        #expect(try await machine.recalibration.run(first, job: machine.job).isComplete)
        let path = machine.job
        #expect(try await machine.recalibration.run(second, job: path).isComplete)
        let notes = try await Job.read(at: path).notes()
        #expect(notes.contains { $0.code == "OTHERS_MOVED" && !$0.fails })
        #expect(
            await Self.code { try await machine.recalibration.run(second, job: machine.job) }
                == "ALREADY_APPLIED")
    }

    @Test("O3: the same command again says that its job is done, whatever the fit makes of the markers now")
    func doneAlready() async throws {
        let space = try await RescannedSpace(shifted: 2)
        defer { space.clear() }
        let machine = try Machine(space)
        var request = space.request(.raw)
        request.fit.isRobust = true
        request.fit.bound = 0.05
        #expect(try await machine.recalibration.run(request, job: machine.job).isComplete)
        let writes = space.writes
        let refusal = await #expect(throws: RecalibrationError.self) {
            try await machine.recalibration.run(request, job: machine.job)
        }
        guard case .run(.movedBefore(let jobs))? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(jobs.count == 1 && !jobs[0].isPartial && jobs[0].moved == RescannedSpace.count)
        #expect(refusal?.code == "ALREADY_APPLIED" && space.writes == writes)
    }

    @Test(
        "O3: a fit that fails is not explained by a job that was done before the rescan, or by one that has nothing to do with it"
    )
    func failedFit() async throws {
        let space = try await RescannedSpace(shifted: 2)
        defer { space.clear() }
        let machine = try Machine(space)
        let shift = try space.shifting(.raw, by: SIMD3(0.25, 0, 0), only: space.old)
        #expect(try await machine.recalibration.run(shift, job: machine.job).isComplete)
        var request = space.request(.raw)
        request.fit.isRobust = false
        let code = await Self.code { try await machine.recalibration.run(request, job: machine.job) }
        #expect(code == "FAILED_FIT")
    }

    @Test("T15: what a job of another motion left half moved is not moved on, in part or whole")
    func halfByAnother() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let machine = try Machine(space)
        let first = try space.shifting(.raw, by: Self.step, only: space.old)
        #expect(
            !(try await HalfMovedSpaceTests.stopped(machine.recalibration, first, machine.job)).isComplete)
        var other = try space.shifting(.raw, by: SIMD3(0.5, 0, 0), only: space.old)
        for onlyUnmoved in [false, true] {
            other.decisions = MoveDecisions(notMovedYet: [space.old], onlyUnmoved: onlyUnmoved)
            #expect(
                await Self.code { try await machine.recalibration.run(other, job: machine.job) }
                    == "PARTLY_MOVED")
        }
    }

    @Test(
        "T15: what an interrupted job left is moved alone, without its job, and nothing twice",
        arguments: [[], [Variant.dropMeta]])
    func interrupted(_ variants: [Variant]) async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: Set(variants)))
        defer { space.clear() }
        let first = try Machine(space, as: "ann"), second = try Machine(space)
        var request = try space.shifting(.raw, by: Self.step, only: space.old)
        let stopped = try await HalfMovedSpaceTests.stopped(first.recalibration, request, first.job)
        #expect(!stopped.isComplete)
        let before = space.writes
        let refusal = await Self.code { try await second.recalibration.run(request, job: second.job) }
        #expect(refusal == (variants.isEmpty ? "SESSION_MARKED" : "PARTLY_MOVED_PERHAPS"))
        #expect(space.writes == before)
        request.decisions.onlyUnmoved = true
        #expect(try await second.recalibration.run(request, job: second.job).isComplete)
        #expect(try await Self.written(space, 1) == RescannedSpace.count)
        #expect(
            await Self.code { try await second.recalibration.run(request, job: second.job) }
                == "NOTHING_TO_SEND")
    }

    @Test(
        "T4: a write whose answer was lost is done, though somebody edited the marker after it, and an undo says so"
    )
    func lostAnswer() async throws {
        let scene = try await SandboxScene()
        defer { scene.clear() }
        for place in 0..<3 { try await scene.make(place) }
        let job = try await scene.job(.raw)
        let item = try await job.item(try #require(try await job.rows().first))
        // Written by a run that never had the answer,
        var update = RequestBody.MarkerUpdate(version: try #require(item.before.version))
        update.quad = item.target
        _ = await scene.api.updateMarker(item.before.id, try update.json())
        // and then a corner by hand.
        var edited = try await scene.api.marker(item.before.id).quad
        edited.p1 += SIMD3(0.01, 0, 0)
        update = RequestBody.MarkerUpdate(version: update.version + 1)
        update.quad = edited
        _ = await scene.api.updateMarker(item.before.id, try update.json())
        let report = await JobRun(scene.api, job).run()
        #expect(report.isComplete(.apply), "\(report)")
        #expect(try await job.counts() == [.done: 3])
        #expect(try await JobRun(scene.api, job).verify().edited == [item.before.id])
        _ = await JobRun(scene.api, job).run(.undo)
        #expect(try await job.counts() == [.undone: 2, .kept: 1])
        #expect(try await scene.api.marker(item.before.id).quad == edited)
    }
}
