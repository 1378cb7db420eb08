@_spi(Scanning) internal import StrictJSON

/// Reads 4x4 matrices as people and tools write them: JSON or plain text.
public enum MatrixReader {
    /// Reads the matrix of a document.
    ///
    /// JSON is 16 numbers, or four arrays of four, alone or as the member `matrix` of an object; the members `rowMajor` and
    /// `columnMajor`, as this package writes them, also state the layout. Text is 16 numbers with blanks, commas,
    /// semicolons or line breaks between them.
    public static func matrix(
        _ bytes: [UInt8], layout: MatrixLayout? = nil, options: JSONOptions = JSONOptions()
    ) throws(MatrixReadError) -> RigidMatrix {
        let start = bytes.starts(with: JSONScanner.byteOrderMark) ? JSONScanner.byteOrderMark.count : 0
        let first = bytes[start...].first { !" \t\r\n".utf8.contains($0) }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
            return try RigidMatrix(numbers(text: bytes[start...]), layout: layout)
        }
        let value: JSONValue
        do { value = try JSONValue(bytes, options: options) } catch { throw .json(error) }
        let (array, stated) = try member(of: value)
        if let layout, let stated, layout != stated { throw .contradictingLayouts(stated) }
        return try RigidMatrix(numbers(array), layout: layout ?? stated)
    }

    /// The array of a document, and the layout that its name states.
    private static func member(
        of value: JSONValue
    ) throws(MatrixReadError) -> (array: JSONValue, layout: MatrixLayout?) {
        guard value.kind == .object else { return (value, nil) }
        let names: [(String, MatrixLayout?)] = [
            ("matrix", nil), ("rowMajor", .rows), ("columnMajor", .columns),
        ]
        for (name, layout) in names {
            if let array = value[name] {
                // A matrix may be an object of its own, as in a saved fit.
                return array.kind == .object && name == "matrix" ? try member(of: array) : (array, layout)
            }
        }
        throw .noMatrix(
            value.error(JSONFault(code: .missingMember, place: value.range.lowerBound, member: "matrix")))
    }

    /// The numbers of an array of 16, or of four arrays of four.
    private static func numbers(_ array: JSONValue) throws(MatrixReadError) -> [Double] {
        guard array.kind == .array else {
            throw .noMatrix(
                array.error(JSONFault(code: .wrongType, place: array.range.lowerBound, kind: array.kind)))
        }
        var numbers: [JSONValue] = []
        let lines = array.elements
        for line in lines {
            if line.kind == .array, lines.count == 4 {
                guard line.elements.count == 4 else { throw .wrongCount(line.elements.count) }
                numbers += line.elements
            } else {
                numbers.append(line)
            }
        }
        var values: [Double] = []
        for (entry, number) in numbers.enumerated() {
            guard number.kind == .number else {
                throw .noMatrix(
                    number.error(
                        JSONFault(code: .wrongType, place: number.range.lowerBound, kind: number.kind)))
            }
            guard let value = number.double else { throw .nonFinite(entry: entry) }
            values.append(value)
        }
        return values
    }

    private static func numbers(text: ArraySlice<UInt8>) throws(MatrixReadError) -> [Double] {
        var values: [Double] = []
        for (line, row) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            for word in row.split(whereSeparator: { " \t\r,;".utf8.contains($0) }) {
                let text = String(decoding: word, as: UTF8.self)
                switch NumberText(text) {
                case .number(let value) where value.isFinite: values.append(value)
                case .number, .beyondDoubles: throw .nonFinite(entry: values.count)
                case .noNumber:
                    throw .noNumber(String(text.prefix(40)), line: line + 1, entry: values.count)
                }
                guard values.count <= 16 else { throw .wrongCount(values.count) }
            }
        }
        return values
    }
}
