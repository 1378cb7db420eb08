import QuadGeometry

/// A kind of job as sites send it: its fault, and the result that the tool must report.
struct ScenarioKind: Sendable {
    /// The form of the tool's input.
    enum Form: Sendable {
        case markers
        /// Pairs of points, of which the first markers give their first corners.
        case pairs
        /// Two points.
        case origins
        /// Markers of a space with a calibration vector; the motion leads to calibrated corners.
        case calibrated
        /// The same with only a shift, which becomes a new vector.
        case vector
        /// A second run after the first was carried out.
        case again
        /// Markers of both frames in one file.
        case mixed
    }

    let name: String
    var controls = 10
    var others = 20
    var extent = SIMD3<Double>(9, 2.5, 3)
    /// The share of the length that the new scan covers.
    var overlap = 1.0
    /// The deviation of the lean of the new vertical about each axis, in degrees.
    var tilt = 0.4
    var turns = true
    /// From the origin, in metres.
    var distance = 0.0
    var isSinglePrecision = true
    var isRobust = true
    var form = Form.markers
    /// The codes of which one must be reported; empty if the motion is to be found.
    var says: [String] = []
    var spoil: @Sendable (inout ScenarioScene) -> Void = { _ in }

    private static let blade = SIMD3<Double>(1, 1, 60)

    /// The faults of sites, and sound jobs.
    static let all: [ScenarioKind] = sound + wrongPairs + wrongScans + odd

    private static let sound: [ScenarioKind] = [
        .init(name: "clean room", tilt: 0, isRobust: false),
        .init(name: "tilted room", isRobust: false),
        .init(name: "tilted room, fitted robustly", controls: 24),
        .init(name: "blade, control near a line", controls: 12, extent: blade),
        .init(name: "one marker", controls: 1, isRobust: false),
        .init(name: "two markers", controls: 2, isRobust: false),
        .init(name: "two-point origins", controls: 2, form: .origins),
        .init(name: "30 % overlap", controls: 12, overlap: 0.3),
        .init(name: "1 km out", distance: 1000),
        .init(name: "existing vector", form: .calibrated),
        .init(name: "vector only", tilt: 0, turns: false, isRobust: false, form: .vector),
        .init(name: "mixed sessions", form: .mixed),
    ]

    private static let wrongPairs: [ScenarioKind] =
        [5, 10, 20, 30, 40].map { percent in
            .init(name: "\(percent) % wrong labels", controls: 40) { $0.mislabel(max(40 * percent / 100, 2)) }
        } + [
            .init(name: "a third moved", controls: 12) { $0.move(4) },
            .init(name: "one corner mistapped", controls: 10) { scene in
                let marker = Int.random(in: 0..<10, using: &scene.random)
                let corner = Int.random(in: 0..<4, using: &scene.random)
                scene.seen[marker].quad[corner: corner] +=
                    SIMD3<Double>.randomDirection(using: &scene.random) * 0.1
                scene.wrong = ["\(scene.seen[marker].label).p\(corner + 1)"]
            },
            .init(name: "corners turned") { scene in
                for place in scene.seen.indices {
                    scene.seen[place].order = CornerOrder(start: place % 4, isReversed: false)
                }
            },
            .init(name: "corners reversed") { scene in
                for place in scene.seen.indices {
                    scene.seen[place].order = CornerOrder(start: place % 4, isReversed: place % 2 == 0)
                }
            },
            .init(name: "duplicate labels", controls: 12) { scene in
                scene.oldLabels[1] = scene.oldLabels[0]
                scene.seen[1].label = scene.oldLabels[0]
            },
        ]

    private static let wrongScans: [ScenarioKind] = [
        .init(name: "drift", controls: 24, extent: blade, says: ["SCAN_DRIFT"]) { scene in
            // A heading that is off by more and more, as far as two degrees over the length of the blade.
            let motion = scene.newFromOld, back = motion.inverted()
            let end = Double.random(in: 0.5...2, using: &scene.random) * QuadLimits.degree
            let curvature = (Bool.random(using: &scene.random) ? end : -end) / blade.z
            scene.distort { point in
                let place = back * point
                let across = curvature * place.z * place.z / 2, along = -curvature * place.z * place.x
                return motion * (place + SIMD3(across, 0, along))
            }
        },
        .init(name: "1 % scale", says: ["SCALE_SLIP"]) { $0.distort { $0 * 1.01 } },
        .init(name: "mirrored", controls: 14, says: ["MIRRORED", "UPSIDE_DOWN"]) {
            $0.distort { SIMD3(-$0.x, $0.y, $0.z) }
        },
        .init(name: "x1000", says: ["SCALE_SLIP"]) { $0.distort { $0 * 1000 } },
        .init(name: "inches", says: ["SCALE_SLIP"]) { $0.distort { $0 / 0.0254 } },
        .init(name: "1,000 km out", distance: 1e6, isSinglePrecision: false, says: ["OUT_OF_RANGE"]),
        .init(name: "second run", form: .again, says: ["ALREADY_APPLIED"]),
    ]

    private static let odd: [ScenarioKind] = [
        .init(name: "collinear", isRobust: false, form: .pairs) { scene in
            scene.replacePoints { SIMD3(0.7 * Double($0), 0, 0.2 * Double($0)) }
        },
        .init(
            name: "coincident", isRobust: false, form: .pairs,
            says: ["COINCIDENT_POINTS"]
        ) { scene in
            scene.replacePoints { _ in SIMD3(1, 2, 3) }
        },
        .init(name: "NaN", isRobust: false, form: .pairs, says: ["NON_FINITE", "unreadable"]) { scene in
            scene.seen[3].quad.p1.y = .nan
        },
    ]
}

extension ScenarioScene {
    /// Puts the first corners of the markers elsewhere, exactly in the old scan and with noise in the new one.
    mutating func replacePoints(_ place: (Int) -> SIMD3<Double>) {
        for marker in seen.indices {
            old[marker].p1 = place(marker)
            seen[marker].quad.p1 =
                newFromOld * place(marker) + SIMD3<Double>.normal(using: &random) * noise
        }
    }
}
