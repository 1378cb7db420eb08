public import Foundation
public import QuadGeometry
internal import RigidCalibration

/// The present places of the markers that a motion was fitted to.
public struct FittedState: Hashable, Sendable {
    /// Markers that the motion has already moved, whatever little happened to them since.
    public private(set) var onTarget: [UUID] = []
    /// Markers that are where they were, or that the motion does not move.
    public private(set) var onSource: [UUID] = []
    /// Markers that were moved to somewhere else.
    public private(set) var elsewhere: [UUID] = []
    /// The number of those that are farther from where they were than somebody moves one who places it again.
    public private(set) var farElsewhere = 0
    /// Markers that are not among those given, or have no usable corners.
    public private(set) var missing: [UUID] = []
    /// Markers that the fit does not have by their ids, and that lie where it found points or where its motion takes those: made again
    /// by an app, or of a fit whose pairs name no markers. They are among ``onTarget`` and ``onSource``, too.
    public private(set) var strangers: Set<UUID> = []
    /// Strangers that lie where the motion leads, while the marker that it takes there is still where it was: in a regular pattern, one of
    /// its neighbors may. They are in none of the other lists.
    public private(set) var perhapsOnTarget: Set<UUID> = []
    /// The number of markers without an id that lie where the motion takes a point of the fit.
    public private(set) var unnamedOnTarget = 0
    /// The number of markers without an id that lie where the fit found a point.
    public private(set) var unnamedOnSource = 0
    /// Markers of the rescan that are still where the fit found them.
    public private(set) var partnersInPlace: [UUID] = []
    /// Markers of the rescan that somebody has moved since.
    public private(set) var partnersElsewhere: [UUID] = []
    /// Those of ``partnersElsewhere`` that the fit's motion, backwards, has moved: the rescan was moved onto the old scan.
    public private(set) var partnersMovedBack: [UUID] = []

    /// True if some markers were moved and others not: a plan was carried out in part.
    public var isPartial: Bool { !onTarget.isEmpty && !onSource.isEmpty }

    /// True if the motion no longer leads to the rescan: most of its markers, or any by this motion backwards, were moved since the fit.
    public var isOutdated: Bool {
        !partnersMovedBack.isEmpty || partnersElsewhere.count > partnersInPlace.count
    }

    /// True if no marker of the fit is there, of either scan, by its id or by its place: it was made of another space, or all were made again.
    public var isOfOthers: Bool {
        !missing.isEmpty && onSource.isEmpty && onTarget.isEmpty && elsewhere.isEmpty
            && perhapsOnTarget.isEmpty
            && unnamedOnTarget + unnamedOnSource == 0 && partnersInPlace.isEmpty && partnersElsewhere.isEmpty
    }

    /// True if most of the fit's markers were moved since, and not by its motion: it no longer leads from where they are.
    public var isMovedOn: Bool {
        2 * farElsewhere > onSource.count + onTarget.count + elsewhere.count + missing.count
    }

    /// Looks the fitted markers up by their ids, and others of those that are to move by their places.
    public init(
        _ motion: PlannedMotion, among markers: [Marker], moving chosen: Set<UUID> = [],
        in space: SpaceCalibration
    ) {
        var lookup = FittedLookup(motion, in: space)
        for marker in markers { lookup.meet(marker, isChosen: chosen.contains(marker.id)) }
        self = lookup.state
    }

    fileprivate init(_ lookup: FittedLookup) {
        for fitted in lookup.motion.fitted {
            switch lookup.places[fitted.id] {
            case .awaited, nil: missing.append(fitted.id)
            case .onSource: onSource.append(fitted.id)
            case .onTarget: onTarget.append(fitted.id)
            case .elsewhere(let isFar):
                elsewhere.append(fitted.id)
                farElsewhere += isFar ? 1 : 0
            }
        }
        var lookup = lookup
        lookup.settle()
        for (id, side) in lookup.strangers {
            guard let id else {
                unnamedOnTarget += side == .source ? 0 : 1
                unnamedOnSource += side == .source ? 1 : 0
                continue
            }
            guard side == .target, lookup.isTaken(id) else {
                strangers.insert(id)
                if side == .source { onSource.append(id) } else { onTarget.append(id) }
                continue
            }
            perhapsOnTarget.insert(id)
        }
        (partnersInPlace, partnersElsewhere) = (lookup.partnersInPlace, lookup.partnersElsewhere)
        partnersMovedBack = lookup.partnersMovedBack
    }
}

