public import Foundation
internal import Markers
internal import QuadGeometry

/// An earlier job that has markers of a plan, judged by where they are now.
///
/// A marker has no history that a second run could read. What an earlier run did is known from its job's file alone: the
/// places before and after, compared with the present one.
public struct EarlierJob: Hashable, Sendable {
    /// A way on with the job by its file.
    public enum Way: Hashable, Sendable {
        /// It has markers that it did not come to; it can be put back, too.
        case resume
        /// It has come to its end, and can be put back.
        case undo
        /// It was put back in part.
        case finishUndo
    }

    /// A marker as the job found it, and the corners that it gave it.
    struct Step: Hashable, Sendable {
        let found: Marker
        let corners: Quad

        static func == (a: Step, b: Step) -> Bool { a.corners == b.corners && a.found.text == b.found.text }

        func hash(into hasher: inout Hasher) { hasher.combine(corners) }
    }

    /// The file of the job.
    public let path: String
    /// The server that it names.
    public let server: String
    /// The way on; `nil` where it was put back, or is another server's.
    public let way: Way?
    /// The date of its creation, as it says.
    public let created: String
    /// The markers that it was to move, wherever they are now.
    public let total: Int
    /// The number of those that are no markers of the plan, and are where it moved them.
    public let othersMoved: Int
    /// Those of the plan that are where it moved them.
    public let movedMarkers: Set<UUID>
    /// Those of the plan that are still where they were before.
    public let unmovedMarkers: Set<UUID>
    /// Those of the plan that are somewhere else: moved on, or edited.
    let elsewhere: Set<UUID>
    /// Markers of the plan that it never had, and that lie where it took others.
    let copies: Set<UUID>
    /// Its steps of markers of the plan.
    let steps: [UUID: Step]
    /// Whether its motion is that of the plan.
    public let isSameMotion: Bool
    /// The number of the plan's markers that it never had, and that were not moved.
    public internal(set) var besides = 0

    /// The number of markers of the plan that are where it moved them, or copies of others that it moved.
    public var moved: Int { movedMarkers.count + copies.count }
    /// The number of markers of the plan that are still where they were before.
    public var unmoved: Int { unmovedMarkers.count }

    /// Whether it moved a part of the plan's markers: it was neither completed nor undone, or did not have the others.
    public var isPartial: Bool { isHalfDone || moved > 0 && besides > 0 }
    /// Whether it moved a part of its markers.
    var isHalfDone: Bool { !movedMarkers.isEmpty && unmoved > 0 }
}
