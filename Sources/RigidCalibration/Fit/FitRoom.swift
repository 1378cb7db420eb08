/// Memory in which a kernel brings pairs into lanes: on the stack where there are few, so that small fits never ask for
/// any.
enum FitRoom {
    /// Pairs whose room is on the stack.
    private static let few = 4
    /// Doubles a pair takes: both sides' coordinates in eight lanes.
    private static let perPair = 48

    @inline(__always)
    static func withRoom<Result>(_ pairs: Int, _ body: (UnsafeMutablePointer<Double>) -> Result?) -> Result? {
        guard pairs <= few else {
            return withUnsafeTemporaryAllocation(of: Double.self, capacity: pairs * perPair) { room in
                room.baseAddress.flatMap(body)
            }
        }
        var room = (SIMD64<Double>.zero, SIMD64<Double>.zero, SIMD64<Double>.zero)
        return withUnsafeMutableBytes(of: &room) { bytes in
            bytes.assumingMemoryBound(to: Double.self).baseAddress.flatMap(body)
        }
    }
}