/// Looks up the present places of the markers that a motion was fitted to, as markers are read one by one.
public struct FittedLookup: Sendable {
    fileprivate enum Place: Equatable {
        case awaited, onSource, onTarget
        case elsewhere(isFar: Bool)
    }

    fileprivate let motion: PlannedMotion
    private let space: SpaceCalibration
    private let corners: [UUID: Quad]
    /// Made for the first marker that the fit does not have.
    private var known: FittedPlaces?
    private var partners: [UUID: Quad]
    /// Where the rescan has the fitted markers: another motion, or shifts on top of this one, may have moved them there.
    private let seen: [UUID: Quad]
    /// What fitted markers are shifted by on top of the motion, by their ids and by those of their partners; empty where all have one
    /// motion.
    private let shifts, partnerShifts: [UUID: SIMD3<Double>]
    fileprivate private(set) var places: [UUID: Place]
    fileprivate private(set) var strangers: [(id: UUID?, side: FittedPlaces.Side)] = []
    /// The middles of what is where it was, and of where strangers on the target would have come from.
    private var unmoved: [SIMD3<Double>] = []
    private var origins: [UUID: SIMD3<Double>] = [:]
    private var taken: Set<UUID> = []
    fileprivate private(set) var partnersInPlace: [UUID] = []
    fileprivate private(set) var partnersElsewhere: [UUID] = []
    fileprivate private(set) var partnersMovedBack: [UUID] = []

    /// True once a marker was met that the motion has already moved.
    public private(set) var hasFoundApplied = false

    /// Awaits the fitted markers of a motion.
    public init(_ motion: PlannedMotion, in space: SpaceCalibration) {
        (self.motion, self.space) = (motion, space)
        corners = Dictionary(motion.fitted.map { ($0.id, $0.corners) }) { first, _ in first }
        places = corners.mapValues { _ in .awaited }
        // Calibrated corners of the rescan follow the space's vector, which may have changed for good reason.
        let partners = motion.target == .raw ? motion.fitted.filter(\.follows).compactMap(\.partner) : []
        self.partners = Dictionary(partners.map { ($0.id, $0.corners) }) { first, _ in first }
        let following = motion.fitted.filter(\.follows)
        seen = Dictionary(following.compactMap { one in one.partner.map { (one.id, $0.corners) } }) {
            first, _ in
            first
        }
        let shifted = motion.straightened == nil ? [] : motion.fitted
        shifts = Dictionary(shifted.map { ($0.id, $0.shift) }) { first, _ in first }
        partnerShifts = Dictionary(
            shifted.compactMap { one in one.partner.map { ($0.id, one.shift) } }
        ) { first, _ in first }
    }

    /// True if a marker of this id was fitted and not met yet: of equal ids the first counts, as in a plan.
    public func awaits(_ id: UUID) -> Bool { places[id] == .awaited }

    /// Notes the present place of a marker of either scan; one without usable corners is missing.
    mutating func meet(_ marker: Marker, isChosen: Bool) {
        guard let raw = try? marker.quad else { return }
        meet(marker, raw, isChosen: isChosen)
    }

    /// Notes the present place of a marker with these raw corners.
    mutating func meet(_ marker: Marker, _ raw: Quad, isChosen: Bool) {
        if isChosen || awaits(marker.id) { meet(marker.id, raw) }
        if let partner = partners.removeValue(forKey: marker.id) { meet(partner, now: raw, marker.id) }
    }

