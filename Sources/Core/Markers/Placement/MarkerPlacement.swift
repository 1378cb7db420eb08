public import Foundation
public import QuadGeometry

/// The placing of a marker, tap by tap: which corner comes next, what is wrong so far, and the creation once it is sound.
///
///     var placement = MarkerPlacement()
///     try placement.tap(hit)              // p1 to p4, once around the outline
///     show(placement.prompt, placement.issues)
///     if placement.isDone { try await api.createMarker(placement.creation(in: session, label: "Crack 7")) }
public struct MarkerPlacement: Hashable, Sendable {
    /// The limits that the marker is held against.
    public let profile: QuadProfile
    /// The direction into the surface, as the camera looks; `nil` if the direction of the outline does not matter.
    public let facing: SIMD3<Double>?
    /// The corners so far, in metres.
    public private(set) var corners: [SIMD3<Double>] = []

    /// A marker of which nothing is placed yet.
    ///
    /// - Parameters:
    ///   - profile: the limits that it is held against.
    ///   - facing: the direction into the surface; with it, corners that run counterclockwise for the viewer are a warning.
    public init(_ profile: QuadProfile = .app, facing: SIMD3<Double>? = nil) {
        (self.profile, self.facing) = (profile, facing)
    }

    /// The number of the corner to be tapped next, 1 to 4; `nil` when all are placed.
    public var nextCorner: Int? { corners.count < 4 ? corners.count + 1 : nil }

    /// The words for the person who taps.
    public var prompt: String {
        if let nextCorner { return "Tap corner \(nextCorner) of 4" }
        return isDone ? "The marker is complete" : "The marker cannot be used: undo the last corner"
    }

    /// The corners in order; `nil` until all four are placed.
    public var quad: Quad? { try? Quad(corners) }

    /// The corners with those that are missing where a parallelogram, or at first a square, would have them; `nil` before
    /// the second tap.
    public var preview: Quad? {
        switch corners.count {
        case 2:
            let edge = corners[1] - corners[0]
            guard let side = MarkerPlacement.across(edge, facing) else { return nil }
            return Quad(corners[0], corners[1], corners[1] + side, corners[0] + side)
        case 3: return Quad(corners[0], corners[1], corners[2], corners[0] + (corners[2] - corners[1]))
        default: return quad
        }
    }

    /// A vector across an edge and as long: to the right of it for a viewer who looks along `facing`.
    private static func across(_ edge: SIMD3<Double>, _ facing: SIMD3<Double>?) -> SIMD3<Double>? {
        let axes: [SIMD3<Double>] = [facing ?? .zero, [0, 0, -1], [0, -1, 0]]
        // One of the two axes is never along the edge.
        let sides = axes.map { $0.cross(edge) }
        let best = sides.first { $0.length > 0.1 * edge.length } ?? .zero
        return best.unit.map { $0 * edge.length }
    }

    /// Everything that is wrong so far; of a marker that is not complete only what the missing corners cannot change.
    public var issues: [QuadIssue] {
        let check = QuadCheck(profile)
        switch corners.count {
        case 0: return []
        case 1:
            let point = Quad(corners[0], corners[0], corners[0], corners[0])
            return check.issues(point).filter { $0.code == .outOfRange }
        case 2, 3:
            let expected = preview ?? Quad(corners[0], corners[1], corners[0], corners[1])
            return check.issues(expected, facing: corners.count == 3 ? facing : nil).compactMap(settled)
        default: return quad.map { check.issues($0, facing: facing) } ?? []
        }
    }

    /// A finding about an expected quad, if it is about corners that are placed.
    private func settled(_ issue: QuadIssue) -> QuadIssue? {
        var issue = issue
        switch issue.code {
        case .tooSmall, .tooLarge:
            // Opposite edges of a parallelogram are equal: it is about the one that is placed.
            issue.corner = (issue.corner ?? 0) % 2
            return issue.corner.map { $0 + 1 < corners.count } == true || corners.count == 2 ? issue : nil
        case .outOfRange, .duplicateCorners: return (issue.corner ?? 0) < corners.count ? issue : nil
        case .zeroArea, .winding: return corners.count == 3 ? issue : nil
        case .straightCorner: return corners.count == 3 ? issue : nil
        default: return nil
        }
    }

    /// Whether all four corners are placed and nothing is an error.
    public var isDone: Bool { corners.count == 4 && !issues.contains { $0.severity == .error } }

    /// Places the next corner.
    ///
    /// - Parameter point: the point that was hit, in metres; refused if it is not finite, as raycasts may return.
    /// - Returns: everything that is wrong so far.
    @discardableResult
    public mutating func tap(_ point: SIMD3<Double>) throws(PlacementError) -> [QuadIssue] {
        guard corners.count < 4 else { throw .complete }
        guard point.isFinite else { throw .notFinite(corner: corners.count) }
        corners.append(point)
        return issues
    }

    /// Places the next corner, in single precision as ARKit has it.
    ///
    /// - Parameter point: the point that was hit, in metres; refused if it is not finite, as raycasts may return.
    /// - Returns: everything that is wrong so far.
    // Otherwise a literal of whole numbers would be ambiguous.
    @_disfavoredOverload
    @discardableResult
    public mutating func tap(_ point: SIMD3<Float>) throws(PlacementError) -> [QuadIssue] {
        try tap(SIMD3<Double>(point))
    }

    /// Takes the last corner back, and returns it; `nil` if there is none.
    @discardableResult
    public mutating func undo() -> SIMD3<Double>? { corners.popLast() }

    /// Takes the corners in the order that the findings suggest, where they cross or run the wrong way; `false` if there is
    /// none.
    @discardableResult
    public mutating func reorder() -> Bool {
        for issue in issues where corners.count == 4 {
            guard let fix = issue.fix, case .reorder = fix, let fixed = quad?.applying(fix) else { continue }
            corners = fixed.corners
            return true
        }
        return false
    }

    /// The marker to be created, once it is sound.
    ///
    /// - Parameters:
    ///   - session: the session that it will be in.
    ///   - label: the label that people see.
    ///   - color: its color as `#RRGGBB`.
    public func creation(
        in session: UUID, label: String? = nil, color: String? = nil
    ) throws(PlacementError) -> RequestBody.MarkerCreation {
        guard let quad else { throw .incomplete(corners: corners.count) }
        guard isDone else { throw .unsound(issues) }
        return RequestBody.MarkerCreation(in: session, label: label, quad, color: color)
    }
}

/// The reason why a corner is not placed, or a marker not made.
public enum PlacementError: Error, Hashable, Sendable {
    /// The point of a corner, 0 for p1, is not finite.
    case notFinite(corner: Int)
    /// All four corners are placed.
    case complete
    /// Only so many corners are placed.
    case incomplete(corners: Int)
    /// The marker cannot be used; with everything that is wrong.
    case unsound([QuadIssue])
}

extension PlacementError: ExplainedError {
    public var message: String {
        switch self {
        case .notFinite(let corner): "the point of corner \(corner + 1) is not finite"
        case .complete: "all four corners are placed"
        case .incomplete(let corners): "\(counted(corners, "corner")) placed, expected four"
        case .unsound(let issues): issues.map(\.message).joined(separator: ", ")
        }
    }

    public var remedy: String? {
        switch self {
        case .notFinite: "tap again"
        case .complete: "take the last one back to place it again"
        case .incomplete: "tap those that are missing"
        case .unsound(let issues): issues.lazy.compactMap(\.remedy).first ?? "take the last corner back"
        }
    }
}
