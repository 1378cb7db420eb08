internal import CQuadcal
internal import QuadGeometry
internal import RigidCalibration

/// The reason that a call is refused, as its status.
struct Refusal: Error {
    let status: Int32

    init(_ status: Int) { self.status = Int32(status) }
}

/// The arguments that callers hand in, checked before they are used: nothing here ends the process.
enum Arguments {
    /// The numbers of `count` elements, of `each` doubles.
    static func numbers(
        _ base: UnsafePointer<Double>?, _ count: Int64, each: Int = 1
    ) throws(Refusal) -> UnsafeBufferPointer<Double> {
        let count = try Arguments.count(count, each: each)
        guard count > 0 else { return UnsafeBufferPointer(start: nil, count: 0) }
        guard let base else { throw Refusal(QUADCAL_NULL_POINTER) }
        return UnsafeBufferPointer(start: base, count: count * each)
    }

    /// The places for `count` results, of `each` elements.
    static func places<Element>(
        _ base: UnsafeMutablePointer<Element>?, _ count: Int64, each: Int = 1
    ) throws(Refusal) -> UnsafeMutableBufferPointer<Element> {
        let count = try Arguments.count(count, each: each)
        guard count > 0 else { return UnsafeMutableBufferPointer(start: nil, count: 0) }
        guard let base else { throw Refusal(QUADCAL_NULL_POINTER) }
        return UnsafeMutableBufferPointer(start: base, count: count * each)
    }

    /// A count of elements of `each` doubles that memory may hold.
    static func count(_ count: Int64, each: Int = 1) throws(Refusal) -> Int {
        guard count >= 0, let count = Int(exactly: count), count <= Int(mostDoubles) / max(each, 1)
        else { throw Refusal(QUADCAL_BAD_COUNT) }
        return count
    }

    /// A count of elements that are numbered by 32 bits.
    static func numbered(_ count: Int64) throws(Refusal) -> Int64 {
        guard count <= Int64(Int32.max) else { throw Refusal(QUADCAL_BAD_COUNT) }
        return count
    }

    /// The doubles that memory may hold: processes have addresses of at most 47 bits. In vectors of four a point takes a third more.
    private static let mostDoubles = min(Int64(Int.max), 1 << 47) / Int64(2 * MemoryLayout<Double>.stride)

    static func direction(_ numbers: UnsafePointer<Double>) throws(Refusal) -> SIMD3<Double> {
        let direction = SIMD3(numbers[0], numbers[1], numbers[2])
        guard direction != .zero, direction.isFinite else {
            throw Refusal(QUADCAL_BAD_DIRECTION)
        }
        return direction
    }

    static func place<Element>(
        _ pointer: UnsafeMutablePointer<Element>?
    ) throws(Refusal) -> UnsafeMutablePointer<Element> {
        guard let pointer else { throw Refusal(QUADCAL_NULL_POINTER) }
        return pointer
    }

    static func level(_ level: Int32) throws(Refusal) -> KernelLevel {
        switch Int(level) {
        case QUADCAL_LEVEL_BEST: .best
        case QUADCAL_LEVEL_BASELINE: .baseline
        case QUADCAL_LEVEL_V3: .v3
        case QUADCAL_LEVEL_V4: .v4
        default: throw Refusal(QUADCAL_BAD_CHOICE)
        }
    }

    /// The points of a buffer, three doubles each.
    static func points(_ numbers: UnsafeBufferPointer<Double>) -> [SIMD3<Double>] {
        (0..<numbers.count / 3).map { SIMD3(numbers[3 * $0], numbers[3 * $0 + 1], numbers[3 * $0 + 2]) }
    }

    /// Quads of twelve doubles each.
    static func quads(_ base: UnsafePointer<Double>?, _ count: Int64) throws(Refusal) -> [Quad] {
        let corners = points(try numbers(base, numbered(count), each: 12))
        return stride(from: 0, to: corners.count, by: 4).map {
            Quad(corners[$0], corners[$0 + 1], corners[$0 + 2], corners[$0 + 3])
        }
    }

    /// Calls `body`, and returns the status of its refusal.
    @inline(__always)
    static func status(_ body: () throws(Refusal) -> Void) -> Int32 {
        do throws(Refusal) {
            try body()
            return Int32(QUADCAL_OK)
        } catch {
            return error.status
        }
    }
}
