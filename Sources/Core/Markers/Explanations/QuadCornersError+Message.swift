internal import Foundation
public import QuadGeometry

extension QuadCornersError: ExplainedError {
    /// The points that were found, and what was expected.
    public var message: String {
        switch self {
        case .wrongCount(let count): "\(counted(count, "point")), expected the four corners of a quad"
        case .nonFinite(let corner, let point):
            "p\(corner + 1) is \(point.x), \(point.y), \(point.z), expected three finite numbers"
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .wrongCount: "give p1 to p4, once around the outline"
        case .nonFinite: "take the point again"
        }
    }
}

extension QuadLimitsError: ExplainedError {
    /// The limit that was found.
    public var message: String {
        switch self {
        case .unusable(let name, let value): "the limit \(name) cannot be \(value)"
        }
    }

    /// The next thing to try.
    public var remedy: String? { "give 0 or more" }
}

extension RayError: ExplainedError {
    /// The numbers that were found, and what was expected.
    public var message: String {
        switch self {
        case .nonFiniteOrigin(let point):
            "the origin is \(point.x), \(point.y), \(point.z), expected three finite numbers"
        case .nonFiniteDirection(let vector):
            "the direction is \(vector.x), \(vector.y), \(vector.z), expected three finite numbers"
        case .zeroDirection: "the direction is 0, 0, 0, expected one that is not zero"
        case .rangeNotANumber(let start, let end):
            "the range is \(start) to \(end), expected two numbers"
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .nonFiniteOrigin, .nonFiniteDirection, .zeroDirection: "take the ray again"
        case .rangeNotANumber: "leave the range out to hit everything in front"
        }
    }
}
