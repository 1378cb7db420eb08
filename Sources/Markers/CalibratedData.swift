public import QuadGeometry

/// A marker's corners in the frame of its space's calibration.
public struct CalibratedData: Hashable, Sendable {
    public var quad: Quad
    /// The mean of the corners as it was stated; nil where it was not.
    public var statedCenter: SIMD3<Double>?

    public init(_ quad: Quad) { self.quad = quad }

    /// The mean of the corners.
    public var center: SIMD3<Double> { (quad.p1 + quad.p2 + quad.p3 + quad.p4) / 4 }

    /// - Parameter pointer: where the value stands in its document.
    init(_ value: JSONValue, at pointer: String) throws(JSONError) {
        func point(_ name: String) throws(JSONError) -> SIMD3<Double>? {
            guard let value = value[name], !value.isNull else { return nil }
            let numbers = value.elements.map(\.double)
            guard numbers.count == 3, let x = numbers[0], let y = numbers[1], let z = numbers[2] else {
                throw JSONError(.badCorner, at: pointer + "/" + name, found: .value(value.kind))
            }
            return SIMD3(x, y, z)
        }
        func corner(_ name: String) throws(JSONError) -> SIMD3<Double> {
            guard let corner = try point(name) else {
                throw JSONError(.missingMember, at: pointer + "/" + name, found: .end)
            }
            return corner
        }
        quad = Quad(try corner("p1"), try corner("p2"), try corner("p3"), try corner("p4"))
        statedCenter = try point("center")
    }

    /// Writes the five members that the server knows.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            for (i, corner) in quad.corners.enumerated() {
                json.key("p\(i + 1)")
                json.value(corner)
            }
            json.key("center")
            json.value(center)
        }
    }
}
