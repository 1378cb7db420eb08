package import QuadGeometry

/// The check of markers: only for what is asked for, as severe as is asked for.
package struct MarkerCheck {
    private let check: QuadCheck
    private let scope: CheckScope

    package init(_ limits: QuadLimits, _ scope: CheckScope) throws(QuadLimitsError) {
        self.scope = scope
        check = try QuadCheck(limits)
    }

    /// The issues of one quad, lowest layer first.
    func issues(_ quad: Quad) -> [QuadIssue] {
        let issues = check.issues(quad, facing: scope.facing)
        return issues.isEmpty ? issues : issues.compactMap(scope.wanted)
    }

    /// The markers that repeat, overlap or stack on another, in order of the later one.
    func neighborIssues(_ batch: MarkerBatch) -> [NeighborIssue] {
        guard scope.wantsNeighbors else { return [] }
        let neighborhoods = batch.neighborhoods
        var found: [NeighborIssue] = []
        for places in neighborhoods {
            let quads = neighborhoods.count == 1 ? batch.quads : places.map { batch.quads[$0] }
            for var neighbor in check.neighborIssues(among: quads) {
                guard let issue = scope.wanted(neighbor.issue) else { continue }
                neighbor.issue = issue
                (neighbor.index, neighbor.other) = (places[neighbor.index], places[neighbor.other])
                found.append(neighbor)
            }
        }
        return neighborhoods.count == 1
            ? found : found.sorted { ($0.index, $0.other) < ($1.index, $1.other) }
    }

    /// The findings of the markers and of what holds no quad, in order of the file.
    package func findings(_ batch: MarkerBatch) -> [Finding] {
        var found = batch.file.faults.filter { !batch.dropped.contains($0.site.index) }.compactMap(
            scope.wanted)
        for item in check.issues(in: QuadColumns(batch.quads), facing: scope.facing) {
            let issues = item.issues.compactMap(scope.wanted)
            guard !issues.isEmpty else { continue }
            let site = batch.site(item.index)
            for issue in issues { found.append(Finding(site, issue)) }
        }
        for neighbor in neighborIssues(batch) {
            found.append(
                Finding(batch.site(neighbor.index), neighbor.issue, other: batch.site(neighbor.other)))
        }
        // Stable: the findings of one marker stay in the order of their layers.
        return found.enumerated().sorted {
            ($0.element.site.index, $0.offset) < ($1.element.site.index, $1.offset)
        }
        .map(\.element)
    }
}
