import FrameGraph
import QuadGeometry
import TestSupport

/// Quads of 0.2 m in a room, tapped in several sessions, each level and in a frame of its own, with single corners grossly off.
struct FusionScene {
    /// The true quads, and the sessions.
    var quads: [Quad] = []
    var sessions: [FusionSession] = []
    /// The motion that carries the room into each session.
    var motions: [RigidTransform] = []
    /// Whether a corner was tapped grossly off: by session, marker, corner.
    var isGross: [[[Bool]]] = []

    static let cornerNoise = 0.005

    /// The share of the way between markers by which each session's place walks, root mean square.
    static let drift = 0.005

    init(
        sessions count: Int, gross: Double, markerNoise: Double = 0, drift: Double = 0, markers: Int = 12,
        seed: UInt64, sample: Int
    ) {
        var generator = SeededGenerator(seed: seed, sample: sample)
        func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
        for _ in 0..<markers {
            let center = SIMD3(uniform(-3...3), uniform(-1.3...1.3), uniform(-2.5...2.5))
            let turn = Rotation(rotationVector: SIMD3.normal(using: &generator)) ?? .identity
            let corners = [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map {
                center + turn * SIMD3($0.0, $0.1, 0) * 0.1
            }
            quads.append(Quad(corners[0], corners[1], corners[2], corners[3]))
        }
        for session in 0..<count {
            let motion = GoldenGraph.yaw(
                uniform(0...360), SIMD3(uniform(-3...3), uniform(-3...3), uniform(-3...3)))
            motions.append(motion)
            var seen: [String: Quad] = [:], flags = [[Bool]](repeating: [], count: markers),
                error = SIMD3<Double>.zero
            var last = -1
            for marker in drift > 0 ? FusionScene.walk(through: quads) : Array(quads.indices) {
                let quad = quads[marker]
                if drift > 0, last >= 0 {
                    let way = (quad.center - quads[last].center).length
                    error += SIMD3.normal(using: &generator) * (drift * way / 3.0.squareRoot())
                }
                last = marker
                var tapped = (motion * quad).map { $0 + error }, own = [Bool](repeating: false, count: 4)
                let common = SIMD3.normal(using: &generator) * markerNoise
                for corner in 0..<4 {
                    tapped[corner: corner] +=
                        SIMD3.normal(using: &generator) * FusionScene.cornerNoise + common
                    guard uniform(0...1) < gross, let way = SIMD3.normal(using: &generator).unit else {
                        continue
                    }
                    own[corner] = true
                    tapped[corner: corner] += way * uniform(0.05...0.3)
                }
                seen["m\(marker)"] = tapped
                flags[marker] = own
            }
            sessions.append(FusionSession(name: "s\(session)", markers: seen))
            isGross.append(flags)
        }
    }

    /// The markers in the order of somebody who goes to the nearest one next.
    static func walk(through quads: [Quad]) -> [Int] {
        var order = [0], left = Set(quads.indices.dropFirst())
        while let last = order.last,
            let next = left.sorted().min(by: {
                (quads[$0].center - quads[last].center).length
                    < (quads[$1].center - quads[last].center).length
            })
        {
            order.append(next)
            left.remove(next)
        }
        return order
    }

    /// The number of sessions that tapped a corner rightly.
    func soundCount(_ marker: Int, _ corner: Int) -> Int { isGross.count { !$0[marker][corner] } }

    /// A marker of a fusion by its number here.
    static func marker(_ number: Int, of fusion: SessionFusion) -> FusedMarker? {
        fusion.markers.first { $0.key == "m\(number)" }
    }
}
