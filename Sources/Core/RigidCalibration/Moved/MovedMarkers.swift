internal import QuadGeometry

/// The markers of a place that were moved between two scans of it, beside those that stayed.
///
/// All markers together are tested first, where their errors are stated. The markers that stayed fix the motion between the scans: a
/// robust fit proposes them, and each marker is then tested by all others (Baarda 1968; Pope 1976), those that stay by their own
/// residual and the others by the error to expect where they would be. The drift of the scan is a part of that error. One scan without
/// any movement is called moved in the stated share of cases.
///
/// Only movement beside the others is known: had all been moved alike, nobody could tell.
///
/// ```swift
/// let moved = try MovedMarkers(Correspondences(quads: old, targets: new))
/// for one in moved.moved { print(one.marker, one.shift, one.bound) }
/// ```
public struct MovedMarkers: Sendable {
    /// The motion of the markers that stayed, from the old frame to the new one.
    public let motion: AnchoredMotion
    /// The numbers of the markers that stayed, in order.
    public let stable: [Int]
    /// The markers that were moved, in order.
    public let moved: [MarkerMovement]
    /// Markers of those that were moved by one motion, the largest group first.
    public let groups: [MovedGroup]
    /// The markers that nothing checks, so that nobody knows.
    public let unchecked: [Int]
    /// The probability that errors alone make some marker stand out as much as the one that stands out most, by those that stayed.
    public let probability: Double
    /// The probability that the stated errors alone set all markers of both scans as far apart, where nothing bends and nothing moved:
    /// the global test of congruence. `nil` where the errors of markers are not stated but learned from the same markers.
    public let congruence: Double?
    /// The largest shift of a marker that stayed which would be found in less than 80 of 100 cases, and that marker; `nil` where one
    /// would never be found.
    public let hidden: HiddenShift?

    /// The share of scans without movement in which some marker is called moved.
    public static let usualFalseAlarm = 0.01
    /// More than this share of the markers is not told from a second motion.
    package static let largestShare = 0.4
    /// Where shifts as long as this might not be found, in metres, nobody can say that none was moved.
    package static let mostHidden = 1.0

    /// Tells the markers of two scans, whose pairs of corners are groups.
    ///
    /// - Parameters:
    ///   - pairs: The pairs; each group is a marker.
    ///   - options: The model, and what is known beforehand.
    ///   - bound: The largest residual of a pair that follows in the robust fit, in metres; estimated by default.
    ///   - falseAlarm: The share of scans without movement in which some marker is called moved.
    public init(
        _ pairs: Correspondences, options: CalibrationOptions = CalibrationOptions(), bound: Double? = nil,
        falseAlarm: Double = usualFalseAlarm
    ) throws(MovedMarkersError) {
        do throws(RigidFitError) { try options.check() } catch { throw .noMotion(error) }
        let even = pairs.evenly(options)
        let search = MovedSearch(even, options, falseAlarm: falseAlarm)
        let found = try search.settled(from: MovedMarkers.start(even, options, bound))
        let stable = found.stable, count = search.members.count
        congruence = (try? search.found(Set(0..<count)))?.responses.congruence
        let shifted = (0..<count).filter { !stable.contains($0) && found.tests[$0] != nil }
        guard Double(shifted.count) <= MovedMarkers.largestShare * Double(count) else {
            throw .manyMoved(moved: shifted.count, of: count)
        }
        guard stable.count >= MovedSearch.leastStable else {
            throw .fewStable(found: stable.count, needed: MovedSearch.leastStable)
        }
        let stayed = found.responses.estimate.motion.motion
        motion = stayed
        self.stable = stable.sorted()
        let turns = MarkerTurns(search, found)
        unchecked = (0..<count).filter { found.tests[$0] == nil }
        let alternatives = shifted.map { search.alternatives(to: $0, stable) }
        let times = Double(count) / MovedSearch.shareOfShifts
        let corners = (0..<count).map {
            MovedMarkers.mistakenCorner(of: search.members[$0], pairs, by: stayed)
        }
        moved = (0..<count).compactMap { marker in
            let place = shifted.firstIndex(of: marker), turn = turns.turned[marker]
            guard place != nil || turn != nil, let test = found.tests[marker] else { return nil }
            return MarkerMovement(
                marker: marker, shift: test.shift, bound: test.bound,
                probability: Double.minimum(test.probability * times, 1), turn: turn?.turn,
                turnProbability: turn.map { Double.minimum($0.probability * times, 1) },
                isShifted: place != nil, mistakenCorner: corners[marker],
                alternatives: place.map { alternatives[$0] } ?? [])
        }
        groups = MovedGroup.all(of: shifted.filter { corners[$0] == nil }, search, found)
        let least = found.tests.reduce(1) { Double.minimum($0, $1?.probability ?? 1) }
        probability = Double.minimum(least * times, 1)
        hidden = found.hidden(search)
        guard !moved.isEmpty || hidden.map({ $0.size <= MovedMarkers.mostHidden }) == true else {
            throw .nothingSeen(hidden: hidden?.size)
        }
    }

    /// The corner of a marker that is much farther off than its others, if one is.
    private static func mistakenCorner(
        of pairs: [Int], _ all: Correspondences, by motion: AnchoredMotion
    ) -> Int? {
        guard pairs.count == 4 else { return nil }
        let off = pairs.map { (all.targets[$0] - motion * all.sources[$0]).length }
        let order = off.indices.sorted { off[$0] > off[$1] }
        return off[order[0]] >= timesOthers * off[order[1]] ? order[0] : nil
    }

    /// Of a marker that was turned about a corner no corner is farther off than 1.5 times what the next one is.
    private static let timesOthers = 3.0

    /// The markers that a robust fit believes: those of which most corners follow.
    private static func start(
        _ pairs: Correspondences, _ options: CalibrationOptions, _ bound: Double?
    ) throws(MovedMarkersError) -> Set<Int> {
        let selection: PairSelection
        do throws(RigidFitError) {
            selection = try PairSelection(
                pairs, bound: bound ?? options.statedBound(ofMarkers: pairs.groups != nil))
        } catch {
            throw .noMotion(error)
        }
        return Set(
            pairs.members.enumerated().filter { _, group in
                2 * group.count(where: { selection.inliers[$0] }) > group.count
            }.map { $0.offset })
    }
}

/// A marker that does not lie where the others say, beyond what errors explain.
public struct MarkerMovement: Hashable, Sendable {
    /// Its number among the groups of the pairs, in the order in which they first appear.
    public let marker: Int
    /// From where it would be, had it not been moved, to where it is: of its middle, in the new frame, in metres.
    public let shift: SIMD3<Double>
    /// The length that the error of the shift stays within in 95 of 100 cases, in metres.
    public let bound: Double
    /// The probability that errors alone shift some marker of the scan by as much.
    public let probability: Double
    /// The turn about its own middle as a vector, in radians; `nil` where it is no more than errors explain.
    public let turn: SIMD3<Double>?
    /// The probability that errors alone turn some marker of the scan by as much; `nil` where nothing tells.
    public let turnProbability: Double?
    /// Whether the shift is more than errors explain; otherwise only the turn is.
    public let isShifted: Bool
    /// The corner, from 0, that alone lies elsewhere: it was mistaken, and the marker was not moved.
    public let mistakenCorner: Int?
    /// Markers of which one may have been moved instead: without it, this one agrees with the others as well.
    public let alternatives: [Int]
}
