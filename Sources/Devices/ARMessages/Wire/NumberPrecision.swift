import StrictJSON

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
    static let mostBytes = JSONNumber.longestDouble

    /// Whether there is such a number: not beyond the largest.
    @inline(__always)
    func holds(_ value: Double) -> Bool { value.isFinite && (self != .float || Float(value).isFinite) }

    /// Writes a number that it holds to memory of ``mostBytes``, and returns its bytes.
    @inline(__always)
    func write(_ value: Double, to start: UnsafeMutablePointer<UInt8>) -> Int {
        // A zero without a sign, which products with zeros leave.
        let value = value + 0
        guard self != .float else {
            var count = 0
            for byte in Float(value).description.utf8 {
                start[count] = byte
                count += 1
            }
            return count
        }
        let count = JSONNumber.write(value, to: start)
        let isWhole =
            count > 2 && start[count - 1] == UInt8(ascii: "0") && start[count - 2] == UInt8(ascii: ".")
        return self == .plain && isWhole ? count - 2 : count
    }

    /// Writes a number at the end of some bytes; returns false, and writes nothing, where there is no such number.
    func append(_ value: Double, to bytes: inout [UInt8]) -> Bool {
        guard holds(value) else { return false }
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberPrecision.mostBytes) { room in
            guard let start = room.baseAddress else { return }
            bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: write(value, to: start)))
        }
        return true
    }
}
