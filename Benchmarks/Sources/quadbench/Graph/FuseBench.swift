import FrameGraph
import QuadGeometry
import RigidCalibration

/// Markers of several sessions, single corners of which are grossly off: plain, robust, and told which corners are.
enum FuseBench {
    static let usage = "fuse [--seeds N] [--seed S]"

    static func run(_ options: [String: String]) throws -> Any {
        let seeds = try options.count("seeds", default: 200),
            seed = UInt64(try options.count("seed", default: 1))
        var table: [[String: Any]] = []
        for (sessions, gross) in [(5, 0.0), (3, 0.1), (5, 0.1), (10, 0.1), (3, 0.2), (5, 0.2), (10, 0.2)] {
            for markerNoise in gross == 0.1 ? [0, 0.005, 0.015] : [0] {
                var row = Row()
                for sample in 0..<seeds {
                    var random = SeededGenerator(seed: seed, sample: sample)
                    let scene = try FuseScene(
                        sessions, gross: gross, markerNoise: markerNoise, using: &random)
                    try row.add(scene)
                }
                table.append(row.document(sessions, gross, markerNoise))
            }
        }
        return [
            "seed": seed, "scenes": seeds, "table": table, "drift": try drift(seeds, seed),
            "large": try large(seed),
        ]
    }

    /// Five sessions that each walk off by a share of the way between markers: how often it is said, and how errors compare with
    /// those that are predicted.
    private static func drift(_ seeds: Int, _ seed: UInt64) throws -> [[String: Any]] {
        try [(12, 0.0), (12, 0.005), (30, 0.0), (30, 0.005), (100, 0.005)].map { markers, share in
            var said = 0, squares = 0.0, predicted = 0.0, corners = 0.0
            for sample in 0..<seeds {
                var random = SeededGenerator(seed: seed, sample: sample)
                let scene = try FuseScene(
                    5, gross: 0, markerNoise: 0, markers: markers, drift: share, using: &random)
                let fusion = try SessionFusion(scene.sessions)
                said += fusion.drifts.isEmpty ? 0 : 1
                squares += try scene.squares(fusion.markers.map(\.quad))
                corners += Double(4 * markers)
                for marker in fusion.markers {
                    for corner in 0..<4 {
                        let deviation = marker.deviation(ofCorner: corner)
                        predicted += deviation * deviation
                    }
                }
            }
            return [
                "markers": markers, "drift_share": share, "said": said, "scenes": seeds,
                "rms_mm": 1000 * (squares / corners).squareRoot(),
                "predicted_mm": 1000 * (predicted / corners).squareRoot(),
            ]
        }
    }

    /// The seconds that 200 sessions of 400 markers take.
    private static func large(_ seed: UInt64) throws -> [String: Any] {
        var random = SeededGenerator(seed: seed, sample: 0)
        let scene = try FuseScene(200, gross: 0.02, markerNoise: 0, markers: 400, using: &random)
        var fused = 0
        let nanoseconds = try ThreadClock.time { fused = try SessionFusion(scene.sessions).markers.count }
        return ["sessions": 200, "markers": fused, "seconds": nanoseconds / 1e9]
    }

    /// The counts over the scenes of a kind.
    private struct Row {
        var scenes = 0.0, robust = 0.0, plain = 0.0, told = 0.0, corners = 0.0, times: [Double] = []
        var named = 0, right = 0, gross = 0, needed = 0, undecided = 0, sound = 0, soundUndecided = 0

        mutating func add(_ scene: FuseScene) throws {
            var fusion = try SessionFusion(scene.sessions)
            times.append(try ThreadClock.time { fusion = try SessionFusion(scene.sessions) } / 1e6)
            let loose = try SessionFusion(scene.sessions, options: FusionOptions(isRobust: false))
            robust += try scene.squares(fusion.markers.map(\.quad))
            plain += try scene.squares(loose.markers.map(\.quad))
            told += try scene.squares(scene.told(fusion))
            scenes += 1
            for (number, marker) in fusion.markers.enumerated() {
                for corner in 0..<4 {
                    let rightly = scene.isGross.count { !$0[number][corner] }
                    corners += rightly >= FusedMarker.majority ? 1 : 0
                    let isNamed = marker.undecided.contains(corner)
                    if rightly < scene.isGross.count, rightly < FusedMarker.majority {
                        needed += 1
                        undecided += isNamed ? 1 : 0
                    } else {
                        sound += 1
                        soundUndecided += isNamed ? 1 : 0
                    }
                    for (session, name) in marker.sessions.enumerated() {
                        let isOut = marker.leftOut.contains {
                            $0.session == name && $0.corners.contains(corner)
                        }
                        let isGross = scene.isGross[session][number][corner]
                        named += isOut ? 1 : 0
                        gross += isGross ? 1 : 0
                        right += isOut && isGross ? 1 : 0
                    }
                }
            }
        }

        func document(_ sessions: Int, _ share: Double, _ markerNoise: Double) -> [String: Any] {
            func millimetres(_ squares: Double) -> Double { 1000 * (squares / corners).squareRoot() }
            return [
                "sessions": sessions, "gross": share, "marker_noise_mm": 1000 * markerNoise,
                "plain_mm": millimetres(plain), "robust_mm": millimetres(robust),
                "told_mm": millimetres(told),
                "gross_named": right, "gross_corners": gross, "named": named, "undecided": undecided,
                "to_be_undecided": needed, "sound_undecided": soundUndecided, "sound": sound,
                "ms": times.median,
            ]
        }
    }
}