    /// Notes the present raw corners of a marker, with its id if it has one.
    public mutating func meet(_ id: UUID?, _ raw: Quad) {
        let here = raw.map { $0 + space.shift(to: motion.source) }
        let there = raw.map { $0 + space.shift(to: motion.target) }
        guard let id, let before = corners[id] else {
            let tolerance = StoredTolerance(raw, here, there, shift: space.shift)
            let places = known ?? FittedPlaces(motion)
            known = places
            guard let side = places.side(of: here, there, tolerance) else { return }
            strangers.append((id, side))
            if side == .source {
                unmoved.append(here.center)
            } else {
                hasFoundApplied = true
                if let id, side == .target { origins[id] = motion.origin(ofMoved: there.center) }
            }
            return
        }
        guard awaits(id) else { return }
        let moved = moved(before, shifts[id])
        let tolerance = StoredTolerance(raw, here, there, moved, shift: space.shift)
        if tolerance.allows(here, before) {
            places[id] = .onSource
            unmoved.append(here.center)
        } else if tolerance.allows(there, moved)
            || there.distance(to: moved) * FittedPlaces.nearness <= here.distance(to: before)
            || isSeen(there, id, way: here.distance(to: before))
            || isMovedAlone(there, before, id, way: here.distance(to: before))
        {
            places[id] = .onTarget
            hasFoundApplied = true
        } else {
            places[id] = .elsewhere(isFar: here.distance(to: before) > FittedPlaces.farReach)
        }
    }

    /// Finds the strangers on the target whose own place is still taken.
    fileprivate mutating func settle() {
        guard !origins.isEmpty, !unmoved.isEmpty else { return }
        let cells = PointCells(unmoved, within: FittedPlaces.horizon)
        taken = Set(origins.filter { cells.distance($0.value) < .infinity }.keys)
    }

    fileprivate func isTaken(_ id: UUID) -> Bool { taken.contains(id) }

    /// Whether a marker that this fit shifts is about where its motion alone leads: a fit of the same scans that was not straightened may
    /// have moved it.
    private func isMovedAlone(_ there: Quad, _ before: Quad, _ id: UUID, way: Double) -> Bool {
        shifts[id] != nil
            && there.distance(to: motion.targetFromSource * before) * FittedPlaces.nearness <= way
    }

    /// Whether a marker is about where the rescan has it, for how far it is from where it was.
    private func isSeen(_ there: Quad, _ id: UUID, way: Double) -> Bool {
        seen[id].map { there.distance(to: $0) * FittedPlaces.nearness <= way } ?? false
    }

    /// Where the motion takes a fitted marker, with its own shift.
    private func moved(_ corners: Quad, _ shift: SIMD3<Double>?) -> Quad {
        let moved = motion.targetFromSource * corners
        return shift.map { shift in moved.map { $0 + shift } } ?? moved
    }

    private mutating func meet(_ partner: Quad, now raw: Quad, _ id: UUID) {
        guard !StoredTolerance(raw, partner, shift: .zero).allows(raw, partner) else {
            return partnersInPlace.append(id)
        }
        let shift = partnerShifts[id] ?? .zero
        let back =
            motion.targetFromSource.inverted() * (shift == .zero ? partner : partner.map { $0 - shift })
        let way = raw.distance(to: partner)
        let isBack = raw.distance(to: back) * FittedPlaces.nearness <= way
        // What was rounded, or nudged, is about where the motion leads.
        guard isBack || way > FittedPlaces.farReach else { return partnersInPlace.append(id) }
        partnersElsewhere.append(id)
        if isBack { partnersMovedBack.append(id) }
    }

    /// The markers met so far; the others are missing.
    public var state: FittedState { FittedState(self) }
}

/// The places of a fit's points before and after its motion, and where the rescan has them, where a marker that the fit does not know by its
/// id may lie: one that an app made again, one of a fit whose pairs name no markers, or one of the rescan.
struct FittedPlaces: Sendable {
    enum Side {
        case source, target
        /// In its place in the rescan, to the precision of stored numbers.
        case rescan
    }

    /// Apps and files may round to a millimetre; no two markers share a place within it.
    private static let reach = 0.002
    /// Some round to a centimetre, which tells only where the motion is longer by far.
    static let farReach = 0.02
    /// Points are compared as far as this, so that the nearer of two places is known.
    static let horizon = farReach * nearness
    /// A marker that is not where it was has been moved by the motion if it is this many times nearer to its
    /// target: a server that rounds, or a correction by hand, leaves it no nearer.
    static let nearness = 4.0

