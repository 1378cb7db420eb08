import CQuadcal
import QuadGeometry
import QuadcalC
import RigidCalibration
import Testing

@Suite struct DoorStraightenTests {
    /// Markers along a hall of 44 m whose new scan bends by as much as `bend`; four pairs each.
    private struct Hall {
        var sources: [Double] = [], targets: [Double] = [], groups: [Int64] = [], times: [Double] = []
        var quads: [Quad] = []

        init(_ count: Int = 12, bend: Double = 0.3) {
            for marker in 0..<count {
                let n = Double(marker), x = 4 * n, along = x / 22 - 1
                let corner = SIMD3(x, Double(marker % 3), Double(7 * marker % 5))
                let off = SIMD3(0, along * along * along, along * along) * bend
                let quad = Quad(
                    corner, corner + [0.5, 0, 0], corner + [0.5, 0.4, 0], corner + [0, 0.4, 0])
                quads.append(quad)
                for (place, point) in quad.corners.enumerated() {
                    let noise = SIMD3(0, 0.001 * Double((5 * marker + 3 * place) % 7 - 3), 0)
                    let bent = point + off + noise
                    sources += [point.x, point.y, point.z]
                    targets += [bent.z + 3, bent.y, 8 - bent.x]
                    groups.append(Int64(marker))
                    times.append(1000 + 10 * n)
                }
            }
        }

        var own: [Double] { stride(from: 0, to: times.count, by: 4).map { times[$0] } }

        func calibration() throws -> Calibration {
            let points = sources.indices.filter { $0 % 3 == 0 }
            var options = CalibrationOptions()
            options.interest = quads.map(\.center)
            return try Calibration(
                Correspondences(
                    sources: points.map { SIMD3(sources[$0], sources[$0 + 1], sources[$0 + 2]) },
                    targets: points.map { SIMD3(targets[$0], targets[$0 + 1], targets[$0 + 2]) },
                    groups: groups.map(Int.init)), options: options)
        }

        func straightened(
            by way: Int, options: quadcal_options? = nil, _ result: inout quadcal_straightening,
            _ moved: inout [Double], _ shifts: inout [Double], _ problem: inout quadcal_problem
        ) -> Int32 {
            withUnsafePointer(to: options ?? quadcal_options()) {
                quadcal_straighten(
                    sources, targets, nil, groups, times, Int64(groups.count), options == nil ? nil : $0,
                    Int32(way), sources, own, Int64(quads.count), &result, &moved, &shifts, nil, &problem)
            }
        }

