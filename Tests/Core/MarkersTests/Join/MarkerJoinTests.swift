import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@testable import Markers

@Suite("Joins of markers")
struct MarkerJoinTests {
    @Test("every marker is matched, repeated or left out with a reason", arguments: Seeds.few)
    func partition(seed: UInt64) {
        for trial in 0..<200 {
            var random = SeededGenerator(seed: seed, sample: trial)
            func side(_ first: Int) -> [MarkerObservation] {
                (0..<Int.random(in: 0...12, using: &random)).map { number in
                    let label = ["a", "B ", "c", "", nil, "b", "d"].randomElement(using: &random) ?? nil
                    return JoinScene.marker(first + number, label, .rectangle(1, 1))
                }
            }
            let join = MarkerJoin(side(0), side(100), by: .label)
            func places(_ side: JoinSide) -> [Int] {
                let left = join.leftOut.filter { $0.side == side }.map(\.place)
                return side == .old
                    ? left + join.places.map(\.x) + join.repeated.flatMap(\.old)
                    : left + join.places.map(\.y) + join.repeated.flatMap(\.new)
            }
            #expect(places(.old).sorted() == Array(join.old.indices), "seed \(seed), trial \(trial)")
            #expect(places(.new).sorted() == Array(join.new.indices), "seed \(seed), trial \(trial)")
            for match in join.places {
                let keys = [join.old[match.x], join.new[match.y]].map { JoinKey.folded($0.label ?? "") }
                #expect(keys[0] != nil && keys[0] == keys[1])
            }
            #expect(join.repeated.allSatisfy { $0.old.count + $0.new.count > 2 })
            for one in join.leftOut where one.reason == .noKey {
                let marker = one.side == .old ? join.old[one.place] : join.new[one.place]
                #expect(JoinKey.folded(marker.label ?? "") == nil)
            }
        }
    }

