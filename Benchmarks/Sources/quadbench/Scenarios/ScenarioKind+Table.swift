import QuadGeometry

/// Sound jobs, and the faults that sites are known for.
extension ScenarioKind {
    private static let blade = SIMD3<Double>(1, 1, 60)

    static let sound: [ScenarioKind] = [
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

    static let wrongPairs: [ScenarioKind] =
        [5, 10, 20, 30, 40].map { percent in
            .init(name: "\(percent) % wrong labels", controls: 40) { $0.mislabel(max(40 * percent / 100, 2)) }
        } + [
            .init(name: "a third moved", controls: 12) { $0.move(4) },
            .init(name: "one corner mistapped", controls: 10) { scene in
                let marker = Int.random(in: 0..<10, using: &scene.random)
                scene.mistap(marker, Int.random(in: 0..<4, using: &scene.random))
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

    static let wrongScans: [ScenarioKind] = [
        .init(name: "drift", controls: 24, extent: blade, outcome: .report(["SCAN_DRIFT"])) { scene in
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
        .init(name: "1 % scale", outcome: .report(["SCALE_DIFFERS"]), neverSays: ["SCALE_SLIP"]) {
            $0.distort { $0 * 1.01 }
        },
        .init(name: "5 % scale", outcome: .report(["SCALE_SLIP"])) { $0.distort { $0 * 1.05 } },
        .init(name: "mirrored", controls: 14, outcome: .report(["MIRRORED", "UPSIDE_DOWN"])) {
            $0.distort { SIMD3(-$0.x, $0.y, $0.z) }
        },
        .init(name: "x1000", outcome: .report(["SCALE_SLIP"])) { $0.distort { $0 * 1000 } },
        .init(name: "inches", outcome: .report(["SCALE_SLIP"])) { $0.distort { $0 / 0.0254 } },
        .init(
            name: "1,000 km out", distance: 1e6, isSinglePrecision: false, outcome: .report(["OUT_OF_RANGE"])),
        .init(name: "second run", form: .again, outcome: .report(["ALREADY_APPLIED"])),
    ]

    static let odd: [ScenarioKind] = [
        .init(name: "collinear", isRobust: false, form: .pairs) { scene in
            scene.replacePoints { SIMD3(0.7 * Double($0), 0, 0.2 * Double($0)) }
        },
        .init(
            name: "coincident", isRobust: false, form: .pairs,
            outcome: .report(["COINCIDENT_POINTS"])
        ) { scene in
            scene.replacePoints { _ in SIMD3(1, 2, 3) }
        },
        .init(name: "NaN", isRobust: false, form: .pairs, outcome: .report(["NON_FINITE", "unreadable"])) {
            scene in
            scene.seen[3].quad.p1.y = .nan
        },
    ]
}
