public import Foundation
public import QuadGeometry
import StrictJSON

/// A marker on the wire: its text, and the place of every field in it.
///
/// Reading keeps every byte, and a change rewrites only the bytes of what is changed. Members that have no
/// field here stay in the text and are listed in ``foreignMembers``.
///
/// ```swift
/// var marker = list.markers[0]
/// marker.setLabel("door")
/// send(marker.text)  // all other bytes are as they were
/// ```
public struct Marker: Sendable {
    /// The marker as JSON, byte for byte as it was read where nothing was changed.
    public private(set) var text: [UInt8]
    /// The place where it was read.
    public var place: MarkerPlace
    public let id: UUID
    public let workSessionID: UUID
    private var outline: MarkerOutline

    /// Reads a document that is one marker.
    public init(_ text: [UInt8], options: JSONOptions = JSONOptions()) throws(JSONError) {
        self = try text.withUnsafeBufferPointer { buffer throws(JSONError) in
            var scanner = JSONScanner(buffer, options)
            do throws(JSONFault) {
                let range = try scanner.skipDocument()
                scanner = JSONScanner(buffer, options)
                scanner.place = range.lowerBound
                let outline = try MarkerOutline(&scanner)
                return try Marker(outline, Array(buffer[range]), MarkerPlace(), offset: range.lowerBound)
            } catch {
                throw error.error(in: buffer)
            }
        }
    }

    /// - Parameter text: the bytes in which the outline was found.
    init(_ outline: MarkerOutline, _ text: [UInt8], _ place: MarkerPlace, offset: Int) throws(JSONFault) {
        if let fault = outline.fault { throw fault }
        guard text.count <= MarkerOutline.largestSize else {
            throw JSONFault(code: .tooLarge, place: offset, limit: MarkerOutline.largestSize)
        }
        guard let id = outline.id, let workSessionID = outline.workSessionID else {
            throw JSONFault(code: .missingMember, place: offset, kind: .object)
        }
        (self.text, self.place, self.id, self.workSessionID) = (text, place, id, workSessionID)
        self.outline = outline
    }

    /// The corners; refused if one is not three finite numbers.
    public var quad: Quad {
        get throws(JSONError) {
            guard outline.soundCorners == 0b1111 else {
                let corner = (~outline.soundCorners).trailingZeroBitCount
                throw error(.badCorner, MarkerField.corners[corner])
            }
            return outline.quad
        }
    }

    /// The version that an update must carry; a marker without one cannot be updated.
    public var version: Int64? { outline.version }

    /// The label that people see; nil if it is missing or null, and it may be empty.
    public var label: String? { self[.label]?.string }

    /// The color as `#RRGGBB`, if the writer kept to that.
    public var color: String? { self[.color]?.string }

    /// The date as it was written.
    public var createdAt: String? { self[.createdAt]?.string }

    /// The date as it was written.
    public var updatedAt: String? { self[.updatedAt]?.string }

    /// Data that other programs keep with the marker; nil if it is missing or null.
    public var meta: JSONValue? { self[.meta] }

    /// Data that users keep with the marker; nil if it is missing or null.
    public var customProperties: JSONValue? { self[.customProperties] }

    /// The corners in the frame of the space's calibration; nil if they are missing or null.
    public var calibratedData: CalibratedData? {
        get throws(JSONError) {
            guard let value = self[.calibratedData] else { return nil }
            do throws(JSONFault) { return try CalibratedData(reading: value) } catch {
                throw self.error(error)
            }
        }
    }

    /// The numbers that the server computed from the corners; nil if they are missing or null.
    public var details: MarkerDetails? {
        get throws(JSONError) {
            guard let value = self[.details] else { return nil }
            do throws(JSONFault) { return try MarkerDetails(reading: value) } catch {
                throw self.error(error)
            }
        }
    }

