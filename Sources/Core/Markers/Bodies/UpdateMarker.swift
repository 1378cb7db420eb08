public import Foundation
public import QuadGeometry

/// Changes of a marker; what is nil stays as it is, also single corners.
public struct UpdateMarker: Hashable, Sendable {
    /// The corners that move, in metres.
    public var p1, p2, p3, p4: SIMD3<Double>?
    public var label: String?
    public var color: String?
    public var workSessionID: UUID?
    /// Data that users keep with it, an object that replaces the old one.
    public var customProperties: JSONValue?

    public init(
        p1: SIMD3<Double>? = nil, p2: SIMD3<Double>? = nil, p3: SIMD3<Double>? = nil,
        p4: SIMD3<Double>? = nil,
        label: String? = nil, color: String? = nil, customProperties: JSONValue? = nil
    ) {
        (self.p1, self.p2, self.p3, self.p4) = (p1, p2, p3, p4)
        (self.label, self.color, self.customProperties) = (label, color, customProperties)
    }

    /// Moves all corners.
    public init(_ quad: Quad) { self.init(p1: quad.p1, p2: quad.p2, p3: quad.p3, p4: quad.p4) }

    private var corners: [SIMD3<Double>?] { [p1, p2, p3, p4] }

    /// The corners as they are afterwards; `nil` if none moves.
    package func quad(of marker: Marker) throws(JSONError) -> Quad? {
        guard corners.contains(where: { $0 != nil }) else { return nil }
        // The corners of a marker count only where they stay.
        if let p1, let p2, let p3, let p4 { return Quad(p1, p2, p3, p4) }
        let old = try marker.quad
        return Quad(p1 ?? old.p1, p2 ?? old.p2, p3 ?? old.p3, p4 ?? old.p4)
    }

    /// The body of the request for a marker that was read in this version; refuses numbers that are not finite.
    package func json(version: Int64) throws(JSONError) -> [UInt8] {
        try RequestBody.object { json in
            json.given("work_session_id", workSessionID?.wireText)
            json.given("label", label)
            for (field, corner) in zip(MarkerField.corners, corners) { json.given(field.name, corner) }
            json.given("color", color)
            json.given("custom_props", customProperties)
            json.given("version", version)
        }
    }
}

/// A marker to be created.
public typealias CreateMarker = RequestBody.MarkerCreation

extension RequestBody.MarkerCreation: Encodable {
    /// Writes the members that are sent.
    public func encode(to encoder: any Encoder) throws { try JSONValue(json()).encode(to: encoder) }

    /// A marker with what people give it.
    ///
    /// - Parameters:
    ///   - session: the session that it will be in.
    ///   - label: the label that people see.
    ///   - quad: its corners in metres.
    ///   - color: its color as `#RRGGBB`.
    ///   - customProperties: data that users keep with it, an object.
    public init(
        in session: UUID, label: String? = nil, _ quad: Quad, color: String? = nil,
        customProperties: JSONValue? = nil
    ) {
        self.init(workSessionID: session, quad: quad)
        (self.label, self.color, self.customProperties) = (label, color, customProperties)
    }
}
