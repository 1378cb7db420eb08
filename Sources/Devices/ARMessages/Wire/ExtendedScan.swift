@_spi(Scanning) internal import StrictJSON

/// Reads the members that this package adds to a payload, where their version is ours.
struct ExtendedScan {
    var refusal: MessageRefusal?

    private static let names = WireNames("v", "frame", "stamp", "cov")

    /// Reads the object at the scanner's place; `nil` without a version of ours, since the others may then be an app's own.
    mutating func read(_ scanner: inout JSONScanner) throws(JSONFault) -> MessageExtension? {
        var places = SIMD4<Int>(repeating: -1)
        var name = try scanner.firstMember()
        while let member = name {
            if let index = ExtendedScan.names.index(of: member, in: scanner.bytes),
                scanner.byte != UInt8(ascii: "n")
            {
                places[index] = scanner.place
            }
            try scanner.skipValue()
            name = try scanner.nextMember()
        }
        guard places[0] >= 0 else { return nil }
        scanner.place = places[0]
        guard JSONKind(first: scanner.byte) == .number,
            try scanner.placedNumber().value == Double(MessageExtension.version)
        else { return nil }
        var result = MessageExtension()
        if places[1] >= 0 {
            scanner.place = places[1]
            let (text, _) = try scanner.placedString()
            result.frame = JSONText.string(in: scanner.bytes, at: text.lowerBound)
        }
        if places[2] >= 0 {
            scanner.place = places[2]
            result.stamp = try scanner.placedNumber().value
        }
        if places[3] >= 0 {
            scanner.place = places[3]
            result.covariance = try covariance(&scanner)
        }
        return result
    }

    /// Whether a payload has a member of one of these names, of our version or not.
    static func isIn(
        _ payload: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>, _ limits: MessageLimits
    ) -> Bool {
        let options = JSONOptions(depth: limits.depth, size: .max, values: limits.values)
        var scanner = JSONScanner(bytes, options)
        scanner.place = payload.lowerBound
        do throws(JSONFault) {
            var name = try scanner.firstMember()
            while let member = name {
                if names.index(of: member, in: bytes) != nil { return true }
                try scanner.skipValue()
                name = try scanner.nextMember()
            }
        } catch {
            // It was read before, and is sound.
        }
        return false
    }

    private mutating func covariance(_ scanner: inout JSONScanner) throws(JSONFault) -> [Double] {
        let start = scanner.place
        var numbers: [Double] = []
        var goesOn = try scanner.firstElement()
        while goesOn {
            numbers.append(try scanner.placedNumber().value)
            goesOn = try scanner.nextElement()
        }
        guard numbers.count == MessageExtension.covarianceCount else {
            refusal = .covarianceCount(numbers.count)
            throw JSONFault(code: .wrongType, place: start)
        }
        return numbers
    }
}
