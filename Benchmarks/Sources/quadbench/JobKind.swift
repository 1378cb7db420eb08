import QuadGeometry
import RigidCalibration

/// What is wrong with a job, and what has to be said of it.
struct JobKind: Sendable {
    let name: String
    var markers = 8
    var says: String?
    var isRobust = false
    /// The pairs, and which of them are wrong.
    let spoil: @Sendable (MarkerScene, inout SeededGenerator) throws -> (Correspondences, wrong: Set<Int>)
}

/// What goes wrong on sites.
extension JobKind {
    static let all: [JobKind] = [
        .init(name: "sound room") { scene, _ in (scene.pairs, []) },
        .init(name: "sound room, fitted robustly", isRobust: true) { scene, _ in (scene.pairs, []) },
        .init(name: "three markers", markers: 3) { scene, _ in (scene.pairs, []) },
        .init(name: "one marker", markers: 1, says: "WEAK_GEOMETRY") { scene, _ in (scene.pairs, []) },
        .init(name: "two labels swapped", isRobust: true) { scene, _ in
            let targets = scene.pairs.targets
            return (
                try changed(scene.pairs) { $0 < 4 ? targets[$0 + 4] : $0 < 8 ? targets[$0 - 4] : $1 },
                Set(0..<8)
            )
        },
        .init(name: "a third moved", markers: 12, isRobust: true) { scene, random in
            let shifts = (0..<4).map { _ in SIMD3<Double>.randomDirection(using: &random) * 0.4 }
            return (try changed(scene.pairs) { $0 < 16 ? $1 + shifts[$0 / 4] : $1 }, Set(0..<16))
        },
        .init(name: "one corner mistapped", isRobust: true) { scene, random in
            let shift = SIMD3<Double>.randomDirection(using: &random) * 0.08
            return (try changed(scene.pairs) { $0 == 5 ? $1 + shift : $1 }, [5])
        },
        .init(name: "two labels swapped, all believed", says: "OUTLYING_PAIRS") { scene, _ in
            let targets = scene.pairs.targets
            return (
                try changed(scene.pairs) { $0 < 4 ? targets[$0 + 4] : $0 < 8 ? targets[$0 - 4] : $1 },
                Set(0..<8)
            )
        },
        .init(name: "corners turned by one", isRobust: true) { scene, _ in
            let targets = scene.pairs.targets
            return (try changed(scene.pairs) { $0 < 4 ? targets[($0 + 1) % 4] : $1 }, Set(0..<4))
        },
        .init(name: "millimetres", says: "SCALE_SLIP") { scene, _ in
            (try changed(scene.pairs) { $1 * 1000 }, [])
        },
        .init(name: "two percent too long", says: "SCALE_SLIP", isRobust: true) { scene, _ in
            (try changed(scene.pairs) { $1 * 1.02 }, [])
        },
        .init(name: "an axis negated", says: "MIRRORED") { scene, _ in
            (try changed(scene.pairs) { SIMD3(-$1.x, $1.y, $1.z) }, [])
        },
        .init(name: "an axis negated, fitted robustly", says: "MIRRORED", isRobust: true) { scene, _ in
            (try changed(scene.pairs) { SIMD3(-$1.x, $1.y, $1.z) }, [])
        },
        .init(name: "second run", says: "ALREADY_APPLIED") { scene, random in
            let noise = scene.pairs.sources.map { _ in SIMD3<Double>.normal(using: &random) * 0.003 }
            let sources = scene.pairs.sources
            return (try changed(scene.pairs) { i, _ in sources[i] + noise[i] }, [])
        },
        .init(name: "other points", says: "POOR_FIT") { scene, random in
            let targets = scene.pairs.sources.map { _ in SIMD3<Double>.random(in: -4...4, using: &random) }
            return (try changed(scene.pairs) { i, _ in targets[i] }, [])
        },
    ]

    /// The pairs with other targets.
    private static func changed(
        _ pairs: Correspondences, _ change: (Int, SIMD3<Double>) -> SIMD3<Double>
    ) throws -> Correspondences {
        try Correspondences(
            sources: pairs.sources, targets: pairs.targets.enumerated().map { change($0.offset, $0.element) },
            groups: pairs.groups)
    }
}
