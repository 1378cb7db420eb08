public import Foundation

/// A document that a server has from the start.
public struct SandboxRecord: Hashable, Sendable {
    /// The kind of a document.
    public enum Content: String, Hashable, Sendable {
        case space
        case workSession = "work_session"
        case marker
        case referenceSet = "reference_set"
        case anchor
        case laserGuide = "laser_guide"
    }

    public let content: Content
    public let id: UUID
    /// The space or session it belongs to; `nil` for a space.
    public let owner: UUID?
    /// One JSON object with every member that the server has.
    public let json: [UInt8]

    public init(_ content: Content, id: UUID, owner: UUID?, json: [UInt8]) {
        (self.content, self.id, self.owner, self.json) = (content, id, owner, json)
    }
}
