import QuadGeometry

/// Jobs whose pairs show less, or something else, than residuals alone suggest.
extension ScenarioKind {
    /// Pairs that fix less than they seem to.
    static let few: [ScenarioKind] = [
        .init(
            name: "two pairs, noise not stated", controls: 2, isRobust: false, form: .pairs,
            neverSays: ["ALREADY_APPLIED"]
        ) { scene in
            scene.replacePoints { SIMD3(4.5 * Double($0) - 2.25, 1, 0.5) }
        },
        .init(
            name: "plumb line", controls: 6, isRobust: false, form: .pairs,
            outcome: .report(["POINTS_ON_LINE"])
        ) { scene in
            scene.replacePoints { SIMD3(1, 0.4 * Double($0), 2) }
        },
        .init(
            name: "two points, one of which moved", controls: 2, isRobust: false, form: .pairs,
            outcome: .report(["SCALE_SLIP"]), neverSays: ["ALREADY_APPLIED"]
        ) { scene in
            scene.replacePoints { SIMD3(4.5 * Double($0), 1, 0) }
            let along = scene.seen[1].quad.p1 - scene.seen[0].quad.p1
            scene.seen[1].quad.p1 += along * (0.4 / along.length)
        },
        .init(
            name: "two places 2 mm apart", controls: 2, isRobust: false, form: .pairs,
            outcome: .report(["COINCIDENT_POINTS"])
        ) { scene in
            scene.replacePoints(taps: 0.005) { SIMD3(1 + 0.002 * Double($0), 1.5, 2) }
        },
        .init(
            name: "two markers far from the others", controls: 2, isRobust: false,
            outcome: .motionWith("WEAK_GEOMETRY")
        ) { scene in
            let far = scene.kind.others
            scene.relocate { number in
                number < 2
                    ? SIMD3(Double(number) - 0.5, 1, 0) : SIMD3(30 * Double(number) / Double(far), 1, 8)
            }
        },
        .init(
            name: "level row of anchors", controls: 12, tilt: 0.05, isRobust: false, form: .pairs,
            neverSays: ["TILTED"]
        ) { scene in
            let taps = scene.noise
            scene.replacePoints(taps: taps) { SIMD3(0.9 * Double($0) - 5, 1.2, 0.3) }
        },
        .init(
            name: "frame that is not level", lean: 94, isRobust: false,
            outcome: .report(["UPSIDE_DOWN", "POOR_FIT"]), neverSays: ["SCALE_SLIP", "SCALE_DIFFERS"]),
    ]

    /// Errors that markers or pairs have in common.
    static let together: [ScenarioKind] = [
        .init(
            name: "room that drifts", controls: 12, isRobust: false, outcome: .driftingMotion
        ) { scene in
            scene.lineRoom(wide: 6, long: 9, drift: 0.005)
        },
        .init(name: "two corners of a marker mistapped", naming: .exact) { scene in
            let marker = Int.random(in: scene.seen.indices, using: &scene.random)
            for corner in [0, 1, 2, 3].shuffled(using: &scene.random).prefix(2) {
                scene.mistap(marker, corner)
            }
        },
        .init(
            name: "parts of the Earth, off by 0.3 ppm", controls: 12, tilt: 0, isSinglePrecision: false,
            isRobust: false, form: .pairs, outcome: .report(["SCALE_DIFFERS"]), neverSays: ["SCALE_SLIP"]
        ) { scene in
            let radius = 6_378_137.0
            var places: [SIMD3<Double>] = []
            for _ in scene.seen { places.append(.randomDirection(using: &scene.random) * radius) }
            scene.replacePoints(noise: 5e-6) { places[$0] }
            scene.distort { $0 * (1 + 3e-7) }
        },
        .init(
            name: "two motions, 400 and 300 of 1,000", controls: 1000, form: .pairs,
            outcome: .motionWith("AMBIGUOUS_MOTION"), naming: .uncounted
        ) { $0.moveOtherwise(from: 400, to: 700) },
        .init(
            name: "two motions, 400 and 390 of 1,000", controls: 1000, form: .pairs,
            outcome: .report(["AMBIGUOUS_MOTION"]), naming: .uncounted
        ) { $0.moveOtherwise(from: 400, to: 790) },
    ]
}
