public import QuadGeometry
internal import RigidCalibration
import StrictJSON

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

/// A rigid transform read from 16 numbers, with the assumptions and corrections that were needed.
public struct RigidMatrix: Hashable, Sendable {
    public let transform: RigidTransform
    public let layout: MatrixLayout
    /// True if the layout was stated; otherwise only one layout had a last row of 0 0 0 1.
    public let layoutIsStated: Bool
    /// The largest entry of |RᵀR - 1| of the matrix as it was written.
    public let defect: Double
    /// The largest difference of an entry from the nearest rotation; zero if that was not needed.
    public let correction: Double

    /// A matrix printed to three places is off by 1e-3; above this one is scaled, sheared or no rotation.
    public static let largestDefect = 1e-2

    /// Takes sixteen numbers; the layout needs to be stated only if they fit both.
    public init(_ numbers: [Double], layout stated: MatrixLayout? = nil) throws(MatrixReadError) {
        guard numbers.count == 16 else { throw .wrongCount(numbers.count) }
        if let entry = numbers.firstIndex(where: { !$0.isFinite }) { throw .nonFinite(entry: entry) }
        if let entry = numbers.firstIndex(where: { $0.magnitude > Correspondences.largestCoordinate }) {
            throw .outOfRange(entry: entry)
        }
        let layout: MatrixLayout
        if let stated { layout = stated } else { layout = try RigidMatrix.layout(of: numbers) }
        (self.layout, layoutIsStated) = (layout, stated != nil)
        let other: MatrixLayout = layout == .rows ? .columns : .rows
        guard RigidMatrix.fits(numbers, layout) else {
            throw .lastRow(
                RigidMatrix.last(numbers, layout), looksTransposed: RigidMatrix.fits(numbers, other))
        }
        let columns = (0..<3).map { RigidMatrix.column($0, numbers, layout) }
        let nearest: NearestRotation
        do {
            nearest = try NearestRotation(
                columns: columns[0], columns[1], columns[2], within: RigidMatrix.largestDefect)
        } catch .mirrored(let determinant) where determinant < 0 {
            throw .mirrored(determinant: determinant)
        } catch {
            throw .notOrthonormal(defect: Rotation.orthonormalityDefect(columns[0], columns[1], columns[2]))
        }
        (defect, correction) = (nearest.defect, nearest.correction)
        guard
            let transform = RigidTransform(
                rotation: nearest.rotation, translation: RigidMatrix.column(3, numbers, layout))
        else { throw .nonFinite(entry: 0) }
        self.transform = transform
    }

    /// The layout that has 0 0 0 1 as its last row.
    private static func layout(of numbers: [Double]) throws(MatrixReadError) -> MatrixLayout {
        switch (fits(numbers, .rows), fits(numbers, .columns)) {
        case (true, false): return .rows
        case (false, true): return .columns
        case (false, false): throw .lastRow(last(numbers, .rows), looksTransposed: false)
        case (true, true):
            // For a half turn, or none, both are the same.
            guard numbers[1] == numbers[4], numbers[2] == numbers[8], numbers[6] == numbers[9] else {
                throw .ambiguousLayout
            }
            return .rows
        }
    }

    private static func fits(_ numbers: [Double], _ layout: MatrixLayout) -> Bool {
        last(numbers, layout) == SIMD4(0, 0, 0, 1)
    }

    private static func last(_ numbers: [Double], _ layout: MatrixLayout) -> SIMD4<Double> {
        switch layout {
        case .rows: SIMD4(numbers[12], numbers[13], numbers[14], numbers[15])
        case .columns: SIMD4(numbers[3], numbers[7], numbers[11], numbers[15])
        }
    }

    private static func column(_ column: Int, _ numbers: [Double], _ layout: MatrixLayout) -> SIMD3<Double> {
        switch layout {
        case .rows: SIMD3(numbers[column], numbers[4 + column], numbers[8 + column])
        case .columns: SIMD3(numbers[4 * column], numbers[4 * column + 1], numbers[4 * column + 2])
        }
    }
}

/// The direction of the matrices of two scans that share a model.
public enum MatrixDirection: String, CaseIterable, Hashable, Sendable {
    /// They take the model to each scan.
    case scanFromModel = "scan-from-model"
    /// They take each scan to the model.
    case modelFromScan = "model-from-scan"

    /// There is only one, which takes the old scan to the new one.
    case newFromOld = "new-from-old"

    /// The motion from the old scan to the new one; the identity is the old matrix where there is only one.
    public func newFromOld(old: RigidTransform, new: RigidTransform) -> RigidTransform {
        switch self {
        case .scanFromModel, .newFromOld: new * old.inverted()
        case .modelFromScan: new.inverted() * old
        }
    }
}

/// The reason why a document is not a rigid transform. Entries count from 0 in written order, lines from 1.
public enum MatrixReadError: Error, Hashable, Sendable {
    case json(JSONError)
    /// Valid JSON, but not an array of numbers.
    case noMatrix(JSONError)
    case noNumber(String, line: Int, entry: Int)
    /// Not 16 numbers; 17 if there are more than 16.
    case wrongCount(Int)
    case nonFinite(entry: Int)
    /// Beyond `Correspondences.largestCoordinate`, in metres.
    case outOfRange(entry: Int)
    /// The last row is not 0 0 0 1; if the last column is, the other layout was probably meant.
    case lastRow(SIMD4<Double>, looksTransposed: Bool)
    /// Nothing moves, so that rows and columns look alike: read the other way, the turn would be the inverse.
    case ambiguousLayout
    /// The document itself states this layout, and another was requested.
    case contradictingLayouts(MatrixLayout)
    case mirrored(determinant: Double)
    /// The largest entry of |RᵀR - 1| is above ``RigidMatrix/largestDefect``.
    case notOrthonormal(defect: Double)

    /// The reason in a word that never changes meaning.
    public var code: String {
        switch self {
        case .json(let error): error.code.rawValue
        case .noMatrix: "NO_MATRIX"
        case .noNumber: "NO_NUMBER"
        case .wrongCount: "WRONG_COUNT"
        case .nonFinite: "NON_FINITE"
        case .outOfRange: "OUT_OF_RANGE"
        case .lastRow: "LAST_ROW"
        case .ambiguousLayout: "AMBIGUOUS_LAYOUT"
        case .contradictingLayouts: "CONTRADICTING_LAYOUTS"
        case .mirrored: "MIRRORED"
        case .notOrthonormal: "NOT_ORTHONORMAL"
        }
    }

    /// The line it is about, where it is about one.
    package var line: Int? {
        switch self {
        case .json(let error), .noMatrix(let error): error.line
        case .noNumber(_, let line, _): line
        default: nil
        }
    }
}

/// The order in which a matrix is written: row after row as on paper, or column after column as ARKit has it.
public enum MatrixLayout: String, CaseIterable, Hashable, Sendable {
    case rows, columns
}
