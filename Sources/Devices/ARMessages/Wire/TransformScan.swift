import StrictJSON

/// The member of a message that says where it lies, as it is read.
struct TransformScan {
    private(set) var range = 0..<0
    private(set) var numbers = NumberPlaces()
    private(set) var transform = MessageTransform.offset(.zero)

    private static let coordinates = WireNames("x", "y", "z")
    private static let columns = WireNames("c0", "c1", "c2", "c3")
    private static let coordinateNames: [StaticString] = ["x", "y", "z"]
    private static let columnNames: [StaticString] = ["c0", "c1", "c2", "c3"]

    /// Reads an offset: an object of three coordinates.
    mutating func readOffset(
        _ scanner: inout JSONScanner, _ refusal: inout MessageRefusal?
    ) throws(JSONFault) {
        let start = scanner.place
        var point = SIMD3<Double>.zero, found = 0
        var name = try scanner.firstMember()
        while let member = name {
            if let coordinate = TransformScan.coordinates.index(of: member, in: scanner.bytes) {
                let (value, range) = try scanner.placedNumber()
                // Of duplicates only the first is noted; the object is refused at its end.
                if found & 1 << coordinate == 0 { numbers.note(coordinate, range) }
                point[coordinate] = value
                found |= 1 << coordinate
            } else {
                try scanner.skipValue()
            }
            name = try scanner.nextMember()
        }
        try TransformScan.require(found, TransformScan.coordinateNames, at: start, &refusal)
        (range, transform) = (start..<scanner.place, .offset(point))
    }

    /// Reads a matrix: an object of four columns.
    mutating func readMatrix(
        _ scanner: inout JSONScanner, _ refusal: inout MessageRefusal?
    ) throws(JSONFault) {
        let start = scanner.place
        var columns = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
        var found = 0
        var name = try scanner.firstMember()
        while let member = name {
            if let column = TransformScan.columns.index(of: member, in: scanner.bytes) {
                let isFirst = found & 1 << column == 0
                let point = try readColumn(column, &scanner, notes: isFirst, &refusal)
                switch column {
                case 0: columns.0 = point
                case 1: columns.1 = point
                case 2: columns.2 = point
                default: columns.3 = point
                }
                found |= 1 << column
            } else {
                try scanner.skipValue()
            }
            name = try scanner.nextMember()
        }
        try TransformScan.require(found, TransformScan.columnNames, at: start, &refusal)
        guard let matrix = AffineMatrix(columns.0, columns.1, columns.2, translation: columns.3) else {
            refusal = .flatMatrix
            throw JSONFault(code: .wrongType, place: start)
        }
        (range, transform) = (start..<scanner.place, .matrix(matrix))
    }

    /// Reads the four numbers of a column, the last of which the place of the column decides.
    private mutating func readColumn(
        _ column: Int, _ scanner: inout JSONScanner, notes: Bool, _ refusal: inout MessageRefusal?
    ) throws(JSONFault) -> SIMD3<Double> {
        let start = scanner.place
        // Apart, since a vector that is written number by number cannot be read at once.
        var x = 0.0, y = 0.0, z = 0.0, row = 0
        var goesOn = try scanner.firstElement()
        while goesOn {
            let (value, range) = try scanner.placedNumber()
            switch row {
            case 0: x = value
            case 1: y = value
            case 2: z = value
            default:
                guard row == 3 else {
                    refusal = .columnCount(row + 1)
                    throw JSONFault(code: .wrongType, place: range.lowerBound)
                }
                let expected: Double = column == 3 ? 1 : 0
                guard value == expected else {
                    refusal = .lastRow(value, expected: expected)
                    throw JSONFault(code: .wrongType, place: range.lowerBound)
                }
            }
            if row < 3, notes { numbers.note(4 * column + row, range) }
            row += 1
            goesOn = try scanner.nextElement()
        }
        guard row == 4 else {
            refusal = .columnCount(row)
            throw JSONFault(code: .wrongType, place: start)
        }
        return SIMD3(x, y, z)
    }

    @inline(__always)
    private static func require(
        _ found: Int, _ names: [StaticString], at start: Int, _ refusal: inout MessageRefusal?
    ) throws(JSONFault) {
        guard found != 1 << names.count - 1 else { return }
        refusal = .missingMembers(
            names.enumerated().filter { found & 1 << $0.offset == 0 }.map(\.element))
        throw JSONFault(code: .missingMember, place: start)
    }
}

/// A reason beyond JSON that a message is refused; the fault that is thrown with it has the place.
enum MessageRefusal {
    /// Members that an object lacks, in their order.
    case missingMembers([StaticString])
    case columnCount(Int)
    case lastRow(Double, expected: Double)
    case flatMatrix
    case twoTransforms
    case badEndpoint(Int)
    case covarianceCount(Int)
}

extension MessageError {
    init(_ refusal: MessageRefusal, at pointer: String, _ limits: MessageLimits) {
        switch refusal {
        case .missingMembers(let names):
            self = .missingMembers(pointer: pointer, names: names.map(\.description))
        case .columnCount(let count): self = .columnCount(pointer: pointer, found: count)
        case .lastRow(let found, let expected):
            self = .lastRow(pointer: pointer, found: found, expected: expected)
        case .flatMatrix: self = .flatMatrix(pointer: pointer)
        case .twoTransforms: self = .twoTransforms(pointer: pointer)
        case .badEndpoint(let count):
            self = .badEndpoint(pointer: pointer, bytes: count, limit: limits.endpoint)
        case .covarianceCount(let count): self = .covarianceCount(pointer: pointer, found: count)
        }
    }
}