/// Twelve quads of 0.2 m in a room of 6 x 2.6 x 5 m, 5 mm a coordinate of each tapped corner, gross ones 5 to 30 cm off.
struct FuseScene {
    private(set) var quads: [Quad] = []
    private(set) var sessions: [FusionSession] = []
    /// By session, marker and corner.
    private(set) var isGross: [[[Bool]]] = []

    init(
        _ count: Int, gross: Double, markerNoise: Double, markers: Int = 12, drift: Double = 0,
        using random: inout SeededGenerator
    ) throws {
        for _ in 0..<markers {
            let center = SIMD3(
                Double.random(in: -3...3, using: &random), .random(in: -1.3...1.3, using: &random),
                .random(in: -2.5...2.5, using: &random))
            let turn =
                SIMD3<Double>.randomDirection(using: &random)
                * Double.random(in: 0...Double.pi, using: &random)
            let placed = try GraphScene.motion(turn, center)
            quads.append(
                placed
                    * Quad(
                        SIMD3(-0.1, 0.1, 0), SIMD3(0.1, 0.1, 0), SIMD3(0.1, -0.1, 0), SIMD3(-0.1, -0.1, 0)))
        }
        for session in 0..<count {
            let yaw = Double.random(in: 0...2 * Double.pi, using: &random)
            let shift =
                SIMD3<Double>.randomDirection(using: &random) * Double.random(in: 0...3, using: &random)
            let motion = try GraphScene.motion(SIMD3(0, yaw, 0), shift)
            var seen: [String: Quad] = [:], flags = [[Bool]](repeating: [], count: markers)
            var error = SIMD3<Double>.zero, last = -1
            for marker in drift > 0 ? walk() : Array(quads.indices) {
                let quad = quads[marker]
                if drift > 0, last >= 0 {
                    let way = (quad.center - quads[last].center).length
                    error += GraphScene.normals(using: &random) * (drift * way / 3.0.squareRoot())
                }
                last = marker
                var tapped = (motion * quad).map { $0 + error }, own = [Bool](repeating: false, count: 4)
                let common = GraphScene.normals(using: &random) * markerNoise
                for corner in 0..<4 {
                    tapped[corner: corner] += GraphScene.normals(using: &random) * 0.005 + common
                    guard Double.random(in: 0..<1, using: &random) < gross else { continue }
                    own[corner] = true
                    let far = Double.random(in: 0.05...0.3, using: &random)
                    tapped[corner: corner] += SIMD3<Double>.randomDirection(using: &random) * far
                }
                // As many digits keep the order of names that of numbers.
                seen["\(1000 + marker)"] = tapped
                flags[marker] = own
            }
            sessions.append(FusionSession(name: "\(1000 + session)", markers: seen))
            isGross.append(flags)
        }
    }

    /// The markers in the order of somebody who goes to the nearest one next.
    private func walk() -> [Int] {
        var order = [0], left = Array(quads.indices.dropFirst())
        while let last = order.last,
            let next = left.min(by: {
                (quads[$0].center - quads[last].center).length
                    < (quads[$1].center - quads[last].center).length
            })
        {
            order.append(next)
            left.removeAll { $0 == next }
        }
        return order
    }

    /// The squares of misses after one alignment with the truth, over corners that three sessions tapped rightly.
    func squares(_ fused: [Quad]) throws -> Double {
        var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = []
        for marker in quads.indices {
            for corner in 0..<4 where isGross.count(where: { !$0[marker][corner] }) >= FusedMarker.majority {
                sources.append(fused[marker][corner: corner])
                targets.append(quads[marker][corner: corner])
            }
        }
        guard sources.count > 2 else { return 0 }
        let motion = try RigidFit(Correspondences(sources: sources, targets: targets)).targetFromSource
        return zip(sources, targets).reduce(0) { sum, pair in
            let miss = motion * pair.0 - pair.1
            return sum + miss.dot(miss)
        }
    }

    /// The least squares of the corners that are not gross, by rounds of means and fits from a robust fusion.
    func told(_ start: SessionFusion) throws -> [Quad] {
        var fused = start.markers.map(\.quad)
        for _ in 0..<60 {
            var sums = [Quad](repeating: Quad(.zero, .zero, .zero, .zero), count: quads.count)
            var counts = [[Double]](repeating: [0, 0, 0, 0], count: quads.count)
            for (session, own) in sessions.enumerated() {
                var sources: [SIMD3<Double>] = [], targets: [SIMD3<Double>] = [], places: [(Int, Int)] = []
                for (marker, quad) in own.markers.sorted(by: { $0.key < $1.key }).map(\.value).enumerated() {
                    for corner in 0..<4 where !isGross[session][marker][corner] {
                        sources.append(quad[corner: corner])
                        targets.append(fused[marker][corner: corner])
                        places.append((marker, corner))
                    }
                }
                let motion = try RigidFit(Correspondences(sources: sources, targets: targets))
                    .targetFromSource
                for (source, place) in zip(sources, places) {
                    sums[place.0][corner: place.1] += motion * source
                    counts[place.0][place.1] += 1
                }
            }
            for marker in quads.indices {
                for corner in 0..<4 where counts[marker][corner] > 0 {
                    fused[marker][corner: corner] = sums[marker][corner: corner] / counts[marker][corner]
                }
            }
        }
        return fused
    }
}
