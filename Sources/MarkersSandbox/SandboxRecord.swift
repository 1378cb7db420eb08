public import Foundation
internal import Markers
internal import SQLiteStore

/// A thing that a server has from the start, as it answers it.
public struct SandboxRecord: Hashable, Sendable {
    /// What it is.
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

extension Store {
    /// Keeps what is not there yet; no client did it, so no effect is logged.
    func load(_ records: [SandboxRecord]) throws(Problem) {
        guard !records.isEmpty else { return }
        try transaction { () throws(Problem) in
            for record in records {
                guard let kind = Kind(rawValue: record.content.rawValue),
                    try text(kind, record.id.wireText) == nil
                else { continue }
                try insert(kind, text: record.json, id: record.id.wireText, owner: record.owner?.wireText)
            }
        }
    }
}
