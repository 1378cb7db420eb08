extension QuadCheck {
    /// Calls `body` with each row of a block that the kernel does not find sound, in order, and the kernel's answer.
    ///
    /// - Parameters:
    ///   - numbers: twelve columns, `stride` numbers apart, that may be read up to the next multiple of 8 rows.
    ///   - rows: at most ``QuadColumns/blockSize``.
    @inline(__always)
    func screenBlock(
        _ numbers: UnsafePointer<Double>, stride: Int, rows: Int, on level: KernelLevel,
        _ body: (Int, SoundnessScreen.Answer) -> Void
    ) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * QuadColumns.blockSize / 8) { bytes in
            guard let skewed = bytes.baseAddress else { return }
            let unclear = skewed + QuadColumns.blockSize / 8, groups = (rows + 7) / 8
            screen.withNumbers {
                level.kernels.screenQuads(numbers, stride, 8 * groups, $0, skewed, unclear)
            }
            for group in 0..<groups {
                var bits = skewed[group] | unclear[group]
                while bits != 0 {
                    let bit = bits.trailingZeroBitCount, row = 8 * group + bit
                    bits &= bits - 1
                    guard row < rows else { break }
                    body(row, unclear[group] >> UInt8(bit) & 1 != 0 ? .unclear : .skewed)
                }
            }
        }
    }
}
