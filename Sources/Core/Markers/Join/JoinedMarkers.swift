public import QuadGeometry
public import RigidCalibration

/// The markers of a join as pairs for a fit: four corners each, in the order that matches the other scan.
///
/// ```swift
/// let joined = try JoinedMarkers(MarkerJoin(old, new, by: .label))
/// for one in joined.leftOut { print("not paired:", one.side, one.place, one.reason) }
/// ```
public struct JoinedMarkers: Sendable {
    /// A marker that is a group of four pairs.
    public struct Match: Sendable {
        /// The indices in the two sides of the join.
        public let old, new: Int
        /// The name of its pairs, as `NAME.p1`; no two are alike.
        public let name: String
        /// The order of the new corners that matches the old ones.
        public let order: CornerOrder
        /// The amount in metres by which the next order is worse; near zero the order is arbitrary.
        public let margin: Double
        /// True if it was chosen among several with the same key.
        public let wasChosen: Bool
        /// Of a join by geometry, how far its corners are from the new ones, root mean square in metres, and how far those of the next
        /// nearest one are.
        public let distance, nextDistance: Double?
    }

    public let join: MarkerJoin
    public let matches: [Match]
    /// Every marker that has no pair, the old ones first.
    public let leftOut: [UnjoinedMarker]
    /// Group by group, corner by corner.
    public let correspondences: Correspondences

    /// Pairs the markers whose keys are unique; the others are unmatched, since nothing tells them apart.
    ///
    /// Indices of pairs in an error count the corners of the join's matches.
    public init(_ join: MarkerJoin) throws(RigidFitError) { try self.init(join, isRobust: false) }

    /// Pairs also the markers of repeated keys: all candidates are compared with the motion that most corners
    /// follow, to within a bound in metres or an estimated one.
    ///
    /// Indices of pairs in an error count the corners of the join's matches.
    public init(robust join: MarkerJoin, bound: Double? = nil) throws(RigidFitError) {
        try self.init(join, isRobust: true, bound: bound)
    }

    /// The pairs of a fit as tool and library make them: where no bound is given, the noise of the options states one.
    ///
    /// - Parameters:
    ///   - choice: Of a join by geometry, the motion to take where several explain nearly as much.
    ///   - others: Markers of the same two scans, whose motion helps to decide on the orders of corners.
    package init(
        _ join: MarkerJoin, isRobust: Bool, bound: Double? = nil,
        options: CalibrationOptions = CalibrationOptions(), choice: MotionChoice? = nil,
        beside others: JoinedMarkers? = nil
    ) throws(RigidFitError) {
        try JoinedMarkers.requireUsable(join)
        let bound = bound ?? options.statedBound(ofMarkers: true)
        if join.key == .geometry {
            let chosen = try join.candidates.placed(bound, claims: join.claims, choice: choice)
            try self.init(join, chosen: chosen, or: .noneInPlace, beside: others)
            // Copies are of markers that were not scanned again.
            if choice == nil, chosen.contains(where: \.isCopied), let refusal = leftoverRefusal {
                throw refusal
            }
            return
        }
        try self.init(
            join,
            chosen: isRobust && !join.repeated.isEmpty
                ? JoinedMarkers.choice(join, bound).map { ChosenMarkers(old: $0.old, new: $0.new) } : [],
            or: isRobust ? .noneInPlace : .repeatedKey, beside: others)
        if let refusal = leftoverRefusal { throw refusal }
    }

    private var leftoverRefusal: RigidFitError? {
        LeftoverRival.refusal(
            of: join.old.map(\.quad), join.new.map(\.quad), repeated: join.repeated.map { ($0.old, $0.new) },
            matches.map { (old: $0.old, new: $0.new) }, correspondences)
    }

