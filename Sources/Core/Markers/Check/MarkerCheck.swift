internal import MarkerTables
public import QuadGeometry
internal import RigidCalibration
internal import StrictJSON

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

extension MarkerCheck {
    /// The findings of stored calibrated corners that do not follow from the raw ones, if the space's vector is known.
    ///
    /// Where all stored corners of a file are off in one way that is about the vector, that is one finding about the file.
    func calibrationFindings(_ file: MarkerFile) -> [MarkerFinding] {
        guard let calibration = scope.calibration ?? file.calibration else { return [] }
        var found: [(index: Int, issue: MarkerIssue)] = [], storedCount = 0
        for place in file.quads.indices {
            guard let (raw, stored) = file.calibrated(at: place) else { continue }
            storedCount += 1
            let comparison = CalibratedComparison(of: raw, stored: stored, by: calibration)
            guard let code = comparison.finding else { continue }
            let site = file.site(place)
            var issue = MarkerIssue(
                code, entry: site.index,
                pointer: site.pointer + "/\(MarkerField.calibratedData.name)"
                    + (comparison.corner.map { "/p\($0 + 1)" } ?? "/center"), line: site.line)
            (issue.value, issue.limit) = (comparison.distance, comparison.tolerance.metres)
            found.append((place, issue))
        }
        let codes = Set(found.map(\.issue.code))
        if found.count > 1, found.count == storedCount, codes.count == 1, codes.first != .staleCalibrated,
            let worst = found.max(by: { ($0.issue.value ?? 0) < ($1.issue.value ?? 0) })?.issue
        {
            var issue = MarkerIssue(worst.code, entry: -1, pointer: "", line: 1)
            (issue.value, issue.limit) = (worst.value, worst.limit)
            return [MarkerFinding(file.site, issue)]
        }
        return found.map { MarkerFinding(file.site($0.index), $0.issue) }
    }
}

extension MarkerFile {
    /// The calibration of the space that is beside the markers; `nil` if there is none, or if it cannot be read.
    fileprivate var calibration: SpaceCalibration? {
        guard let space = spaceBeside, space.kind == .object else { return nil }
        guard let vector = try? CalibrationVector(space["calibration_vector"]) else {
            let isWithout = space["calibration_vector"].map { $0.isNull || $0.elements.isEmpty } ?? false
            return isWithout ? SpaceCalibration() : nil
        }
        return SpaceCalibration(vector)
    }
}

extension MarkerCheck {
    /// The findings that the markers of a file show together, whether it is asked for or not.
    func batchIssues(_ batch: MarkerBatch) -> [BatchIssue] {
        check.batchIssues(among: batch.quads, frames: batch.neighborhoods)
    }

    /// The markers whose unit may have slipped, which nothing repairs.
    func slips(among issues: [BatchIssue]) -> SlippedMarkers {
        guard !scope.dismissesSlips else { return SlippedMarkers(all: false, places: []) }
        let slips = issues.filter { $0.issue.code == .unitSlip }
        return SlippedMarkers(
            all: slips.contains { $0.index == nil }, places: Set(slips.compactMap(\.index)))
    }

    /// The markers that repeat one of another session or file, by the place of their file.
    func copies(among batches: [MarkerBatch]) -> [Int: [MarkerFinding]] {
        guard scope.wantsCopies else { return [:] }
        var places: [(batch: Int, marker: Int)] = []
        var groups: [Int] = []
        for (place, batch) in batches.enumerated() {
            let first = (groups.max() ?? -1) + 1
            places += batch.quads.indices.map { (place, $0) }
            groups += batch.collections.map { first + $0 }
        }
        var found: [Int: [MarkerFinding]] = [:]
        func named(_ place: Int) -> MarkerSite { batches[places[place].batch].site(places[place].marker) }
        let copies = NeighborIssue.all(
            among: Array(places.indices), batches.flatMap(\.quads), named,
            { check.copyIssues(among: $1, groups: $0.map { groups[$0] }) })
        for copy in copies.sorted(by: { $0.index < $1.index }) {
            let (later, earlier) = (places[copy.index], places[copy.other])
            let (site, other) = (named(copy.index), named(copy.other))
            var issue = copy.issue
            // The same marker in two files is no second marker, and reference sets are made of markers.
            let isSame = site.id != nil && site.id == other.id
            if isSame || batches[later.batch].isOfSet(later.marker)
                || batches[earlier.batch].isOfSet(earlier.marker)
            {
                issue.severity = .info
            }
            guard let issue = scope.wanted(issue) else { continue }
            found[later.batch, default: []].append(MarkerFinding(site, issue, other: other))
        }
        return found
    }
}

struct SlippedMarkers {
    let all: Bool
    let places: Set<Int>

    func includes(_ place: Int) -> Bool { all || places.contains(place) }
}

