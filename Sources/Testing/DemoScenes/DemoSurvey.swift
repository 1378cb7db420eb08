internal import QuadGeometry

/// Two scans of a marked thing: the true places of its markers, and those that each scan saw.
struct DemoSurvey {
    let thing: MarkedThing
    let variant: DemoScene.Variant
    var truth: DemoTruth
    /// Markers of the old scan as they were seen, in their order.
    var old: [SeenMarker] = []
    var new: [SeenMarker] = []
    /// Indices of the old markers that are in the reference set.
    private(set) var references: [Int] = []
    let oldFromThing: RigidTransform
    /// The transform without the fault of the scan.
    private let newFromThing: RigidTransform
    private let bend: SIMD3<Double>
    private var random: SceneRandom

    /// A marker as a scan saw it.
    struct SeenMarker {
        /// Its number among the old ones, from 0; markers that only the new scan saw have later ones.
        let number: Int
        var label: String
        /// The corners in the frame of the scan.
        var quad: Quad
        /// Its true place on the thing.
        var place: Quad
    }

    init(_ thing: MarkedThing, _ variant: DemoScene.Variant, seed: UInt64) {
        (self.thing, self.variant) = (thing, variant)
        random = SceneRandom(seed: seed, part: 1)
        let turn = Rotation(angle: random.signed(0.05...1), axis: SIMD3(0, 1, 0)) ?? .identity
        let axis = SIMD3(random.signed(0.1...1), 0, random.signed(0.1...1)).unit ?? SIMD3(1, 0, 0)
        let tilt = Rotation(angle: random.number(0.05...0.3) * QuadLimits.degree, axis: axis) ?? .identity
        let shift = SIMD3(random.signed(0.3...4), random.signed(0.05...0.3), random.signed(0.3...4))
        let newFromOld = RigidTransform(rotation: tilt * turn, translation: shift) ?? .identity
        let oldTurn = Rotation(angle: random.number(-3...3), axis: SIMD3(0, 1, 0)) ?? .identity
        let oldShift = SIMD3(random.number(-2...2), random.number(-0.2...0.2), random.number(-2...2))
        oldFromThing = RigidTransform(rotation: oldTurn, translation: oldShift) ?? .identity
        newFromThing = newFromOld * oldFromThing
        truth = DemoTruth(
            newFromOld: variant == .recalibrated ? .identity : newFromOld, outcome: variant.outcome)
        bend = SIMD3(random.signed(0.8...1.2), random.signed(0.2...0.6), 0) * (thing.drift * thing.length)
        placeMarkers(newFromOld)
    }

    /// Puts markers on the thing, and lets both scans see them.
    private mutating func placeMarkers(_ newFromOld: RigidTransform) {
        let spots = thing.spots.indices.shuffled(using: &random).prefix(thing.markers).sorted()
        for (number, spot) in spots.enumerated() {
            var spot = thing.spots[spot]
            spot.center += spot.right * random.number(-thing.jitter...thing.jitter)
            spot.center += spot.up * random.number(-thing.jitter...thing.jitter)
            let place = spot.quad(
                width: random.number(thing.edges), height: random.number(thing.edges),
                turned: random.number(-5...5))
            var seen = place.map { rounded(oldFromThing * $0 + random.noise(thing.noise)) }
            if variant == .recalibrated { seen = newFromOld * seen }
            old.append(SeenMarker(number: number, label: label(number), quad: seen, place: place))
        }
        let seenAgain = old.indices.filter {
            variant != .overlapping || old[$0].place.center.z < thing.length / 2
        }
        for number in random.spread(thing.controls, of: seenAgain) {
            new.append(
                SeenMarker(
                    number: number, label: label(number), quad: old[number].place, place: old[number].place))
            look(at: new.count - 1)
        }
    }

    func label(_ number: Int) -> String {
        let digits = String(number + 1), width = String(thing.markers).count
        return "M-" + String(repeating: "0", count: width - digits.count) + digits
    }

    /// Lets the new scan see a marker where it is now, starting from any of its corners.
    mutating func look(at place: Int) {
        let order =
            Int.random(in: 0..<10, using: &random) == 0 ? CornerOrder.all.randomElement(using: &random) : nil
        new[place].quad = new[place].place.map { rounded(inNewScan($0, noise: random.noise(thing.noise))) }
            .reordered(order ?? .identity)
    }

