import StrictJSON

/// Reads a reply from left to right, once.
struct DetectReplyReader {
    private let bytes: [UInt8]
    private(set) var requestID = ""
    private(set) var success = false
    private(set) var objects: [SensorObject] = []
    private(set) var refused: [RefusedObject] = []
    /// Whether the reading ended at too many objects.
    private(set) var isOverfull = false

    private static let names = WireNames("requestId", "success", "objects")
    private static let objectNames = WireNames(
        "class", "confidence", "centerX", "centerY", "width", "height", "distanceMeters", "realWidthMeters",
        "realHeightMeters")
    private static let required: [StaticString] = [
        "class", "confidence", "centerX", "centerY", "width", "height",
    ]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) {
        guard scanner.end <= scanner.options.size else {
            throw JSONFault(
                code: .tooLarge, place: scanner.options.size, limit: scanner.options.size)
        }
        if scanner.bytes.starts(with: JSONScanner.byteOrderMark) {
            scanner.place += JSONScanner.byteOrderMark.count
        }
        scanner.skipBlanks()
        let start = scanner.place
        var request: String?, hasSucceeded: Bool?, hasObjects = false
        try members(&scanner) { (reader, scanner, name) throws(JSONFault) in
            switch DetectReplyReader.names.index(of: name, in: scanner.bytes) {
            case 0: request = try reader.counted(&scanner) { (s) throws(JSONFault) in try s.string() }
            case 1: hasSucceeded = try reader.flag(&scanner)
            case 2: hasObjects = try reader.list(&scanner)
            default: try scanner.skipValue()
            }
        }
        scanner.skipBlanks()
        guard scanner.place == scanner.end else { throw scanner.fault(.trailingData) }
        guard let request else { throw JSONFault(code: .missingMember, place: start, member: "requestId") }
        guard let hasSucceeded else {
            throw JSONFault(code: .missingMember, place: start, member: "success")
        }
        guard hasObjects || !hasSucceeded else {
            throw JSONFault(code: .missingMember, place: start, member: "objects")
        }
        (requestID, success) = (request, hasSucceeded)
    }

    /// Goes through an object: `body` gets the scanner at each value and must go past it.
    private mutating func members(
        _ scanner: inout JSONScanner,
        _ body: (inout DetectReplyReader, inout JSONScanner, Range<Int>) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        try require(.object, scanner)
        try scanner.open(isObject: true)
        guard scanner.byte != UInt8(ascii: "}") else { return try scanner.close() }
        while true {
            let name = try scanner.memberName().name
            try body(&self, &scanner, name)
            scanner.skipBlanks()
            guard scanner.byte == UInt8(ascii: ",") else {
                guard scanner.byte == UInt8(ascii: "}") else {
                    throw scanner.fault(.commaOrEndOfObjectExpected)
                }
                return try scanner.close()
            }
            scanner.place += 1
            scanner.skipBlanks()
        }
    }

    private func require(_ kind: JSONKind, _ scanner: JSONScanner) throws(JSONFault) {
        guard scanner.place < scanner.end else { throw scanner.fault(.valueExpected) }
        let found = JSONKind(first: scanner.byte)
        guard found == kind else {
            // What is no value at all is said to be that.
            var probe = scanner
            try probe.skipValue()
            throw JSONFault(code: .wrongType, place: scanner.place, kind: found)
        }
    }

    private func counted<Value>(
        _ scanner: inout JSONScanner, _ read: (inout JSONScanner) throws(JSONFault) -> Value
    ) throws(JSONFault) -> Value {
        let start = scanner.spot
        // Whatever is not JSON is refused before its type is.
        try scanner.skipValue()
        let end = scanner.spot
        scanner.goBack(to: start)
        let value = try read(&scanner)
        scanner.goBack(to: end)
        return value
    }

    private func flag(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool? {
        let start = scanner.place, first = scanner.byte, kind = JSONKind(first: first)
        try scanner.skipValue()
        guard kind != .null else { return nil }
        guard kind == .bool else { throw JSONFault(code: .wrongType, place: start, kind: kind) }
        return first == UInt8(ascii: "t")
    }

    private func number(_ scanner: inout JSONScanner) throws(JSONFault) -> Double? {
        switch scanner.byte {
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            try scanner.countValue()
            return try scanner.double()
        default: return try counted(&scanner) { (s) throws(JSONFault) in try s.double() }
        }
    }

    /// Reads the objects; false if there is null in their place.
    private mutating func list(_ scanner: inout JSONScanner) throws(JSONFault) -> Bool {
        if scanner.byte == UInt8(ascii: "n") {
            try scanner.skipValue()
            return false
        }
        try require(.array, scanner)
        try scanner.open(isObject: false)
        if scanner.byte == UInt8(ascii: "]") {
            try scanner.close()
            return true
        }
        var index = 0
        while true {
            guard index < SensorLimits.mostObjects else {
                isOverfull = true
                throw JSONFault(
                    code: .tooManyValues, place: scanner.place, limit: SensorLimits.mostObjects)
            }
            try object(&scanner, index)
            index += 1
            scanner.skipBlanks()
            guard scanner.byte == UInt8(ascii: ",") else {
                guard scanner.byte == UInt8(ascii: "]") else {
                    throw scanner.fault(.commaOrEndOfArrayExpected)
                }
                try scanner.close()
                return true
            }
            scanner.place += 1
            scanner.skipBlanks()
        }
    }

    private mutating func object(_ scanner: inout JSONScanner, _ index: Int) throws(JSONFault) {
        let start = scanner.place
        var label: String?
        // From the confidence to the height, in the order of their names; then the three lengths.
        var numbers = SIMD16<Double>(repeating: .nan)
        try members(&scanner) { (reader, scanner, name) throws(JSONFault) in
            switch DetectReplyReader.objectNames.index(of: name, in: scanner.bytes) {
            case nil: try scanner.skipValue()
            case 0: label = try reader.counted(&scanner) { (s) throws(JSONFault) in try s.string() }
            case let place?: numbers[place] = try reader.number(&scanner) ?? .nan
            }
        }
        guard let label else { throw JSONFault(code: .missingMember, place: start, member: "class") }
        for place in 1..<DetectReplyReader.required.count where numbers[place].isNaN {
            throw JSONFault(
                code: .missingMember, place: start, member: DetectReplyReader.required[place])
        }
        let value = JSONValue(valid: bytes, start..<scanner.place)
        add(DetectReplyReader.cut(label), numbers, value, index)
    }

    private mutating func add(
        _ label: String, _ numbers: SIMD16<Double>, _ value: JSONValue, _ index: Int
    ) {
        func length(_ place: Int) -> Double? { numbers[place] > 0 ? numbers[place] : nil }
        guard (0...1).contains(numbers[1]) else {
            return refused.append(RefusedObject(.badObject, index, "confidence", numbers[1]))
        }
        for (place, member) in [(4, "width"), (5, "height")] where numbers[place] <= 0 {
            return refused.append(RefusedObject(.badObject, index, member, numbers[place]))
        }
        guard
            let box = PixelBox(
                centerX: numbers[2], centerY: numbers[3], width: numbers[4], height: numbers[5])
        else { return }
        objects.append(
            SensorObject(
                label: label, confidence: numbers[1], box: box, distance: length(6), realWidth: length(7),
                realHeight: length(8), value: value, index: index))
    }

    /// The name up to the bytes that are kept, without a part of a character.
    private static func cut(_ label: String) -> String {
        let bytes = label.utf8
        guard bytes.count > SensorLimits.longestClass else { return label }
        var end = bytes.index(bytes.startIndex, offsetBy: SensorLimits.longestClass)
        while end > bytes.startIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
        return String(label.unicodeScalars[..<end])
    }
}
