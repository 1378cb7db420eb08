import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

/// Markers whose labels say nothing are paired by their corners.
@Suite("Joins by geometry")
struct GeometryJoinTests {
    /// A room of 9 by 3 by 4 m whose second scan is turned about the vertical; some markers are in one of the scans alone.
    private struct Room {
        let old: [MarkerObservation]
        var new: [MarkerObservation]
        let turn: Rotation
        let shift = SIMD3(4.0, 0.3, -7)
        let common: Int

        init(
            _ count: Int, common: Int, seed: UInt64, label: (Int) -> String? = { _ in "New Marker" }
        ) throws {
            var random = SeededGenerator(seed: seed)
            turn = try #require(Rotation(rotationVector: SIMD3(0, .random(in: -3...3, using: &random), 0)))
            self.common = common
            var quads: [Quad] = []
            while quads.count < 2 * count - common {
                let side = Double(Int.random(in: 0..<4, using: &random)) * .pi / 2
                let stand = try #require(Rotation(rotationVector: SIMD3(0, side, 0)))
                let place = SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 3, 4)
                let quad = Quad.rectangle(0.2, 0.2).map { stand * $0 + place }
                if quads.allSatisfy({ ($0.center - quad.center).length > 0.3 }) { quads.append(quad) }
            }
            func seen(_ quad: Quad) -> Quad {
                quad.map { $0 + SIMD3.random(in: -0.004...0.004, using: &random) }
            }
            old = quads[..<count].enumerated().map { JoinScene.marker($0, label($0), seen($1)) }
            let (turn, shift) = (turn, shift)
            new = (Array(quads[..<common]) + quads[count...]).enumerated().map { number, quad in
                JoinScene.marker(1000 + number, label(number + 1), seen(quad.map { turn * $0 + shift }))
            }
        }

