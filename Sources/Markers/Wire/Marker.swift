public import Foundation
public import QuadGeometry
@_spi(Scanning) internal import StrictJSON

/// A marker as the wire has it: its text, and where in it everything stands.
///
/// Reading it keeps every byte; changing it changes the bytes of what was changed and nothing else. What this type has
/// no name for stays in the text and is listed in ``foreignMembers``.
public struct Marker: Sendable {
    /// The marker as JSON, byte for byte as it was read where nothing was changed.
    public private(set) var text: [UInt8]
    /// Where it was read.
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

    /// - Parameter text: what the outline was found in.
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

    /// The corners; refused where one is not three finite numbers.
    public var quad: Quad {
        get throws(JSONError) {
            guard outline.soundCorners == 0b1111 else {
                let corner = (~outline.soundCorners).trailingZeroBitCount
                throw error(.badCorner, MarkerField.corners[corner])
            }
            return outline.quad
        }
    }

    /// What an update must carry; a marker without one cannot be updated.
    public var version: Int64? { outline.version }

    /// What people call it; nil where it is missing or null, and it may be empty.
    public var label: String? { self[.label]?.string }

    /// As `#RRGGBB`, if the writer kept to that.
    public var color: String? { self[.color]?.string }

    /// As it was written.
    public var createdAt: String? { self[.createdAt]?.string }

    /// As it was written.
    public var updatedAt: String? { self[.updatedAt]?.string }

    /// What others keep with the marker; nil where it is missing or null.
    public var meta: JSONValue? { self[.meta] }

    /// What users keep with the marker; nil where it is missing or null.
    public var customProperties: JSONValue? { self[.customProperties] }

    /// The corners in the frame of the space's calibration; nil where they are missing or null.
    public var calibratedData: CalibratedData? {
        get throws(JSONError) {
            guard let value = self[.calibratedData] else { return nil }
            do throws(JSONFault) { return try CalibratedData(reading: value) } catch {
                throw self.error(error)
            }
        }
    }

    /// What the server computed from the corners; nil where it is missing or null.
    public var details: MarkerDetails? {
        get throws(JSONError) {
            guard let value = self[.details] else { return nil }
            do throws(JSONFault) { return try MarkerDetails(reading: value) } catch {
                throw self.error(error)
            }
        }
    }

    /// A field's value as it was written; nil where it is missing or null.
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

    /// A fault in the text.
    private func error(_ fault: JSONFault) -> JSONError {
        text.withUnsafeBufferPointer { fault.error(in: $0) }
            .moved(line: place.line, column: place.column, pointer: place.pointer)
    }
}

extension Marker {
    /// Puts new corners in the place of the old, whatever those were.
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

    /// Puts calibrated corners in the place of the old, or null.
    public mutating func setCalibratedData(_ data: CalibratedData?) throws(JSONError) {
        var json = JSONWriter()
        data.map { $0.write(to: &json) } ?? json.null()
        do { replace([(.calibratedData, try json.take())]) } catch {
            throw self.error(.notFinite, .calibratedData)
        }
    }

    /// Puts a label in the place of the old, or null.
    public mutating func setLabel(_ label: String?) {
        var json = JSONWriter()
        label.map { json.value($0) } ?? json.null()
        replace([(.label, json.bytes)])
    }

    /// Puts an object in the place of the old custom properties, as it is written, or null.
    public mutating func setCustomProperties(_ properties: JSONValue?) throws(JSONError) {
        guard let properties else { return replace([(.customProperties, Array("null".utf8))]) }
        guard properties.kind == .object else { throw error(.wrongType, .customProperties) }
        replace([(.customProperties, Array(properties.text))])
    }

    /// Puts values in the place of those of fields; a field that is missing comes last.
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
    /// Equal when written alike, wherever they were read.
    public static func == (a: Marker, b: Marker) -> Bool { a.text == b.text }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSONWriter {
    /// Writes a marker as its text stands.
    public mutating func value(_ marker: Marker) { value(verbatim: marker.text) }
}
