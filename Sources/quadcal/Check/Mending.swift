import QuadGeometry

/// The markers of a file after every suggested repair.
struct Mending {
    private(set) var batch: MarkerBatch
    /// What was done, in order of the rows.
    private(set) var repairs: [Repair] = []

    /// The most repairs of one quad, each of which may call for another: reorder, turn around, flatten.
    private static let mostSteps = 4

    init(_ unmended: MarkerBatch, _ check: MarkerCheck) {
        batch = unmended
        var mended: [Int: Repair] = [:]
        for place in unmended.quads.indices {
            let (quad, steps) = Mending.mend(unmended.quads[place], check)
            guard !steps.isEmpty else { continue }
            batch.replace(place, with: quad)
            mended[place] = Repair(site: unmended.site(place), place: place, steps: steps, quad: quad)
        }
        var dropped: Set<Int> = []
        for neighbor in check.neighborIssues(batch) {
            // The one in whose place it stands must itself stay.
            guard neighbor.issue.fix == .dropMarker, !dropped.contains(neighbor.other) else { continue }
            dropped.insert(neighbor.index)
            mended[neighbor.index] = Repair(
                site: unmended.site(neighbor.index), place: neighbor.index, steps: [.dropMarker], quad: nil,
                original: unmended.site(neighbor.other))
        }
        batch.drop(dropped)
        repairs = mended.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Applies suggestions, checking again after each, until there is none.
    private static func mend(_ quad: Quad, _ check: MarkerCheck) -> (quad: Quad, steps: [QuadFix]) {
        var (quad, steps): (Quad, [QuadFix]) = (quad, [])
        while steps.count < mostSteps, let fix = check.issues(quad).lazy.compactMap(\.fix).first {
            guard let next = quad.applying(fix), next.isFinite, next != quad else { break }
            quad = next
            steps.append(fix)
        }
        return (quad, steps)
    }
}
