public import QuadGeometry

extension MarkerMetrics {
    /// A formula of the four signed numbers of stored details.
    public enum DetailsRule: String, Hashable, Sendable, CaseIterable {
        /// The least and the greatest x and z.
        case extremes
        /// The portal's x and z distance as the nearer ones.
        case distances
    }

    /// The rule that details stored with these corners follow, in single precision; `nil` if none fits, or if these corners
    /// cannot tell them apart, which takes several: see ``DetailsEvidence``.
    public func rule(of details: MarkerDetails) -> DetailsRule? {
        var evidence = DetailsEvidence()
        evidence.note(details, self)
        return evidence.rule
    }
}

/// The evidence of stored details on the formula that the server computes them by.
///
/// The nearest x of a marker is its least or its greatest on either side of the origin, so most markers fit several formulas.
public struct DetailsEvidence: Hashable, Sendable {
    private enum Formula: CaseIterable {
        case extremes
        /// The nearest x on the left, or on the right.
        case nearestLeft, nearestRight

        var rule: MarkerMetrics.DetailsRule { self == .extremes ? .extremes : .distances }
    }

    /// The formulas that all markers so far allow.
    private var allowed = Set(Formula.allCases)
    /// The number of markers that fit any formula; others have details of somewhere else, or by a formula not known here.
    public private(set) var count = 0

    public init() {}

    /// Takes a marker's stored details with its corners.
    public mutating func note(_ details: MarkerDetails, of quad: Quad) { note(details, MarkerMetrics(quad)) }

    fileprivate mutating func note(_ details: MarkerDetails, _ metrics: MarkerMetrics) {
        let fitting = DetailsEvidence.formulas(of: details, metrics)
        guard !fitting.isEmpty else { return }
        allowed.formIntersection(fitting)
        count += 1
    }

    /// The rule that all of them follow; `nil` if there are none, if they allow both, or if they contradict each other.
    public var rule: MarkerMetrics.DetailsRule? {
        let rules = Set(allowed.map(\.rule))
        return count > 0 && rules.count == 1 ? rules.first : nil
    }

    private static func formulas(of details: MarkerDetails, _ metrics: MarkerMetrics) -> Set<Formula> {
        guard let left = details.xNegative, let right = details.xPositive, let near = details.zNegative,
            let far = details.zPositive
        else { return [] }
        let (least, greatest) = (metrics.least, metrics.greatest)
        let largest = Double.maximum(least.largestMagnitude, greatest.largestMagnitude)
        let tolerance = StoredTolerance(magnitude: largest).metres
        func agree(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude <= tolerance }
        guard agree(near, metrics.zDistance) else { return [] }
        var formulas: Set<Formula> = []
        if agree(left, least.x), agree(right, greatest.x), agree(far, greatest.z) {
            formulas.insert(.extremes)
        }
        if agree(left, metrics.xDistance) { formulas.insert(.nearestLeft) }
        if agree(right, metrics.xDistance) { formulas.insert(.nearestRight) }
        return formulas
    }
}
