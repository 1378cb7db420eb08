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

    /// Where markers stand in each other's place, in order of the later one.
    func neighborIssues(_ batch: MarkerBatch) -> [NeighborIssue] {
        guard options.wantsNeighbors else { return [] }
        return check.neighborIssues(among: batch.quads).compactMap { neighbor in
            options.wanted(neighbor.issue).map { issue in
                var neighbor = neighbor
                neighbor.issue = issue
                return neighbor
            }
        }
    }

    /// Everything wrong with the markers and with the rows that are none, in order of the rows.
    func findings(_ batch: MarkerBatch, _ faults: [(row: MarkerRow, fault: RowFault)]) -> [Finding] {
        var found: [Finding] = []
        for item in check.issues(in: QuadColumns(batch.quads), facing: options.facing) {
            for issue in item.issues.compactMap(options.wanted) {
                found.append(Finding(batch.rows[item.index], issue))
            }
        }
        for neighbor in neighborIssues(batch) {
            found.append(
                Finding(batch.rows[neighbor.index], neighbor.issue, other: batch.rows[neighbor.other]))
        }
        for (row, fault) in faults {
            var finding = Finding(row, fault)
            guard let issue = options.wanted(finding.issue) else { continue }
            finding.issue = issue
            found.append(finding)
        }
        // Stable: the findings of one row stay in the order of their layers.
        return found.enumerated().sorted {
            ($0.element.row.index, $0.offset) < ($1.element.row.index, $1.offset)
        }
        .map(\.element)
    }
}