    private init(
        _ join: MarkerJoin, chosen: [ChosenMarkers], or reason: UnjoinedMarker.Reason,
        beside others: JoinedMarkers?
    ) throws(RigidFitError) {
        self.join = join
        let pairs =
            (join.matches.map { (ChosenMarkers(old: $0.old, new: $0.new), false) } + chosen.map { ($0, true) })
            .sorted { $0.0.old < $1.0.old }
        let sources = pairs.map { join.old[$0.0.old].quad }
        var targets = pairs.map { join.new[$0.0.new].quad }
        let names = JoinedMarkers.names(pairs.map { join.old[$0.0.old] }, join.key)
        // Pairs that a motion was found for have the orders that lie best under it.
        var orders = pairs.compactMap { pair in pair.0.corners.map { (order: $0.order, margin: $0.margin) } }
        if orders.count < pairs.count {
            let known = others.map { ($0.quads(\.sources), $0.quads(\.targets)) } ?? ([], [])
            orders = Array(
                try CornerOrders.ofJoined(known.0 + sources, known.1 + targets).dropFirst(known.0.count))
        }
        targets = zip(targets, orders).map { $0.reordered($1.order) }
        matches = pairs.indices.map { place in
            let (pair, wasChosen) = pairs[place]
            return Match(
                old: pair.old, new: pair.new, name: names[place],
                order: orders[place].order, margin: orders[place].margin,
                wasChosen: wasChosen, distance: pair.corners?.distance, nextDistance: pair.next)
        }
        correspondences = try Correspondences(quads: sources, targets: targets, names: names)
        let olds = Set(chosen.map(\.old)), news = Set(chosen.map(\.new))
        let others = join.repeated.flatMap { key in
            key.old.filter { !olds.contains($0) }.map {
                UnjoinedMarker(side: .old, place: $0, reason: reason)
            }
                + key.new.filter { !news.contains($0) }.map {
                    UnjoinedMarker(side: .new, place: $0, reason: reason)
                }
        }
        leftOut = (join.leftOut + others).sorted {
            ($0.side == .old ? 0 : 1, $0.place) < ($1.side == .old ? 0 : 1, $1.place)
        }
    }

    /// Refuses matches whose corners no fit can use, while an index in the error still says which.
    private static func requireUsable(_ join: MarkerJoin) throws(RigidFitError) {
        _ = try Correspondences(
            quads: join.matches.map { join.old[$0.old].quad },
            targets: join.matches.map { join.new[$0.new].quad })
    }

    private func quads(_ side: (Correspondences) -> [SIMD3<Double>]) -> [Quad] {
        let corners = side(correspondences)
        return matches.indices.map {
            Quad(corners[4 * $0], corners[4 * $0 + 1], corners[4 * $0 + 2], corners[4 * $0 + 3])
        }
    }

    /// The labels, or ids where there are none, with the id appended to labels that come twice.
    private static func names(_ markers: [MarkerObservation], _ key: JoinKey) -> [String] {
        let names = markers.map { marker in
            let text = key == .anchor ? marker.anchor : marker.label
            return text.map(JoinKey.trimmed).flatMap { $0.isEmpty ? nil : $0 } ?? marker.id.wireText
        }
        let counts = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        return zip(names, markers).map { name, marker in
            counts[name] == 1 ? name : "\(name) \(marker.id.wireText)"
        }
    }

    private static func choice(
        _ join: MarkerJoin, _ bound: Double?
    ) throws(RigidFitError) -> [(old: Int, new: Int)] {
        do throws(RigidFitError) { return try join.candidates.chosen(bound) } catch {
            throw slip(join, bound) ?? error
        }
    }

    /// A wrong unit or a mirror, if the markers with unique keys show one.
    private static func slip(_ join: MarkerJoin, _ bound: Double?) -> RigidFitError? {
        guard let unique = try? JoinedMarkers(join) else { return nil }
        do throws(RigidFitError) { _ = try Calibration(robust: unique.correspondences, bound: bound) } catch {
            switch error {
            case .scaleSlip, .mirrored: return error
            default: return nil
            }
        }
        return nil
    }
}
