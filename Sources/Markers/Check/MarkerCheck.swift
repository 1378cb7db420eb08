import QuadGeometry

/// The check of markers under the options: only what was asked for, as severe as was asked for.
struct MarkerCheck {
    private let check: QuadCheck
    private let options: CheckOptions

    init(_ options: CheckOptions) throws(Failure) {
        self.options = options
        do throws(QuadLimitsError) {
            check = try QuadCheck(options.limits)
        } catch {
            throw .limits(error)
        }
    }

    /// What is wrong with one quad, lowest layer first.
    func issues(_ quad: Quad) -> [QuadIssue] {
        let issues = check.issues(quad, facing: options.facing)
        return issues.isEmpty ? issues : issues.compactMap(options.wanted)
    }

    /// The markers that repeat, overlap or stack on another, in order of the later one.
    func neighborIssues(_ batch: MarkerBatch) -> [NeighborIssue] {
        guard options.wantsNeighbors else { return [] }
        let neighborhoods = batch.neighborhoods
        var found: [NeighborIssue] = []
        for places in neighborhoods {
            let quads = neighborhoods.count == 1 ? batch.quads : places.map { batch.quads[$0] }
            for var neighbor in check.neighborIssues(among: quads) {
                guard let issue = options.wanted(neighbor.issue) else { continue }
                neighbor.issue = issue
                (neighbor.index, neighbor.other) = (places[neighbor.index], places[neighbor.other])
                found.append(neighbor)
            }
        }
        return neighborhoods.count == 1
            ? found : found.sorted { ($0.index, $0.other) < ($1.index, $1.other) }
    }

    /// Everything wrong with the markers and with what holds no quad, in order of the file.
    func findings(_ batch: MarkerBatch) -> [Finding] {
        var found = batch.contents.faults.filter { !batch.dropped.contains($0.site.index) }.compactMap(
            options.wanted)
        for item in check.issues(in: QuadColumns(batch.quads), facing: options.facing) {
            let issues = item.issues.compactMap(options.wanted)
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
