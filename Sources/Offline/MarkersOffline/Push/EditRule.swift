internal import Markers
package import QuadGeometry

/// Decides, from a marker as it is on the server, what of a queued edit is still to be sent; nothing else does.
///
/// Each field is compared with what it was when it was edited: as wanted, it is done; as it was, it is sent; anything else is
/// somebody's. The same body is never sent again with a fetched version.
package struct EditRule: Hashable, Sendable {
    package let base: MarkerFields
    package let edits: FieldEdits
    package let policy: EditPolicy

    package init(base: MarkerFields, edits: FieldEdits, policy: EditPolicy) {
        (self.base, self.edits, self.policy) = (base, edits, policy)
    }

    package enum Standing: Hashable, Sendable {
        case done
        /// Of the edits, those that the server does not have yet.
        case pending(FieldEdits)
        case parked(ParkReason)
    }

    package func standing(of current: MarkerFields) -> Standing {
        var open = FieldEdits(), isTheirs = false
        if let corners = edits.corners, !Self.allows(current.corners, corners) {
            guard Self.allows(current.corners, base.corners) else { return .parked(.cornersEdited) }
            open.corners = corners
        }
        /// The value to send for a field; `nil` if there is nothing to send.
        func send<Value>(
            _ wanted: Value?, _ now: Value?, _ before: Value?, _ mean: (Value?, Value?) -> Bool
        ) -> Value? {
            guard let wanted, !mean(wanted, now) else { return nil }
            guard !mean(now, before) else { return wanted }
            switch policy {
            case .mine: return wanted
            case .theirs: return nil
            case .park:
                isTheirs = true
                return nil
            }
        }
        open.label = send(edits.label, current.label, base.label, ==)
        open.color = send(edits.color, current.color, base.color, ==)
        for (name, wanted) in edits.properties {
            open.properties[name] = send(
                wanted, current.properties[name], base.properties[name], JSONValue.mean)
        }
        if isTheirs { return .parked(.fieldEdited) }
        return open.isEmpty ? .done : .pending(open)
    }

    /// Whether two quads may be equal in storage, which keeps single precision.
    package static func allows(_ a: Quad, _ b: Quad) -> Bool {
        StoredTolerance(magnitude: Double.maximum(a.largestMagnitude, b.largestMagnitude)).allows(a, b)
    }
}

extension FieldEdits {
    package func areShown(in fields: MarkerFields) -> Bool {
        (label == nil || label == fields.label) && (color == nil || color == fields.color)
            && (corners.map { EditRule.allows($0, fields.corners) } ?? true)
            && properties.allSatisfy { JSONValue.mean($0.value, fields.properties[$0.key]) }
    }
}
