internal import MarkersClient
internal import MarkersOffline
internal import QuadGeometry
internal import TestSupport

/// Simulations of queued edits over many seeds.
public struct EditCampaign: Sendable {
    public let markers: Int
    /// Whether the rule of the guides takes the place of that of the library: on a conflict, the version is fetched and the same body
    /// sent again.
    public let followsGuides: Bool

    public init(markers: Int, followsGuides: Bool = false) {
        (self.markers, self.followsGuides) = (markers, followsGuides)
    }

    /// The counts of all seeds together, and the seed of the first violation.
    public func run(_ seeds: Range<UInt64>) -> (tally: SimulationTally, failed: UInt64?) {
        var sum = SimulationTally(), failed: UInt64?
        for seed in seeds {
            let tally = run(seed: seed, tracing: nil).tally
            if failed == nil, !tally.violations.isEmpty { failed = seed }
            sum += tally
        }
        return (sum, failed)
    }

    /// The history of the first item of a seed that something was wrong with, by running the seed again.
    public func trace(seed: UInt64) -> [String] {
        guard let item = run(seed: seed, tracing: nil).tally.firstItem else { return [] }
        return run(seed: seed, tracing: item).trace
    }

    private func run(seed: UInt64, tracing item: Int?) -> (tally: SimulationTally, trace: [String]) {
        var random = SeededRandom(seed: seed ^ 0x5eed)
        var settings = SimulationSettings()
        settings.isPatient = random.below(2) == 0
        settings.dies = random.below(3) == 0
        let store = EditStore((0..<markers).map { Self.marker($0, using: &random) })
        let edits = (0..<markers).map { store.edits($0) }
        if followsGuides {
            var simulation = Simulation<EditStore, GuideEditPush>(
                store, seed: seed, settings, tracing: item
            ) { GuideEditPush(edits[$0], on: $1) }
            return (simulation.run(), simulation.trace)
        }
        var simulation = Simulation<EditStore, EditPush>(store, seed: seed, settings, tracing: item) {
            EditPush(EditRule(base: $1, edits: edits[$0], policy: .park))
        }
        return (simulation.run(), simulation.trace)
    }

    /// A marker and what somebody wants of it: some of its fields.
    private static func marker(
        _ number: Int, using random: inout SeededRandom
    ) -> (base: MarkerFields, edits: FieldEdits) {
        let place = SIMD3(random.between(-30, 30), random.between(0, 2), random.between(-30, 30))
        let quad = Quad.rectangle(0.2, 0.1).map { $0 + place }
        let base = MarkerFields(
            version: Int64(1 + number % 5), label: "label", color: "#000000", corners: quad,
            properties: ["own": Array("0".utf8), "third": Array("[1.0]".utf8)])
        var edits = FieldEdits()
        let fields = 1 + random.below(15)
        if fields & 1 != 0 { edits.label = "wanted" }
        if fields & 2 != 0 { edits.color = "#00ff00" }
        if fields & 4 != 0 { edits.corners = quad.map { $0 + SIMD3(0, 0.5, 0) } }
        if fields & 8 != 0 { edits.properties["own"] = Array("\"wanted\"".utf8) }
        return (base, edits)
    }
}

/// Sends an edit by the rule of the guides: the version is fetched, and the same body is sent again.
struct GuideEditPush: Push {
    private let edits: FieldEdits
    private let base: MarkerFields
    private var version: Int64
    private var isReading = false

    init(_ edits: FieldEdits, on base: MarkerFields) {
        (self.edits, self.base, version) = (edits, base, base.version)
    }

    private var write: PushStep<MarkerFields, EditWrite> {
        .send(
            .write(
                .update(version: version, body: edits.json(version: version, over: base.properties))),
            .now)
    }

    mutating func start(_ fresh: MarkerFields?) -> PushStep<MarkerFields, EditWrite> {
        if let fresh { version = fresh.version }
        return write
    }

    mutating func receive(_ answer: PushAnswer<MarkerFields>) -> PushStep<MarkerFields, EditWrite> {
        switch answer {
        case .found(let fields):
            guard isReading else { return .finish(.done(fields)) }
            (isReading, version) = (false, fields.version)
            return write
        case .gone: return .finish(.gone)
        case .refused(let failure): return .finish(.unfinished(.refused(failure), mayBeWritten: true))
        case .conflict, .nothingShown:
            isReading = true
            return .send(.read, .now)
        case .notSent, .deferred, .unknown:
            isReading = true
            return .send(.read, .afterFailure)
        }
    }

    func abandoned() -> PushOutcome<MarkerFields> { .unfinished(.givenUp, mayBeWritten: true) }
}
