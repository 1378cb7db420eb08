internal import Foundation
internal import QuadGeometry

extension PlacementError: ExplainedError {
    /// The state of the placement.
    public var message: String {
        switch self {
        case .notFinite(let corner): "the point of corner \(corner + 1) is not finite"
        case .complete: "all four corners are placed"
        case .incomplete(let corners): "\(counted(corners, "corner")) placed, expected four"
        case .unsound(let issues): issues.map(\.message).joined(separator: ", ")
        }
    }

    /// The next thing to try.
    public var remedy: String? {
        switch self {
        case .notFinite: "tap again"
        case .complete: "take the last one back to place it again"
        case .incomplete: "tap those that are missing"
        case .unsound(let issues): issues.lazy.compactMap(\.remedy).first ?? "take the last corner back"
        }
    }
}
