import CQuadcal
import QuadGeometry
import QuadcalC
import Testing

@Suite struct DoorCheckTests {
    @Test("the codes of the header are those of the library, in name and place")
    func codes() {
        #expect(Int(QUADCAL_CODES) == QuadIssue.Code.allCases.count)
        for (place, code) in QuadIssue.Code.allCases.enumerated() {
            #expect(String(cString: quadcal_code_name(Int32(place))) == code.rawValue)
            #expect(QuadIssue.CodeSet(code).rawValue == 1 << UInt32(place))
        }
        #expect(String(cString: quadcal_code_name(Int32(QUADCAL_CODES))) == "UNKNOWN")
        #expect(quadcal_abi() == QUADCAL_ABI)
    }

    @Test(
        "a verdict, also by the door, has the codes and the gravest severity of the findings",
        arguments: [nil, SIMD3(0.1, 0.2, -1)])
    func verdicts(facing: SIMD3<Double>?) {
        let check = QuadCheck(), order: [Severity] = [.hint, .info, .warning, .error]
        var state: UInt64 = 7
        func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) * 0x1p-53
        }
        for round in 0..<4_000 {
            // From nearly sound quads to any four points, on a lattice in every eighth round.
            let size = [0.0005, 0.01, 0.1, 1][round % 4]
            var corners: [SIMD3<Double>] = [[0, 0, 0], [0.2, 0, 0], [0.2, 0.1, 0], [0, 0.1, 0]].map {
                $0 + size * SIMD3(next() - 0.5, next() - 0.5, next() - 0.5)
            }
            if round % 8 == 3 { corners = corners.map { ($0 * 4).rounded(.toNearestOrEven) } }
            let quad = Quad(corners[0], corners[1], corners[2], corners[3])
            let issues = check.issues(quad, facing: facing), verdict = check.verdict(quad, facing: facing)
            #expect(verdict.codes == QuadIssue.CodeSet(issues.map { QuadIssue.CodeSet($0.code) }))
            #expect(
                verdict.severity == order.last { severity in issues.contains { $0.severity == severity } })
            var codes = UInt32.max, severity = UInt8.max, faulty = Int64(-1)
            let numbers = corners.flatMap { [$0.x, $0.y, $0.z] }
            let direction = facing.map { [$0.x, $0.y, $0.z] }
            #expect(quadcal_check(numbers, 1, direction, nil, 0, &codes, &severity, &faulty) == 0)
            #expect(codes == verdict.codes.rawValue && faulty == (issues.isEmpty ? 0 : 1))
            let gravest = verdict.severity.flatMap { order.firstIndex(of: $0) }
            #expect(Int(severity) == gravest.map { $0 + 1 } ?? 0)
            var found = [quadcal_finding](repeating: quadcal_finding(), count: 30), count = Int64(-1)
            #expect(quadcal_findings(numbers, direction, nil, &found, 30, &count) == 0)
            #expect(count == Int64(issues.count))
            for (finding, issue) in zip(found, issues) {
                #expect(String(cString: quadcal_code_name(finding.code)) == issue.code.rawValue)
                #expect(order[Int(finding.severity) - 1] == issue.severity)
                #expect(same(finding.value, issue.value) && same(finding.limit, issue.limit))
                #expect(same(finding.location.0, issue.location?.x))
                #expect(finding.corner == Int32(issue.corner ?? -1))
                #expect((finding.fix == QUADCAL_FIX_REORDER) == (finding.order.0 >= 0))
            }
        }
    }

    /// A number of the door, which is NaN where the library has none.
    private func same(_ number: Double, _ own: Double?) -> Bool {
        own.map { $0 == number || $0.isNaN && number.isNaN } ?? number.isNaN
    }

    @Test("findings say what, where, how much and what would fix it, as far as there is room")
    func findings() {
        let bowTie: [Double] = [0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0]
        var found = quadcal_finding(), count = Int64(0)
        #expect(quadcal_findings(bowTie, nil, nil, &found, 1, &count) == 0)
        #expect(count == 1 && Int(found.code) == QUADCAL_CODE_SELF_INTERSECTING)
        #expect(found.location == (0.5, 0.5, 0) && found.order == (0, 1, 3, 2))
        var none = [Double](repeating: 0, count: 12), limits = quadcal_limits()
        none[4] = .nan
        #expect(quadcal_findings(none, nil, nil, nil, 0, &count) == 0)
        #expect(count > 0)
        #expect(quadcal_findings(none, nil, nil, nil, 1, &count) == 1)
        #expect(quadcal_findings(none, nil, nil, nil, -1, &count) == 2)
        #expect(quadcal_findings(nil, nil, nil, nil, 0, &count) == 1)
        #expect(quadcal_findings(none, nil, nil, nil, 0, nil) == 1)
        #expect(quadcal_limits_of(0, &limits) == 0)
        limits.reserved = 1
        #expect(quadcal_findings(none, nil, &limits, nil, 0, &count) == 4)
        #expect(quadcal_check(none, 1, nil, &limits, 0, nil, nil, nil) == 4)
    }

    @Test("impossible counts, choices and missing memory are refused")
    func arguments() {
        var codes: UInt32 = 0, targets: OpaquePointer?, limits = quadcal_limits()
        for count in [Int64.min, -1, .max, .max / 96, 1 << 44] {
            #expect(quadcal_check([0], count, nil, nil, 0, &codes, nil, nil) == 2)
            #expect(quadcal_targets_make([0], count, &targets) == 2)
        }
        #expect(quadcal_check(nil, 1, nil, nil, 0, &codes, nil, nil) == 1)
        #expect(quadcal_check(nil, 0, nil, nil, 0, nil, nil, nil) == 0)
        #expect(quadcal_check(nil, 0, nil, nil, 4, nil, nil, nil) == 3)
        #expect(quadcal_limits_of(2, &limits) == 3)
        #expect(quadcal_limits_of(0, &limits) == 0)
        for direction in [[0.0, 0, 0], [.nan, 0, 1], [0, .infinity, 0]] {
            #expect(quadcal_check(nil, 0, direction, nil, 0, nil, nil, nil) == 7)
        }
        limits.snap = -1
        #expect(quadcal_check(nil, 0, nil, &limits, 0, nil, nil, nil) == 4)
        #expect(quadcal_nearest(nil, nil, nil, 0, 0, 0, nil, nil, nil) == 1)
        quadcal_targets_free(nil)
    }

    @Test("a ray that cannot be cast says why in its place, and the others are cast")
    func rays() {
        let quad: [Double] = [0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1]
        let rays: [Double] = [
            0.5, 0.5, 0, 0, 0, 2, .nan, 0, 0, 0, 0, 1, 0, 0, 0, .infinity, 0, 1, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0,
            0, 1,
        ]
        var targets: OpaquePointer?, indices = [Int64](repeating: 9, count: 5),
            hits = [Double](repeating: 9, count: 15)
        #expect(quadcal_targets_make(quad, 1, &targets) == 0)
        defer { quadcal_targets_free(targets) }
        #expect(quadcal_nearest(targets, rays, nil, 5, 0, 0, &indices, &hits, nil) == 0)
        #expect(indices == [0, -2, -3, -4, -1])
        #expect(hits[0] == 0.5 && hits[1] == 0.5 && hits[2] == 0.5 && hits[3].isNaN)
    }
}
