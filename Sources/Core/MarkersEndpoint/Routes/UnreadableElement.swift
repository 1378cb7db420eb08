public import Markers

/// A value of a server's list that is not understood and was passed over.
public struct UnreadableElement: Hashable, Sendable {
    /// The kind of what it should be.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case space, session, anchor, marker
        case referenceSet = "reference set"
        case referenceMarker = "reference marker"
    }

    public let kind: Kind
    public let element: RefusedElement

    public init(_ kind: Kind, _ element: RefusedElement) { (self.kind, self.element) = (kind, element) }

    /// Its key, name or label, or else its id; `nil` if it has none of them.
    public var name: String? { element.name ?? element.id }
}

extension ReferenceSet {
    /// Its markers that are not understood.
    package var unreadable: [UnreadableElement] { refused.map { UnreadableElement(.referenceMarker, $0) } }
}