    @Test("anchor ids join like labels, and markers without one are left out")
    func anchors() {
        func marker(_ number: Int, _ anchor: String?) -> MarkerObservation {
            MarkerObservation(
                id: JoinScene.id(number), label: "same", anchor: anchor, quad: .rectangle(1, 1))
        }
        let join = MarkerJoin(
            [marker(1, "A-1"), marker(2, nil), marker(3, "A-3")], [marker(4, "a-3"), marker(5, "A-9")],
            by: .anchor)
        #expect(join.places == [SIMD2(2, 0)])
        #expect(
            join.leftOut == [
                UnjoinedMarker(side: .old, place: 0, reason: .noPartner),
                UnjoinedMarker(side: .old, place: 1, reason: .noKey),
                UnjoinedMarker(side: .new, place: 1, reason: .noPartner),
            ])
    }

    @Test("an exclusion leaves out whom it names and the match, by every key", arguments: ["door", "ID"])
    func exclusions(_ word: String) {
        let old = ["Door", "Window", "Clock", nil].enumerated().map {
            JoinScene.marker($0.offset, $0.element, .rectangle(1, 1))
        }
        let new = ["window ", "DOOR", "Clock"].enumerated().map {
            JoinScene.marker(100 + $0.offset, $0.element, .rectangle(1, 1))
        }
        let names = word == "ID" ? [new[1].id.wireText.uppercased()] : [word]
        let join = MarkerJoin(old, new, by: .label, excluding: MarkerExclusions(names))
        #expect(join.places == [SIMD2(1, 0), SIMD2(2, 2)])
        #expect(
            join.leftOut == [
                UnjoinedMarker(side: .old, place: 0, reason: .excluded),
                UnjoinedMarker(side: .old, place: 3, reason: .noKey),
                UnjoinedMarker(side: .new, place: 1, reason: .excluded),
            ])
        let placed = MarkerJoin(old, new, by: .geometry, excluding: MarkerExclusions(names))
        #expect(placed.repeated.map(\.new) == [[0, 2]])
        #expect(MarkerExclusions(names + ["Dor"]).unknown(among: old + new) == ["Dor"])
    }

    @Test("a map joins what it names, and ids that no marker has are told")
    func map() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let scene = JoinScene(3, using: &random) { _ in "same" }
        let map = try IdentifierMap([
            .init(old: JoinScene.id(0), new: JoinScene.id(1002)),
            .init(old: JoinScene.id(1), new: JoinScene.id(77)),
            .init(old: JoinScene.id(78), new: JoinScene.id(1001)),
        ])
        let join = MarkerJoin(scene.old, scene.new, by: .map(map))
        #expect(join.places == [SIMD2(0, 2)])
        #expect(
            join.unknownIdentifiers == [
                UnknownIdentifier(side: .new, id: JoinScene.id(77)),
                UnknownIdentifier(side: .old, id: JoinScene.id(78)),
            ])
        #expect(join.leftOut.map(\.reason) == [.noPartner, .noKey, .noKey, .noPartner])
    }

    @Test("corner orders are found and told, marker by marker", arguments: Seeds.few)
    func orders(seed: UInt64) throws {
        for trial in 0..<3 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let scene = JoinScene(6, using: &random) { "marker \($0)" }
            let orders = scene.new.map { _ in CornerOrder.all.randomElement(using: &random) ?? .identity }
            let turned = zip(scene.new, orders).map { marker, order in
                MarkerObservation(id: marker.id, label: marker.label, quad: marker.quad.reordered(order))
            }
            let joined = try JoinedMarkers(MarkerJoin(scene.old, turned.reversed(), by: .label))
            #expect(joined.matches.map(\.name) == (0..<6).map { "marker \($0)" })
            #expect(joined.places == (0..<6).map { SIMD2($0, 5 - $0) }, "seed \(seed), trial \(trial)")
            #expect(joined.correspondences.targets == scene.new.flatMap(\.quad.corners), "seed \(seed)")
            for (match, order) in zip(joined.matches, orders) {
                #expect(
                    match.order
                        == (order.isReversed
                            ? order : CornerOrder(start: -order.start & 3, isReversed: false)))
                #expect(match.margin > 0.05 && !match.wasChosen)
            }
            #expect(joined.correspondences.ids?[5] == "marker 1.p2")
            #expect(joined.correspondences.groups == (0..<24).map { $0 / 4 })
            #expect(try RigidFit(joined.correspondences).rms < 2 * JoinScene.noise)
        }
    }

    @Test("swapped labels survive the join, and the robust fit names them", arguments: Seeds.few)
    func swapped(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = JoinScene(8, using: &random) { "m\($0)" }
        let swapped = scene.new.enumerated().map { place, marker in
            let label = place == 2 ? "m5" : place == 5 ? "m2" : marker.label
            return MarkerObservation(id: marker.id, label: label, quad: marker.quad)
        }
        let joined = try JoinedMarkers(robust: MarkerJoin(scene.old, swapped, by: .label))
        #expect(joined.matches.count == 8 && joined.leftOut.isEmpty)
        let fit = try RobustFit(joined.correspondences)
        #expect(fit.inliers == (0..<32).map { ![2, 5].contains($0 / 4) }, "seed \(seed)")
    }

    @Test("of repeated labels all candidates are tried", arguments: Seeds.few)
    func repeated(seed: UInt64) throws {
        for trial in 0..<2 {
            var random = SeededGenerator(seed: seed, sample: trial)
            let scene = JoinScene(12, using: &random) {
                $0 < 3 ? "unique \($0)" : $0 < 8 ? "weld" : "Weld 2 "
            }
            let places = Array(scene.new.indices).shuffled(using: &random)
            let new = places.filter { $0 != 7 }.map { place in
                let marker = scene.new[place]
                let order = CornerOrder.all.randomElement(using: &random) ?? .identity
                return MarkerObservation(
                    id: marker.id, label: marker.label, quad: marker.quad.reordered(order))
            }
            let join = MarkerJoin(scene.old, new, by: .label)
            #expect(join.repeated.map(\.key) == ["weld", "weld 2"] && join.matches.count == 3)
            let unique = try JoinedMarkers(join)
            #expect(unique.matches.count == 3)
            #expect(unique.leftOut.count == 9 + 8 && unique.leftOut.allSatisfy { $0.reason == .repeatedKey })
            let joined = try JoinedMarkers(robust: join)
            #expect(joined.matches.map(\.old) == (0..<12).filter { $0 != 7 }, "seed \(seed), trial \(trial)")
            #expect(
                joined.matches.allSatisfy { new[$0.new].id == scene.new[$0.old].id },
                "seed \(seed), trial \(trial)")
            #expect(joined.matches.map(\.wasChosen) == joined.matches.map { $0.old > 2 })
            #expect(joined.leftOut == [UnjoinedMarker(side: .old, place: 7, reason: .noneInPlace)])
            #expect(Set(joined.correspondences.ids ?? []).count == 44)
            #expect(try RobustFit(joined.correspondences).inliers.allSatisfy { $0 })
        }
    }

    @Test("a wrong unit and a mirror are named where labels repeat, too", arguments: Seeds.few)
    func slips(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = JoinScene(12, using: &random) { $0 < 6 ? "m\($0)" : "weld" }
        let maps: [(String, (SIMD3<Double>) -> SIMD3<Double>)] = [
            ("SCALE_SLIP", { $0 * 1000 }), ("MIRRORED", { SIMD3($0.x, $0.y, -$0.z) }),
        ]
        for (code, map) in maps {
            let new = scene.new.map { marker in
                MarkerObservation(id: marker.id, label: marker.label, quad: marker.quad.map(map))
            }
            let error = #expect(throws: RigidFitError.self) {
                let joined = try JoinedMarkers(robust: MarkerJoin(scene.old, new, by: .label))
                // The fit to what was joined says it where the join does not.
                return try Calibration(robust: joined.correspondences).model.name
            }
            #expect(error?.code == code, "seed \(seed)")
        }
    }

    @Test("many markers are looked at in parts, which changes nothing")
    func many() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let count = CornerOrders.mostAtOnce + 9
        let scene = JoinScene(count, using: &random) { "m\($0)" }
        let turned = scene.new.enumerated().map { place, marker in
            let order = CornerOrder(start: place % 29 == 0 ? 2 : 0, isReversed: place % 31 == 0)
            return MarkerObservation(id: marker.id, label: marker.label, quad: marker.quad.reordered(order))
        }
        let joined = try JoinedMarkers(MarkerJoin(scene.old, turned, by: .label))
        #expect(joined.correspondences.targets == scene.new.flatMap(\.quad.corners))
    }

    @Test("nothing in common gives no pairs, and a corner that is nowhere is refused")
    func nothing() throws {
        let square = JoinScene.marker(1, "a", .rectangle(1, 1))
        let none = try JoinedMarkers(MarkerJoin([square], [], by: .label))
        #expect(none.correspondences.count == 0 && none.leftOut.map(\.reason) == [.noPartner])
        #expect(try JoinedMarkers(robust: MarkerJoin([], [], by: .label)).matches.isEmpty)
        let far = JoinScene.marker(2, "a", Quad.rectangle(1, 1).map { $0 * 1e70 })
        #expect(throws: RigidFitError.outOfRange(pair: 1, side: .target)) {
            try JoinedMarkers(MarkerJoin([square], [far], by: .label))
        }
        let point = JoinScene.marker(3, "a", Quad.rectangle(1, 1).map { $0 * 0 })
        #expect(
            try JoinedMarkers(MarkerJoin([point], [square], by: .label)).matches.map(\.order) == [.identity])
    }

    @Test("of repeated labels no candidate is tried that is nowhere, and a match that is nowhere is named")
    func nowhere() throws {
        var random = SeededGenerator(seed: Seeds.first)
        let scene = JoinScene(8, using: &random) { $0 < 3 ? "unique \($0)" : "weld" }
        func far(_ number: Int, _ label: String) -> MarkerObservation {
            JoinScene.marker(
                number, label, Quad.rectangle(1, 1).map { $0 * (10 * Correspondences.largestCoordinate) })
        }
        let near = try JoinedMarkers(robust: MarkerJoin(scene.old, scene.new, by: .label))
        let more = try JoinedMarkers(
            robust: MarkerJoin(scene.old, scene.new + [far(2000, "weld")], by: .label))
        #expect(more.places == near.places && more.places.count == 8)
        #expect(more.leftOut == [UnjoinedMarker(side: .new, place: 8, reason: .noneInPlace)])
        let welds = [far(1, "weld"), far(2, "weld")]
        let none = try JoinedMarkers(robust: MarkerJoin(welds, Array(scene.new[3...]), by: .label))
        #expect(none.matches.isEmpty && none.leftOut.count == 7)
        // The far match comes second, behind four corners of the first.
        let join = MarkerJoin(
            [scene.old[5], scene.old[0], far(3, "unique 1")] + scene.old[6...], scene.new, by: .label)
        #expect(throws: RigidFitError.outOfRange(pair: 5, side: .source)) { try JoinedMarkers(robust: join) }
    }
}
