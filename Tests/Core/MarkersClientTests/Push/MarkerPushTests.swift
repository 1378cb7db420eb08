import Markers
import MarkersClient
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("The push of one marker")
struct MarkerPushTests {
    private static let square = Quad.rectangle(0.2, 0.2)
    private static let step = SIMD3(0.0, 0, 1)

    private typealias Step = PushStep<MarkerImage, MarkerWrite>

    private static func rule(
        _ mode: PushMode, _ policy: ConflictPolicy = .skip, _ direction: UpdateRule.Direction = .apply
    ) throws -> UpdateRule {
        let transform = try #require(RigidTransform(rotation: .identity, translation: step))
        let motion = PlannedMotion(
            AnchoredMotion(transform), from: .raw, to: mode == .raw ? .raw : .calibrated)
        return UpdateRule(motion, mode: mode, in: SpaceCalibration(), direction: direction, policy: policy)
    }

    private static func push(
        _ mode: PushMode, _ policy: ConflictPolicy = .skip, version: Int64 = 3, confirms: Bool = false
    ) throws -> MarkerPush {
        let planned = MarkerImage(version: version, corners: square, calibrated: square)
        return MarkerPush(
            MarkerIntent(planned, to: square.moved(by: step)), by: try rule(mode, policy), confirms: confirms)
    }

    private static func raw(_ version: Int64, _ quad: Quad) -> MarkerImage {
        MarkerImage(version: version, corners: quad, calibrated: quad)
    }

    private static var there: Quad { square.moved(by: step) }

    @Test("corners are written in the version they were read in, and a clear answer is the end")
    func plain() throws {
        var push = try Self.push(.raw)
        #expect(push.start() == .send(.write(MarkerWrite(version: 3, value: Self.there)), .now))
        let image = Self.raw(4, Self.there)
        #expect(push.receive(.found(image)) == .finish(.done(image)))
    }

    @Test("what was not answered is read back: done, to be written in the new version, or somebody else's")
    func readBack() throws {
        for (image, expected) in [
            (Self.raw(4, Self.there), Step.finish(.done(Self.raw(4, Self.there)))),
            (Self.raw(3, Self.square), .send(.write(MarkerWrite(version: 3, value: Self.there)), .now)),
            (Self.raw(7, Self.square), .send(.write(MarkerWrite(version: 7, value: Self.there)), .now)),
            (
                Self.raw(5, Quad.rectangle(1, 1)),
                .finish(.conflict(.corners, Self.raw(5, Quad.rectangle(1, 1))))
            ),
        ] {
            var push = try Self.push(.raw)
            _ = push.start()
            #expect(push.receive(.unknown) == .send(.read, .afterFailure))
            #expect(push.receive(.found(image)) == expected)
        }
    }

    @Test("raw corners are never worked out from corners that were read")
    func twice() throws {
        var push = try Self.push(.raw, .recompute)
        _ = push.start()
        _ = push.receive(.conflict)
        let moved = Self.there.moved(by: SIMD3(0.01, 0, 0))
        #expect(push.receive(.found(Self.raw(5, moved))) == .finish(.conflict(.corners, Self.raw(5, moved))))
    }

    @Test("calibrated data follows corners that changed meanwhile")
    func recomputes() throws {
        var push = try Self.push(.calibrated)
        _ = push.start()
        _ = push.receive(.conflict)
        let moved = Self.square.moved(by: SIMD3(0.3, 0, 0))
        let write = MarkerWrite(version: 6, value: moved.moved(by: Self.step))
        #expect(push.receive(.found(Self.raw(6, moved))) == .send(.write(write), .now))
        // Not answered, and the corners change once more, on a server that makes no calibrated data itself.
        _ = push.receive(.unknown)
        let again = Self.square.moved(by: SIMD3(0.5, 0, 0))
        let image = MarkerImage(version: 8, corners: again, calibrated: write.value)
        let second = MarkerWrite(version: 8, value: again.moved(by: Self.step))
        #expect(push.receive(.found(image)) == .send(.write(second), .now))
    }

    @Test("a marker that has the planned version and other corners is another server's, and stays")
    func otherServer() throws {
        let image = Self.raw(3, Self.square.moved(by: SIMD3(0.3, 0, 0)))
        for mode in [PushMode.raw, .calibrated] {
            var push = try Self.push(mode, .recompute)
            #expect(push.start(image) == .finish(.conflict(.corners, image)), "\(mode)")
        }
    }

