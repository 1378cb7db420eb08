import Foundation
import QuadGeometry
import TestSupport
import Testing

@testable import Markers
@testable import RigidCalibration

@Suite("The name of a plan")
struct PlanDigestTests {
    private static func markers() throws -> [Marker] {
        try (1...2).map {
            try PlanMarkers.marker(
                $0, Quad.rectangle(0.2, 0.2).moved(by: SIMD3(Double($0), 0, 0)),
                more: #","label":"x","custom_props":{"a": 1.0}"#)
        }
    }

    private static func request() throws -> PlanRequest {
        let turn = try #require(Rotation(rotationVector: SIMD3(0, 0.5, 0)))
        let motion = AnchoredMotion(
            rotation: turn, sourceCenter: SIMD3(1, 2, 3), targetCenter: SIMD3(4, 5, 6),
            rest: SIMD3(1e-9, 2e-9, 3e-9))
        let fitted = [3, 4].map {
            FittedMarker(id: PlanMarkers.id($0), corners: Quad.rectangle(0.1, 0.1))
        }
        return PlanRequest(
            PlannedMotion(motion, from: .raw, to: .raw, fitted: fitted), mode: .raw,
            frames: FrameMembership(
                chosen: [PlanMarkers.oldSession],
                rule: .before(try #require(WireDate("2025-02-01T00:00:00Z"))),
                targets: [PlanMarkers.newSession],
                createdAt: [PlanMarkers.newSession: "2025-03-01T00:00:00Z"]),
            space: SpaceCalibration(CalibrationVector(SIMD3(1.5, 0.25, 2))))
    }

    /// The request with the least change of each of its parts.
    private static func mutations(of request: PlanRequest) throws -> [PlanRequest] {
        func changed(_ change: (inout PlanRequest) -> Void) -> PlanRequest {
            var request = request
            change(&request)
            return request
        }
        let motion = request.motion, map = motion.targetFromSource
        func moved(
            _ map: AnchoredMotion, from: PointKind = .raw, to: PointKind = .raw, fitted: [FittedMarker]? = nil
        ) -> PlanRequest {
            changed {
                $0.motion = PlannedMotion(map, from: from, to: to, fitted: fitted ?? motion.fitted)
            }
        }
        func nextUp(_ point: SIMD3<Double>, _ place: Int) -> SIMD3<Double> {
            var point = point
            point[place] = point[place].nextUp
            return point
        }
        var all = [moved(map, from: .calibrated), moved(map, to: .calibrated), moved(map, fitted: [])]
        for place in 0..<3 {
            let points = [map.sourceCenter, map.targetCenter, map.rest]
            for which in points.indices {
                var points = points
                points[which] = nextUp(points[which], place)
                all.append(
                    moved(
                        AnchoredMotion(
                            rotation: map.rotation, sourceCenter: points[0], targetCenter: points[1],
                            rest: points[2])))
            }
            var vectorOfTurn = SIMD3(0, 0.5, 0)
            vectorOfTurn[place] += 1e-9
            let turn = try #require(Rotation(rotationVector: vectorOfTurn))
            all.append(
                moved(
                    AnchoredMotion(
                        rotation: turn, sourceCenter: map.sourceCenter, targetCenter: map.targetCenter,
                        rest: map.rest)))
            let vector = request.space.vector?.numbers ?? .zero
            all.append(changed { $0.space.vector = CalibrationVector(nextUp(vector, place)) })
            for (which, corner) in (0..<4).map({ ($0 % 2, $0) }) {
                var fitted = motion.fitted
                var corners = fitted[which].corners
                corners[corner: corner] = nextUp(corners[corner: corner], place)
                fitted[which] = FittedMarker(id: fitted[which].id, corners: corners)
                all.append(moved(map, fitted: fitted))
            }
        }
        all.append(moved(map, fitted: motion.fitted.reversed()))
        let other = FittedMarker(id: PlanMarkers.id(5), corners: motion.fitted[1].corners)
        all.append(moved(map, fitted: [motion.fitted[0], other]))
        all.append(changed { $0.space.vector = nil })
        all.append(changed { $0.space.sign = .subtracted })
        all.append(changed { $0.isStrict = true })
        all.append(changed { $0.mode = .calibrated })
        all.append(changed { $0.frames.chosen.insert(PlanMarkers.otherSession) })
        all.append(changed { $0.frames.targets.insert(PlanMarkers.otherSession) })
        all.append(changed { $0.frames.rule = .onlyChosen })
        all.append(changed { $0.frames.rule = .all })
        all.append(changed { $0.frames.rule = .allButTargets })
        all.append(changed { $0.frames.createdAt[PlanMarkers.newSession] = "2025-03-01T00:00:01Z" })
        all.append(changed { $0.frames.createdAt[PlanMarkers.otherSession] = "2025-03-01T00:00:00Z" })
        for limit in QuadLimit.allCases { all.append(changed { $0.limits[limit] *= 1.5 }) }
        all.append(changed { $0.limits.foldSeverity = .error })
        return all
    }

    @Test("equal for equal input, another for any part of a request that is not the same")
    func request() throws {
        let request = try Self.request(), markers = try Self.markers()
        var seen = [try RecalibrationPlan(markers, request).digest: "none"]
        #expect(try RecalibrationPlan(try Self.markers(), try Self.request()).digest == seen.keys.first)
        for (place, mutation) in try Self.mutations(of: request).enumerated() {
            let digest = try RecalibrationPlan(markers, mutation).digest
            let same = seen.updateValue("mutation \(place)", forKey: digest)
            #expect(same == nil, "mutation \(place) is as \(same ?? "")")
        }
    }

    @Test("and for any byte of a marker", arguments: Seeds.few)
    func markers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let request = try Self.request(), markers = try Self.markers()
        let digest = try RecalibrationPlan(markers, request).digest
        #expect(try RecalibrationPlan(markers.reversed(), request).digest != digest)
        #expect(try RecalibrationPlan([markers[0]], request).digest != digest)
        var tried = 0
        for _ in 0..<500 {
            var text = markers[0].text
            let place = Int.random(in: 0..<text.count, using: &random)
            let bit = UInt8(1) << UInt8.random(in: 0..<7, using: &random)
            text[place] ^= bit
            guard let changed = try? Marker(text) else { continue }
            tried += 1
            #expect(
                try RecalibrationPlan([changed, markers[1]], request).digest != digest,
                "seed \(seed), byte \(place)")
        }
        #expect(tried > 0)
    }
}
