internal import QuadGeometry

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
