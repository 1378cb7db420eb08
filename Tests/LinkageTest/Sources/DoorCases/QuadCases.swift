import QuadGeometry

/// The library's own answers about quads and rays.
struct QuadCases {
    let input: DoorInput

    func put(into output: inout DoorOutput) {
        measures(into: &output)
        verdicts("verdicts", .app, into: &output)
        verdicts("verdicts facing", .app, facing: SIMD3(0, 0, 1), into: &output)
        verdicts("strict verdicts", .strict, into: &output)
        rays("rays", nil, areRanged: false, into: &output)
        rays("front in range", .front, areRanged: true, into: &output)
        rays("back in range", .back, areRanged: true, into: &output)
    }

    /// The issues of each quad one by one, not the verdicts of which the door makes use.
    private func verdicts(
        _ name: String, _ profile: QuadProfile, facing: SIMD3<Double>? = nil, into output: inout DoorOutput
    ) {
        output.begin(name)
        let check = QuadCheck(profile), all = input.quads.map { check.issues($0, facing: facing) }
        output.put(all.count { !$0.isEmpty })
        let order = QuadIssue.Code.allCases
        for issues in all {
            output.put(issues.reduce(UInt32(0)) { $0 | 1 << UInt32(order.firstIndex(of: $1.code) ?? 31) })
        }
        let severities: [Severity] = [.hint, .info, .warning, .error]
        for issues in all {
            output.put(
                byte: UInt8(issues.map { 1 + (severities.firstIndex(of: $0.severity) ?? 9) }.max() ?? 0))
        }
        output.end()
    }

    private func measures(into output: inout DoorOutput) {
        output.begin("measures")
        for quad in input.quads {
            let normal = quad.normal
            output.put(quad.center)
            output.put(normal ?? .zero)
            output.put(quad.area)
            output.put(normal == nil ? .nan : quad.flatness ?? .nan)
        }
        output.end()
    }

    /// The quads one by one, by the exact order of hits, without the scan of which the door makes use.
    private func rays(
        _ name: String, _ face: QuadFace?, areRanged: Bool, into output: inout DoorOutput
    ) {
        output.begin(name)
        var found: [(index: Int, hit: QuadHit?)] = []
        for ray in input.rays {
            do throws(RayError) {
                let (start, end) = areRanged ? (ray[6], ray[7]) : (0, .infinity)
                let cast = try Ray(
                    from: SIMD3(ray[0], ray[1], ray[2]), along: SIMD3(ray[3], ray[4], ray[5]), start: start,
                    end: end)
                let hit = cast.nearestHit(among: input.quads[..<input.targets], only: face)
                found.append((hit?.index ?? -1, hit?.hit))
            } catch {
                found.append((QuadCases.index(of: error), nil))
            }
        }
        for (index, _) in found { output.put(index) }
        for (_, hit) in found {
            for number in [hit?.distance, hit?.u, hit?.v] { output.put(number ?? .nan) }
        }
        for (_, hit) in found { output.put(byte: hit.map { $0.face == .front ? 1 : 2 } ?? 0) }
        output.end()
    }

    /// The index that stands for a ray that cannot be cast.
    private static func index(of error: RayError) -> Int {
        switch error {
        case .nonFiniteOrigin: -2
        case .nonFiniteDirection: -3
        case .zeroDirection: -4
        case .rangeNotANumber: -5
        }
    }
}