/// The codes that a check of markers looks for, and how severe each finding is.
package struct CheckScope: Sendable {
    /// The direction that the right-hand normals should share.
    let facing: SIMD3<Double>?
    /// The relation of raw to calibrated corners; `nil` where it is not known.
    let calibration: SpaceCalibration?
    /// The only codes to report; `nil` for all.
    private let only: [CheckCode]?
    private let ignored: [CheckCode]
    /// Severities that replace those of the codes.
    private let severities: [CheckCode: Severity]

    package init(
        facing: SIMD3<Double>?, calibration: SpaceCalibration? = nil, only: [CheckCode]?,
        ignored: [CheckCode],
        severities: [CheckCode: Severity]
    ) {
        self.calibration = calibration
        (self.facing, self.only, self.ignored, self.severities) = (facing, only, ignored, severities)
    }

    func wants(_ code: CheckCode) -> Bool {
        !ignored.contains(code) && (only?.contains(code) ?? true)
    }

    /// Whether markers need be compared with each other at all.
    var wantsNeighbors: Bool {
        [.duplicateMarker, .overlappingMarker, .stackedMarker, .crowded].contains { wants(.quad($0)) }
    }

    /// Whether markers are compared with those of other sessions and files.
    var wantsCopies: Bool { wants(.quad(.duplicateMarker)) }

    /// Whether a unit that may have slipped is of no concern, so that markers are repaired anyway.
    var dismissesSlips: Bool { ignored.contains(.quad(.unitSlip)) }

    /// The issue with its severity here; `nil` where it is not asked for.
    func wanted(_ issue: QuadIssue) -> QuadIssue? {
        let code = CheckCode.quad(issue.code)
        guard wants(code) else { return nil }
        var issue = issue
        issue.severity = severities[code] ?? issue.severity
        return issue
    }

    /// The finding with its severity here; `nil` where it is not asked for.
    func wanted(_ finding: MarkerFinding) -> MarkerFinding? {
        guard wants(finding.code) else { return nil }
        var finding = finding
        finding.severity = severities[finding.code] ?? finding.severity
        return finding
    }
}

/// The markers of one file that hold a quad, before or after repairs.
package struct MarkerBatch {
    package let file: MarkerFile
    /// The place of each in the quads of the file, in order.
    private(set) var places: [Int]
    package private(set) var quads: [Quad]
    /// The places in the file of markers that were dropped.
    private(set) var dropped: Set<Int> = []
    private var made: [Int: Repair] = [:]
    /// The number of markers that were not looked at for repairs, since their unit may have slipped.
    package internal(set) var unrepaired = 0

    package init(_ file: MarkerFile) {
        self.file = file
        quads = file.quads
        places = Array(quads.indices)
    }

    func site(_ place: Int) -> MarkerSite { file.site(places[place]) }

    /// The session or set of each marker, as a number.
    var collections: [Int] { places.map(file.collection) }

    func isOfSet(_ place: Int) -> Bool { file.isOfSet(places[place]) }

    /// The markers that are compared with each other, those of one session or set, in order.
    var neighborhoods: [[Int]] {
        let collections = collections
        guard collections.contains(where: { $0 != collections[0] }) else { return [Array(places.indices)] }
        var members: [Int: [Int]] = [:]
        for (place, collection) in collections.enumerated() { members[collection, default: []].append(place) }
        return members.values.sorted { $0[0] < $1[0] }
    }

    /// The repairs made, in order of the places.
    package var repairs: [Repair] { made.sorted { $0.key < $1.key }.map(\.value) }

    /// Makes repairs, by the places of their markers; those without a quad are dropped, after which no more are made.
    mutating func make(_ repairs: [Int: Repair]) {
        made.merge(repairs) { $1 }
        for (place, repair) in repairs {
            if let quad = repair.quad { quads[place] = quad } else { dropped.insert(site(place).index) }
        }
        let kept = places.indices.filter { repairs[$0].map { $0.quad != nil } ?? true }
        (places, quads) = (kept.map { places[$0] }, kept.map { quads[$0] })
    }
}

extension MarkerBatch {
    /// The markers of a file with every suggested repair made, except where a unit may have slipped: limits in metres
    /// say nothing about those.
    package init(repairing file: MarkerFile, _ check: MarkerCheck) {
        self.init(file)
        let slips = check.slips(among: check.batchIssues(self))
        unrepaired = slips.all ? quads.count : slips.places.count
        guard !slips.all else { return }
        var reshaped: [Int: Repair] = [:]
        for place in quads.indices where !slips.includes(place) {
            let (quad, steps) = MarkerBatch.repaired(quads[place], check)
            guard !steps.isEmpty else { continue }
            reshaped[place] = Repair(site: site(place), place: place, steps: steps, quad: quad)
        }
        make(reshaped)
        var dropped: [Int: Repair] = [:]
        for neighbor in check.neighborIssues(self) {
            // The one that it repeats must itself stay.
            guard neighbor.issue.fix == .dropMarker, dropped[neighbor.other] == nil,
                !slips.includes(neighbor.index)
            else { continue }
            dropped[neighbor.index] = Repair(
                site: site(neighbor.index), place: neighbor.index, steps: [.dropMarker], quad: nil,
                original: site(neighbor.other))
        }
        make(dropped)
    }

    /// The most repairs of one quad, each of which may call for another: reorder, turn around, flatten.
    private static let mostSteps = 4

    /// Applies suggestions, checking again after each, until there is none.
    private static func repaired(_ quad: Quad, _ check: MarkerCheck) -> (quad: Quad, steps: [QuadFix]) {
        var (quad, steps): (Quad, [QuadFix]) = (quad, [])
        while steps.count < mostSteps, let fix = check.issues(quad).lazy.compactMap(\.fix).first {
            guard let next = quad.applying(fix), next.isFinite, next != quad else { break }
            quad = next
            steps.append(fix)
        }
        return (quad, steps)
    }
}
