internal import QuadGeometry

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

/// The markers of a batch whose unit may have slipped.
struct SlippedMarkers {
    let all: Bool
    let places: Set<Int>

    func includes(_ place: Int) -> Bool { all || places.contains(place) }
}
