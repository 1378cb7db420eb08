internal import Foundation
internal import Markers

/// The beginning of the rescan that a motion leads to, beside the dates of markers.
struct RescanDates {
    /// For each session that moves the first date of a later one that stays: the rescan, or perhaps an earlier scan in its frame.
    private let firstMarkers: [UUID: WireDate]
    /// The first date of a marker in the new frame, or of a reference set, which may be older than any; `nil` where it is not known.
    private let first: WireDate?
    /// The first date of an update in each session.
    private let firstUpdates: [UUID: WireDate]
    /// Whether this server is seen to raise the date of what it updates.
    private let isRaised: Bool
    /// The version of a marker that was never updated: 0 on a server that begins with it.
    private let firstVersion: Int64

    /// The seconds by which the clock of this machine may be behind that of the server, and a date be rounded.
    private static let clockSlack: TimeInterval = 60
    /// The seconds by which both dates of a new marker may differ.
    fileprivate static let creationSlack: TimeInterval = 1

    /// - Parameters:
    ///   - listing: the space.
    ///   - targets: the sessions and reference sets in the new frame.
    ///   - moving: the sessions whose markers move.
    init(_ listing: SpaceListing, targets: Set<UUID>, moving: Set<UUID> = []) {
        func begin(_ lists: [SessionListing]) -> WireDate? {
            lists.flatMap(\.markers).flatMap { [$0.createdDate, $0.updatedDate] }.compactMap(\.self).min()
        }
        let firstTarget = Self.beginning(
            of: begin(listing.lists.filter { targets.contains($0.session) }),
            listing.sessions.filter { targets.contains($0.id) })
        let sets = listing.sets.filter { targets.contains($0.id) }.compactMap(\.createdDate)
        first = (sets + [firstTarget].compactMap(\.self)).min()
        // Any later session that does not move may be a scan in the new frame, as the named one is. That can only cast doubt on a
        // marker: it never shows that one was not moved.
        let begins = listing.lists.reduce(into: [:]) { $0[$1.session] = begin([$1]) }
        firstMarkers = moving.reduce(into: [:]) { firsts, session in
            guard let own = begins[session] else { return firsts[session] = firstTarget }
            let later = begins.filter { !moving.contains($0.key) && Self.isBefore(own, $0.value) }.values
            firsts[session] = (later + [firstTarget].compactMap(\.self)).min()
        }
        let firstVersion = min(listing.markers.compactMap(\.version).min() ?? 1, 1)
        self.firstVersion = firstVersion
        let updated = listing.markers.filter { ($0.version ?? 0) > firstVersion || $0.isDatedLater }
        firstUpdates = Dictionary(
            updated.compactMap { marker in marker.updatedDate.map { (marker.workSessionID, $0) } },
            uniquingKeysWith: min)
        isRaised =
            !updated.isEmpty && updated.allSatisfy { Self.isBefore($0.createdDate, $0.updatedDate) }
    }

    /// The first marker of the rescan, or the start of its session within a day before it: until then somebody may have placed old markers
    /// anew, by the clock of a device.
    private static func beginning(of first: WireDate?, _ sessions: [WorkSession]) -> WireDate? {
        guard let first else { return nil }
        let starts = sessions.compactMap { $0.startedAt.flatMap { WireDate($0) } }.filter {
            $0.hasZone == first.hasZone && $0.date + visit >= first.date
        }
        return ([first] + starts).min()
    }

    /// Whether a marker was never updated. One that was made after the rescan began may be in the new frame, or a copy of one that
    /// was moved; without dates, the version decides.
    func isAsPlaced(_ marker: Marker) -> Bool {
        guard !isUpdated(marker) else { return false }
        guard let firstMarker = firstMarkers[marker.workSessionID], let created = marker.createdDate else {
            return true
        }
        return Self.isBefore(created, firstMarker)
    }

    /// Whether a marker was updated since it was placed, by its version or, where a server began to count again, by its dates.
    func isUpdated(_ marker: Marker) -> Bool {
        (marker.version ?? .max) > firstVersion || marker.isDatedLater
    }

