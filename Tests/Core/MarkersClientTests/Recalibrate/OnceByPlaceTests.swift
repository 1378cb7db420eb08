import Foundation
import Markers
import MarkersClient
import MarkersSandbox
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

/// Servers that were moved elsewhere, apps that make markers again, and rescans that were moved: where ids and versions tell nothing.
@Suite("Every marker is moved once, also where its id or its version is new")
struct OnceByPlaceTests {
    private static let step = SIMD3(0.0, 0, 3)

    /// A server that has begun to count versions again, as after its data was moved to another.
    private struct CountingAgain: Transport {
        let transport: CurlTransport
        /// Whether dates of updates are lost, too.
        let losesDates: Bool

        func send(_ request: HTTPRequest, timeout: Duration) async throws(TransportError) -> HTTPResponse {
            var response = try await transport.send(request, timeout: timeout)
            var text = String(decoding: response.body, as: UTF8.self)
            text = text.replacing(/"version":\d+/, with: "\"version\":1")
            if losesDates { text = text.replacing(/"updated_at":"[^"]*"/, with: "\"updated_at\":null") }
            response.body = Array(text.utf8)
            return response
        }
    }

    /// A machine that meets such a server.
    private static func machine(_ space: RescannedSpace, losesDates: Bool) throws -> OnceTests.Machine {
        var machine = try OnceTests.Machine(space)
        let origin = try Origin(space.scene.server.address + "/api/v1")
        var recalibration = Recalibration(
            MarkersAPI(CountingAgain(transport: try CurlTransport(origin), losesDates: losesDates)),
            on: origin,
            as: "eve")
        recalibration.records = machine.recalibration.records
        machine.recalibration = recalibration
        return machine
    }

    /// A request whose motion was fitted to the corners of the old session, of which it knows no ids.
    private static func ofCorners(_ space: RescannedSpace) async throws -> SpaceRequest {
        let corners = try await space.api.markers(of: space.old).elements.flatMap { try $0.quad.corners }
        var request = try space.shifting(.raw, by: step, only: space.old)
        request.motion = .pairs(
            try Correspondences(sources: corners, targets: corners.map { $0 + step }), from: .raw, to: .raw)
        return request
    }

    private static func quads(_ space: RescannedSpace) async throws -> Set<Quad> {
        Set(try await space.api.markers(of: space.old).elements.map { try $0.quad })
    }

    /// Makes the first markers of the old session again, as an app does that restores them.
    private static func makeAgain(_ count: Int, in space: RescannedSpace) async throws {
        for marker in try await space.api.markers(of: space.old).elements.prefix(count) {
            try await space.api.deleteMarker(marker.id)
            var creation = RequestBody.MarkerCreation(workSessionID: space.old, quad: try marker.quad)
            creation.label = marker.label
            _ = try await space.api.createMarker(creation)
        }
    }

    @Test(
        "O19: a marker that somebody put where the rescan shows it, before that was made, is not moved unasked",
        arguments: [true, false])
    func onNamesake(hasNames: Bool) async throws {
        // The session is younger than a first scan of the same frame, so that dates tell nothing.
        let space = try await RescannedSpace(hasOther: true), api = space.api
        defer { space.clear() }
        let markers = try await api.markers(of: space.odd).elements
        var update = RequestBody.MarkerUpdate(version: try #require(markers[0].version))
        update.quad = try markers[0].quad.moved(by: Self.step)
        _ = await api.updateMarker(markers[0].id, try update.json())
        let again = try await Self.visit(
            space,
            try markers.map {
                (hasNames ? $0.label : markers[0].label, try $0.quad.moved(by: Self.step))
            })
        var request = try space.shifting(.raw, by: Self.step)
        request.frames = FrameMembership(chosen: [space.odd], targets: [again])
        let machine = try OnceTests.Machine(space)
        let code = await OnceTests.code { try await machine.recalibration.run(request, job: machine.job) }
        #expect(code == "PARTLY_MOVED_PERHAPS")
        #expect(space.writes.count == 1)
    }

    @Test("O21: a rescan that nobody names is known by its markers, and with it what was placed since")
    func unnamedRescan() async throws {
        // The session is younger than a first scan of the same frame, and somebody has added a marker to it as that shows it.
        let space = try await RescannedSpace(hasOther: true)
        defer { space.clear() }
        let markers = try await space.api.markers(of: space.odd).elements
        let added = Quad.rectangle(0.4, 0.2).moved(by: SIMD3(3, 5, 3))
        var creation = RequestBody.MarkerCreation(workSessionID: space.odd, quad: added)
        creation.label = "new"
        _ = try await space.api.createMarker(creation)
        _ = try await Self.visit(
            space, try markers.map { ($0.label, try $0.quad.moved(by: Self.step)) } + [("new", added)])
        let request = try space.shifting(.raw, by: Self.step, only: space.odd)
        let machine = try OnceTests.Machine(space)
        let code = await OnceTests.code { try await machine.recalibration.run(request, job: machine.job) }
        #expect(code == "PARTLY_MOVED_PERHAPS")
        #expect(space.writes.isEmpty)
    }

    @Test(
        "O22: what a job of the same motion left out moves by a person's word alone, and not with what was moved"
    )
    func leftOut() async throws {
        let space = try await RescannedSpace(hasOther: true), api = space.api
        defer { space.clear() }
        let markers = try await api.markers(of: space.odd).elements
        let added = Quad.rectangle(0.4, 0.2).moved(by: SIMD3(3, 5, 3))
        var creation = RequestBody.MarkerCreation(workSessionID: space.odd, quad: added)
        creation.label = "new"
        let id = try await api.createMarker(creation).id
        let visit = try await Self.visit(
            space, try markers.map { ($0.label, try $0.quad.moved(by: Self.step)) } + [("new", added)])
        let ann = try OnceTests.Machine(space), bob = try OnceTests.Machine(space)
        var request = try space.shifting(.raw, by: Self.step, only: space.odd)
        request.decisions.onlyUnmoved = true
        #expect(try await ann.recalibration.run(request, job: ann.job).isComplete)
        // Nothing but the mark tells from now on.
        for marker in try await api.markers(of: visit).elements { try await api.deleteMarker(marker.id) }
        #expect(
            await OnceTests.code { try await bob.recalibration.run(request, job: bob.job) }
                == "NOTHING_TO_SEND")
        request.decisions = MoveDecisions(movesAgain: true)
        #expect(
            await OnceTests.code { try await bob.recalibration.run(request, job: bob.job) }
                == "MOVED_PERHAPS")
        #expect(space.writes.count == markers.count && space.writes.values.allSatisfy { $0 == 1 })
        request.decisions = MoveDecisions(notMovedYet: [space.odd], onlyUnmoved: true)
        #expect(try await bob.recalibration.run(request, job: bob.job).isComplete)
        #expect(try await api.marker(id).quad == added.moved(by: Self.step))
        #expect(space.writes.values.allSatisfy { $0 == 1 })
    }

    /// A visit to the space: a session with markers.
    private static func visit(_ space: RescannedSpace, _ shown: [(label: String?, quad: Quad)]) async throws
        -> UUID
    {
        let session = try await space.api.createWorkSession(
            RequestBody.Session(in: space.scene.space, type: "inspection").json
        ).id
        for (label, quad) in shown {
            var creation = RequestBody.MarkerCreation(workSessionID: session, quad: quad)
            creation.label = label
            _ = try await space.api.createMarker(creation)
        }
        return session
    }

    @Test("O20: a job that only set markers right does not vouch for what was done before it")
    func setRight() async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.dropMeta]))
        defer { space.clear() }
        let bob = try OnceTests.Machine(space), ann = try OnceTests.Machine(space)
        let request = try space.shifting(.raw, by: Self.step, only: space.old)
        #expect(try await bob.recalibration.run(request, job: bob.job).isComplete)
        var slight = try space.shifting(.raw, by: SIMD3(0, 0, 1e-3), only: space.old)
        slight.decisions.notMovedYet = [space.old]
        #expect(try await ann.recalibration.run(slight, job: ann.job + ".slight.job").isComplete)
        let visit = try await Self.visit(space, [(nil, Quad.rectangle(0.3, 0.2))])
        var again = request
        again.frames = FrameMembership(chosen: [space.old], targets: [visit])
        let code = await OnceTests.code { try await ann.recalibration.run(again, job: ann.job) }
        #expect(code == "MOVED_PERHAPS")
    }

    @Test("O8: a server that counts versions again shows by its dates what was updated")
    func versionsAgain() async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.dropMeta]))
        defer { space.clear() }
        let first = try OnceTests.Machine(space), second = try Self.machine(space, losesDates: false)
        let request = try space.shifting(.raw, by: Self.step, only: space.old)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        let code = await OnceTests.code { try await second.recalibration.run(request, job: second.job) }
        #expect(code == "MOVED_PERHAPS")
        #expect(try await OnceTests.written(space, 1) == RescannedSpace.count)
    }

    @Test("O8: where versions and dates are lost, the places of the fit's points tell")
    func placesOfPoints() async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.dropMeta]))
        defer { space.clear() }
        let request = try await Self.ofCorners(space)
        let first = try OnceTests.Machine(space), second = try Self.machine(space, losesDates: true)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        let code = await OnceTests.code { try await second.recalibration.run(request, job: second.job) }
        #expect(code == "ALREADY_APPLIED")
        #expect(try await OnceTests.written(space, 1) == RescannedSpace.count)
    }

    @Test("O8: a first run is not refused on such a server, since the markers are where the fit found them")
    func firstRun() async throws {
        let space = try await RescannedSpace(
            SandboxOptions(seed: 1, variants: [.dropMeta]), editing: .afterRescan)
        defer { space.clear() }
        let request = try await Self.ofCorners(space), plan = try OnceTests.Machine(space)
        let history = await plan.recalibration.history(
            of: try await plan.recalibration.plan(request), job: plan.job)
        #expect(history.unknown.isEmpty && history.unmoved.count == RescannedSpace.count)
        #expect(Set(history.unmoved.values) == [.fit])
    }

    @Test(
        "O9: markers that an app made again where the motion had taken them are not moved again",
        arguments: [4, 12])
    func madeAgain(count: Int) async throws {
        let space = try await RescannedSpace(SandboxOptions(seed: 1, variants: [.dropMeta]))
        defer { space.clear() }
        var request = try await Self.ofCorners(space)
        let first = try OnceTests.Machine(space), second = try OnceTests.Machine(space)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        try await Self.makeAgain(count, in: space)
        let before = try await Self.quads(space)
        #expect(
            await OnceTests.code { try await second.recalibration.run(request, job: second.job) }
                == "ALREADY_APPLIED")
        request.decisions.onlyUnmoved = true
        #expect(
            await OnceTests.code { try await second.recalibration.run(request, job: second.job) }
                != "complete")
        #expect(try await Self.quads(space) == before)
    }

    @Test("O9: in a session that is marked as moved, a marker made after that is not known to be unmoved")
    func madeAgainInMarked() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        var request = try space.shifting(.raw, by: Self.step, only: space.old)
        let first = try OnceTests.Machine(space), second = try OnceTests.Machine(space)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        try await Self.makeAgain(3, in: space)
        let before = try await Self.quads(space)
        request.decisions.onlyUnmoved = true
        #expect(
            await OnceTests.code { try await second.recalibration.run(request, job: second.job) }
                != "complete")
        #expect(try await Self.quads(space) == before)
    }

    @Test(
        "O11: a copy that an app has rounded is known by its places, or asked about where the motion has none",
        arguments: [true, false])
    func roundedCopy(hasPlaces: Bool) async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let first = try OnceTests.Machine(space), second = try OnceTests.Machine(space)
        var request =
            hasPlaces
            ? try await Self.ofCorners(space) : try space.shifting(.raw, by: Self.step, only: space.old)
        #expect(try await first.recalibration.run(request, job: first.job).isComplete)
        let copy = try await space.api.createWorkSession(
            RequestBody.Session(in: space.scene.space, type: "inspection").json
        ).id
        for marker in try await space.api.markers(of: space.old).elements {
            let rounded = try marker.quad.map { ($0 * 100).rounded(.toNearestOrEven) / 100 }
            var creation = RequestBody.MarkerCreation(workSessionID: copy, quad: rounded)
            creation.label = marker.label
            _ = try await space.api.createMarker(creation)
        }
        request.frames = FrameMembership(chosen: [copy])
        #expect(
            await OnceTests.code { try await second.recalibration.run(request, job: second.job) }
                == (hasPlaces ? "ALREADY_APPLIED" : "MOVED_PERHAPS"))
    }

    @Test("O12: the rescan is not moved by a fit that names no sessions, whatever sessions are named")
    func rescanChosen() async throws {
        let space = try await RescannedSpace()
        defer { space.clear() }
        let partners = Dictionary(
            uniqueKeysWithValues: try await space.api.markers(of: space.new).elements.map { ($0.label, $0) })
        let pairs = try await space.api.markers(of: space.old).elements.compactMap { marker in
            try partners[marker.label].map { (now: try marker.quad, then: try $0.quad) }
        }
        var request = try space.shifting(.raw, by: Self.step)
        request.fit = FitSettings(isRobust: false)
        request.motion = .pairs(
            try Correspondences(
                sources: pairs.flatMap(\.now.corners), targets: pairs.flatMap(\.then.corners)), from: .raw,
            to: .raw)
        let machine = try OnceTests.Machine(space)
        let before = try await space.api.markers(of: space.new).elements.map { try $0.quad }
        #expect(
            await OnceTests.code { try await machine.recalibration.run(request, job: machine.job) }
                == "ALREADY_APPLIED")
        request.decisions.onlyUnmoved = true
        #expect(
            await OnceTests.code { try await machine.recalibration.run(request, job: machine.job) }
                == "complete")
        #expect(try await space.api.markers(of: space.new).elements.map { try $0.quad } == before)
        #expect(try await OnceTests.written(space, 1) == RescannedSpace.count)
    }

    @Test("O13: on a grid that moves by its pitch, a person decides on a neighbor where another goes")
    func grid() throws {
        let ids = (0..<4).map { _ in UUID() }
        let quads = (0..<4).map { Quad.rectangle(0.3, 0.2).moved(by: SIMD3(Double($0), 1, 0)) }
        let motion = AnchoredMotion(
            try #require(RigidTransform(rotation: .identity, translation: SIMD3(1, 0, 0))))
        // The fit has the first three; the last lies where the third goes.
        let planned = PlannedMotion(
            motion, from: .raw, to: .raw,
            fitted: (0..<3).map { FittedMarker(id: ids[$0], corners: quads[$0]) })
        func state(_ places: [Quad]) throws -> FittedState {
            let session = UUID()
            let markers = try zip(ids, places).map { id, quad in
                let corners = zip(1...4, quad.corners).map { "\"p\($0)\":[\($1.x),\($1.y),\($1.z)]" }
                return try Marker(
                    Array(
                        ("{\"id\":\"\(id)\",\"work_session_id\":\"\(session)\","
                            + corners.joined(separator: ",") + "}").utf8))
            }
            return FittedState(planned, among: markers, moving: Set(ids), in: SpaceCalibration())
        }
        let still = try state(quads)
        #expect(still.onTarget.isEmpty && still.perhapsOnTarget == [ids[3]])
        // Once the fitted ones have gone, one that lies there is a moved one made again.
        let gone = try state(quads.map { $0.moved(by: SIMD3(1, 0, 0)) }.dropLast() + [quads[3]])
        #expect(gone.onTarget.contains(ids[3]) && gone.perhapsOnTarget.isEmpty)
    }

    @Test("O10: a fit to a rescan that was moved since is refused, by its own motion backwards or by another")
    func rescanMoved() async throws {
        for isBackwards in [true, false] {
            let space = try await RescannedSpace()
            defer { space.clear() }
            let old = try await space.api.markers(of: space.old).elements
            let new = try await space.api.markers(of: space.new).elements
            let partners = Dictionary(uniqueKeysWithValues: new.map { ($0.label, $0) })
            let pairs = try old.compactMap { marker in
                try partners[marker.label].map {
                    (old: marker, now: try marker.quad, then: try $0.quad, new: $0)
                }
            }
            let fit = try Calibration(
                Correspondences(quads: pairs.map(\.now), targets: pairs.map(\.then), names: nil))
            let motion = PlannedMotion(
                fit.targetFromSource, from: .raw, to: .raw,
                fitted: pairs.map {
                    FittedMarker(
                        id: $0.old.id, corners: $0.now,
                        partner: FittedMarker.Partner(id: $0.new.id, corners: $0.then))
                })
            // A colleague moves the rescan, onto the old scan or somewhere else.
            let colleague = try OnceTests.Machine(space, as: "ann")
            var other = try space.shifting(.raw, by: SIMD3(0, 0, 40), only: space.new)
            if isBackwards {
                other.motion = .motion(
                    PlannedMotion(fit.targetFromSource.inverted(), from: .raw, to: .raw))
            }
            other.decisions.notMovedYet = [space.new]
            #expect(try await colleague.recalibration.run(other, job: colleague.job).isComplete)
            let machine = try OnceTests.Machine(space)
            let before = try await Self.quads(space)
            let request = SpaceRequest(
                "k", mode: .raw, motion: .motion(motion), frames: FrameMembership(chosen: [space.old]))
            let code = await OnceTests.code { try await machine.recalibration.run(request, job: machine.job) }
            #expect(code == "RESCAN_MOVED", "backwards: \(isBackwards)")
            #expect(try await Self.quads(space) == before)
        }
    }

    @Test("O10: a few edited markers of the rescan are noted, and the others decide")
    func rescanEdited() throws {
        let quads = (0..<8).map { Quad.rectangle(0.3, 0.2).moved(by: SIMD3(Double($0), 1, Double($0 % 3))) }
        let motion = AnchoredMotion(
            try #require(RigidTransform(rotation: .identity, translation: SIMD3(0, 0, 5))))
        let ids = (0..<16).map { _ in UUID() }
        let planned = PlannedMotion(
            motion, from: .raw, to: .raw,
            fitted: quads.enumerated().map {
                FittedMarker(
                    id: ids[$0.offset], corners: $0.element,
                    partner: .init(id: ids[8 + $0.offset], corners: motion * $0.element))
            })
        func markers(edited: Int, by step: SIMD3<Double>) throws -> [Marker] {
            let session = UUID()
            return try ids.enumerated().map { place, id in
                let there = place < 8 ? quads[place] : motion * quads[place - 8]
                let quad = place >= 8 && place - 8 < edited ? there.moved(by: step) : there
                let corners = zip(1...4, quad.corners).map { "\"p\($0)\":[\($1.x),\($1.y),\($1.z)]" }
                return try Marker(
                    Array(
                        ("{\"id\":\"\(id)\",\"work_session_id\":\"\(session)\","
                            + corners.joined(separator: ",") + "}").utf8))
            }
        }
        for (edited, isOutdated) in [(0, false), (3, false), (5, true), (8, true)] {
            let state = FittedState(
                planned, among: try markers(edited: edited, by: SIMD3(0.3, 0, 0)), in: SpaceCalibration())
            #expect(state.isOutdated == isOutdated && state.partnersElsewhere.count == edited)
        }
        let back = FittedState(
            planned, among: try markers(edited: 1, by: SIMD3(0, 0, -5)), in: SpaceCalibration())
        #expect(back.isOutdated && back.partnersMovedBack.count == 1)
        let nudged = FittedState(
            planned, among: try markers(edited: 8, by: SIMD3(0.01, 0, 0)), in: SpaceCalibration())
        #expect(!nudged.isOutdated && nudged.partnersInPlace.count == 8)
    }
}
