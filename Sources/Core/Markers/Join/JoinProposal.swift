package import Foundation
import QuadGeometry
package import RigidCalibration

/// The key by which most markers of two scans follow one motion: what people name, or where names say little or mislead, what lies on each
/// other.
package struct JoinProposal: Sendable {
    /// A key, and what follows the motion of its pairs.
    package struct Way: Sendable {
        package let key: JoinKey
        package let joined: JoinedMarkers
        /// Of the pairs of markers, those most of whose corners follow one motion.
        package let followers: Int
        package let motion: RivalMotion
    }

    /// The reason that no key is proposed.
    package enum Refusal: Error {
        /// The markers of two keys follow different motions: one of them misleads.
        case disagreement(Way, Way)
        /// No key leads to a motion; the reason of the one that got farthest.
        case noMotion(RigidFitError)
    }

    /// So many markers are laid on each other in about a second.
    package static let mostOfMoment = 1000

    package let way: Way
    /// The followers of every key, the one taken among them; none of a key that leads to no motion.
    package let followers: [(key: JoinKey, count: Int)]

    /// - Parameters:
    ///   - most: Of more markers geometry is not asked.
    ///   - exclusions: Markers that no fit is to use.
    ///   - doubted: Old markers that are left out as long as enough others are left.
    ///   - bound: The largest residual of a pair that follows, in metres.
    ///   - options: What is known of the scans beforehand.
    package init(
        _ old: [MarkerObservation], _ new: [MarkerObservation], placingAtMost most: Int = .max,
        excluding exclusions: MarkerExclusions = MarkerExclusions(), doubted: Set<UUID> = [],
        bound: Double? = nil, options: CalibrationOptions = CalibrationOptions()
    ) throws(Refusal) {
        let isSmall = max(old.count, new.count) <= most
        let keys: [JoinKey] = isSmall ? [.label, .anchor, .geometry] : [.label, .anchor]
        var ways: [Way] = [], refusal: RigidFitError?
        for key in keys {
            do throws(RigidFitError) {
                let join = MarkerJoin(old, new, by: key, excluding: exclusions)
                if let way = try Way(join.leavingOut(doubted: doubted), bound, options) { ways.append(way) }
            } catch { refusal = key == .geometry || refusal == nil ? error : refusal }
        }
        followers = keys.map { key in (key, ways.first { $0.key == key }?.followers ?? 0) }
        let named = ways.filter { $0.key != .geometry }.reduce(Way?.none) { best, way in
            way.followers > best?.followers ?? 0 ? way : best
        }
        let placed = ways.first { $0.key == .geometry && $0.followers > 0 }
        let isNamed = Double(named?.followers ?? 0) >= RobustFit.nearlyAsMany * Double(placed?.followers ?? 0)
        // People can read labels, so geometry has to pair clearly more.
        guard let best = isNamed ? named ?? placed : placed else {
            throw .noMotion(
                refusal ?? .motionNotDetermined(support: 0, needed: MarkerCandidates.fewestTogether))
        }
        let least = Double.maximum(
            Double(MarkerCandidates.fewestTogether), LeftoverRival.leastShare * Double(best.followers))
        let quads = old.map(\.quad).filter(\.canBeFitted)
        let reach = Quad.identifyingDistance(quads)
        let other = ways.first { way in
            way.key != best.key && Double(way.followers) >= least
                && best.isElsewhere(than: way.motion, quads, reach)
        }
        if let other { throw .disagreement(best, other) }
        // What names do not settle among the motions of geometry, they do not settle alone.
        let open: [RivalMotion] =
            switch refusal {
            case .ambiguousMotion(let one, let other)? where best.key != .geometry: [one, other]
            case .severalMotions(let all)? where best.key != .geometry: all
            default: []
            }
        let isOpen = open.contains {
            Double($0.support) >= least && best.isElsewhere(than: $0, quads, reach)
        }
        if isOpen, let refusal { throw .noMotion(refusal) }
        way = best
    }
}

extension JoinProposal.Way {
    /// Nothing where no marker has a partner.
    fileprivate init?(
        _ join: MarkerJoin, _ bound: Double?, _ options: CalibrationOptions
    ) throws(RigidFitError) {
        let key = join.key
        let candidates = join.repeated.reduce(0) { $0 + $1.old.count * $1.new.count }
        let joined = try JoinedMarkers(
            join,
            isRobust: key == .geometry
                || candidates <= MarkerCandidates.mostTurned * MarkerCandidates.mostTurned,
            bound: bound, options: options)
        guard !joined.matches.isEmpty else { return nil }
        let calibration = try Calibration(robust: joined.correspondences, bound: bound, options: options)
        let follows = calibration.selection?.inliers ?? []
        let count = joined.matches.indices.count { match in
            2 * follows[(4 * match)..<(4 * match + 4)].count { $0 } > 4
        }
        self.init(
            key: key, joined: joined, followers: count,
            motion: RivalMotion(calibration.targetFromSource, support: count))
    }

    /// Whether another motion takes most markers to other places.
    fileprivate func isElsewhere(than other: RivalMotion, _ quads: [Quad], _ reach: Double) -> Bool {
        let (mine, its) = (motion.targetFromSource, other.targetFromSource)
        return 2 * quads.count { (mine * $0.p1 - its * $0.p1).length > reach } > quads.count
    }
}
