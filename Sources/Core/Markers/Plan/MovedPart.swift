internal import QuadGeometry
internal import RigidCalibration

/// Two populations among the markers of a fit: some that were moved before, and others that were not.
///
/// Markers of one session share a frame. If some are already where the motion takes the others, or most are in place and some are
/// far from it, a part of the session was moved before.
public struct MovedPart: Hashable, Sendable {
    /// The number of markers that are where they should be already.
    public let moved: Int
    /// The number of markers that are not.
    public let others: Int
    /// The places of those that are among the markers of the fit, in their order; empty where only their number is known.
    let places: [Int]
    /// Whether the fit itself rejected them, so that its motion is that of the others.
    let isRejected: Bool

    /// So many times the bound of a robust fit, markers that move have to move for this to be told from noise.
    private static let clearance = 4.0
    /// The same of those that the fit itself rejects and that are within the bound of where they were.
    private static let clearanceInPlace = 2.0

    /// Looks for two populations in a robust fit; `nil` without them.
    ///
    /// - Parameters:
    ///   - pairs: The pairs of the fit, in groups of one marker each; pairs without a group are markers of one point.
    ///   - follows: Whether each pair follows the motion.
    ///   - bound: The distance within which a pair follows, in metres.
    ///   - motion: The motion of the fit.
    ///   - isOwn: Whether that is the fit in question, not another one made to look.
    init?(
        _ pairs: Correspondences, follows: [Bool], bound: Double, _ motion: AnchoredMotion, isOwn: Bool = true
    ) {
        let bound = max(bound, StoredTolerance.least)
        let markers = MovedPart.markers(pairs)
        let followers = markers.indices.filter { markers[$0].allSatisfy { follows[$0] } }
        let rejected = markers.indices.filter { !markers[$0].contains { follows[$0] } }
        func largest(_ marker: [Int], _ distance: (Int) -> Double) -> Double {
            marker.map(distance).max() ?? 0
        }
        func way(_ pair: Int) -> Double { (motion * pairs.sources[pair] - pairs.sources[pair]).length }
        func gap(_ pair: Int) -> Double { (pairs.targets[pair] - pairs.sources[pair]).length }

        let inPlace = rejected.filter { marker in
            largest(markers[marker], gap) <= bound
                && largest(markers[marker], way) > MovedPart.clearanceInPlace * bound
        }
        if !inPlace.isEmpty {
            self.init(moved: inPlace.count, others: followers.count, places: inPlace, isRejected: isOwn)
            return
        }
        let away = rejected.count { largest(markers[$0], gap) > MovedPart.clearance * bound }
        guard !followers.isEmpty, away > 0, followers.allSatisfy({ largest(markers[$0], way) <= bound })
        else { return nil }
        self.init(moved: followers.count, others: away, places: followers)
    }

    private init(moved: Int, others: Int, places: [Int] = [], isRejected: Bool = false) {
        (self.moved, self.others, self.places) = (moved, others, places)
        self.isRejected = isRejected
    }

    private static func markers(_ pairs: Correspondences) -> [[Int]] {
        guard let groups = pairs.groups else { return pairs.sources.indices.map { [$0] } }
        var markers: [Int: [Int]] = [:]
        for (pair, group) in groups.enumerated() { markers[group, default: []].append(pair) }
        return markers.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension MovedPart {
    /// The most pairs that are fitted once more to look for two populations; far more than any space has.
    private static let mostPairs = 20_000

    /// Looks for two populations in a fit; one that believed all pairs may have fitted the mixture, so a robust one is asked.
    init?(_ calibration: Calibration) {
        guard let selection = calibration.selection else {
            self.init(mixedIn: calibration.pairs)
            return
        }
        self.init(
            calibration.pairs, follows: selection.inliers, bound: selection.bound,
            calibration.targetFromSource)
    }

    /// Looks for two populations in a saved fit.
    init?(_ fit: SavedFit) {
        let pairs = fit.document.pairs, names = MovedPart.names(of: pairs)
        let numbers = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
        let groups = pairs.indices.compactMap { numbers[MovedPart.name(of: pairs, $0)] }
        guard
            let all = try? Correspondences(
                sources: pairs.map(\.source), targets: pairs.map(\.target), groups: groups)
        else { return nil }
        guard let selection = fit.document.selection else {
            self.init(mixedIn: all)
            return
        }
        self.init(all, follows: pairs.map(\.follows), bound: selection.bound, fit.targetFromSource)
    }

    /// The names of the groups of pairs, in the order in which they appear; a pair without a group has one of its own.
    static func names(of pairs: [FitDocument.Pair]) -> [String] {
        var met: Set<String> = []
        return pairs.indices.map { name(of: pairs, $0) }.filter { met.insert($0).inserted }
    }

    private static func name(of pairs: [FitDocument.Pair], _ place: Int) -> String {
        pairs[place].group ?? "\u{0}\(place)"
    }

    /// Looks for two populations by a robust fit, or by two motions of which none is the better, one of them a standstill.
    private init?(mixedIn pairs: Correspondences) {
        guard pairs.sources.count <= MovedPart.mostPairs else { return nil }
        do throws(RigidFitError) {
            let fit = try Calibration(robust: pairs)
            guard let selection = fit.selection else { return nil }
            self.init(
                pairs, follows: selection.inliers, bound: selection.bound, fit.targetFromSource, isOwn: false)
        } catch {
            guard case .ambiguousMotion(let motion, let rival) = error else { return nil }
            func way(_ motion: RivalMotion) -> Double {
                pairs.sources.map { (motion.targetFromSource * $0 - $0).length }.max() ?? 0
            }
            if way(rival) * MovedPart.clearance < way(motion) {
                self.init(moved: rival.support, others: motion.support)
            } else if way(motion) * MovedPart.clearance < way(rival) {
                self.init(moved: motion.support, others: rival.support)
            } else {
                return nil
            }
        }
    }
}