    @Test("somebody's own calibrated data stays, unless the policy says otherwise")
    func calibratedConflict() throws {
        let image = MarkerImage(version: 6, corners: Self.square, calibrated: Quad.rectangle(2, 2))
        for (mode, policy) in [
            (PushMode.raw, ConflictPolicy.skip), (.raw, .recompute), (.calibrated, .skip),
            (.calibrated, .stop),
        ] {
            var push = try Self.push(mode, policy)
            _ = push.start()
            _ = push.receive(.conflict)
            #expect(push.receive(.found(image)) == .finish(.conflict(.calibratedData, image)), "\(mode)")
        }
        var push = try Self.push(.calibrated, .recompute)
        _ = push.start()
        _ = push.receive(.conflict)
        let write = MarkerWrite(version: 6, value: Self.there)
        #expect(push.receive(.found(image)) == .send(.write(write), .now))
    }

    @Test("a server that keeps its own value, its version, or goes back is named")
    func unsuitable() throws {
        var ignored = try Self.push(.calibrated)
        _ = ignored.start()
        let kept = Self.raw(4, Self.square)
        #expect(ignored.receive(.found(kept)) == .send(.read, .now))
        #expect(
            ignored.receive(.found(kept)) == .finish(.unfinished(.notAsWritten, mayBeWritten: false)))

