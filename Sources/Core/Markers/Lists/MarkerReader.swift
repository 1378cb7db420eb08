public import Foundation
import StrictJSON

/// Reads markers one after the other, in the memory of one: an array of them, one in the `markers` or `data` of an
/// object, or objects line by line.
///
///     var reader = MarkerReader(ByteSource(descriptor: file))
///     while let next = try reader.next() {
///         let marker = try next.get()
///     }
public struct MarkerReader {
    private var list: JSONList

    public init(_ source: ByteSource, options: JSONOptions = JSONOptions()) {
        list = JSONList(source, options: options)
    }

    /// Reads the next marker, or the reason why a valid JSON value is none; nil at the end.
    ///
    /// A thrown error ends the reading: the text is not valid JSON from there on, or cannot be read.
    public mutating func next() throws(JSONError) -> Result<Marker, JSONError>? {
        try list.next(MarkerReader.read)
    }

    @inline(__always)
    static func read(
        _ scanner: inout JSONScanner, _ place: MarkerPlace
    ) throws(JSONFault) -> Result<Marker, JSONError> {
        let start = scanner.place
        let outline = try MarkerOutline(&scanner)
        let text = UnsafeBufferPointer(rebasing: scanner.bytes[start..<scanner.place])
        do throws(JSONFault) {
            return .success(try Marker(outline, Array(text), place, offset: start))
        } catch {
            var fault = error
            fault.place -= start
            let error = fault.error(in: text)
            return .failure(error.moved(line: place.line, column: place.column, pointer: place.pointer))
        }
    }
}

/// The markers of a document, and the errors of values that are not markers.
///
/// ```swift
/// let list = try MarkerList(bytes)  // [UInt8], as the server or a file has them
/// for marker in list.markers { print(marker.id, marker.label ?? "", try marker.quad) }
/// ```
public struct MarkerList: Sendable {
    /// The markers, in the order they were read.
    public private(set) var markers: [Marker] = []
    /// The reasons why values of the list are not markers, in the order they were read.
    public private(set) var refused: [JSONError] = []

    /// Reads a list as ``MarkerReader`` does.
    ///
    /// With more than `mostRefused` values that are not markers it is no list of markers, and the first error
    /// is thrown.
    public init(
        _ source: ByteSource, options: JSONOptions = JSONOptions(), mostRefused: Int = .max
    ) throws(JSONError) {
        var reader = MarkerReader(source, options: options)
        while let next = try reader.next() {
            switch next {
            case .success(let marker): markers.append(marker)
            case .failure(let error):
                refused.append(error)
                if refused.count > mostRefused { throw refused[0] }
            }
        }
    }

    /// Reads the list of a file, whose name its errors have.
    public init(
        contentsOf file: URL, options: JSONOptions = JSONOptions(), mostRefused: Int = .max
    ) throws(JSONError) {
        do throws(JSONError) {
            let source = try InputFile(opening: file.path).source()
            try self.init(source, options: options, mostRefused: mostRefused)
            for place in refused.indices { refused[place].file = file.path }
        } catch {
            var error = error
            error.file = file.path
            throw error
        }
    }

    /// Reads a list in memory.
    public init(
        _ bytes: [UInt8], options: JSONOptions = JSONOptions(), mostRefused: Int = .max
    ) throws(JSONError) {
        try self.init(ByteSource(bytes), options: options, mostRefused: mostRefused)
    }
}
