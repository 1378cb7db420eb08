public import Foundation
public import QuadGeometry

/// The numbers that the portal shows for a marker, from its raw or its calibrated corners, in metres.
///
/// Width and length are along the axes, so they change when a marker is turned about the vertical; to see
/// whether its shape changed, compare edges, diagonals and area.
public struct MarkerMetrics: Hashable, Sendable {
    /// The numbers by which the portal tells calibrated corners from raw ones.
    public enum Metric: String, Hashable, Sendable, CaseIterable {
        case centerX, centerY, centerZ, width, length, zDistance, xDistance
    }

    /// The mean of the corners.
    public let center: SIMD3<Double>
    /// The least z of a corner.
    public let zDistance: Double
    /// The x nearest to zero, with its sign; of two, the earlier corner's.
    public let xDistance: Double
    /// The extent along x, and along z.
    public let width, length: Double
    /// The distance from the center to the farthest corner.
    public let size: Double
    /// The least and the greatest coordinate on each axis.
    public let least, greatest: SIMD3<Double>

    public init(_ quad: Quad) {
        let corners = quad.corners
        let center = quad.center
        let least = corners.reduce(quad.p1) { pointwiseMin($0, $1) }
        let greatest = corners.reduce(quad.p1) { pointwiseMax($0, $1) }
        (self.center, self.least, self.greatest) = (center, least, greatest)
        zDistance = least.z
        xDistance = corners.reduce(quad.p1.x) { $1.x.magnitude < $0.magnitude ? $1.x : $0 }
        width = greatest.x - least.x
        length = greatest.z - least.z
        size = corners.reduce(0) { Double.maximum($0, ($1 - center).length) }
    }

    /// One of the numbers by which the portal compares.
    public subscript(metric: Metric) -> Double {
        switch metric {
        case .centerX: center.x
        case .centerY: center.y
        case .centerZ: center.z
        case .width: width
        case .length: length
        case .zDistance: zDistance
        case .xDistance: xDistance
        }
    }

    /// The metrics that differ from those of other corners, such as the calibrated ones, by the portal's
    /// rule: by more than a micrometre.
    public func differences(from other: MarkerMetrics) -> [Metric] {
        Metric.allCases.filter { (self[$0] - other[$0]).magnitude > StoredTolerance.least }
    }

    /// The details as this package computes them: the server's own formulas for the four signed numbers are
    /// not known, and these are the extremes.
    public func details(of marker: UUID) -> MarkerDetails {
        var details = MarkerDetails()
        details.markerID = marker
        (details.centerLong, details.centerCross) = (center.z, center.x)
        (details.xNegative, details.xPositive) = (least.x, greatest.x)
        (details.zNegative, details.zPositive) = (least.z, greatest.z)
        (details.longSize, details.crossSize) = (length, width)
        return details
    }
}

extension MarkerDetails {
    /// The names that details have on the wire.
    public enum Names: Hashable, Sendable {
        case current
        /// Those of 29 October to 3 November 2025.
        case former
    }

    /// The eight numbers under one set of names, in wire order.
    public func numbers(_ names: Names = .current) -> [(name: String, value: Double?)] {
        let sides: [String] =
            switch names {
            case .current: ["x_negative", "x_positive", "z_negative", "z_positive"]
            case .former: ["left_distance", "right_distance", "near_distance", "far_distance"]
            }
        let values = [xNegative, xPositive, zNegative, zPositive]
        return [("center_location_long", centerLong), ("center_location_cross", centerCross)]
            + zip(sides, values).map { ($0, $1) } + [("long_size", longSize), ("cross_size", crossSize)]
    }
}

extension MarkerMetrics {
    /// A formula of the four signed numbers of stored details.
    public enum DetailsRule: String, Hashable, Sendable, CaseIterable {
        /// The least and the greatest x and z.
        case extremes
        /// The portal's x and z distance as the nearer ones.
        case distances
    }

    /// The rule that details stored with these corners follow, in single precision; `nil` if none fits, or if these corners
    /// cannot tell them apart, which takes several: see `DetailsEvidence`.
    public func rule(of details: MarkerDetails) -> DetailsRule? {
        var evidence = DetailsEvidence()
        evidence.note(details, self)
        return evidence.rule
    }
}

/// The evidence of stored details on the formula that the server computes them by.
///
/// The nearest x of a marker is its least or its greatest on either side of the origin, so most markers fit several formulas.
package struct DetailsEvidence: Hashable, Sendable {
    private enum Formula: CaseIterable {
        case extremes
        /// The nearest x on the left, or on the right.
        case nearestLeft, nearestRight

        var rule: MarkerMetrics.DetailsRule { self == .extremes ? .extremes : .distances }
    }

    /// The formulas that all markers so far allow.
    private var allowed = Set(Formula.allCases)
    /// The number of markers that fit any formula; others have details of somewhere else, or by a formula not known here.
    package private(set) var count = 0

    package init() {}

    /// Takes a marker's stored details with its corners.
    package mutating func note(_ details: MarkerDetails, of quad: Quad) { note(details, MarkerMetrics(quad)) }

    fileprivate mutating func note(_ details: MarkerDetails, _ metrics: MarkerMetrics) {
        let fitting = DetailsEvidence.formulas(of: details, metrics)
        guard !fitting.isEmpty else { return }
        allowed.formIntersection(fitting)
        count += 1
    }

    /// The rule that all of them follow; `nil` if there are none, if they allow both, or if they contradict each other.
    package var rule: MarkerMetrics.DetailsRule? {
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