        var unmoved = try Self.push(.raw)
        _ = unmoved.start()
        _ = unmoved.receive(.found(Self.raw(3, Self.there)))
        #expect(
            unmoved.receive(.found(Self.raw(3, Self.there)))
                == .finish(.unfinished(.versionUnmoved(3), mayBeWritten: true)))

        var back = try Self.push(.raw)
        _ = back.start()
        _ = back.receive(.unknown)
        for _ in 0..<MarkerPush.contradictions {
            #expect(back.receive(.found(Self.raw(2, Self.square))) == .send(.read, .afterFailure))
        }
        #expect(
            back.receive(.found(Self.raw(2, Self.square)))
                == .finish(.unfinished(.versionWentBack(from: 3, to: 2), mayBeWritten: true)))
    }

    @Test(
        "versions that not every program can tell apart are not written", arguments: [-1, 1 << 53 + 1, .max])
    func versions(version: Int64) throws {
        var push = try Self.push(.raw, version: version)
        #expect(push.start() == .finish(.unfinished(.versionOutOfRange(version), mayBeWritten: false)))
    }

    @Test("the first of a run is read back even after a clear answer")
    func confirms() throws {
        var push = try Self.push(.raw, confirms: true)
        _ = push.start()
        #expect(push.receive(.found(Self.raw(4, Self.there))) == .send(.read, .now))
        let image = Self.raw(4, Self.there)
        #expect(push.receive(.found(image)) == .finish(.done(image)))
    }

    @Test("given up, it says whether it may be written all the same")
    func abandoned() throws {
        var push = try Self.push(.raw)
        #expect(push.abandoned() == .unfinished(.givenUp, mayBeWritten: false))
        _ = push.start()
        #expect(
            push.receive(.notSent) == .send(.write(MarkerWrite(version: 3, value: Self.there)), .afterFailure)
        )
        #expect(push.abandoned() == .unfinished(.givenUp, mayBeWritten: false))
        _ = push.receive(.unknown)
        #expect(push.abandoned() == .unfinished(.givenUp, mayBeWritten: true))
        // Still there as planned: the request may be on its way.
        _ = push.receive(.found(Self.raw(3, Self.square)))
        #expect(push.abandoned() == .unfinished(.givenUp, mayBeWritten: true))
        _ = push.receive(.conflict)
        // Somebody came first, so that it can have no effect any more.
        _ = push.receive(.found(Self.raw(5, Self.square)))
        #expect(push.abandoned() == .unfinished(.givenUp, mayBeWritten: false))
    }

    @Test(
        "taking back replaces what was written, whatever its version, and nothing that somebody else placed")
    func undo() throws {
        let before = Self.raw(3, Self.square), elsewhere = Self.raw(5, Quad.rectangle(1, 1))
        var recalculated = Self.raw(5, Self.there)
        recalculated.calibrated = Quad.rectangle(2, 2)
        let back = { (version: Int64) in
            Step.send(.write(MarkerWrite(version: version, value: Self.square)), .now)
        }
        let cases: [(MarkerImage, ConflictPolicy, Step)] = [
            (Self.raw(4, Self.there), .skip, back(4)),
            // Somebody gave it another label.
            (Self.raw(5, Self.there), .skip, back(5)),
            (Self.raw(6, Self.square), .skip, .finish(.done(Self.raw(6, Self.square)))),
            (elsewhere, .skip, .finish(.conflict(.corners, elsewhere))),
            (elsewhere, .takeTheirs, .finish(.conflict(.corners, elsewhere))),
            (elsewhere, .overwrite, back(5)),
            (recalculated, .skip, .finish(.conflict(.calibratedData, recalculated))),
            (recalculated, .overwrite, back(5)),
        ]
        for (image, policy, expected) in cases {
            var push = MarkerPush(
                MarkerIntent(before, to: Self.there, written: 4), by: try Self.rule(.raw, policy, .undo))
            #expect(push.start(image) == expected, "\(image), \(policy)")
        }
    }

    @Test("calibrated data that is taken back belongs to the corners as they are now")
    func undoOfCalibratedData() throws {
        let edited = Quad.rectangle(0.3, 0.3), custom = Quad.rectangle(5, 5)
        func image(_ version: Int64, _ corners: Quad, _ data: Quad?) -> MarkerImage {
            MarkerImage(version: version, corners: corners, calibrated: data)
        }
        let moved = edited.moved(by: Self.step)
        let cases: [(before: Quad?, image: MarkerImage, Step)] = [
            // The server's own before, so it is the server's own for other corners, too.
            (
                Self.square, image(6, edited, moved),
                .send(.write(MarkerWrite(version: 6, value: edited)), .now)
            ),
            (Self.square, image(6, edited, edited), .finish(.done(image(6, edited, edited)))),
            // None before: none for the same corners, and what the server computes for others.
            (
                nil, image(6, Self.square, Self.there),
                .send(.write(MarkerWrite(version: 6, value: nil)), .now)
            ),
            (nil, image(6, edited, moved), .send(.write(MarkerWrite(version: 6, value: edited)), .now)),
            (nil, image(6, edited, edited), .finish(.done(image(6, edited, edited)))),
            // Somebody's own before: nobody knows what it would be for other corners.
            (custom, image(6, edited, moved), .finish(.conflict(.corners, image(6, edited, moved)))),
            (
                custom, image(6, Self.square, Self.there),
                .send(.write(MarkerWrite(version: 6, value: custom)), .now)
            ),
            // Somebody's own since.
            (
                Self.square, image(6, Self.square, custom),
                .finish(.conflict(.calibratedData, image(6, Self.square, custom)))
            ),
        ]
        let rule = try Self.rule(.calibrated, .skip, .undo)
        for (before, image, expected) in cases {
            let planned = MarkerImage(version: 3, corners: Self.square, calibrated: before)
            var push = MarkerPush(MarkerIntent(planned, to: Self.there, written: 4), by: rule)
            #expect(push.start(image) == expected, "\(String(describing: before)), \(image)")
        }
        // Where it is to be replaced all the same, with what belongs to the corners that are there.
        let planned = MarkerImage(version: 3, corners: Self.square, calibrated: custom)
        let overwriting = try Self.rule(.calibrated, .overwrite, .undo)
        var push = MarkerPush(MarkerIntent(planned, to: Self.there, written: 4), by: overwriting)
        #expect(
            push.start(image(6, edited, moved))
                == .send(.write(MarkerWrite(version: 6, value: edited)), .now))
        let computed = image(7, edited, edited)
        #expect(push.receive(.found(computed)) == .finish(.done(computed)))
    }

    @Test("a server that ignores null is sent what it would compute, also while somebody edits the marker")
    func ignoredNull() throws {
        let planned = MarkerImage(version: 3, corners: Self.square, calibrated: nil)
        var push = MarkerPush(
            MarkerIntent(planned, to: Self.there, written: 4), by: try Self.rule(.calibrated, .skip, .undo))
        func kept(_ version: Int64) -> MarkerImage {
            MarkerImage(version: version, corners: Self.square, calibrated: Self.there)
        }
        #expect(push.start(kept(4)) == .send(.write(MarkerWrite(version: 4, value: nil)), .now))
        #expect(push.receive(.found(kept(5))) == .send(.read, .now))
        // Another label, so that it is not what the server answered.
        #expect(
            push.receive(.found(kept(6))) == .send(.write(MarkerWrite(version: 6, value: Self.square)), .now))
        // That request was lost on its way, so it is sent again, and null is not.
        #expect(push.receive(.unknown) == .send(.read, .afterFailure))
        #expect(
            push.receive(.found(kept(6))) == .send(.write(MarkerWrite(version: 6, value: Self.square)), .now))
        let back = MarkerImage(version: 7, corners: Self.square, calibrated: Self.square)
        #expect(push.receive(.found(back)) == .finish(.done(back)))
    }

    @Test("what somebody else changed is replaced only if that was asked for")
    func overwritten() throws {
        let theirs = Self.raw(5, Quad.rectangle(1, 1))
        for (policy, expected) in [
            (ConflictPolicy.skip, Step.finish(.conflict(.corners, theirs))),
            (.takeTheirs, .finish(.conflict(.corners, theirs))),
            (.recompute, .finish(.conflict(.corners, theirs))),
            (.overwrite, .send(.write(MarkerWrite(version: 5, value: Self.there)), .now)),
        ] {
            var push = try Self.push(.raw, policy)
            #expect(push.start(theirs) == expected)
        }
    }
}
