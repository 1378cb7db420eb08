internal import Foundation

/// The property by which a marker of one scan is identified with one of another.
public enum JoinKey: Hashable, Sendable {
    /// Their labels, as people write them: see ``folded(_:)``.
    case label
    /// The value that the app keeps as `anchorId` in `custom_props`, compared like labels.
    case anchor
    /// A list of the ids that go together.
    case map(IdentifierMap)
    /// Their corners alone, where both frames know up: labels may all be alike, differ or lack. Unlike the other keys it needs a motion, so
    /// that ``JoinedMarkers`` finds its pairs.
    case geometry

    /// A text as keys are compared: in canonical composition, without blanks around it and without case.
    ///
    /// `nil` for a blank text, which is not a key. Case is folded by way of upper case, so that `ß` is `SS`
    /// and both forms of a small sigma are one.
    public static func folded(_ text: String) -> String? {
        let text = trimmed(text)
        guard !text.isEmpty else { return nil }
        // Most labels are ASCII, which has one form.
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text.lowercased() }
        return text.decomposedStringWithCanonicalMapping.lowercased().uppercased().lowercased()
            .precomposedStringWithCanonicalMapping
    }

    /// A text without blanks around it.
    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The key of a marker; `nil` if it has none.
    package func key(of marker: MarkerObservation, _ side: JoinSide) -> String? {
        switch self {
        case .label: marker.label.flatMap(JoinKey.folded)
        case .anchor: marker.anchor.flatMap(JoinKey.folded)
        case .map(let map):
            switch side {
            case .old: map.newOfOld[marker.id] == nil ? nil : marker.id.wireText
            case .new: map.oldOfNew[marker.id]?.wireText
            }
        case .geometry: ""
        }
    }

    /// The key as options of the tool name it.
    package var word: String { self == .anchor ? "anchor" : name }

    /// The key in words.
    public var name: String {
        switch self {
        case .label: "label"
        case .anchor: "anchorId"
        case .map: "map"
        case .geometry: "geometry"
        }
    }
}
