public import QuadGeometry
internal import RigidCalibration

/// The check of a list of markers: of each alone, and of all together, for copies and slipped units.
///
/// `quadcal check` is this check of files.
///
/// ```swift
/// for finding in MarkerCheck(.app).findings(in: list.markers) {
///     print(finding.site.index, finding.code.rawValue, finding.message, finding.remedy ?? "")
/// }
/// ```
public struct MarkerCheck: Sendable {
    let check: QuadCheck
    let scope: CheckScope

    /// A check by the limits of a profile.
    ///
    /// - Parameters:
    ///   - profile: the limits.
    ///   - facing: the direction that the right-hand normals should share; nil where they need not.
    ///   - calibration: the calibration of the space, from which calibrated corners should follow; nil where it is not
    ///     known.
    public init(
        _ profile: QuadProfile = .app, facing: SIMD3<Double>? = nil, calibration: SpaceCalibration? = nil
    ) {
        self.init(QuadCheck(profile), facing: facing, calibration: calibration)
    }

    /// A check by limits of one's own.
    public init(
        _ check: QuadCheck, facing: SIMD3<Double>? = nil, calibration: SpaceCalibration? = nil
    ) {
        self.check = check
        scope = CheckScope(
            facing: facing, calibration: calibration, only: nil, ignored: [], severities: [:])
    }

    /// The findings of markers in memory, in their order: all that `quadcal check` finds in a file of them.
    ///
    /// A list without findings is ready to be sent. An empty list has one, `NO_MARKERS`.
    public func findings(in markers: [Marker]) -> [MarkerFinding] { findings(in: MarkerFile(markers)) }

    /// The findings of quads that become the markers of one session, in their order.
    public func findings(in quads: [Quad]) -> [MarkerFinding] { findings(in: MarkerFile(quads)) }

    /// The findings of a document of markers or reference sets; values that are none are findings, too.
    ///
    /// Throws where the document is not JSON, or not to its end.
    public func findings(in json: [UInt8]) throws(JSONError) -> [MarkerFinding] {
        let document = MarkerDocument(json)
        if let error = document.error { throw error }
        return findings(in: MarkerFile(document))
    }

    private func findings(in file: MarkerFile) -> [MarkerFinding] { findings([MarkerBatch(file)])[0] }

    package init(_ limits: QuadLimits, _ scope: CheckScope) throws(QuadLimitsError) {
        self.scope = scope
        check = try QuadCheck(limits)
    }

    /// The issues of one quad, lowest layer first.
    func issues(_ quad: Quad) -> [QuadIssue] {
        let issues = check.issues(quad, facing: scope.facing)
        return issues.isEmpty ? issues : issues.compactMap(scope.wanted)
    }

    /// The markers that repeat, overlap or stack on another whose name comes first, in order of their places.
    func neighborIssues(_ batch: MarkerBatch) -> [NeighborIssue] {
        guard scope.wantsNeighbors else { return [] }
        let found = batch.neighborhoods.flatMap { places in
            NeighborIssue.all(among: places, batch.quads, batch.site) { check.neighborIssues(among: $1) }
        }
        return found.sorted { ($0.index, $0.other) < ($1.index, $1.other) }.compactMap { neighbor in
            var neighbor = neighbor
            guard let issue = scope.wanted(neighbor.issue) else { return nil }
            neighbor.issue = issue
            return neighbor
        }
    }

    /// The findings of each file: those about the file, then those of its markers and of what holds no quad, in order.
    ///
    /// Files are compared only for copies of markers and for equal ids.
    package func findings(_ batches: [MarkerBatch]) -> [[MarkerFinding]] {
        var copies = self.copies(among: batches), shared = sharedIDs(among: batches)
        return batches.enumerated().map { place, batch in
            let found =
                findings(alone: batch) + (shared.removeValue(forKey: place) ?? [])
                + (copies.removeValue(forKey: place) ?? [])
            // Stable: the findings of one marker stay in the order of their layers.
            return found.enumerated().sorted {
                ($0.element.site.index, $0.offset) < ($1.element.site.index, $1.offset)
            }
            .map(\.element)
        }
    }

    private func findings(alone batch: MarkerBatch) -> [MarkerFinding] {
        let together = batchIssues(batch), slips = self.slips(among: together)
        var found = batch.file.emptiness.flatMap(scope.wanted).map { [$0] } ?? []
        for item in together {
            guard let issue = scope.wanted(item.issue) else { continue }
            let site = item.index.map(batch.site) ?? batch.file.site
            found.append(MarkerFinding(site, issue.withoutFix(item.index.map(slips.includes) ?? true)))
        }
        let calibration = calibrationFindings(batch.file)
        let isStale = Set(calibration.map(\.site.index))
        // What a finding with the vector says better is not said twice.
        let faults = batch.file.faults.filter { !(isStale.contains($0.site.index) && $0.isOfCalibratedData) }
        found += (faults + calibration).filter { !batch.dropped.contains($0.site.index) }
            .compactMap(scope.wanted)
        for item in check.issues(in: QuadColumns(batch.quads), facing: scope.facing) {
            let issues = item.issues.compactMap(scope.wanted)
            guard !issues.isEmpty else { continue }
            let (site, isSlipped) = (batch.site(item.index), slips.includes(item.index))
            for issue in issues { found.append(MarkerFinding(site, issue.withoutFix(isSlipped))) }
        }
        for neighbor in neighborIssues(batch) {
            let isSlipped = slips.includes(neighbor.index) || slips.includes(neighbor.other)
            found.append(
                MarkerFinding(
                    batch.site(neighbor.index), neighbor.issue.withoutFix(isSlipped),
                    other: batch.site(neighbor.other)))
        }
        return found
    }
}

extension MarkerFinding {
    /// Whether it is about calibrated corners that can be read.
    fileprivate var isOfCalibratedData: Bool {
        guard case .record(let issue) = cause else { return false }
        return issue.code == .calibratedCenter || issue.code == .calibratedShape
    }
}

extension NeighborIssue {
    /// The collisions of some quads, searched for in the order of their names unless that of the list shows, as usual, that
    /// there are none.
    static func all(
        among places: [Int], _ quads: [Quad], _ site: (Int) -> MarkerSite,
        _ search: (_ places: [Int], [Quad]) -> [NeighborIssue]
    ) -> [NeighborIssue] {
        guard !search(places, places.map { quads[$0] }).isEmpty else { return [] }
        let names = places.map { site($0).sortedName }
        let sorted = places.indices.sorted {
            names[$0] == names[$1] ? quads[places[$0]].precedes(quads[places[$1]]) : names[$0] < names[$1]
        }.map { places[$0] }
        return search(sorted, sorted.map { quads[$0] }).map { found in
            var found = found
            (found.index, found.other) = (sorted[found.index], sorted[found.other])
            return found
        }
    }
}

extension QuadIssue {
    fileprivate func withoutFix(_ isUnfixable: Bool) -> QuadIssue {
        var issue = self
        if isUnfixable { issue.fix = nil }
        return issue
    }
}
