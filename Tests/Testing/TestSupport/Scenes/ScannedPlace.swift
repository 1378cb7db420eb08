public import QuadGeometry
import RigidCalibration

/// Markers of a place that several sessions saw, each in a level frame of its own, with errors of corners, of whole markers and of a
/// drifting device.
public struct ScannedPlace: Sendable {
    public struct Kind: Sendable {
        public enum Layout: String, CaseIterable, Sendable { case room, row, wall }

        public var layout = Layout.room
        public var markers = 8, sessions = 3
        /// The share of markers that a session sees.
        public var seen = 1.0
        /// The deviations of one coordinate of a corner and of a whole marker, in metres, and of a marker's turn, in radians.
        public var corner = 0.002, marker = 0.006, turn = 0.01
        /// The share of the way from marker to marker by which a device is off, root mean square.
        public var drift = 0.0
        /// The share of corners that are 5 to 30 cm off.
        public var gross = 0.0

        public init() {}

        public var name: String {
            """
            \(markers) markers, \(sessions) sessions, \(layout), seen \(seen), corner \(corner), marker \(marker), \
            drift \(drift), gross \(gross)
            """
        }

        /// Kinds of every layout, size and law.
        public static var all: [Kind] {
            var all: [Kind] = []
            for (markers, sessions) in [(8, 2), (8, 3), (8, 5), (20, 2), (20, 4)] {
                for layout in Layout.allCases {
                    var kind = Kind()
                    (kind.layout, kind.markers, kind.sessions) = (layout, markers, sessions)
                    var taps = kind
                    (taps.corner, taps.marker, taps.turn) = (0.005, 0, 0)
                    all += [taps, kind]
                    kind.drift = 0.003
                    all.append(kind)
                    kind.seen = 0.7
                    all.append(kind)
                    kind.drift = 0
                    all.append(kind)
                }
                var wrong = Kind()
                (wrong.markers, wrong.sessions, wrong.gross) = (markers, 5, 0.05)
                all.append(wrong)
            }
            return all
        }
    }

    /// The markers of each session by name.
    public private(set) var sessions: [[String: Quad]] = []
    /// The true markers in the frame of the first session: where it drifts, as near to what it saw as a motion brings them.
    public private(set) var truth: [String: Quad] = [:]

    public init(_ kind: Kind, seed: UInt64, sample: Int) throws {
        var random = SeededGenerator(seed: seed, sample: sample)
        func uniform(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
        func rotation(_ deviation: Double) -> Rotation {
            Rotation(rotationVector: SIMD3.normal(using: &random) * deviation) ?? .identity
        }
        let quads = (0..<kind.markers).map { marker -> Quad in
            let center =
                switch kind.layout {
                case .room: SIMD3(uniform(-3...3), uniform(0...2.6), uniform(-2.5...2.5))
                case .row: SIMD3(Double(marker) + uniform(-0.3...0.3), uniform(0...2), uniform(-0.2...0.2))
                case .wall: SIMD3(uniform(-4...4), uniform(0...2.5), 0)
                }
            let turn = rotation(1), half = uniform(0.05...0.2)
            return Quad(
                SIMD3(-half, half, 0), SIMD3(half, half, 0), SIMD3(half, -half, 0), SIMD3(-half, -half, 0)
            ).map { center + turn * $0 }
        }
        for session in 0..<kind.sessions {
            let turn = Rotation(rotationVector: SIMD3(0, uniform(-3...3), 0)) ?? .identity
            let shift = SIMD3(uniform(-5...5), uniform(-1...1), uniform(-5...5))
            var seen: [String: Quad] = [:], error = SIMD3<Double>.zero, last = quads[0].center
            var bent: [SIMD3<Double>] = []
            for quad in quads {
                let way = (quad.center - last).length, name = "m\(100 + bent.count / 4)"
                error += SIMD3.normal(using: &random) * (kind.drift * way / 3.0.squareRoot())
                last = quad.center
                bent += quad.corners.map { $0 + error }
                let isSeen = uniform(0...1) < kind.seen, own = rotation(kind.turn)
                let common = SIMD3.normal(using: &random) * kind.marker
                let tapped = quad.map { corner -> SIMD3<Double> in
                    var tap = quad.center + own * (corner - quad.center) + common
                    tap += SIMD3.normal(using: &random) * kind.corner
                    if uniform(0...1) < kind.gross {
                        tap += SIMD3<Double>.randomDirection(using: &random) * uniform(0.05...0.3)
                    }
                    return turn * (tap + error) + shift
                }
                if isSeen { seen[name] = tapped }
            }
            sessions.append(seen)
            guard session == 0 else { continue }
            let corners = quads.flatMap(\.corners)
            let motion = try RigidFit(Correspondences(sources: corners, targets: bent)).targetFromSource
            for (marker, quad) in quads.enumerated() {
                truth["m\(100 + marker)"] = quad.map { turn * (motion * $0) + shift }
            }
        }
    }
}
