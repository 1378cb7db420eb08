extension LaneFit {
    /// Writes as many problems as are live.
    @inline(__always)
    func store(_ live: Int, _ results: FitResults) {
        withUnsafeBytes(of: self) { scatter($0.assumingMemoryBound(to: Double.self), live, results) }
    }
}

/// Where the numbers of a fit go.
struct FitResults {
    var motions, squares: UnsafeMutablePointer<Double>
    var doubts: UnsafeMutablePointer<UInt8>
}

/// From rows of lanes to a problem at a time. Never inlined: the compiler would take the lanes apart from the start.
@inline(never)
private func scatter(_ numbers: UnsafeBufferPointer<Double>, _ live: Int, _ results: FitResults) {
    let width = Lanes.scalarCount
    for lane in 0..<live {
        let motion = results.motions + 24 * lane
        for group in 0..<6 {
            for axis in 0..<3 { motion[4 * group + axis] = numbers[(3 * group + axis) * width + lane] }
        }
        results.squares[lane] = numbers[27 * width + lane]
        results.doubts[lane] = numbers[28 * width + lane] == 0 ? 0 : 1
    }
}