        /// The problem of what is refused.
        func refusal(by way: Int, _ options: quadcal_options? = nil) -> quadcal_problem {
            var result = quadcal_straightening(), moved = sources, problem = quadcal_problem()
            var shifts = [Double](repeating: 0, count: 5 * quads.count)
            #expect(
                straightened(by: way, options: options, &result, &moved, &shifts, &problem) == problem.status)
            return problem
        }
    }

    @Test(
        "each marker of a scan that bends moves through the door by its own shift with its bound, as in the library, to the bit",
        arguments: [QUADCAL_STRAIGHTEN_PLACE, QUADCAL_STRAIGHTEN_TIME, QUADCAL_STRAIGHTEN_AUTO])
    func shifts(way: Int) throws {
        let hall = Hall(), calibration = try hall.calibration(), times = hall.times.map { Double?($0) }
        let chosen: StraightenedMotion? =
            switch way {
            case QUADCAL_STRAIGHTEN_PLACE: try StraightenedMotion(calibration, by: .place)
            case QUADCAL_STRAIGHTEN_TIME: try StraightenedMotion(calibration, by: .time, times: times)
            default: StraighteningChoice(calibration, times: times).chosen
            }
        let expected = try #require(chosen)
        var result = quadcal_straightening(), moved = hall.sources, problem = quadcal_problem()
        var shifts = [Double](repeating: 0, count: 5 * hall.quads.count)
        #expect(hall.straightened(by: way, &result, &moved, &shifts, &problem) == 0)
        let kinds = [StraighteningKind.place: QUADCAL_STRAIGHTEN_PLACE, .time: QUADCAL_STRAIGHTEN_TIME]
        #expect(result.by == Int32(kinds[expected.law.kind] ?? 0) && result.pins == 12)
        #expect(result.leave_one_out == expected.leaveOneOut && result.reach == expected.reach)
        for (marker, quad) in hall.quads.enumerated() {
            let time = hall.own[marker], one = try expected.shift(of: quad.center, time: time)
            let corners = try expected.moved(quad, time: time).corners.flatMap { [$0.x, $0.y, $0.z] }
            #expect(Array(moved[12 * marker..<12 * marker + 12]) == corners)
            let numbers = [one.shift.x, one.shift.y, one.shift.z, one.predictedError, one.beyond]
            #expect(Array(shifts[5 * marker..<5 * marker + 5]) == numbers)
        }
        // What bends is judged without shifts, and not with them.
        let drift = UInt32(1) << UInt32(QUADCAL_JUDGED_SCAN_DRIFT)
        #expect(result.fit.judgements & drift == 0)
        #expect(hall.straightened(by: QUADCAL_STRAIGHTEN_NONE, &result, &moved, &shifts, &problem) == 0)
        #expect(result.fit.judgements & drift != 0 && result.pins == 0 && result.leave_one_out.isNaN)
    }

    @Test("where straightening is not worth it all markers have the one motion, and its error")
    func notWorthwhile() throws {
        let hall = Hall(bend: 0), calibration = try hall.calibration()
        var result = quadcal_straightening(), moved = hall.sources, problem = quadcal_problem()
        var shifts = [Double](repeating: 1, count: 60)
        #expect(hall.straightened(by: QUADCAL_STRAIGHTEN_AUTO, &result, &moved, &shifts, &problem) == 0)
        #expect(result.by == Int32(QUADCAL_STRAIGHTEN_NONE))
        let middle = hall.quads[2].center, corner = calibration.moved(hall.quads[2].p1)
        #expect(Array(moved[24..<27]) == [corner.x, corner.y, corner.z])
        #expect(shifts[13] == calibration.predictedError(at: middle) && shifts[10] == 0)
    }

    @Test("a scan that is not straightened is refused with the reason, its place and its numbers")
    func refusals() {
        let time = QUADCAL_STRAIGHTEN_TIME, place = QUADCAL_STRAIGHTEN_PLACE
        var found = Hall(3).refusal(by: place)
        #expect(found.status == Int32(QUADCAL_TOO_FEW_PINS) && found.values.0 == 3 && found.values.1 == 4)
        var hall = Hall()
        hall.times[21] = .nan
        found = hall.refusal(by: time)
        #expect(found.status == Int32(QUADCAL_NO_TIME) && found.index == 21 && found.side == 0)
        hall.times[21] = .infinity
        #expect(hall.refusal(by: time).status == Int32(QUADCAL_BAD_TIME))
        hall.times = hall.times.map { _ in 7 }
        #expect(hall.refusal(by: time).status == Int32(QUADCAL_ONE_TIME))
        var options = quadcal_options()
        #expect(quadcal_options_usual(&options) == 0)
        options.model = Int32(QUADCAL_MODEL_TRANSLATION)
        found = hall.refusal(by: place, options)
        #expect(found.status == Int32(QUADCAL_MODEL_NOT_STRAIGHTENED) && found.index == 1)
        #expect(hall.refusal(by: 4).status == Int32(QUADCAL_BAD_CHOICE))
        // A marker without a time, and one without a place.
        let bent = Hall(), none = [Double](repeating: .nan, count: 12)
        var result = quadcal_straightening()
        func one(_ quad: [Double]) -> Int32 {
            quadcal_straighten(
                bent.sources, bent.targets, nil, bent.groups, bent.times, 48, nil, Int32(time), quad, nil, 1,
                &result, nil, nil, nil, &found)
        }
        #expect(one(bent.sources) == Int32(QUADCAL_NO_TIME) && found.index == 0 && found.side == -1)
        #expect(one(none) == Int32(QUADCAL_BAD_POINT) && found.index == 0)
        #expect(
            quadcal_straighten(nil, nil, nil, nil, nil, 0, nil, 1, nil, nil, 0, nil, nil, nil, nil, nil) == 1)
    }
}
