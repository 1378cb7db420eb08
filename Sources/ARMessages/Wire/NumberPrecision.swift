@_spi(Scanning) internal import StrictJSON

/// The precision to which written numbers read back.
public enum NumberPrecision: Hashable, Sendable {
    /// The shortest digits that read back as the same double.
    case double
    /// The shortest digits that read back as the same number in single precision.
    case float
    /// As ``double``, but whole numbers without a point, as servers in Go write them.
    case plain
}

extension NumberPrecision {
    /// The most bytes of a number.
    private static let room = JSONNumber.longestDouble

    /// Writes a finite number at the end of some bytes; returns false, and writes nothing, where single precision has no such number.
    @inline(__always)
    func append(_ value: Double, to bytes: inout [UInt8]) -> Bool {
        // A zero without a sign, which products with zeros leave.
        let value = value + 0
        guard self != .float else {
            let narrow = Float(value)
            guard narrow.isFinite else { return false }
            bytes.append(contentsOf: narrow.description.utf8)
            return true
        }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberPrecision.room) { room in
            guard let start = room.baseAddress else { return }
            var count = JSONNumber.write(value, to: start)
            if self == .plain, count > 2, start[count - 1] == UInt8(ascii: "0"),
                start[count - 2] == UInt8(ascii: ".")
            {
                count -= 2
            }
            bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
        return true
    }
}