    /// The value of a field as it was written; nil if it is missing or null.
    public subscript(field: MarkerField) -> JSONValue? {
        guard let range = outline[field], text[range.lowerBound] != UInt8(ascii: "n") else { return nil }
        return JSONValue(valid: text, range)
    }

    /// The members that have no field, in order.
    public var foreignMembers: [(name: String, value: JSONValue)] {
        JSONValue(valid: text, 0..<text.count).members.filter { member in
            MarkerField.allCases.allSatisfy { $0.name != member.name }
        }
    }

    private func error(_ code: JSONError.Code, _ field: MarkerField) -> JSONError {
        guard let range = outline[field] else {
            let error = JSONError(code, at: "/" + field.name, found: .end)
            return error.moved(line: place.line, column: place.column, pointer: place.pointer)
        }
        return error(
            JSONFault(
                code: code, place: range.lowerBound, kind: JSONValue.Kind(first: text[range.lowerBound])))
    }

    private func error(_ fault: JSONFault) -> JSONError {
        text.withUnsafeBufferPointer { fault.error(in: $0) }
            .moved(line: place.line, column: place.column, pointer: place.pointer)
    }
}

extension Marker {
    /// Replaces the corners, even invalid ones.
    public mutating func setQuad(_ quad: Quad) throws(JSONError) {
        var changes: [(MarkerField, [UInt8])] = []
        for (corner, field) in MarkerField.corners.enumerated() {
            var json = JSONWriter()
            json.value(quad[corner: corner])
            do { changes.append((field, try json.take())) } catch { throw self.error(.notFinite, field) }
        }
        replace(changes)
        outline.set(quad)
    }

    /// Replaces the calibrated corners; nil writes null.
    public mutating func setCalibratedData(_ data: CalibratedData?) throws(JSONError) {
        var json = JSONWriter()
        data.map { $0.write(to: &json) } ?? json.null()
        do { replace([(.calibratedData, try json.take())]) } catch {
            throw self.error(.notFinite, .calibratedData)
        }
    }

    /// Replaces the label; nil writes null.
    public mutating func setLabel(_ label: String?) {
        var json = JSONWriter()
        label.map { json.value($0) } ?? json.null()
        replace([(.label, json.bytes)])
    }

    /// Replaces the color; nil writes null.
    public mutating func setColor(_ color: String?) {
        var json = JSONWriter()
        color.map { json.value($0) } ?? json.null()
        replace([(.color, json.bytes)])
    }

    /// Writes null for the numbers that the server has computed from other corners, if it has.
    package mutating func removeDetails() {
        if self[.details] != nil { replace([(.details, Array("null".utf8))]) }
    }

    /// Replaces the custom properties by an object, unchanged; nil writes null.
    public mutating func setCustomProperties(_ properties: JSONValue?) throws(JSONError) {
        guard let properties else { return replace([(.customProperties, Array("null".utf8))]) }
        guard properties.kind == .object else { throw error(.wrongType, .customProperties) }
        replace([(.customProperties, Array(properties.text))])
    }

    /// Replaces the values of fields; a field that is missing comes last.
    private mutating func replace(_ changes: [(field: MarkerField, json: [UInt8])]) {
        let most = changes.reduce(0) { $0 + $1.json.count + $1.field.name.utf8.count + 4 }
        text.reserveCapacity(text.count + most)
        for (field, json) in changes {
            if let range = outline[field] {
                text.replaceSubrange(range, with: json)
                outline.resize(field, to: json.count)
            } else {
                text.removeLast()
                text += ",\"\(field.name)\":".utf8
                outline.move(field, to: text.count..<(text.count + json.count))
                text += json
                text.append(UInt8(ascii: "}"))
            }
        }
    }
}

extension Marker: Hashable {
    /// True if both are written alike, wherever they were read.
    public static func == (a: Marker, b: Marker) -> Bool { a.text == b.text }

    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSONWriter {
    /// Writes the text of a marker unchanged.
    public mutating func value(_ marker: Marker) { value(verbatim: marker.text) }
}
