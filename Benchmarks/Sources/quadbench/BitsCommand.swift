import CPeers
import Foundation
import QuadGeometry
import RigidCalibration

/// Every bit of fits and moves, so that two machines, or one in disguise, can be compared: see `scripts/oracles/same-bits`.
///
/// Run from the root of the repository.
enum BitsCommand {
    static let usage = "bits [--seed S] [--quads N]"

    static func run(_ options: [String: String]) throws -> Any {
        let seed = UInt64(try options.count("seed", default: 1))
        let load = try RigidLoad(
            quads: SceneCommand.quads(options.count("quads", default: 500), seed: seed), seed: seed)
        var fits: [String: String] = [:]
        let quads = load.correspondences.enumerated().map { ("quad \($0)", $1) }
        for (name, pairs) in try problems() + quads + lines(seed) {
            // `svd` gives LAPACK's own digits.
            for solver in RigidSolver.allCases where solver != .svd {
                fits["\(name), \(solver.rawValue)"] = bits(pairs, solver)
            }
        }
        // A value that differs between machines, to see that a disguise works.
        var kabsch: [Double] = []
        _ = load.fit({ peer_kabsch(peer_dgesvj, $0, $1, $2, $3) }) { kabsch += $0 }
        return try [
            "seed": seed, "fits": fits, "moves": moves(load),
            "controls": ["LAPACK": hex(kabsch), "libm": hex(load.packed.map { sin($0) + exp($0) })],
        ]
    }

    /// The certified problems, and the degenerate ones that can be posed.
    private static func problems() throws -> [(String, Correspondences)] {
        let certified = try RigidDocument(file: "Datasets/pairs/certified.json").sets ?? []
        let degenerate = try RigidDocument(file: "Datasets/pairs/degenerate.json").cases ?? []
        return try certified.flatMap { set in
            try set.problems.enumerated().map { ("\(set.name) \($0)", try $1.pairs()) }
        } + degenerate.compactMap { one in (try? one.pairs()).map { (one.name ?? "", $0) } }
    }

    /// Lines from a millionth as thick as long down to indistinguishable from none: where verdicts change.
    private static func lines(_ seed: UInt64) throws -> [(String, Correspondences)] {
        var random = SeededGenerator(seed: seed)
        func vector(_ size: Double) -> SIMD3<Double> { .random(in: -size...size, using: &random) }
        return try (0..<400).map { i in
            // Powers of 2 need no libm, which gives other bits elsewhere.
            let thickness = Double(sign: .plus, exponent: -20 - i % 30, significand: 1)
            let direction = vector(1), turn = Rotation(rotationVector: vector(1.5)) ?? .identity
            let sources = (0..<4 + i % 5).map { _ in
                direction * Double.random(in: -1...1, using: &random) + vector(thickness)
            }
            let targets = sources.map { turn * $0 + vector(thickness / 128) }
            return ("line \(i)", try Correspondences(sources: sources, targets: targets))
        }
    }

    /// The rotation, the anchors, the figures, and the sources as the fit moves them; or the refusal.
    private static func bits(_ pairs: Correspondences, _ solver: RigidSolver) -> String {
        do throws(RigidFitError) {
            let fit = try RigidFit(pairs, solver: solver)
            let motion = fit.targetFromSource, r = motion.rotation
            let vectors = [
                r.x, r.y, r.z, motion.sourceCenter, motion.targetCenter, motion.rest, fit.singularValues,
            ]
            return hex((vectors + pairs.sources.map { motion * $0 }).flatMap { [$0.x, $0.y, $0.z] })
                + hex([fit.rms, fit.mirroredRMS ?? .nan])
        } catch { return "\(error)" }
    }

    /// The same points moved, and the same quads fitted in a batch, at every kernel level.
    private static func moves(_ load: RigidLoad) throws -> [String: String] {
        let motion = try load.correspondences.first.flatMap { try RigidFit($0).targetFromSource.transform }
        return Dictionary(
            uniqueKeysWithValues: KernelLevel.available.map { level in
                var points = load.packed
                points.withUnsafeMutableBufferPointer { (motion ?? .identity).move(packed: $0, on: level) }
                _ = load.fitBatch(on: level)
                let vectors = load.motions.flatMap { motion in
                    let r = motion.rotation
                    return [r.x, r.y, r.z, motion.sourceCenter, motion.targetCenter, motion.rest]
                }
                return (level.rawValue, hex(points + vectors.flatMap { [$0.x, $0.y, $0.z] }))
            })
    }

    private static func hex(_ numbers: [Double]) -> String {
        numbers.map { number in
            let digits = String(number.bitPattern, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