    /// Whether a marker was there before anything of its session was updated, by the server's clock alone.
    func wasThere(_ marker: Marker) -> Bool {
        Self.isBefore(marker.createdDate, firstUpdates[marker.workSessionID])
    }

    /// Whether a marker was made after something of another session was updated.
    func isMadeAfterUpdates(_ marker: Marker, of session: UUID) -> Bool {
        firstUpdates[session].map { !Self.isBefore(marker.createdDate, $0) } ?? true
    }

    /// Whether a marker was last updated before the rescan began; where nothing is known of what updated it, before any scan that may be in
    /// the same frame.
    func isUpdatedBefore(_ marker: Marker, isExplained: Bool) -> Bool {
        isRaised && Self.isBefore(marker.updatedDate, first)
            && (isExplained
                || firstMarkers[marker.workSessionID].map { Self.isBefore(marker.updatedDate, $0) } ?? true)
    }

    /// Whether a marker was updated or made since the rescan began, whatever else updated it before.
    func isLate(_ marker: Marker) -> Bool {
        !isAsPlaced(marker) && !isUpdatedBefore(marker, isExplained: true)
    }

    /// Of markers that are in the new frame already, as those are that somebody placed there, perhaps before the rescan began: the first of
    /// each session that was updated, and the first that was made so. One that was made before others that are known to be `unmoved` tells
    /// nothing of a time.
    func witnesses(_ inPlace: [Marker], beside unmoved: [Marker]) -> [UUID: [Marker]] {
        let made = Dictionary(grouping: unmoved.filter { !isUpdated($0) }, by: \.workSessionID)
            .compactMapValues { $0.compactMap(\.changedDate).max() }
        let telling = inPlace.filter {
            isUpdated($0) || !Self.isBefore($0.changedDate, made[$0.workSessionID])
        }
        return Dictionary(grouping: telling, by: \.workSessionID).mapValues { witnesses in
            Dictionary(grouping: witnesses, by: isUpdated).values.compactMap { alike in
                alike.first { $0.changedDate == nil }
                    ?? alike.min { Self.isBefore($0.changedDate, $1.changedDate) }
            }
        }
    }

    /// Whether what a witness shows may be true of a marker, too: it was changed in the same visit, or later. An update says nothing of what
    /// was made before it and stayed as it was.
    func isDoubted(_ marker: Marker, by witness: Marker) -> Bool {
        let isOther = isUpdated(witness) && !isUpdated(marker)
        guard let seen = witness.changedDate, let changed = marker.changedDate,
            seen.hasZone == changed.hasZone
        else { return !isOther }
        return changed.date + (isOther ? 0 : Self.visit) >= seen.date
    }

    /// In seconds: what was changed within a day may have been changed by the same people in the same place.
    private static let visit: TimeInterval = 86_400

    /// Whether a job was made before the rescan began. Two rescans may be in one frame, so that alone shows nothing.
    func isOlder(_ created: String) -> Bool {
        // A date without a zone may be hours off.
        guard let first, first.hasZone, let made = WireDate(created), made.hasZone else { return false }
        return made.date + Self.clockSlack < first.date
    }

    /// Whether one date is before another; dates of which only one has a zone cannot be compared.
    private static func isBefore(_ a: WireDate?, _ b: WireDate?) -> Bool {
        guard let a, let b, a.hasZone == b.hasZone else { return false }
        return a < b
    }
}

extension ReferenceSet {
    fileprivate var createdDate: WireDate? { value["created_at"]?.string.flatMap { WireDate($0) } }
}

extension Marker {
    var createdDate: WireDate? { createdAt.flatMap { WireDate($0) } }
    fileprivate var updatedDate: WireDate? { updatedAt.flatMap { WireDate($0) } }
    fileprivate var changedDate: WireDate? { updatedDate ?? createdDate }

    /// Whether its dates say that it was updated after it was made; a server may take both dates from its clock, one after the other.
    fileprivate var isDatedLater: Bool {
        guard let created = createdDate, let updated = updatedDate, created.hasZone == updated.hasZone else {
            return false
        }
        return updated.date.timeIntervalSince(created.date) > RescanDates.creationSlack
    }
}
