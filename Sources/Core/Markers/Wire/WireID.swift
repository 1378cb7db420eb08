public import Foundation

/// An identifier as it was written; two are equal when they are the same UUID in upper or lower case.
public struct WireID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// The UUID; nil for an identifier of another kind, which is kept unchanged.
    public let uuid: UUID?

    public init(_ text: String) {
        self.text = text
        uuid = Array(text.utf8).withUnsafeBufferPointer { UUID($0, 0..<$0.count) }
    }

    /// The text as it was read.
    public var description: String { text }

    /// Compares UUIDs as values, everything else as text.
    public static func == (a: WireID, b: WireID) -> Bool {
        a.uuid != nil || b.uuid != nil ? a.uuid == b.uuid : a.text == b.text
    }

    /// Hashes what is compared.
    public func hash(into hasher: inout Hasher) {
        if let uuid { hasher.combine(uuid) } else { hasher.combine(text) }
    }
}
