import Markers
package import MarkersEndpoint
package import StrictJSON
import ToolTerminal

/// A value of a server's list that is not understood.
package struct UnreadableValue: WrittenObject {
    private let kind: String
    private let name, id: String?
    private let code, pointer: String

    package init(_ value: UnreadableElement) {
        (kind, name, id) = (value.kind.rawValue, value.name, value.element.id)
        (code, pointer) = (value.element.error.code.rawValue, value.element.error.pointer)
    }

    package static let members: [DocumentMember<UnreadableValue>] = [
        .always(
            "kind", \.kind, "What it should be.",
            schema: .word(UnreadableElement.Kind.allCases.map(\.rawValue))),
        .always("name", \.name, "Its key, name or label, or else its id; null if it has none of them."),
        .always("id", \.id, "Its id; null if it has none."),
        .always("code", \.code, "Why it is not understood."),
        .always("at", \.pointer, "Where that is, as a JSON pointer into the list."),
    ]
}
