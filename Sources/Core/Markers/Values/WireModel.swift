public import Foundation

/// An entity of the wire, which reads and writes its JSON whole: members that have no property stay in it.
public protocol WireModel: Codable, Identifiable {
    init(_ value: JSONValue) throws(JSONError)

    /// Its JSON as it was read.
    var value: JSONValue { get }
}

extension WireModel {
    /// Reads a JSON document that is one entity.
    public init(data: Data) throws(JSONError) { try self.init(JSONValue(Array(data))) }

    /// Its JSON, byte for byte as it was read.
    public var data: Data { Data(value.text) }

    /// Reads it as a tree, from any format.
    public init(from decoder: any Decoder) throws {
        do { try self.init(try JSONValue(from: decoder)) } catch let error as JSONError {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "\(error.code.rawValue) at \(error.pointer)", underlyingError: error))
        }
    }

    /// Writes it as a tree, to any format.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Anchor: WireModel {}
extension LaserGuide: WireModel {}
extension ReferenceMarker: WireModel {}
extension ReferenceSet: WireModel {}
extension Space: WireModel {}
extension WorkSession: WireModel {}

extension Marker: WireModel {
    public init(_ value: JSONValue) throws(JSONError) { try self.init(Array(value.text)) }

    /// Its JSON as it is now.
    public var value: JSONValue { JSONValue(valid: text, 0..<text.count) }
}