        /// The pairs that are the same marker.
        var truth: Set<SIMD2<Int>> { Set((0..<common).map { SIMD2($0, $0) }) }
    }

    private static func joined(_ room: Room) throws -> JoinedMarkers {
        try JoinedMarkers(MarkerJoin(room.old, room.new, by: .geometry))
    }

    @Test("Equal, missing and misleading labels give the same pairs, all of them right", arguments: 1...4)
    func labels(seed: UInt64) throws {
        for label in [{ _ in "New Marker" }, { _ in nil }, { "New Marker \($0)" }] as [(Int) -> String?] {
            let room = try Room(40, common: 24, seed: seed, label: label)
            #expect(Set(try Self.joined(room).places) == room.truth, "seed \(seed)")
        }
    }

    @Test("Twenty of two hundred are found, and each says how far it is from the next")
    func fewOfMany() throws {
        let joined = try Self.joined(Room(200, common: 20, seed: 5))
        #expect(joined.places.count { $0.x == $0.y && $0.x < 20 } == joined.matches.count)
        #expect(joined.matches.count >= 19)
        for match in joined.matches { #expect((match.distance ?? 1) < (match.nextDistance ?? 0)) }
    }

    @Test("Orders of corners are told, turned and reversed")
    func orders() throws {
        var room = try Room(30, common: 30, seed: 6)
        for (place, order) in zip(room.new.indices, (0..<4).flatMap { _ in CornerOrder.all }) {
            let marker = room.new[place]
            room.new[place] = MarkerObservation(
                id: marker.id, label: marker.label, quad: marker.quad.reordered(order))
        }
        let joined = try Self.joined(room), plain = try Self.joined(Room(30, common: 30, seed: 6))
        #expect(joined.places == plain.places)
        #expect(joined.correspondences.targets == plain.correspondences.targets)
    }

    @Test("Scans with nothing in common are refused", arguments: 1...8)
    func nothing(seed: UInt64) throws {
        let room = try Room(30, common: 0, seed: seed)
        #expect(throws: RigidFitError.self, "seed \(seed)") { try Self.joined(room) }
    }

    @Test("Four equal walls are refused with four motions, and a person's word or a label takes one")
    func symmetric() throws {
        let room = try Room(16, common: 16, seed: 7)
        let turns = try (0..<4).map { quarter in
            try #require(Rotation(rotationVector: SIMD3(0, Double(quarter) * .pi / 2, 0)))
        }
        func around(_ markers: [MarkerObservation], _ label: (Int) -> String?) -> [MarkerObservation] {
            turns.enumerated().flatMap { quarter, turn in
                markers.enumerated().map { place, marker in
                    JoinScene.marker(
                        100 * quarter + place, label(100 * quarter + place),
                        marker.quad.map { turn * ($0 + SIMD3(0, 0, 6)) })
                }
            }
        }
        let old = around(room.old) { _ in nil }
        let new = old.map { JoinScene.marker(7, nil, $0.quad.map { room.turn * $0 + room.shift }) }
        do throws(RigidFitError) {
            _ = try JoinedMarkers(MarkerJoin(old, new, by: .geometry))
            Issue.record("one of four motions was taken")
        } catch {
            guard case .severalMotions(let motions) = error else { throw error }
            #expect(motions.map(\.support) == [64, 64, 64, 64])
        }
        let labelled = around(room.old) { $0 == 3 ? "Door" : nil }
        let named = zip(labelled, new).map { JoinScene.marker(8, $0.label, $1.quad) }
        let joined = try JoinedMarkers(MarkerJoin(labelled, named, by: .geometry))
        #expect(joined.places == (0..<64).map { SIMD2($0, $0) })
    }

    @Test("A scan that drifts by 2 % is followed to its end")
    func drift() throws {
        let room = try Room(60, common: 60, seed: 8)
        let new = room.new.enumerated().map { place, marker in
            let along = room.old[place].quad.center.x + 4.5
            return JoinScene.marker(place, nil, marker.quad.map { $0 + SIMD3(0.02 * along, 0, 0) })
        }
        let joined = try JoinedMarkers(MarkerJoin(room.old, new, by: .geometry))
        #expect(joined.matches.count >= 57 && joined.places.allSatisfy { $0.x == $0.y })
    }

    @Test("The answer is the same for any order of the markers, and the inverse for exchanged scans")
    func laws() throws {
        let room = try Room(30, common: 20, seed: 9)
        let plain = try Self.joined(room)
        let turned = try JoinedMarkers(MarkerJoin(room.old.reversed(), room.new.reversed(), by: .geometry))
        #expect(Set(turned.places.map { SIMD2(29 - $0.x, 29 - $0.y) }) == Set(plain.places))
        let back = try JoinedMarkers(MarkerJoin(room.new, room.old, by: .geometry))
        #expect(Set(back.places.map { SIMD2($0.y, $0.x) }) == Set(plain.places))
    }

    @Test("Markers that no fit can use are left out, and none at all is an empty answer or a refusal")
    func unusable() throws {
        var room = try Room(20, common: 20, seed: 10)
        room.new[3] = JoinScene.marker(5, nil, room.new[3].quad.map { $0 + SIMD3(.nan, 0, 0) })
        let joined = try Self.joined(room)
        #expect(joined.matches.count == 19 && joined.leftOut.contains { $0.side == .new && $0.place == 3 })
        #expect(try JoinedMarkers(MarkerJoin([], room.new, by: .geometry)).matches.isEmpty)
    }

    @Test(
        "A column of upright markers is refused, since half a turn leaves every center where it is",
        arguments: 1...6)
    func column(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let turn = try #require(Rotation(rotationVector: SIMD3(0, 1.1, 0)))
        func seen(_ quad: Quad) -> Quad {
            quad.map { $0 + SIMD3.random(in: -0.004...0.004, using: &random) }
        }
        let posters = [0.4, 1.1, 1.7, 2.6].map { height in
            Quad.rectangle(0.6, 0.4).map { $0 + SIMD3(0, height, 0) }
        }
        let old = posters.map { JoinScene.marker(1, nil, seen($0)) }
        let new = posters.map { JoinScene.marker(2, nil, seen($0.map { turn * $0 })) }
        #expect(throws: RigidFitError.self) { try JoinedMarkers(MarkerJoin(old, new, by: .geometry)) }
        let near = try #require(RigidTransform(rotation: turn, translation: .zero))
        let chosen = try JoinedMarkers(
            MarkerJoin(old, new, by: .geometry), isRobust: true, choice: .near(near))
        let found = try Calibration(robust: chosen.correspondences)
        #expect((found.moved(posters[0].p1) - turn * posters[0].p1).length < 0.03)
        #expect(throws: RigidFitError.self) {
            try JoinedMarkers(MarkerJoin([old[0]], [new[0]], by: .geometry))
        }
    }

    @Test(
        "A like room scanned for the first is refused where two markers of the corridor say so",
        arguments: 1...6)
    func twinRoom(seed: UInt64) throws {
        var random = SeededGenerator(seed: 700 + seed)
        func seen(_ quad: Quad) -> Quad {
            quad.map { $0 + SIMD3.random(in: -0.004...0.004, using: &random) }
        }
        func wall(_ reach: SIMD3<Double>) throws -> Quad {
            let side = Double(Int.random(in: 0..<4, using: &random)) * .pi / 2
            let stand = try #require(Rotation(rotationVector: SIMD3(0, side, 0)))
            let place = SIMD3<Double>.random(in: -1...1, using: &random) * reach
            return Quad.rectangle(0.2, 0.2).map { stand * $0 + place }
        }
        let room = try (0..<6).map { _ in try wall(SIMD3(2, 1.2, 2)) }
        let corridor = try (0..<2).map { _ in try wall(SIMD3(6, 1.2, 0.1)).map { $0 + SIMD3(0, 0, 5) } }
        let twin = room.map { $0.map { $0 + SIMD3(5, 0, 0) } }
        let old = (room + corridor).map { JoinScene.marker(1, nil, seen($0)) }
        let new = (twin + corridor).map { JoinScene.marker(2, nil, seen($0)) }
        let join = MarkerJoin(old, new, by: .geometry)
        #expect(throws: RigidFitError.self) { try JoinedMarkers(join) }
        let chosen = try JoinedMarkers(join, isRobust: true, choice: .near(.identity))
        let found = try Calibration(robust: chosen.correspondences)
        #expect((found.moved(room[0].p1) - room[0].p1).length < 0.2)
    }

    @Test(
        "Scans far from the origin are joined, and where numbers end they are refused",
        arguments: [1e4, 6.4e6, 1e30, 1e59])
    func far(_ distance: Double) throws {
        let room = try Room(20, common: 20, seed: 11)
        func moved(_ markers: [MarkerObservation]) -> [MarkerObservation] {
            markers.map { JoinScene.marker(3, nil, $0.quad.map { $0 + SIMD3(distance, 0, -distance) }) }
        }
        do throws(RigidFitError) {
            let joined = try JoinedMarkers(MarkerJoin(moved(room.old), moved(room.new), by: .geometry))
            #expect(joined.places.allSatisfy { $0.x == $0.y } && joined.matches.count == 20)
            #expect(distance < 1e9)
        } catch {
            #expect(distance > 1e9)
        }
    }

    @Test("A motion that is not near to a person's word is not taken for it, though there is no other")
    func far() throws {
        let room = try Room(12, common: 8, seed: 31)
        let join = MarkerJoin(room.old, room.new, by: .geometry)
        func joined(turnedBy angle: Double, off: SIMD3<Double>) throws -> JoinedMarkers {
            let more = try #require(Rotation(rotationVector: SIMD3(0, angle, 0)))
            let place = try #require(
                RigidTransform(rotation: more * room.turn, translation: more * room.shift + off))
            return try JoinedMarkers(join, isRobust: true, choice: .near(place))
        }
        let middle = (room.new.map(\.quad.center).reduce(.zero, +)) / Double(room.new.count)
        #expect(try joined(turnedBy: 0.03, off: SIMD3(0.2, 0, 0.1)).matches.count == 8)
        let half = try #require(Rotation(rotationVector: SIMD3(0, .pi, 0)))
        let away = [(.pi, middle - half * middle), (0, SIMD3(20, 0, 0)), (0, SIMD3(0, 6, 0))]
        for (angle, off) in away {
            do {
                _ = try joined(turnedBy: angle, off: off)
                Issue.record("\(angle), \(off)")
            } catch let error as RigidFitError {
                guard case .noMotionNear(let motion, let distance) = error else { throw error }
                #expect(motion.support == 8 && distance > 2 && error.code == "NO_SUCH_MOTION")
            }
        }
    }

    @Test("A floor with all labels of another does not hide the few markers that are the own ones")
    func twoFloors() throws {
        let kind = try #require(SilentKind.named("24 labels of two floors, 8 of the one seen again"))
        #expect(!kind.outcome(seed: 504, trial: 7, by: .geometry).isSilent)
    }

    @Test("Other sockets on the same grid are not the same")
    func sockets() throws {
        let kind = try #require(SilentKind.named("nothing in common: 12 sockets"))
        #expect(!kind.outcome(seed: 501, trial: 50, by: .geometry).isSilent)
    }

    @Test(
        "No scene of quadbench silent gives a wrong answer that passes",
        arguments: SilentKind.placed.map(\.name))
    func silent(name: String) throws {
        let kind = try #require(SilentKind.named(name))
        for seed in 1...UInt64(kind.isLarge ? 1 : 2) {
            let outcome = kind.outcome(seed: seed, by: .geometry)
            #expect(!outcome.isSilent, "seed \(seed): off by \(outcome.wrongBy ?? 0) m")
        }
    }
}
