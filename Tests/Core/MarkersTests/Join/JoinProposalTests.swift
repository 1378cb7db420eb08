import Markers
import QuadGeometry
import RigidCalibration
import TestSupport
import Testing

@Suite("The key by which most markers follow one motion")
struct JoinProposalTests {
    /// Two scans of 12 markers, of which the second turns them about the vertical, and one of 6 more that were carried along by a metre.
    private struct Scans {
        var old: [MarkerObservation] = [], new: [MarkerObservation] = []
        let turn: Rotation

        init(carried: Int, label: (_ marker: Int, _ isNew: Bool) -> String?) throws {
            var random = SeededGenerator(seed: 77)
            turn = try #require(Rotation(rotationVector: SIMD3(0, 0.7, 0)))
            for marker in 0..<12 + carried {
                let side = Double(Int.random(in: 0..<4, using: &random)) * .pi / 2
                let stand = try #require(Rotation(rotationVector: SIMD3(0, side, 0)))
                let place = SIMD3<Double>.random(in: -0.5...0.5, using: &random) * SIMD3(9, 3, 5)
                let quad = Quad.rectangle(0.2, 0.2).map { stand * $0 + place }
                let step = marker < 12 ? SIMD3<Double>.zero : SIMD3(1, 0, 0.4)
                func seen(_ quad: Quad) -> Quad {
                    quad.map { $0 + SIMD3.random(in: -0.003...0.003, using: &random) }
                }
                old.append(JoinScene.marker(marker, label(marker, false), seen(quad)))
                new.append(
                    JoinScene.marker(
                        1000 + marker, label(marker, true), seen(quad.map { turn * ($0 + step) })))
            }
        }

        func isRight(_ motion: AnchoredMotion) -> Bool {
            old.prefix(12).allSatisfy { (motion * $0.quad.center - turn * $0.quad.center).length < 0.02 }
        }
    }

    @Test("Labels that pair as many go before geometry, and what misleads goes behind it")
    func keys() throws {
        let cases: [(key: JoinKey, label: (Int, Bool) -> String?)] = [
            (.label, { marker, _ in "M\(marker)" }),
            (.label, { _, _ in "New Marker" }),
            (.geometry, { _, _ in nil }),
            (.geometry, { marker, isNew in "New Marker \(isNew ? (5 * marker + 3) % 12 : marker)" }),
            (.geometry, { marker, isNew in marker < 4 ? "M\(marker)" : isNew ? nil : "M\(marker)" }),
        ]
        for (number, one) in cases.enumerated() {
            let scans = try Scans(carried: 0, label: one.label)
            let proposal = try JoinProposal(scans.old, scans.new)
            #expect(proposal.way.key == one.key && proposal.way.followers == 12, "case \(number)")
            #expect(scans.isRight(proposal.way.motion.targetFromSource), "case \(number)")
            #expect(proposal.followers.first { $0.key == one.key }?.count == 12, "case \(number)")
            #expect(proposal.followers.first { $0.key == .anchor }?.count == 0, "case \(number)")
        }
    }

    @Test(
        "Labels on what was carried away and the walls that stayed are two motions, and neither is proposed")
    func carried() throws {
        let scans = try Scans(carried: 6) { marker, _ in marker < 12 ? nil : "M\(marker)" }
        #expect {
            try JoinProposal(scans.old, scans.new)
        } throws: { error in
            guard case .noMotion(let refusal)? = error as? JoinProposal.Refusal else { return false }
            let motions: [RivalMotion] =
                switch refusal {
                case .ambiguousMotion(let one, let other): [one, other]
                case .severalMotions(let all): all
                default: []
                }
            return motions.first.map { scans.isRight($0.targetFromSource) } == true
                && motions.contains { $0.support == 6 }
        }
        // By themselves the labels would lead where none of the 12 is.
        let labelled = try JoinedMarkers(MarkerJoin(scans.old, scans.new, by: .label))
        #expect(try !scans.isRight(Calibration(labelled.correspondences).targetFromSource))
    }

    @Test("Four lamps that were numbered one step on in a square lead elsewhere than the walls")
    func disagreement() throws {
        var random = SeededGenerator(seed: 78)
        let turn = try #require(Rotation(rotationVector: SIMD3(0, 0.7, 0)))
        func lamp(_ corner: Int) -> Quad {
            let place = [SIMD3(2.0, 2.6, 2), SIMD3(-2, 2.6, 2), SIMD3(-2, 2.6, -2), SIMD3(2, 2.6, -2)][
                corner % 4]
            return Quad.rectangle(0.2, 0.2).map { SIMD3($0.x, $0.z, $0.y) + place }
        }
        let walls = (0..<10).map { marker -> Quad in
            let height = 0.4 * Double(marker * marker % 5), depth = marker % 3 == 0 ? -2.3 : -3
            let place = SIMD3(0.9 * Double(marker) - 4, height, depth)
            return Quad.rectangle(0.2, 0.2).map { $0 + place }
        }
        func seen(_ quad: Quad) -> Quad {
            quad.map { $0 + SIMD3.random(in: -0.003...0.003, using: &random) }
        }
        let old =
            (0..<4).map { JoinScene.marker($0, "L\($0)", seen(lamp($0))) }
            + walls.enumerated().map { JoinScene.marker(10 + $0, nil, seen($1)) }
        let new =
            (0..<4).map { JoinScene.marker(1000 + $0, "L\($0)", seen(lamp($0 + 1).map { turn * $0 })) }
            + walls.enumerated().map { JoinScene.marker(1010 + $0, nil, seen($1.map { turn * $0 })) }
        #expect {
            let proposal = try JoinProposal(old, new)
            Issue.record("\(proposal.way.key.name) \(proposal.followers.map(\.count))")
        } throws: { error in
            guard case .disagreement(let one, let other)? = error as? JoinProposal.Refusal else {
                Issue.record("\(error)")
                return false
            }
            return one.key == .geometry && one.followers == 14 && other.key == .label && other.followers == 4
        }
    }

    @Test("Scans with nothing in common propose nothing")
    func nothing() throws {
        let scans = try Scans(carried: 0) { marker, _ in "M\(marker)" }
        #expect(throws: JoinProposal.Refusal.self) { try JoinProposal(scans.old, []) }
        #expect(throws: JoinProposal.Refusal.self) { try JoinProposal([], []) }
        let one = try JoinProposal(scans.old, scans.new)
        let others = try Scans(carried: 6) { marker, _ in "K\(marker)" }
        let rest = Array(others.new.suffix(6))
        #expect(throws: JoinProposal.Refusal.self) { try JoinProposal(Array(scans.old.prefix(6)), rest) }
        #expect(one.way.joined.matches.count == 12)
    }
}
