package import Foundation
internal import RigidCalibration

/// The markers of two scans matched by a key, before anything is fitted.
///
/// Keys may lie: a pair of equal keys is a claim, and a wrong one is for the robust fit to find. Here only
/// the claims are made, and no marker is dropped without a reason.
public struct MarkerJoin: Sendable {
    /// The markers in the frame that they leave.
    public let old: [MarkerObservation]
    /// The markers in the frame that they move to.
    public let new: [MarkerObservation]
    public let key: JoinKey
    /// The markers that no fit is to use.
    public let exclusions: MarkerExclusions
    /// Markers whose key is unique on either side.
    public let matches: [(old: Int, new: Int)]
    /// Keys that are on both sides, and more than once on one of them.
    public let repeated: [RepeatedKey]
    /// Every other marker, the old ones first.
    public let leftOut: [UnjoinedMarker]

    /// Matches the markers of two scans.
    ///
    /// - Parameters:
    ///   - old: The markers in the frame that they leave.
    ///   - new: The markers in the frame that they move to.
    ///   - key: What tells that two are the same.
    ///   - exclusions: Markers that no fit is to use, and with each of them its match.
    public init(
        _ old: [MarkerObservation], _ new: [MarkerObservation], by key: JoinKey,
        excluding exclusions: MarkerExclusions = MarkerExclusions()
    ) {
        (self.old, self.new, self.key, self.exclusions) = (old, new, key, exclusions)
        var oldKeys = old.map { key.key(of: $0, .old) }, newKeys = new.map { key.key(of: $0, .new) }
        let out = MarkerJoin.excluded(exclusions, (old, oldKeys), (new, newKeys))
        for place in out.old { oldKeys[place] = nil }
        for place in out.new { newKeys[place] = nil }
        let oldPlaces = MarkerJoin.places(oldKeys), newPlaces = MarkerJoin.places(newKeys)
        var matches: [(old: Int, new: Int)] = []
        var repeated: [RepeatedKey] = [], leftOut: [UnjoinedMarker] = []
        for (place, text) in oldKeys.enumerated() {
            guard let text, let mine = oldPlaces[text], let theirs = newPlaces[text] else {
                let reason: UnjoinedMarker.Reason =
                    out.old.contains(place) ? .excluded : text == nil ? .noKey : .noPartner
                leftOut.append(UnjoinedMarker(side: .old, place: place, reason: reason))
                continue
            }
            if mine.count == 1, theirs.count == 1, key != .geometry {
                matches.append((place, theirs[0]))
            } else if mine.first == place {
                repeated.append(RepeatedKey(key: text, old: mine, new: theirs))
            }
        }
        for (place, text) in newKeys.enumerated() where text.flatMap({ oldPlaces[$0] }) == nil {
            let reason: UnjoinedMarker.Reason =
                out.new.contains(place) ? .excluded : text == nil ? .noKey : .noPartner
            leftOut.append(UnjoinedMarker(side: .new, place: place, reason: reason))
        }
        (self.matches, self.repeated, self.leftOut) = (matches, repeated, leftOut)
    }

    /// The places of markers that are not to be used, and of their matches by keys that either side has once.
    private static func excluded(
        _ exclusions: MarkerExclusions, _ old: (markers: [MarkerObservation], keys: [String?]),
        _ new: (markers: [MarkerObservation], keys: [String?])
    ) -> (old: Set<Int>, new: Set<Int>) {
        guard !exclusions.names.isEmpty else { return ([], []) }
        func named(_ markers: [MarkerObservation]) -> Set<Int> {
            Set(markers.indices.filter { exclusions.contains(markers[$0]) })
        }
        var (olds, news) = (named(old.markers), named(new.markers))
        let others = places(new.keys)
        for (key, mine) in places(old.keys) where mine.count == 1 {
            guard let theirs = others[key], theirs.count == 1 else { continue }
            guard olds.contains(mine[0]) || news.contains(theirs[0]) else { continue }
            olds.insert(mine[0])
            news.insert(theirs[0])
        }
        return (olds, news)
    }

    private static func places(_ keys: [String?]) -> [String: [Int]] {
        keys.enumerated().reduce(into: [:]) { places, entry in
            if let key = entry.element { places[key, default: []].append(entry.offset) }
        }
    }

    /// The join without old markers whose frame is in doubt. It stays as it is if these are more than a third, or leave fewer than three:
    /// the others might all be at one end of the scan.
    package func leavingOut(doubted: Set<UUID>) -> MarkerJoin {
        let fitted = key == .geometry ? old.map(\.id) : matches.map { old[$0.old].id }
        let out = fitted.count { doubted.contains($0) }, sound = fitted.count - out
        guard out > 0, sound >= MarkerJoin.leastSound, sound >= 2 * out else { return self }
        return MarkerJoin(
            old, new, by: key,
            excluding: MarkerExclusions(exclusions.names + doubted.map(\.wireText).sorted()))
    }

    private static let leastSound = 3

    /// The ids of a map that no marker has.
    public var unknownIdentifiers: [UnknownIdentifier] {
        guard case .map(let map) = key else { return [] }
        let olds = Set(old.map(\.id)), news = Set(new.map(\.id))
        return map.pairs.flatMap { pair in
            [
                olds.contains(pair.old) ? nil : UnknownIdentifier(side: .old, id: pair.old),
                news.contains(pair.new) ? nil : UnknownIdentifier(side: .new, id: pair.new),
            ].compactMap { $0 }
        }
    }
}

/// A key that more than one marker on a side has.
public struct RepeatedKey: Hashable, Sendable {
    /// The key as it is compared: see ``JoinKey/folded(_:)``.
    public let key: String
    /// The indices of the markers that have it.
    public let old, new: [Int]
}

/// A marker that has no pair, and the reason.
public struct UnjoinedMarker: Hashable, Sendable {
    /// The reason why a marker has no pair.
    public enum Reason: String, CaseIterable, Hashable, Sendable {
        /// It has no key: no label, or an empty one.
        case noKey
        /// Nothing on the other side has its key.
        case noPartner
        /// Others of its side, or of the other, have its key too.
        case repeatedKey
        /// Of all that have its key, none is where the motion puts it.
        case noneInPlace
        /// It, or its match, is not to be used: somebody said so, or it may have been moved before.
        case excluded
    }

    public let side: JoinSide
    /// The index on its side of the join.
    public let place: Int
    public let reason: Reason
}

extension MarkerJoin {
    var candidates: MarkerCandidates {
        MarkerCandidates(
            old.map(\.quad), new.map(\.quad),
            keys: matches.map { ([$0.old], [$0.new]) } + repeated.map { ($0.old, $0.new) },
            unique: matches.count)
    }

    /// Pairs of labels and of anchors that both scans have once. The label that the app gives to every marker is none.
    var claims: [(old: Int, new: Int)] {
        [JoinKey.label, .anchor].flatMap { key in
            MarkerJoin(old, new, by: key, excluding: exclusions).matches.filter {
                key == .anchor || old[$0.old].label.flatMap(JoinKey.folded) != MarkerJoin.usualLabel
            }.map { ($0.old, $0.new) }
        }
    }

    private static let usualLabel = "new marker"
}