    private let sources, targets, seen: PointCells

    /// The points that follow a motion.
    init(_ motion: PlannedMotion) {
        sources = PointCells(motion.followers, within: FittedPlaces.horizon)
        targets = PointCells(motion.followerTargets, within: FittedPlaces.horizon)
        seen = PointCells(motion.seenTargets, within: FittedPlaces.horizon)
    }

    /// The side on which a marker lies; `nil` where nothing tells.
    ///
    /// One corner decides that lies on a point to the precision of stored numbers, since corners may be measured one by one; beyond that
    /// all four have to.
    ///
    /// - Parameters:
    ///   - here: The corners of the kind that the motion starts from.
    ///   - there: The same corners of the kind that it leads to.
    func side(of here: Quad, _ there: Quad, _ tolerance: StoredTolerance) -> Side? {
        guard !sources.isEmpty else { return nil }
        let near = sources.distances(here), far = targets.distances(there)
        // The length of a difference whose coordinates are within the tolerance.
        let equal = tolerance.metres * 3.0.squareRoot()
        let isSource = near.min() <= equal, isTarget = far.min() <= equal
        if !isSource, seen.distances(there).min() <= equal { return .rescan }
        if isSource != isTarget { return isSource ? .source : .target }
        let fromTarget = far.max(), fromSource = near.max()
        let isNear = fromTarget <= FittedPlaces.reach && fromTarget * FittedPlaces.nearness <= fromSource
        return isNear || fromTarget <= FittedPlaces.farReach && near.min() == .infinity ? .target : nil
    }
}

/// Points in cells, each of which also has those near its borders.
struct PointCells: Sendable {
    private let cells: [SIMD3<Int64>: [SIMD3<Double>]]
    private let reach: Double
    /// The corners of the box outside which nothing is within reach.
    private let lowest, highest: SIMD3<Double>

    /// A cell is so many times as wide as points reach, which keeps the copies of each few.
    private static let width = 4.0
    /// Cells beyond this number from the origin would not be told apart.
    private static let farthest = 0x1p52

    init(_ points: [SIMD3<Double>], within reach: Double) {
        self.reach = reach
        let finite = points.filter(\.isFinite)
        lowest = finite.reduce(SIMD3(repeating: .infinity)) { pointwiseMin($0, $1) } - reach
        highest = finite.reduce(SIMD3(repeating: -.infinity)) { pointwiseMax($0, $1) } + reach
        var cells: [SIMD3<Int64>: [SIMD3<Double>]] = [:]
        for point in points {
            var met: Set<SIMD3<Int64>> = []
            for corner in 0..<8 {
                let way = SIMD3(
                    corner & 1 == 0 ? -reach : reach, corner & 2 == 0 ? -reach : reach,
                    corner & 4 == 0 ? -reach : reach)
                guard let cell = PointCells.cell(point + way, reach), met.insert(cell).inserted else {
                    continue
                }
                cells[cell, default: []].append(point)
            }
        }
        self.cells = cells
    }

    var isEmpty: Bool { cells.isEmpty }

    /// The distance of each corner to the nearest point; infinite beyond the reach.
    func distances(_ quad: Quad) -> SIMD4<Double> {
        SIMD4(distance(quad.p1), distance(quad.p2), distance(quad.p3), distance(quad.p4))
    }

    /// The distance to the nearest point; infinite beyond the reach.
    func distance(_ place: SIMD3<Double>) -> Double {
        guard all((place .>= lowest) .& (place .<= highest)), let cell = PointCells.cell(place, reach) else {
            return .infinity
        }
        let nearest = (cells[cell] ?? []).reduce(Double.infinity) { Double.minimum($0, ($1 - place).length) }
        return nearest <= reach ? nearest : .infinity
    }

    private static func cell(_ point: SIMD3<Double>, _ reach: Double) -> SIMD3<Int64>? {
        let cell = (point / (reach * width)).rounded(.down)
        guard cell.largestMagnitude < farthest else { return nil }
        return SIMD3(Int64(cell.x), Int64(cell.y), Int64(cell.z))
    }
}
