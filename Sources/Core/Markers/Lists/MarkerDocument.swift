public import QuadGeometry

/// The markers of a document in memory, the place of each, and their errors as records.
///
/// A document is a list of markers in any of the shapes of ``MarkerReader``, one reference set, or an array
/// of those. No text is copied out of it before it is asked for.
public struct MarkerDocument: Sendable {
    public let bytes: [UInt8]
    /// The kind of corners in ``quads``.
    public let coordinates: MarkerCoordinates
    /// The container of the markers, or of the sets.
    public let list: MarkerPlace.List
    public let entries: [MarkerEntry]
    /// The usable corners, in order of the entries.
    public let quads: [Quad]
    /// The entry of each quad.
    public let places: [Int]
    /// The issues, in order of the entries.
    public let issues: [MarkerIssue]
    /// The error that ended the reading before the end of the document.
    public let error: JSONError?

    /// Reads until the document ends or is no longer JSON.
    public init(
        _ bytes: [UInt8], _ coordinates: MarkerCoordinates = .raw, options: JSONOptions = JSONOptions()
    ) {
        self.init(bytes, coordinates, options: options, lines: .refused)
    }

    /// - Parameter lines: Whether a line that is not valid JSON ends the reading.
    init(
        _ bytes: [UInt8], _ coordinates: MarkerCoordinates, options: JSONOptions = JSONOptions(),
        lines: MarkerReading.BrokenLines
    ) {
        var reading = MarkerReading(bytes, coordinates, options)
        error = reading.readAll(lines)
        (self.bytes, self.coordinates, list) = (bytes, coordinates, reading.list)
        (entries, quads, places, issues) = (
            reading.entries, reading.quads, reading.places, reading.issues
        )
    }

    /// The JSON pointer of an entry.
    public func pointer(of entry: Int) -> String { entries[entry].pointer(in: list) }

    /// A member of an entry; nil if it is missing or null, or the entry is not an object.
    public func value(of field: MarkerField, in entry: Int) -> JSONValue? {
        value(of: entry)[field.name].flatMap { $0.isNull ? nil : $0 }
    }

    /// The corners of an entry; nil if they are missing or cannot be used.
    public func quad(of entry: Int, _ coordinates: MarkerCoordinates) -> Quad? {
        let value =
            coordinates == .raw ? value(of: entry) : value(of: .calibratedData, in: entry)
        return value?.corners.map(\.quad)
    }

    func value(of entry: Int) -> JSONValue {
        entries[entry].isBroken ? MarkerDocument.nothing : JSONValue(valid: bytes, entries[entry].range)
    }

    private static let nothing = JSONValue(valid: Array("null".utf8), 0..<4)
}

extension MarkerEntry {
    func pointer(in list: MarkerPlace.List) -> String {
        guard let set else { return MarkerPlace(list: list, index: index).pointer }
        return MarkerPlace(list: list, index: set).pointer + "/markers/\(index)"
    }
}

extension JSONValue {
    /// The members `p1` to `p4` and their places in the bytes; nil unless each is three finite numbers.
    var corners: (quad: Quad, ranges: [Range<Int>])? {
        let members = members
        var quad = Quad(.zero, .zero, .zero, .zero)
        var ranges: [Range<Int>] = []
        for (corner, field) in MarkerField.corners.enumerated() {
            guard let value = members.last(where: { $0.name == field.name })?.value, let point = value.point
            else { return nil }
            quad[corner: corner] = point
            ranges.append(value.range)
        }
        return (quad, ranges)
    }
}
