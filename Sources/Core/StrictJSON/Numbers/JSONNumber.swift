/// Conversion of a number to a double.
@_spi(Scanning) public enum JSONNumber {
    /// The double nearest to the valid number that starts at a place; nil beyond the largest.
    @_spi(Scanning) public static func double(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Double? {
        var scanner = JSONScanner(bytes, JSONOptions())
        scanner.place = start
        guard let number = try? scanner.number() else { return nil }
        return double(number, UnsafeBufferPointer(rebasing: bytes[start..<scanner.place]))
    }

    /// The double nearest to a number that was read from a text; nil beyond the largest.
    @inline(__always)
    @_spi(Scanning) public static func double(_ number: Decimal, _ text: UnsafeBufferPointer<UInt8>)
        -> Double?
    {
        let value = number.double ?? exact(number, text)
        return value.isFinite ? value : nil
    }

    private static func exact(_ number: Decimal, _ text: UnsafeBufferPointer<UInt8>) -> Double {
        let bits = ExactDecimal(text: text).nearestBits(
            from: Decimal.nearestBits(number.digits, number.exponent))
        return Double(bitPattern: number.isNegative ? bits | 1 << 63 : bits)
    }
}
