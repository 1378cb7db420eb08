public import Markers
internal import MarkersClient
internal import QuadGeometry
internal import RigidCalibration
internal import TestSupport

/// Simulations of one mode over many seeds.
public struct Campaign: Sendable {
    public let mode: PushMode
    public let markers: Int
    public let planted: PlantedFault?

    /// - Parameter planted: a mistake in place of the rule of the library.
    public init(_ mode: PushMode, markers: Int, planted: PlantedFault? = nil) {
        (self.mode, self.markers, self.planted) = (mode, markers, planted)
    }

    /// The counts of all seeds together, and the seed of the first violation.
    public func run(_ seeds: Range<UInt64>) -> (tally: SimulationTally, failed: UInt64?) {
        var sum = SimulationTally(), failed: UInt64?
        for seed in seeds {
            let tally = run(seed: seed)
            if failed == nil, !tally.violations.isEmpty { failed = seed }
            sum += tally
        }
        return (sum, failed)
    }

    /// Runs one seed.
    public func run(seed: UInt64) -> SimulationTally { run(seed: seed, tracing: nil).tally }

    /// The history of the first item of a seed that something was wrong with, by running the seed again.
    public func trace(seed: UInt64) -> [String] {
        guard let item = run(seed: seed).firstItem else { return [] }
        return run(seed: seed, tracing: item).trace
    }

    private func run(seed: UInt64, tracing item: Int?) -> (tally: SimulationTally, trace: [String]) {
        var random = SeededRandom(seed: seed ^ 0x5eed)
        var settings = SimulationSettings()
        settings.isPatient = random.below(2) == 0
        settings.dies = random.below(3) == 0
        return mode == .vector
            ? runVectors(seed, settings, &random, item) : runMarkers(seed, settings, &random, item)
    }

    private func runMarkers(
        _ seed: UInt64, _ settings: SimulationSettings, _ random: inout SeededRandom, _ item: Int?
    ) -> (tally: SimulationTally, trace: [String]) {
        let shift = random.below(2) == 0 ? SIMD3<Double>.zero : SIMD3(1.5, 0, 2)
        let space = SpaceCalibration(CalibrationVector(shift))
        let turn = Rotation(rotationVector: SIMD3(0, random.between(-3, 3), 0)) ?? .identity
        let kind = random.below(2) == 0 ? PointKind.raw : .calibrated
        guard let transform = RigidTransform(rotation: turn, translation: SIMD3(2, 0.1, 3)) else {
            return (SimulationTally(), [])
        }
        // Of a scan that bends each marker has its own shift on top of the motion.
        let bent = random.below(3) == 0 ? Campaign.bent : nil
        let motion = PlannedMotion(
            bent?.motion ?? AnchoredMotion(transform), from: kind, to: kind, straightened: bent)
        let policy = mode == .calibrated && random.below(3) == 0 ? ConflictPolicy.recompute : .skip
        let rule = UpdateRule(motion, mode: mode, in: space, policy: policy)
        let moved: @Sendable (Quad) -> Quad = { quad in
            guard let move = try? MarkerMove(quad, motion, in: space) else { return quad }
            return move.raw
        }
        let quads = (0..<markers).map { _ in
            let place = SIMD3(random.between(-30, 30), random.between(0, 2), random.between(-30, 30))
            return Quad.rectangle(0.2, 0.1).map { $0 + place }
        }
        let mode = mode
        let value: @Sendable (Quad) -> Quad = { mode == .raw ? moved($0) : rule.calibrated(from: $0) }
        let store = MarkerStore(
            quads, rule: rule, shift: shift, derives: random.below(4) != 0, move: moved)
        if let planted {
            var simulation = Simulation<MarkerStore, PlantedMarkerPush>(
                store, seed: seed, settings, tracing: item
            ) { _, planned in
                PlantedMarkerPush(
                    planted, MarkerIntent(planned, to: value(planned.corners)), value: value)
            }
            return (simulation.run(), simulation.trace)
        }
        let back = UpdateRule(motion, mode: mode, in: space, direction: .undo, policy: policy)
        let push = { (_: Int, planned: MarkerImage) in
            MarkerPush(MarkerIntent(planned, to: value(planned.corners)), by: rule)
        }
        var simulation = Simulation<MarkerStore, MarkerPush>(
            store, seed: seed, settings, tracing: item, makePush: push
        ) { item, done in
            let before = store.planned(item)
            return MarkerPush(
                MarkerIntent(before, to: value(before.corners), written: done.version), by: back)
        }
        return (simulation.run(), simulation.trace)
    }

    /// The motion of a scan that bends by place, by half a metre at its ends.
    private static let bent: StraightenedMotion? = {
        let places = (0..<16).map { (pin: Int) -> SIMD3<Double> in
            SIMD3(Double(pin % 4) * 20 - 30, Double(pin % 3), Double(pin / 4) * 20 - 30)
        }
        let targets = places.map { (place: SIMD3<Double>) -> SIMD3<Double> in
            let bend = place.x / 30
            return SIMD3(place.z + 2, place.y + 0.1, 3 - place.x + bend * bend / 2)
        }
        guard let pairs = try? Correspondences(sources: places, targets: targets),
            let fit = try? Calibration(pairs)
        else { return nil }
        return try? StraightenedMotion(fit, by: .place)
    }()

    private func runVectors(
        _ seed: UInt64, _ settings: SimulationSettings, _ random: inout SeededRandom, _ item: Int?
    ) -> (tally: SimulationTally, trace: [String]) {
        let shift = SIMD3(0.5, 0, 1)
        let vectors = (0..<markers).map { _ in
            random.below(3) == 0 ? .zero : SIMD3(random.between(-3, 3), 0, random.between(-3, 3))
        }
        // The answer to a read arrives, and then the write that follows it.
        let store = VectorStore(
            vectors, shift: shift, moment: Simulation<VectorStore, VectorPush>.slowest)
        if let planted {
            var simulation = Simulation<VectorStore, PlantedVectorPush>(
                store, seed: seed, settings, tracing: item
            ) { _, planned in PlantedVectorPush(planted, planned, shift: shift) }
            return (simulation.run(), simulation.trace)
        }
        var simulation = Simulation<VectorStore, VectorPush>(
            store, seed: seed, settings, tracing: item,
            makePush: { VectorPush(from: $1, to: store.target($0)) },
            makeUndo: { item, _ in VectorPush(from: store.target(item), to: store.planned(item)) })
        var tally = simulation.run()
        tally.unseen = simulation.store.unseen
        return (tally, simulation.trace)
    }
}