    func inNewScan(_ point: SIMD3<Double>, noise: SIMD3<Double> = .zero) -> SIMD3<Double> {
        var point = point
        if variant == .drifted {
            let share = point.z / thing.length
            point += bend * (share * share)
        }
        let seen = newFromThing * point + noise
        return switch variant {
        case .mirrored: SIMD3(-seen.x, seen.y, seen.z)
        case .scaled: seen * 1.05
        case .millimetres: seen * 1000
        default: seen
        }
    }

    /// The place of a point of the thing in an error-free survey of the building, in the new scan's frame.
    func surveyed(_ point: SIMD3<Double>) -> SIMD3<Double> { rounded(newFromThing * point) }

    /// Makes the mistakes that all scenes have: labels given to other markers, markers moved between the
    /// scans, and malformed quads. Each marker has one of them at most.
    mutating func makeMistakes() {
        var free = new.indices.shuffled(using: &random)
        for _ in 0..<thing.swaps {
            let first = free.removeLast()
            guard let place = free.lastIndex(where: { distance($0, first) > DemoSurvey.leastSwap }) else {
                continue
            }
            let second = free.remove(at: place)
            let labels = (new[first].label, new[second].label)
            (new[first].label, new[second].label) = (labels.1, labels.0)
            truth.mislabelled += [labels.0, labels.1]
        }
        let seen = Set(new.map(\.number))
        var unseen = old.indices.filter { !seen.contains($0) }.shuffled(using: &random)
        for _ in 0..<thing.strangers {
            let marker = free.removeLast()
            let middle = new[marker].place.center
            guard
                let place = unseen.lastIndex(where: {
                    (old[$0].place.center - middle).length > DemoSurvey.leastSwap
                })
            else { continue }
            new[marker].label = old[unseen.remove(at: place)].label
            truth.mislabelled.append(new[marker].label)
        }
        for _ in 0..<thing.moved { move(free.removeLast()) }
        references = random.spread(thing.references, of: free.map { new[$0].number }.sorted())
        for code in [QuadIssue.Code.selfIntersecting, .duplicateCorners, .nonPlanar] {
            for _ in 0..<thing.brokenOfEach { breakMarker(unseen.removeLast(), code) }
        }
    }

    /// Markers nearer than this, in metres, are not swapped.
    private static let leastSwap = 1.0

    private func distance(_ first: Int, _ second: Int) -> Double {
        (new[first].place.center - new[second].place.center).length
    }

    /// Takes a marker off and puts it up again elsewhere on its side.
    private mutating func move(_ marker: Int) {
        let place = new[marker].place, center = place.center
        let across = (place.p2 - place.p1).unit ?? .zero, along = (place.p1 - place.p4).unit ?? .zero
        let turn = Rotation(angle: random.signed(0.5...1.2), axis: across.cross(along)) ?? .identity
        let step = across * random.signed(0.3...0.8) + along * random.signed(0.3...0.8)
        new[marker].place = place.map { center + step + turn * ($0 - center) }
        look(at: marker)
        truth.moved.append(new[marker].label)
    }

    private mutating func breakMarker(_ marker: Int, _ code: QuadIssue.Code) {
        let quad = old[marker].quad
        switch code {
        case .selfIntersecting: old[marker].quad = quad.reordered(SIMD4(0, 2, 1, 3))
        case .duplicateCorners: old[marker].quad.p4 = quad.p3
        default:
            let normal = (quad.p2 - quad.p1).cross(quad.p4 - quad.p1).unit ?? SIMD3(0, 1, 0)
            let twist = normal * random.number(0.054...0.06)
            old[marker].quad.p1 = rounded(quad.p1 + twist)
            old[marker].quad.p3 = rounded(quad.p3 + twist)
        }
        truth.broken.append(DemoTruth.Broken(label: old[marker].label, code: code))
    }
}

extension DemoScene.Variant {
    /// The code that a run must report.
    fileprivate var outcome: String? {
        switch self {
        case .plain, .overlapping: nil
        case .drifted: "SCAN_DRIFT"
        case .mirrored: "MIRRORED"
        case .scaled, .millimetres: "SCALE_SLIP"
        case .recalibrated: "ALREADY_APPLIED"
        }
    }
}

/// The point in single precision, as a phone stores it.
func rounded(_ point: SIMD3<Double>) -> SIMD3<Double> { SIMD3<Double>(SIMD3<Float>(point)) }
